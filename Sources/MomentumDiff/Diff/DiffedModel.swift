package import MomentumModel
package import MomentumVersionHash

/// A model with its hashes and its hierarchy, computed once for all its diffs.
///
/// Making it computes the hashes of the model, so keep it for several diffs.
package struct DiffedModel: Sendable {
  package let model: ObjectModel
  /// The file that the model was made from, for locations; `nil` for a model without a file.
  package let syntax: ModelSyntax?
  package let hashes: ModelHashes

  /// The entity itself and its ancestors, the nearest first, by `EntityID.index`.
  let lineages: [[EntityID]]
  /// The entity itself and its sub-entities, in declared order, by `EntityID.index`.
  let families: [[EntityID]]
  /// The version hashes, by `EntityID.index`.
  let hashesByEntity: [[UInt8]]

  /// - Parameter syntax: The syntax that `model` was checked from. The ids of the model are indexes
  ///   in it, so another file would give wrong locations.
  package init(_ model: ObjectModel, syntax: ModelSyntax? = nil) {
    self.model = model
    self.syntax = syntax
    hashes = ModelHashes(of: model)
    lineages = model.entityIDs.map { model.lineage(of: $0) }
    var families = [[EntityID]](repeating: [], count: model.entities.count)
    for id in model.entityIDs {
      for ancestor in lineages[id.index] { families[ancestor.index].append(id) }
    }
    self.families = families
    let byName = hashes.byEntity
    hashesByEntity = model.entities.map { byName[$0.name] ?? [] }
  }

  /// The number of own and inherited attributes.
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
