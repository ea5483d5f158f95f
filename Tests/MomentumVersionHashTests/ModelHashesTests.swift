import Foundation
import MomentumModel
import MomentumTestSupport
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
  }
}

/// Small schemas with the hashes that stores had, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct HashVectorTests {
  private struct Vector: Decodable {
    struct Entity: Decodable {
      var name: String
      var abstract: Bool?
      var modifier: String?
      var `super`: String?
      var unique: [[String]]?
      var properties: [Property]
    }
    struct Property: Decodable {
      var name: String
      var kind: String
      var type: Int32?
      var optional: Bool?
      var transient: Bool?
      var modifier: String?
      var external: Bool?
      var preserve: Bool?
      var destination: String?
      var inverse: String?
      var min: Int?
      var max: Int?
      var ordered: Bool?
      var derivation: String?
      var elements: [Property]?
    }
    var entity: String
    var hash: String
    var features: [String]
    var entities: [Entity]
  }

  private static let types: [AttributeType] = [
    .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean,
    .date, .binary, .uuid, .uri, .transformable, .objectID,
  ]

  @Test func vectorsMatch() throws {
    let corpus = try #require(RepositoryFiles.corpus)
    let data = try Data(contentsOf: corpus.appendingPathComponent("hashes/vectors.json"))
    var compared = 0
    for vector in try JSONDecoder().decode([Vector].self, from: data) {
      compared += 1
      let hash = ModelHashes(of: model(vector)).entities.first { $0.name == vector.entity }?
        .hexadecimal
      #expect(hash == vector.hash, "\(vector.entity): \(vector.features)")
    }
    #expect(compared > 10)
  }

  /// The vector as a model. An inverse counts by its name alone, so it stands in an entity of its own.
  private func model(_ vector: Vector) -> ObjectModel {
    var names = vector.entities.map(\.name)
    for property in vector.entities.flatMap(\.properties) {
      if let destination = property.destination, !names.contains(destination) {
        names.append(destination)
      }
    }
    var model = ObjectModel(entities: names.map { Entity(name: $0) })
    for (index, entity) in vector.entities.enumerated() {
      model.entities[index].isAbstract = entity.abstract ?? false
      model.entities[index].versionHashModifier = entity.modifier
      model.entities[index].parent = entity.super.flatMap { names.firstIndex(of: $0) }
        .map { EntityID($0) }
      model.entities[index].uniquenessConstraints = entity.unique ?? []
      for property in entity.properties {
        switch property.kind {
        case "attribute":
          let attribute = attribute(property, &model)
          model.entities[index].attributes.append(attribute)
        default:
          let relationship = relationship(property, of: EntityID(index), names, &model)
          model.entities[index].relationships.append(relationship)
        }
      }
    }
    return model
  }

  private func attribute(_ property: Vector.Property, _ model: inout ObjectModel) -> Attribute {
    var type = Self.types.first { $0.number == property.type } ?? .undefined
    if let elements = property.elements {
      let parts = elements.map { attribute($0, &model) }
      type = .composite(CompositeID(model.composites.count))
      model.composites.append(CompositeType(name: property.name, elements: parts))
    }
    return Attribute(
      name: property.name, type: type, isOptional: property.optional ?? false,
      isTransient: property.transient ?? false, derivation: property.derivation,
      allowsExternalStorage: property.external ?? false,
      preservesValueInHistoryOnDeletion: property.preserve ?? false,
      versionHashModifier: property.modifier)
  }

  private func relationship(
    _ property: Vector.Property, of owner: EntityID, _ names: [String], _ model: inout ObjectModel
  ) -> Relationship {
    var relationship = Relationship(
      name: property.name,
      destination: EntityID(names.firstIndex(of: property.destination ?? "") ?? 0),
      isToMany: property.max != 1, isOrdered: property.ordered ?? false,
      isOptional: property.optional ?? false, isTransient: property.transient ?? false,
      minimumCount: property.min ?? 0, maximumCount: property.max ?? 0,
      versionHashModifier: property.modifier)
    guard let inverse = property.inverse else { return relationship }
    if inverse == property.name, relationship.destination == owner {
      relationship.inverse = RelationshipID(owner, model[owner].relationships.count)
    } else {
      relationship.inverse = RelationshipID(EntityID(model.entities.count), 0)
      model.entities.append(
        Entity(
          name: "Inverse\(model.entities.count)",
          relationships: [Relationship(name: inverse, destination: owner)]))
    }
    return relationship
  }
}
