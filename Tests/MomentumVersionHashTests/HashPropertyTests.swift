import MomentumModel
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// Any change that does not count leaves the hash, any that counts changes it: on random models, from a seed.
@Suite(.tags(.random)) struct HashPropertyTests {
  /// A change of one thing; `false` where the model has nothing to change.
  private struct Change: Sendable, CustomStringConvertible {
    let name: String
    let counts: Bool
    let apply: @Sendable (inout ObjectModel, inout SeededGenerator) -> Bool
    var description: String { name }
  }

  // MARK: - Random models

  private static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
    .binary, .uuid, .uri, .transformable,
  ]

  /// Four entities in one family and one beside it, with attributes and mutual relationships.
  private static func model(_ random: inout SeededGenerator) -> ObjectModel {
    var model = ObjectModel(entities: (0..<5).map { Entity(name: "E\($0)") })
    for index in 1...3 {
      model.entities[index].parent = EntityID(Int.random(in: 0..<index, using: &random))
    }
    for entity in model.entities.indices {
      for attribute in 0..<Int.random(in: 1...4, using: &random) {
        model.entities[entity].attributes.append(
          Attribute(
            name: "a\(entity)_\(attribute)", type: types.randomElement(using: &random) ?? .string,
            isOptional: Bool.random(using: &random),
            versionHashModifier: Bool.random(using: &random) ? nil : "m"))
      }
    }
    for pair in 0..<3 {
      let one = EntityID(Int.random(in: 0..<5, using: &random))
      let other = EntityID(Int.random(in: 0..<5, using: &random))
      let position = model.entities[one.index].relationships.count
      let back = model.entities[other.index].relationships.count + (one == other ? 1 : 0)
      model.entities[one.index].relationships.append(
        Relationship(
          name: "r\(pair)", destination: other, inverse: RelationshipID(other, back),
          isToMany: Bool.random(using: &random), isOptional: Bool.random(using: &random)))
      model.entities[other.index].relationships.append(
        Relationship(
          name: "s\(pair)", destination: one, inverse: RelationshipID(one, position),
          isToMany: true, isOrdered: Bool.random(using: &random)))
    }
    model.entities[4].uniquenessConstraints = [[model.entities[4].attributes[0].name]]
    return model
  }

  // MARK: - Changes

  private static func attribute(
    _ name: String, counts: Bool, _ change: @escaping @Sendable (inout Attribute) -> Void
  ) -> Change {
    Change(name: "attribute \(name)", counts: counts) { model, random in
      let entity = Int.random(in: 0..<model.entities.count, using: &random)
      let index = Int.random(in: 0..<model.entities[entity].attributes.count, using: &random)
      change(&model.entities[entity].attributes[index])
      return true
    }
  }

  private static func relationship(
    _ name: String, counts: Bool, _ change: @escaping @Sendable (inout Relationship) -> Void
  ) -> Change {
    Change(name: "relationship \(name)", counts: counts) { model, random in
      let owners = model.entities.indices.filter { !model.entities[$0].relationships.isEmpty }
      guard let entity = owners.randomElement(using: &random) else { return false }
      let index = Int.random(in: 0..<model.entities[entity].relationships.count, using: &random)
      change(&model.entities[entity].relationships[index])
      return true
    }
  }

  private static func entity(
    _ name: String, counts: Bool, _ change: @escaping @Sendable (inout Entity) -> Void
  ) -> Change {
    Change(name: "entity \(name)", counts: counts) { model, random in
      change(&model.entities[Int.random(in: 0..<model.entities.count, using: &random)])
      return true
    }
  }

  private static let changes: [Change] = [
    attribute("name", counts: true) { $0.name += "x" },
    attribute("optional", counts: true) { $0.isOptional.toggle() },
    attribute("transient", counts: true) { $0.isTransient = true },
    attribute("type", counts: true) { $0.type = $0.type == .string ? .date : .string },
    attribute("hash modifier", counts: true) { $0.versionHashModifier = "changed" },
    attribute("external storage", counts: true) { $0.allowsExternalStorage = true },
    attribute("history", counts: true) { $0.preservesValueInHistoryOnDeletion = true },
    attribute("derivation", counts: true) { $0.derivation = "now()" },
    attribute("default", counts: false) { $0.defaultValue = .string("x") },
    attribute("bounds", counts: false) {
      $0.minimum = .integer(1)
      $0.maximum = .integer(2)
      $0.regularExpression = "x"
    },
    attribute("indexed", counts: false) { $0.isIndexed = true },
    attribute("scalar", counts: false) { $0.usesScalarType.toggle() },
    attribute("value class", counts: false) {
      $0.valueClassName = "UIColor"
      $0.valueTransformerName = "Colors"
    },
    attribute("renaming identifier", counts: false) { $0.renamingIdentifier = "old" },
    attribute("syncable", counts: false) { $0.isSyncable.toggle() },
    attribute("user info", counts: false) { $0.userInfo = [UserInfoEntry(key: "k", value: "v")] },
    attribute("spotlight, cloud", counts: false) {
      $0.isIndexedBySpotlight = true
      $0.isStoredInExternalRecord = true
      $0.allowsCloudEncryption = true
    },
    relationship("name", counts: true) { $0.name += "x" },
    relationship("optional", counts: true) { $0.isOptional.toggle() },
    relationship("maximum", counts: true) { $0.maximumCount += 7 },
    relationship("minimum", counts: true) { $0.minimumCount += 1 },
    relationship("ordered", counts: true) { $0.isOrdered.toggle() },
    relationship("inverse", counts: true) { $0.inverse = nil },
    relationship("hash modifier", counts: true) { $0.versionHashModifier = "changed" },
    relationship("delete rule", counts: false) { $0.deleteRule = .deny },
    relationship("indexed", counts: false) { $0.isIndexed.toggle() },
    relationship("renaming identifier", counts: false) { $0.renamingIdentifier = "old" },
    relationship("user info", counts: false) {
      $0.userInfo = [UserInfoEntry(key: "k", value: "v")]
    },
    entity("name", counts: true) { $0.name += "x" },
    entity("abstract", counts: true) { $0.isAbstract.toggle() },
    entity("hash modifier", counts: true) { $0.versionHashModifier = "changed" },
    entity("new attribute", counts: true) {
      $0.attributes.append(Attribute(name: "zz", type: .string))
    },
    entity("uniqueness", counts: true) { $0.uniquenessConstraints.append(["a", "b"]) },
    entity("class", counts: false) {
      $0.className = "Other"
      $0.codeGeneration = .category
    },
    entity("indexes", counts: false) {
      $0.fetchIndexes = [FetchIndex(name: "i", elements: [.init(.property("x"))])]
      $0.compoundIndexes = [["x", "y"]]
    },
    entity("order of properties", counts: false) { $0.attributes.reverse() },
    entity("new transient attribute", counts: false) {
      $0.attributes.append(Attribute(name: "zz", type: .string, isTransient: true))
    },
    entity("fetched property", counts: false) {
      $0.fetchedProperties.append(FetchedProperty(name: "ff"))
    },
    entity("renaming identifier", counts: false) { $0.renamingIdentifier = "old" },
    entity("user info", counts: false) { $0.userInfo = [UserInfoEntry(key: "k", value: "v")] },
    Change(name: "model requests and configurations", counts: false) { model, _ in
      model.fetchRequests = [StoredFetchRequest(name: "r", entity: EntityID(0))]
      model.configurations = [Configuration(name: "c", members: [EntityID(0)])]
      model.versionIdentifiers = ["9"]
      return true
    },
    Change(name: "new entity", counts: true) { model, _ in
      model.entities.append(Entity(name: "New"))
      return true
    },
  ]

  @Test(arguments: changes.indices)
  func aChangeCountsOrNot(index: Int) {
    let change = Self.changes[index]
    var applied = 0
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let model = Self.model(&random)
      var changed = model
      guard change.apply(&changed, &random), changed != model else { continue }
      applied += 1
      let isSame = ModelHashes(of: model).digest == ModelHashes(of: changed).digest
      #expect(isSame != change.counts, "\(change.name), seed \(seed)")
    }
    #expect(applied > 20, "\(change.name) was hardly tried")
  }

  /// What a difference is told of and what changes the hash are the same.
  @Test(arguments: changes.indices)
  func theDifferenceNamesWhatCounts(index: Int) {
    let change = Self.changes[index]
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let model = Self.model(&random)
      var changed = model
      guard change.apply(&changed, &random) else { continue }
      let old = ModelHashes(of: model)
      let new = ModelHashes(of: changed)
      for entity in model.entities {
        guard let after = new[entity.name], let before = old[entity.name],
          let told = HashDifference.describe(entity: entity.name, in: model, and: changed)
        else { continue }
        // A parent's own change reaches its sub-entities' hashes and is told there, at the parent.
        if before == after {
          #expect(told.isEmpty, "\(change.name), seed \(seed), \(entity.name): \(told)")
        } else if model.lineage(of: model.entity(named: entity.name) ?? EntityID(0)).count == 1 {
          #expect(!told.isEmpty, "\(change.name), seed \(seed), \(entity.name)")
        }
      }
    }
  }
}
