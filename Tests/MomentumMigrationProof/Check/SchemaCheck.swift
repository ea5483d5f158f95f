import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Compares the tables of a store with those of a fresh one.
struct SchemaCheck {
  let target: CompiledModel
  let style: MigrationPlan.Style

  func problems(_ connection: Connection) throws -> [String] {
    let fresh = try Connection.inMemory()
    for statement in target.schema.creationStatements(framework: target.framework) {
      try fresh.execute(sql: statement)
    }
    let (wanted, found) = (try Self.objects(fresh), try Self.objects(connection))
    switch style {
    case .fresh:
      return difference(wanted, found)
    case .asCoreData:
      // Columns and indexes may be more and elsewhere, but none may be missing.
      return try missing(fresh, connection)
    }
  }

  private func difference(_ wanted: [String], _ found: [String]) -> [String] {
    let (left, right) = (Set(wanted), Set(found))
    return wanted.filter { !right.contains($0) }.map { "schema lacks \($0)" }
      + found.filter { !left.contains($0) }.map { "schema has \($0)" }
  }

  /// `table ZVENUE: CREATE TABLE ZVENUE (…)`, without quotes and blanks, which a rename changes.
  private static func objects(_ connection: Connection) throws -> [String] {
    let statement = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "ORDER BY type, name")
    var result: [String] = []
    while try statement.step() {
      let parts = (0..<4).map { statement.text(at: $0) ?? "" }
      let sql = parts[3].filter { !$0.isWhitespace && $0 != "\"" }
      result.append("\(parts[0]) \(parts[1]) on \(parts[2]): \(sql)")
    }
    return result
  }

  private func missing(_ fresh: Connection, _ store: Connection) throws -> [String] {
    let columns =
      "SELECT m.name || '.' || c.name || ' ' || c.type FROM sqlite_master m, "
      + "pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1"
    let others =
      "SELECT type || ' ' || name || ' on ' || tbl_name FROM sqlite_master "
      + "WHERE type <> 'table' AND sql IS NOT NULL ORDER BY 1"
    var problems: [String] = []
    for query in [columns, others] {
      let found = Set(try Self.texts(query, store))
      problems += try Self.texts(query, fresh).filter { !found.contains($0) }
        .map { "schema lacks \($0)" }
    }
    return problems
  }

  private static func texts(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare(sql: sql)
    var result: [String] = []
    while try statement.step() { result.append(statement.text(at: 0) ?? "") }
    return result
  }
}
