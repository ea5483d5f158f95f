import MomentumDiff
import MomentumModel
import MomentumTestSupport
import Testing

/// Which removed and added elements are taken for one.
@Suite struct RenameSuspicionTests {
  private func suspected(_ old: [String], _ new: [String]) -> [String] {
    let model = { (names: [String]) in
      DiffedModel(
        ObjectModel(entities: [
          Entity(
            name: "E",
            attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) })
        ]))
    }
    return ModelDiffer.diff(model(old), model(new)).suspectedRenames.map {
      "\($0.old.name ?? "") → \($0.new.name ?? "")"
    }
  }

  @Test(
    arguments: [
      ("userIconUrl", "userIconUrlString"), ("distributionListId", "distributionListID"),
      ("success_streak", "successStreak"), ("activedAt", "activeAt"),
      ("newAssignment", "isNewAssignment"), ("colour", "color"), ("URLString", "urlString"),
    ])
  func namesThatPeopleChangedAreFound(old: String, new: String) {
    #expect(suspected([old], [new]) == ["\(old) → \(new)"])
    #expect(suspected([new], [old]) == ["\(new) → \(old)"])
  }

  @Test(
    arguments: [
      ("createdAt", "updatedAt"), ("startDate", "endDate"), ("latitude", "longitude"),
      ("minValue", "maxValue"), ("startLatitude", "startLongitude"), ("sentCount", "rentCount"),
      ("fromAddress", "toAddress"), ("firstName", "lastName"), ("sentAt", "receivedAt"),
      ("width", "height"), ("oldPassword", "newPassword"), ("positionX", "positionY"),
      ("address1", "address2"), ("isRead", "isUnread"), ("isActive", "isNotActive"),
      ("minor", "minus"), ("name", "title"), ("a", "b"), ("x", "_"),
    ])
  func twoThingsAreNotOne(old: String, new: String) {
    #expect(suspected([old], [new]) == [])
    #expect(suspected([new], [old]) == [])
  }

  @Test(arguments: [("name", "fullName"), ("photo", "photoData"), ("url", "thumbnailUrl")])
  func allWordsOfTheOtherNameCountForTheOnlyOnesOfAType(old: String, new: String) {
    #expect(suspected([old], [new]) == ["\(old) → \(new)"])
    #expect(suspected([new], [old]) == ["\(new) → \(old)"])
    #expect(suspected([old, "note"], [new, "remark"]) == [])
  }

  @Test func aConstraintThatWentAlongCounts() {
    let model = { (names: [String]) in
      DiffedModel(
        ObjectModel(entities: [
          Entity(
            name: "E",
            attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) },
            uniquenessConstraints: [[names[0]]])
        ]))
    }
    let diff = ModelDiffer.diff(model(["name", "note"]), model(["fullName", "remark"]))
    #expect(diff.suspectedRenames.map(\.repair) == ["elementID=\"name\""])
    let other = ModelDiffer.diff(model(["name", "note"]), model(["remark", "fullName"]))
    #expect(other.suspectedRenames == [])
  }

  @Test func anIntegerMayHaveBecomeWiderNotNarrower() {
    let model = { (name: String, type: AttributeType) in
      DiffedModel(
        ObjectModel(entities: [
          Entity(name: "E", attributes: [Attribute(name: name, type: type, isOptional: true)])
        ]))
    }
    let narrow = model("success_streak", .integer16)
    let wide = model("successStreak", .integer32)
    #expect(ModelDiffer.diff(narrow, wide).suspectedRenames.count == 1)
    #expect(ModelDiffer.diff(wide, narrow).suspectedRenames == [])
    #expect(ModelDiffer.diff(narrow, model("successStreak", .double)).suspectedRenames == [])
  }

  private func entities(_ old: String, _ new: String, properties: [String]) -> [String] {
    let model = { (name: String) in
      DiffedModel(
        ObjectModel(entities: [
          Entity(
            name: name,
            attributes: properties.map { Attribute(name: $0, type: .string, isOptional: true) })
        ]))
    }
    return ModelDiffer.diff(model(old), model(new)).suspectedRenames.map {
      "\($0.old.path) → \($0.new.path)"
    }
  }

  @Test func equalPropertiesAloneMakeNoEntityAnother() {
    #expect(entities("Photo", "Video", properties: ["id", "url", "name"]) == [])
    #expect(entities("Photo", "Photos", properties: ["id"]) == ["Photo → Photos"])
    #expect(
      entities("Photo", "PhotoItem", properties: ["id", "url"]) == ["Photo → PhotoItem"])
  }

  @Test func eachElementIsInOnePairAndTheBestPairsCount() {
    #expect(
      suspected(["photoUrl", "photoUrlSmall"], ["photoURL", "photoURLSmaller"])
        == ["photoUrl → photoURL", "photoUrlSmall → photoURLSmaller"])
  }

  @Test func amongVeryManyOnlyEqualWordsCount() {
    let old = (0..<500).map { "someValue\($0)" } + ["user_name"]
    let new = (0..<500).map { "someValues\($0)" } + ["userName"]
    #expect(suspected(old, new) == ["user_name → userName"])
  }
}
