import MomentumModel

/// The entity hierarchy of a model, computed once.
struct ModelFamilies {
  /// Each entity with all its sub-entities in the order of their entity numbers, by
  /// `EntityID.index`.
  private let families: [[EntityID]]
  private let lineages: [[EntityID]]

  /// - Parameter numbers: The `Z_ENT` of each entity, by `EntityID.index`.
  init(_ model: ObjectModel, numbers: [Int]) {
    let lineages = model.entityIDs.map { model.lineage(of: $0) }
    var families = [[EntityID]](repeating: [], count: model.entities.count)
    for id in model.entityIDs.sorted(by: { numbers[$0.index] < numbers[$1.index] }) {
      for ancestor in lineages[id.index] { families[ancestor.index].append(id) }
    }
    self.families = families
    self.lineages = lineages
  }

  func family(of id: EntityID) -> [EntityID] { families[id.index] }

  func root(of id: EntityID) -> EntityID { lineages[id.index].last ?? id }

  func inherits(_ id: EntityID, from ancestor: EntityID) -> Bool {
    lineages[id.index].contains(ancestor)
  }
}
