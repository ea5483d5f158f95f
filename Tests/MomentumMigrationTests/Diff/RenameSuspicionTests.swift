import MomentumMigration
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
      ("name", "title"), ("a", "b"), ("x", "_"),
    ])
  func twoThingsAreNotOne(old: String, new: String) {
    #expect(suspected([old], [new]) == [])
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
