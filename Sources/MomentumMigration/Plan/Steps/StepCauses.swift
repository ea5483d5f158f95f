import MomentumDiff
import MomentumModel
import MomentumStore

/// Finds the changes of a diff that made a step necessary.
struct StepCauses {
  private let changes: [ModelChange]
  private let matches: EntityMatches

  init(_ diff: ModelDiff?, _ matches: EntityMatches) {
    changes = (diff?.changes ?? []).filter { $0.assessment.migrationClass != .nothing }
    self.matches = matches
  }

  /// The changes of all entities whose rows are in a new table.
  func of(newTable name: String) -> [MigrationPlan.Cause] {
    guard !changes.isEmpty else { return [] }
    let new = matches.new.model.entityIDs.filter { matches.new.schema[$0].table == name }
    let old = matches.tables.filter { $0.schema.name == name }.flatMap { $0.members.map(\.old) }
    return causes(
      new: Set(new.map { matches.new.model[$0].name }),
      old: Set(old.map { matches.old.model[$0].name }))
  }

  func of(oldTable name: String) -> [MigrationPlan.Cause] {
    guard !changes.isEmpty else { return [] }
    let entities = matches.old.model.entityIDs.filter { matches.old.table(of: $0)?.name == name }
    let relationships = matches.old.relationships.compactMap { id, storage -> RelationshipID? in
      if case .joinTable(let side) = storage, side.table == name { id } else { nil }
    }
    return causes(new: [], old: Set(entities.map { matches.old.model[$0].name }))
      + of(oldRelationships: relationships)
  }

  func of(oldRelationships ids: [RelationshipID]) -> [MigrationPlan.Cause] {
    let names = Set(ids.map { matches.oldName($0) })
    return changes.filter { names.contains($0.old?.path ?? "") }.map(cause)
  }

  func of(relationship id: RelationshipID) -> [MigrationPlan.Cause] {
    let inverse = EntityMatches.inverse(of: id, in: matches.new.model)
    let names = Set(([id] + (inverse.map { [$0] } ?? [])).map { matches.name($0) })
    return changes.filter { names.contains($0.new?.path ?? "") }.map(cause)
  }

  private func causes(new: Set<String>, old: Set<String>) -> [MigrationPlan.Cause] {
    changes.filter {
      new.contains($0.new?.entity ?? "") || old.contains($0.old?.entity ?? "")
    }.map(cause)
  }

  private func cause(_ change: ModelChange) -> MigrationPlan.Cause {
    .change(change.assessment.rule, place: (change.new ?? change.old)?.path ?? "")
  }
}
