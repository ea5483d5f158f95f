internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// Reserves numbers in a separate transaction, as Core Data does before it saves new objects:
  ///
  ///     BEGIN EXCLUSIVE
  ///     SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
  ///     UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
  ///     COMMIT
  package func reserveNumbers(_ count: Int, root: EntityPlan) throws -> ClosedRange<Int64> {
    guard !isReadOnly else { throw SQLiteStoreError.readOnly(path: path) }
    let number = SQLValue.integer(source.number(root.root))
    let wanted = Int64(max(1, count))
    return try explaining {
      try pool.write { connection in
        try connection.run(StoreStatements.begin.sql.text)
        do {
          let row = try connection.rows(StoreStatements.highestKey.sql.text, [number]).first
          guard case .integer(let highest)? = row?.first, highest >= 0 else {
            throw StoreError.notAStore(
              path: path ?? ":memory:", missing: "Z_PRIMARYKEY row \(root.name)")
          }
          let (last, isPast) = highest.addingReportingOverflow(wanted)
          guard !isPast else { throw SQLiteStoreError.noMoreNumbers(entity: root.name) }
          try connection.run(
            StoreStatements.allocateKeys.sql.text, [.integer(last), number, .integer(highest)])
          if state.isFirstReservation() {
            for statement in StoreStatements.firstSave {
              try connection.pragma(statement.sql.text)
            }
          }
          try connection.run(StoreStatements.commit.sql.text)
          return (highest + 1)...last
        } catch {
          connection.rollBack()
          throw error
        }
      }
    }
  }
}
