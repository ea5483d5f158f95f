package import MomentumCodegen
import MomentumDiagnostics
package import MomentumModel
import MomentumStore
import MomentumSwiftData
import MomentumVersionHash

/// Whether the entities of generated `@Model` classes are those of the model: the classes are read
/// back from their text as `momentum hash` reads SwiftData sources, and hashes and tables compared.
///
/// ```swift
/// let proof = SwiftDataProof(model, files: SwiftDataEmitter.emit(model, options: options))
/// for entity in proof.entities where entity.verdict == .differs { print(entity.reasons) }
/// ```
package struct SwiftDataProof: Sendable {
  /// How the entity of a generated class compares with that of the model. The cases are in order,
  /// the best first.
  package enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Hash and tables are equal.
    case alike
    /// Hash and tables are equal by the rules that Momentum knows, but the class has a part that
    /// nobody has seen in a store of SwiftData.
    case unobserved
    /// The hash is equal, but the tables differ.
    case tables
    case differs

    package static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  package struct Entity: Sendable, Hashable {
    package var name: String
    package var verdict: Verdict
    /// The hash of the model's entity, as hexadecimal digits.
    package var hash: String
    /// How the entities differ, and which parts have a form that has not been observed in stores.
    package var reasons: [String]
  }

  /// One value for each entity of the model, sorted by name.
  package let entities: [Entity]
  /// The model of the classes; `nil` if no class was found in the text.
  package let readBack: ObjectModel?

  package init(_ model: ObjectModel, files: [GeneratedFile]) {
    let sources = files.map { SourceFile(path: $0.name, text: $0.text) }
    let reader = SwiftDataReader(sources, name: "Model")
    let read = reader.schemas.first.map { reader.model(of: $0) }
    readBack = read?.model
    let hashes = ModelHashes(of: model)
    guard let read else {
      entities = hashes.entities.map {
        Entity(
          name: $0.name, verdict: .differs, hash: $0.hexadecimal,
          reasons: ["the class cannot be read"])
      }
      return
    }
    let theirs = ModelHashes(of: read.model).byEntity
    let tables = StorePlaces(model)
    let theirTables = StorePlaces(read.model)
    let unobserved = SwiftDataProof.unobserved(read)
    entities = hashes.entities.map { own in
      var entity = Entity(name: own.name, verdict: .alike, hash: own.hexadecimal, reasons: [])
      if theirs[own.name] != own.hash {
        entity.verdict = .differs
        entity.reasons = SwiftDataProof.reasons(own.name, model, read.model)
      } else if tables[own.name] != theirTables[own.name] {
        entity.verdict = .tables
        entity.reasons = tables.differences(of: own.name, from: theirTables)
      } else if let reasons = unobserved[own.name] {
        entity.verdict = .unobserved
        entity.reasons = reasons
      }
      return entity
    }
  }

  /// Why the hashes of an entity differ.
  private static func reasons(
    _ entity: String, _ model: ObjectModel, _ readBack: ObjectModel
  ) -> [String] {
    guard let reasons = HashDifference.describe(entity: entity, in: model, and: readBack) else {
      return ["no class has the entity's name"]
    }
    // An entity's hash includes its parent's, so the parent's hash may be the only difference.
    let parent = model.entity(named: entity).flatMap { model[$0].parent }
    return reasons.isEmpty
      ? parent.map { ["the hash of '\(model[$0].name)' differs"] } ?? [] : reasons
  }

  /// For each entity with an unknown hash, the findings of the reader that say why.
  private static func unobserved(_ read: SwiftDataModel) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (entity, origin) in zip(read.model.entities, read.origins.entities)
    where entity.hasUnknownHash {
      let path = origin.location.path
      let texts = read.diagnostics.all.filter { $0.location?.path == path }.map(\.text)
      result[entity.name] =
        texts.isEmpty ? ["the class inherits from one whose hash is unknown"] : texts
    }
    return result
  }

  package func count(_ verdict: Verdict) -> Int { entities.count { $0.verdict == verdict } }

  /// The worst verdict; `alike` for a model without entities.
  package var worst: Verdict { entities.map(\.verdict).max() ?? .alike }
}

/// The table and the columns of each property of a model, by name. Names are the keys because two
/// models with the same entities may number them in another order.
private struct StorePlaces {
  private var places: [String: [String: String]] = [:]

  init(_ model: ObjectModel) {
    // Only tables and columns are compared, so the conditions of partial indexes are not needed.
    let schema = CoreDataLayout(indexCondition: { _, _ in nil }).layOut(model)
    for id in model.entityIDs {
      var own = ["": "\(schema[id].table), number \(schema[id].number)"]
      for attribute in model.attributes(of: id) {
        own[model[attribute].name] =
          schema.attributeColumns[attribute]
          ?? schema.compositeColumns[attribute]?.map {
            "\($0.path.joined(separator: ".")) \($0.column)"
          }.sorted().joined(separator: ", ")
      }
      for relationship in model.relationships(of: id) {
        own[model[relationship].name] = schema.relationships[relationship].map(Self.text)
      }
      places[model[id].name] = own
    }
  }

  subscript(entity: String) -> [String: String]? { places[entity] }

  func differences(of entity: String, from other: StorePlaces) -> [String] {
    let (own, theirs) = (places[entity] ?? [:], other[entity] ?? [:])
    return Set(own.keys).union(theirs.keys).sorted().filter { own[$0] != theirs[$0] }.map { name in
      let what = name.isEmpty ? "table" : "'\(name)'"
      return "\(what): \(own[name] ?? "nothing") → \(theirs[name] ?? "nothing")"
    }
  }

  private static func text(_ storage: RelationshipStorage) -> String {
    switch storage {
    case .foreignKey(let key): "column \(key.column)"
    case .inverseForeignKey(let key): "column \(key.column) of the destination"
    case .joinTable(let side):
      "table \(side.table), columns \(side.sourceColumn) and \(side.destinationColumn)"
    }
  }
}
