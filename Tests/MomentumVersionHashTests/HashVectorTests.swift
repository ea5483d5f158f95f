import MomentumModel
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// Small schemas with the hashes that Core Data gave them: `Tests/Cases/Hashes/Vectors.txt`.
@Suite struct HashVectorTests {
  private static let table = Result { try HashVectors() }

  @Test(arguments: (try? table.get().vectors) ?? [])
  func anEntityHasTheHashThatCoreDataGaveIt(vector: HashVectors.Vector) {
    let found = ModelHashes(of: vector.model()).entities.first { $0.name == vector.entity }
    #expect(found?.hexadecimal == vector.hash, "\(vector.entity)")
  }

  @Test(arguments: (try? table.get().digests) ?? [])
  func aListOfHashesHasTheDigestOfItsStore(vector: HashVectors.Digest) {
    let hashes = ModelHashes(entities: vector.entities)
    #expect(hashes.digest == vector.digest, "framework \(vector.framework)")
    if let checksum = vector.checksum { #expect(hashes.checksum == checksum) }
  }

  /// A table that is read wrongly must not pass as one without rows, nor one that lost what decides a rule.
  @Test func theTableHasEveryKindOfRow() throws {
    let table = try Self.table.get()
    #expect(table.vectors.count == 44 && table.digests.count == 5)
    #expect(table.digests.contains { $0.checksum != nil && $0.entities.count > 1 })
    let entities = table.vectors.flatMap(\.entities)
    let properties = entities.flatMap(\.properties)
    #expect(entities.contains { $0.isAbstract } && entities.contains { $0.parent != nil })
    #expect(entities.contains { $0.unique.contains { $0.count > 1 } || !$0.unique.isEmpty })
    #expect(properties.contains { !$0.elements.isEmpty } && properties.contains { $0.isOrdered })
    #expect(properties.contains { $0.derivation != nil })
    #expect(properties.contains { $0.counts.map { $0.upper > 1 } ?? false })
    #expect(properties.contains { $0.isTransient } && properties.contains { $0.isOptional })
  }
}

/// The rows of the table, as the comment at its top says them.
struct HashVectors: Sendable {
  struct Vector: Sendable {
    var entity: String
    var hash: String
    var entities: [EntityRow] = []
  }

  struct Digest: Sendable {
    var framework: String
    var digest: String
    var checksum: String?
    var entities: [ModelHashes.EntityHash] = []
  }

  struct EntityRow: Sendable {
    var name: String
    var parent: String?
    var isAbstract = false
    var modifier: String?
    var unique: [[String]] = []
    var properties: [PropertyRow] = []
  }

  struct PropertyRow: Sendable {
    var name: String
    var type: AttributeType?
    /// Of a relationship: `0...-1`.
    var counts: (lower: Int, upper: Int)?
    var destination: String?
    var inverse: String?
    var derivation: String?
    var isOptional = false
    var isTransient = false
    var isOrdered = false
    var isExternal = false
    var isPreserved = false
    var elements: [PropertyRow] = []
  }

  struct Malformed: Error {
    var line: String
  }

  private(set) var vectors: [Vector] = []
  private(set) var digests: [Digest] = []

  init() throws {
    let text = try RepositoryFiles.text("Tests/Cases/Hashes/Vectors.txt")
    for line in text.split(separator: "\n") where !line.hasPrefix("#") { try read(String(line)) }
  }

  private mutating func read(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let depth = line.prefix { $0 == " " }.count / 2
    switch (words[0], depth) {
    case ("hash", 0): vectors.append(Vector(entity: words[1], hash: words[2]))
    case ("digest", 0):
      digests.append(
        Digest(
          framework: words[1], digest: words[2], checksum: words.count > 3 ? words[3] : nil))
    case ("entity", 0): vectors[vectors.count - 1].entities.append(try entity(words))
    case (_, 1) where !digests.isEmpty:
      digests[digests.count - 1].entities.append(
        .init(name: words[0], hash: try bytes(words[1])))
    case (_, 1):
      let row = try property(words)
      vectors[vectors.count - 1].entities[vectors[vectors.count - 1].entities.count - 1]
        .properties.append(row)
    case (_, 2):
      let row = try property(words)
      let vector = vectors.count - 1
      let entity = vectors[vector].entities.count - 1
      let last = vectors[vector].entities[entity].properties.count - 1
      vectors[vector].entities[entity].properties[last].elements.append(row)
    case _: throw Malformed(line: line)
    }
  }

  private func entity(_ words: [String]) throws -> EntityRow {
    var row = EntityRow(name: words[1])
    for word in words.dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts[0], parts.count) {
      case ("abstract", 1): row.isAbstract = true
      case ("parent", 2): row.parent = parts[1]
      case ("modifier", 2): row.modifier = parts[1]
      case ("unique", 2): row.unique.append(parts[1].split(separator: ",").map(String.init))
      case _: throw Malformed(line: words.joined(separator: " "))
      }
    }
    return row
  }

  private func property(_ words: [String]) throws -> PropertyRow {
    var row = PropertyRow(name: words[0])
    var rest = words.dropFirst(2)
    let counts = words[1].split(separator: ".").compactMap { Int($0) }
    if words[1].contains("..."), counts.count == 2 {
      row.counts = (counts[0], counts[1])
      row.destination = rest.popFirst()
    } else {
      row.type = try type(words[1])
    }
    for word in rest {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts[0], parts.count) {
      case ("optional", 1): row.isOptional = true
      case ("transient", 1): row.isTransient = true
      case ("ordered", 1): row.isOrdered = true
      case ("external", 1): row.isExternal = true
      case ("preserve", 1): row.isPreserved = true
      case ("inverse", 2): row.inverse = parts[1]
      case ("derived", 2): row.derivation = parts[1]
      case _: throw Malformed(line: words.joined(separator: " "))
      }
    }
    return row
  }

  private func type(_ word: String) throws -> AttributeType {
    let known: [String: AttributeType] = [
      "Undefined": .undefined, "Integer-16": .integer16, "Integer-32": .integer32,
      "Integer-64": .integer64, "Decimal": .decimal, "Double": .double, "Float": .float,
      "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary, "UUID": .uuid,
      "URI": .uri, "Transformable": .transformable, "ObjectID": .objectID,
      "Composite": .composite(CompositeID(0)),
    ]
    guard let type = known[word] else { throw Malformed(line: word) }
    return type
  }

  private func bytes(_ text: String) throws -> [UInt8] {
    let digits = Array(text.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    guard bytes.count == 32 else { throw Malformed(line: text) }
    return bytes
  }
}

extension HashVectors.Vector {
  /// The schema as a model. An inverse counts by its name alone, so it stands in an entity of its own.
  func model() -> ObjectModel {
    var names = entities.map(\.name)
    for destination in entities.flatMap(\.properties).compactMap(\.destination)
    where !names.contains(destination) {
      names.append(destination)
    }
    var model = ObjectModel(entities: names.map { Entity(name: $0) })
    for (index, row) in entities.enumerated() {
      model.entities[index].isAbstract = row.isAbstract
      model.entities[index].versionHashModifier = row.modifier
      model.entities[index].parent = row.parent.flatMap { names.firstIndex(of: $0) }
        .map { EntityID($0) }
      model.entities[index].uniquenessConstraints = row.unique
      for property in row.properties {
        if property.counts == nil {
          let attribute = attribute(property, &model)
          model.entities[index].attributes.append(attribute)
        } else {
          let relationship = relationship(property, of: EntityID(index), names, &model)
          model.entities[index].relationships.append(relationship)
        }
      }
    }
    return model
  }

  private func attribute(
    _ row: HashVectors.PropertyRow, _ model: inout ObjectModel
  ) -> Attribute {
    var type = row.type ?? .undefined
    if !row.elements.isEmpty {
      let parts = row.elements.map { attribute($0, &model) }
      type = .composite(CompositeID(model.composites.count))
      model.composites.append(CompositeType(name: row.name, elements: parts))
    }
    return Attribute(
      name: row.name, type: type, isOptional: row.isOptional, isTransient: row.isTransient,
      derivation: row.derivation, allowsExternalStorage: row.isExternal,
      preservesValueInHistoryOnDeletion: row.isPreserved)
  }

  private func relationship(
    _ row: HashVectors.PropertyRow, of owner: EntityID, _ names: [String],
    _ model: inout ObjectModel
  ) -> Relationship {
    let counts = row.counts ?? (0, 0)
    var relationship = Relationship(
      name: row.name,
      destination: EntityID(names.firstIndex(of: row.destination ?? "") ?? 0),
      isToMany: counts.upper != 1, isOrdered: row.isOrdered, isOptional: row.isOptional,
      isTransient: row.isTransient, minimumCount: counts.lower, maximumCount: counts.upper)
    guard let inverse = row.inverse else { return relationship }
    if inverse == row.name, relationship.destination == owner {
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
