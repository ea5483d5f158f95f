import MomentumModel
import MomentumVersionHash
import Testing

/// Values that Core Data wrote.
@Suite struct ModelHashesTests {
  private func hash(_ model: ObjectModel, _ entity: String) -> String? {
    ModelHashes(of: model).entities.first { $0.name == entity }?.hexadecimal
  }

  @Test func entityWithNothingInIt() {
    let model = ObjectModel(entities: [Entity(name: "AutoClassGen")])
    #expect(
      hash(model, "AutoClassGen")
        == "78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25")
  }

  @Test func oneOptionalAttribute() {
    let model = ObjectModel(entities: [
      Entity(
        name: "HTTPSExcludedDomain",
        attributes: [Attribute(name: "domain", type: .string, isOptional: true)])
    ])
    #expect(
      hash(model, "HTTPSExcludedDomain")
        == "0179dc29daee8f6d700a826d577c8481a970add8d2ac45847b47c1b0c18f2026")
  }

  @Test func inheritedPropertiesAreHashedAgain() {
    let model = ObjectModel(entities: [
      Entity(
        name: "RKSearchableManagedObject", isAbstract: true,
        relationships: [
          Relationship(
            name: "searchWords", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 0),
            isToMany: true)
        ]),
      Entity(name: "RKDummyEntity", parent: EntityID(0)),
      Entity(
        name: "RKSearchWord",
        relationships: [
          Relationship(
            name: "searchableManagedObjects", destination: EntityID(0),
            inverse: RelationshipID(EntityID(0), 0), isToMany: true)
        ]),
    ])
    #expect(
      hash(model, "RKSearchableManagedObject")
        == "9a43d10ae76e91744ee6f057e69514ea574956485fedb13bc246e60ce971243a")
    #expect(
      hash(model, "RKDummyEntity")
        == "ffacb66b61f37a968a594ea3c916c56cd1a0f3388f538a7acabe34a941ba6f1f")
  }

  @Test func parentConstraintAndUnlimitedCount() {
    let books = Relationship(
      name: "books", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 0),
      isToMany: true, maximumCount: .max)
    let model = ObjectModel(entities: [
      Entity(
        name: "Author", parent: EntityID(1),
        attributes: [
          Attribute(name: "siteURL", type: .uri, isOptional: true),
          Attribute(name: "alias", type: .string),
        ], relationships: [books], uniquenessConstraints: [["alias"]]),
      Entity(
        name: "Writer", isAbstract: true, attributes: [Attribute(name: "age", type: .integer16)]),
      Entity(
        name: "Book",
        relationships: [
          Relationship(
            name: "author", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0))
        ]),
    ])
    #expect(
      hash(model, "Writer")
        == "d54efab5d39cb3f59df8018db5e4cb2912ced49ca0fdebb029a326cd70847b25")
    #expect(
      hash(model, "Author")
        == "07b88ab76fbdf3d701c85688e9b0820f0cdae6bc2c31d24d1fdc115251d13d12")
  }

  /// What does not reach the store does not reach the hash.
  @Test func whatDoesNotCount() {
    let plain = Entity(name: "A", attributes: [Attribute(name: "x", type: .date)])
    var other = plain
    other.className = "Other"
    other.renamingIdentifier = "B"
    other.isSyncable = false
    other.userInfo = [UserInfoEntry(key: "k", value: "v")]
    other.fetchIndexes = [FetchIndex(name: "i", elements: [.init(.property("x"))])]
    other.attributes[0].defaultValue = .date(5)
    other.attributes[0].isIndexed = true
    other.attributes.append(Attribute(name: "t", type: .undefined, isTransient: true))
    other.fetchedProperties = [FetchedProperty(name: "f")]
    #expect(
      ModelHashes(of: ObjectModel(entities: [plain]))
        == ModelHashes(of: ObjectModel(entities: [other])))
  }

  @Test func digestsAreOverEntitiesByName() {
    let forward = ModelHashes(
      of: ObjectModel(entities: [Entity(name: "A"), Entity(name: "b"), Entity(name: "_c")]))
    let backward = ModelHashes(
      of: ObjectModel(entities: [Entity(name: "_c"), Entity(name: "b"), Entity(name: "A")]))
    #expect(forward.entities.map(\.name) == ["A", "_c", "b"])
    #expect(forward.digest == backward.digest && forward.checksum == backward.checksum)
    #expect(forward.digest != forward.checksum)
    // By UTF-16: a pair begins with a smaller number than the last characters of the first plane.
    let wide = ModelHashes(
      of: ObjectModel(entities: [Entity(name: "\u{FF5E}"), Entity(name: "\u{1F600}")]))
    #expect(wide.entities.map(\.name) == ["\u{1F600}", "\u{FF5E}"])
    #expect(wide["\u{FF5E}"] == wide.entities[1].hash && wide["x"] == nil)
  }
}
