public import MomentumModel
public import MomentumVersionHash

/// A model with its hashes and its hierarchy, computed once for all its diffs.
///
/// Costs the hashing of the model, so one value is worth keeping for several diffs.
public struct DiffedModel: Sendable {
  public let model: ObjectModel
  /// The file the model was made of, for places; `nil` for a model without one.
  public let syntax: ModelSyntax?
  public let hashes: ModelHashes

  /// By entity: itself and its ancestors, nearest first.
  let lineages: [[EntityID]]
  /// By entity: itself and all below it, in declared order.
  let families: [[EntityID]]
  /// By entity.
  let hashesByEntity: [[UInt8]]

  /// - Parameter syntax: The syntax that `model` was checked from, so that ids of one index the other.
  public init(_ model: ObjectModel, syntax: ModelSyntax? = nil) {
    self.model = model
    self.syntax = syntax
    hashes = ModelHashes(of: model)
    lineages = model.entityIDs.map { model.lineage(of: $0) }
    var families = [[EntityID]](repeating: [], count: model.entities.count)
    for id in model.entityIDs {
      for ancestor in lineages[id.index] { families[ancestor.index].append(id) }
    }
    self.families = families
    let byName = Dictionary(hashes.entities.map { ($0.name, $0.hash) }) { first, _ in first }
    hashesByEntity = model.entities.map { byName[$0.name] ?? [] }
  }

  /// Own and inherited ones.
  func attributeCount(of id: EntityID) -> Int {
    lineages[id.index].reduce(0) { $0 + model[$1].attributes.count }
  }

  func relationshipCount(of id: EntityID) -> Int {
    lineages[id.index].reduce(0) { $0 + model[$1].relationships.count }
  }

  func isRoot(_ id: EntityID) -> Bool { lineages[id.index].count == 1 }

  func root(of id: EntityID) -> EntityID { lineages[id.index].last ?? id }

  func inherits(_ id: EntityID, from ancestor: EntityID) -> Bool {
    lineages[id.index].contains(ancestor)
  }
}
