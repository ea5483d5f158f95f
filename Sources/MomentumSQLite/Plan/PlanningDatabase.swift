package import MomentumSQL

/// A database without rows on which plans are made and indexes are tried.
///
/// SQLite plans by tables, indexes and the statistics of `sqlite_stat1`, never by rows, so a copy
/// of these has the same plan as the database they come from (documented:
/// <https://sqlite.org/optoverview.html>).
package final class PlanningDatabase {
  /// A row of `sqlite_stat1` (documented: <https://sqlite.org/fileformat2.html#stat1tab>).
  package struct Statistic: Sendable, Hashable {
    package var table: String
    /// The name of the index; `nil` for the row that describes the table without an index.
    package var index: String?
    /// The number of rows, then the average number of rows that have equal values in the first
    /// column, in the first two columns, and so on: `100000 10 1`.
    package var numbers: [Int]

    package init(table: String, index: String?, numbers: [Int]) {
      self.table = table
      self.index = index
      self.numbers = numbers
    }
  }

  package let statistics: [Statistic]
  private let connection: Connection

  /// - Parameter statements: The statements that create the tables and indexes.
  package init(statements: [String], statistics: [Statistic] = []) throws(SQLiteError) {
    connection = try Connection.inMemory()
    self.statistics = statistics
    for statement in statements { try connection.execute(sql: statement) }
    try load(statistics)
  }

  /// A database with the tables, indexes and statistics of another, without its rows.
  ///
  /// Views, triggers and virtual tables other than R-trees are not copied.
  package init(schemaOf other: Connection) throws(SQLiteError) {
    connection = try Connection.inMemory()
    let rows = try PlanningDatabase.schema(of: other)
    // A virtual table creates its shadow tables itself: create virtual tables first and skip the
    // tables that then exist.
    for row in rows.filter({ $0.isVirtual }) + rows.filter({ !$0.isVirtual }) {
      guard try !PlanningDatabase.has(row.name, in: connection) else { continue }
      try connection.execute(sql: row.sql)
    }
    statistics = try PlanningDatabase.statistics(of: other)
    try load(statistics)
  }

  private func load(_ statistics: [Statistic]) throws(SQLiteError) {
    guard !statistics.isEmpty else { return }
    // ANALYZE creates `sqlite_stat1` if the table is missing, so the INSERT below can be prepared.
    try connection.execute("ANALYZE sqlite_master")
    let insert = try connection.prepare("INSERT INTO sqlite_stat1(tbl, idx, stat) VALUES (?, ?, ?)")
    for row in statistics {
      let text = row.numbers.map { String($0) }.joined(separator: " ")
      try insert.bind([.text(row.table), row.index.map { .text($0) } ?? .null, .text(text)])
      while try insert.step() {}
    }
    try connection.execute("ANALYZE sqlite_master")
  }

  // MARK: - Plans

  /// The names of all tables and indexes.
  package func names() throws(SQLiteError) -> [String] {
    let statement = try connection.prepare("SELECT name FROM sqlite_master ORDER BY rowid")
    var result: [String] = []
    while try statement.step() { result.append(statement.text(at: 0) ?? "") }
    return result
  }

  /// The plan of a statement when further indexes exist; the indexes are dropped afterwards.
  ///
  /// - Parameter indexes: The statements that create the indexes, each with the name of its index,
  ///   which no table or index in this database has.
  package func plan(
    _ sql: SQLText, values: [String: SQLValue] = [:], tables: [String] = [],
    with indexes: [(name: String, statement: String)] = []
  ) throws(SQLiteError) -> QueryPlan {
    var created: [String] = []
    do throws(SQLiteError) {
      for index in indexes {
        try connection.execute(sql: index.statement)
        created.append(index.name)
      }
      let plan = try connection.queryPlan(
        of: sql, values: values, tables: tables, indexes: created)
      try drop(created)
      return plan
    } catch {
      try drop(created)
      throw error
    }
  }

  private func drop(_ indexes: [String]) throws(SQLiteError) {
    for name in indexes { try connection.execute(SQLDefinition.drop(.index, name).sql) }
  }

  // MARK: - Reading another database

  private struct SchemaRow {
    var name: String
    var sql: String

    var isVirtual: Bool { sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") }
  }

  private static func schema(of other: Connection) throws(SQLiteError) -> [SchemaRow] {
    let statement = try other.prepare(
      """
      SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL \
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
      AND (sql NOT LIKE 'CREATE VIRTUAL%' OR sql LIKE '%USING RTREE%') ORDER BY rowid LIMIT 100000
      """)
    var rows: [SchemaRow] = []
    while try statement.step() {
      rows.append(
        SchemaRow(name: statement.text(at: 0) ?? "", sql: statement.text(at: 1) ?? ""))
    }
    return rows
  }

  private static func has(_ name: String, in connection: Connection) throws(SQLiteError) -> Bool {
    try connection.firstValue("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(name)]) != nil
  }

  /// The statistics that ANALYZE wrote into a database; empty if it has not run.
  package static func statistics(of other: Connection) throws(SQLiteError) -> [Statistic] {
    guard try has("sqlite_stat1", in: other) else { return [] }
    let statement = try other.prepare("SELECT tbl, idx, stat FROM sqlite_stat1 LIMIT 100000")
    var result: [Statistic] = []
    while try statement.step() {
      // ANALYZE may write words such as `unordered` after the numbers.
      let numbers = (statement.text(at: 2) ?? "").split(separator: " ").compactMap { Int($0) }
      result.append(
        Statistic(
          table: statement.text(at: 0) ?? "", index: statement.text(at: 1), numbers: numbers))
    }
    return result
  }
}
