package import MomentumStore

extension MigrationPlanner {
  /// What a store lacks of the model that made it: its tables and columns, by the names that Core Data's own
  /// migrations leave too. More columns, other orders and other indexes are no lack.
  package static func missingParts(
    of model: PlannedModel, in catalog: StoreCatalog
  ) -> [PlanFailure.Reason] {
    var seen: Set<PlanFailure.Reason> = []
    return OldStore(model, catalog: catalog).failures.filter { seen.insert($0).inserted }
      .sorted { ($0.place, $0.text) < ($1.place, $1.text) }
  }
}
