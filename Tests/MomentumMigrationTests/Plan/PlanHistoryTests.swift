import MomentumMigration
import MomentumModel
import Testing

/// The tables of the persistent history.
struct PlanHistoryTests {
  /// A store without the tables of a history gets those that the target has; it keeps those that it has.
  @Test(arguments: MigrationPlan.Style.allCases)
  func aHistoryIsMadeWhereTheStoreHasNone(_ style: MigrationPlan.Style) throws {
    let old = model(PlanEntity("A", [attribute("x")]))
    let new = model(PlanEntity("A", [attribute("x"), attribute("y")]))
    func tables(_ store: PlanStore) throws -> String {
      try store.text(
        "SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_master "
          + "WHERE type = 'table' AND name LIKE 'A%' ORDER BY name)")
    }
    func numbers(_ store: PlanStore) throws -> String {
      try store.text(
        "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1")
    }
    let without = try PlanStore(old)
    try without.migrate(to: new, style: style)
    #expect(try tables(without) == "NULL" && numbers(without) == "")
    let store = try PlanStore(old)
    try store.migrate(to: new, style: style, keepsHistory: true)
    #expect(try tables(store) == "ACHANGE ATRANSACTION ATRANSACTIONSTRING")
    let made = "16001|CHANGE|0|0\n16002|TRANSACTION|0|0\n16003|TRANSACTIONSTRING|0|0"
    #expect(try numbers(store) == made)
    // A history of an older framework, in which a table is missing and a number was never used.
    let partial = try PlanStore(
      old, keepsHistory: true,
      rows: [
        "DROP TABLE ATRANSACTIONSTRING", "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16003",
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZENTITY) VALUES (7, 16001, 1, 1)",
      ])
    try partial.migrate(to: new, style: style, keepsHistory: true)
    #expect(try tables(partial) == "ACHANGE ATRANSACTION ATRANSACTIONSTRING")
    #expect(try numbers(partial) == made)
    #expect(try partial.text("SELECT Z_PK, ZENTITY FROM ACHANGE") == "7|1")
  }
}
