import MomentumModel
import MomentumPredicate
import MomentumSQL

// Statements that do not depend on a model. `Z_PRIMARYKEY` has one row for each entity; the row of
// a root entity has the highest key of its whole table.

extension StoreStatements {
  /// Reads the highest key: `SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?`.
  ///
  /// Source: observed on iOS 9 and 16.
  package static let highestKey = StoreStatement(
    .select(
      SQLSelect(
        columns: [.name("Z_MAX")], source: .table("Z_PRIMARYKEY", alias: nil),
        condition: keyRow.isEqual)),
    parameters: [.keyRow], columns: [.value(name: "Z_MAX", .attribute(.integer64))])

  /// Reserves keys. If another process has reserved keys meanwhile, no row is changed.
  ///
  ///     UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
  ///
  /// Source: observed on iOS 16; iOS 9 has no `OR FAIL`.
  package static let allocateKeys: StoreStatement = {
    let highest = Column(name: "Z_MAX", parameter: .highestKey)
    let previous = Column(
      name: "Z_MAX", parameter: .previousHighestKey, isPrevious: true)
    return StoreStatement(
      .update(
        SQLUpdate(
          "Z_PRIMARYKEY", fails: true, set: [highest.assignment],
          where: [keyRow.isEqual, previous.isEqual])),
      parameters: [.highestKey, .keyRow, .previousHighestKey])
  }()

  private static let keyRow = Column(name: "Z_ENT", parameter: .keyRow)
}
