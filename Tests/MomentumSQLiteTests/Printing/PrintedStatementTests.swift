import MomentumSQL
import MomentumSQLite
import Testing

/// Whatever the printer prints is SQL.
@Suite struct PrintedStatementTests {
  @Test(arguments: [false, true])
  func everyPrintedStatementPrepares(isCoreData: Bool) throws {
    let tables = RandomSQL.tables(prefix: isCoreData ? "Z" : "")
    let connection = try database(tables)
    let dialect = isCoreData ? SQLDialect.coreData : .sqlite
    var lengths = 0
    for seed in UInt64(0)..<3_000 {
      var random = RandomSQL(seed: seed, tables: tables)
      let sql = SQLPrinter.print(random.statement(), dialect: dialect)
      do {
        let statement = try connection.prepare(sql)
        #expect(statement.parameterCount == sql.placeholders.count)
      } catch {
        Issue.record("seed \(seed): \(error)\n\(sql.text)")
        return
      }
      lengths += sql.text.utf8.count
    }
    #expect(lengths > 300_000, "the statements became too small to say much")
  }

  /// A name is one token of the text, whatever it holds.
  @Test func hostileNamesReachTheTablesThatHaveThem() throws {
    let tables = RandomSQL.tables(prefix: "")
    let connection = try database(tables)
    for (index, table) in tables.enumerated() {
      let row = SQLInsert(
        into: table.name,
        table.columns.map {
          SQLAssignment($0, .placeholder(.value(.integer(Int64(index)))))
        })
      let insert = try connection.prepare(SQLPrinter.print(.insert(row), dialect: .sqlite))
      _ = try insert.step()
      let select = SQLSelect(
        columns: [.column(SQLColumn("t0", table.columns[4]))],
        source: .table(table.name, alias: "t0"),
        condition: .comparison(
          .column(SQLColumn("t0", table.columns[3])), .equal,
          .placeholder(.value(.integer(Int64(index))))))
      let found = try connection.prepare(SQLPrinter.print(select, dialect: .sqlite))
      #expect(try found.step())
      #expect(found.integer(at: 0) == Int64(index))
    }
  }

  private func database(_ tables: [RandomSQL.Table]) throws -> Connection {
    let connection = try Connection.inMemory()
    for statement in tables.flatMap(RandomSQL.creation) { try connection.execute(sql: statement) }
    return connection
  }
}
