package import MomentumStore

extension MigrationPlanner {
  /// The tables and columns that the model of a store has and the store lacks.
  ///
  /// A table or column may also have the name that one of Core Data's own migrations left.
  /// Additional columns, another order of columns and other indexes are not reported.
  package static func missingParts(
    of model: PlannedModel, in catalog: StoreCatalog
  ) -> [PlanFailure.Reason] {
    var seen: Set<PlanFailure.Reason> = []
    return OldStore(model, catalog: catalog).failures.filter { seen.insert($0).inserted }
      .sorted { ($0.place, $0.text) < ($1.place, $1.text) }
  }
}
