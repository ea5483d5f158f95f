import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumVersionHash

/// Finds the two versions of a bundle that a mapping model leads from and to.
struct MappingVersions {
  struct Matching {
    var old: NamedModel?
    var new: NamedModel?
    /// Why no pair of versions fits; `nil` if both were found and fit.
    var staleReasons: [String]?
  }

  private let versions: [NamedModel]

  init(_ versions: [NamedModel]) { self.versions = versions }

  // MARK: - By hashes

  /// Finds the versions by the hashes of the entities that the mapping model names, as Core Data
  /// finds a mapping model.
  func matching(_ mapping: MappingModel) -> Matching {
    let hashes = versions.map { ModelHashes(of: $0.model) }
    let sources = mapping.entityMappings.compactMap { entity in
      entity.sourceEntity.map { ($0, entity.sourceHash) }
    }
    let destinations = mapping.entityMappings.compactMap { entity in
      entity.destinationEntity.map { ($0, entity.destinationHash) }
    }
    let old = best(sources, hashes)
    let new = best(destinations, hashes)
    let reasons =
      (old?.problems(side: "source") ?? ["there is no version"])
      + (new?.problems(side: "destination") ?? [])
    return Matching(
      old: old.map { versions[$0.index] }, new: new.map { versions[$0.index] },
      staleReasons: reasons.isEmpty ? nil : reasons)
  }

  private struct Fit {
    var index: Int
    var name: String
    var wrong: [String]

    func problems(side: String) -> [String] {
      guard !wrong.isEmpty else { return [] }
      let shown = quotedList(wrong, max: 5)
      return ["no version has its hashes of \(side) entities; '\(name)' differs in \(shown)"]
    }
  }

  /// The version that lacks the fewest of the wanted names and hashes of entities; the first of
  /// several equally good ones.
  private func best(_ wanted: [(String, [UInt8])], _ hashes: [ModelHashes]) -> Fit? {
    let fits = hashes.indices.map { index in
      let known = Dictionary(
        hashes[index].entities.map { ($0.name, $0.hash) }, uniquingKeysWith: { first, _ in first })
      return Fit(
        index: index, name: versions[index].name,
        wrong: wanted.filter { known[$0.0] != $0.1 }.map(\.0))
    }
    return fits.min { ($0.wrong.count, $0.index) < ($1.wrong.count, $1.index) }
  }

  // MARK: - By names

  /// Finds the versions by the paths in the file, and by the names in its copies of the models.
  func matching(_ syntax: MappingModelSyntax) -> Matching {
    let old = find(syntax.source, side: "source")
    let new = find(syntax.destination, side: "destination")
    let reasons = old.reasons + new.reasons
    return Matching(
      old: old.version, new: new.version, staleReasons: reasons.isEmpty ? nil : reasons)
  }

  private func find(
    _ reference: MappingModelSyntax.ModelReference, side: String
  ) -> (version: NamedModel?, reasons: [String]) {
    let wanted = reference.path.map(MappingVersions.versionName)
    let named = wanted.flatMap { name in versions.first { $0.name == name } }
    guard !reference.entities.isEmpty else {
      return named.map { ($0, []) }
        ?? (nil, ["the \(side) model '\(wanted ?? "")' is not among the versions"])
    }
    if let named {
      let differences = differences(of: reference.entities, from: named.model)
      guard let first = differences.first else { return (named, []) }
      let more = differences.count > 1 ? " and \(differences.count - 1) more" : ""
      return (
        named,
        ["its copy of the \(side) model differs from '\(named.name)': \(first)\(more)"]
      )
    }
    if let equal = versions.first(where: {
      differences(of: reference.entities, from: $0.model).isEmpty
    }) {
      return (equal, [])
    }
    return (nil, ["no version is its \(side) model '\(wanted ?? "")'"])
  }

  // MARK: - One pair

  /// Why the file does not lead from one model to the other. Empty if it does, or if neither the
  /// versions nor copies of the models are known, so that nothing can be compared.
  func mismatches(
    _ syntax: MappingModelSyntax, old: ObjectModel, new: ObjectModel
  ) -> [String] {
    mismatches(syntax.source, old, side: "source", holder: "the store")
      + mismatches(syntax.destination, new, side: "destination", holder: "the target")
  }

  private func mismatches(
    _ reference: MappingModelSyntax.ModelReference, _ model: ObjectModel, side: String,
    holder: String
  ) -> [String] {
    let wanted = reference.path.map(MappingVersions.versionName)
    let named = versions.filter { $0.name == wanted }
    if named.isEmpty, reference.entities.isEmpty, !versions.isEmpty {
      return ["the \(side) model '\(wanted ?? "")' is not among the versions"]
    }
    let checksum = ModelHashes(of: model).checksum
    if !named.isEmpty, !named.contains(where: { ModelHashes(of: $0.model).checksum == checksum }) {
      return ["its \(side) model is '\(wanted ?? "")', and \(holder) is of another version"]
    }
    let differences =
      reference.entities.isEmpty ? [] : differences(of: reference.entities, from: model)
    guard let first = differences.first else { return [] }
    let more = differences.count > 1 ? " and \(differences.count - 1) more" : ""
    return ["its copy of the \(side) model differs from that of \(holder): \(first)\(more)"]
  }

  /// The name of the version in a path: `Shop 2` for
  /// `Sources/Shop.xcdatamodeld/Shop 2.xcdatamodel`.
  private static func versionName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = ".xcdatamodel"
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  private func differences(
    of entities: [MappingModelSyntax.KnownEntity], from model: ObjectModel
  ) -> [String] {
    var result: [String] = []
    var known: Set<String> = []
    for entity in entities {
      known.insert(entity.name)
      guard let id = model.entity(named: entity.name) else {
        result.append("the model has no entity '\(entity.name)'")
        continue
      }
      if model[id].parent.map({ model[$0].name }) != entity.parent {
        result.append("'\(entity.name)' has another parent")
      }
      result += compare(entity.attributes, model[id].attributes.map(\.name), entity.name)
      result += compare(entity.relationships, model[id].relationships.map(\.name), entity.name)
    }
    return result
      + model.entities.map(\.name).filter { !known.contains($0) }.sorted()
      .map { "the mapping does not know entity '\($0)'" }
  }

  private func compare(_ copy: [String], _ model: [String], _ entity: String) -> [String] {
    let left = Set(copy)
    let right = Set(model)
    return left.subtracting(right).sorted().map { "'\(entity)' has no '\($0)' any more" }
      + right.subtracting(left).sorted().map { "'\(entity).\($0)' is new" }
  }
}
