import Foundation
import MomentumTestSupport
import Testing

private let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path

/// What `momentum sql` prints beside one statement on a line.
@Suite struct StatementTests {
  private func sql(_ options: String...) -> Run { Run(["sql", staff] + options) }

  @Test func batchesAndPrefetchingAreStatementsOfTheirOwn() {
    let run = sql(
      "--entity", "Department", "--where", "name != 'x'", "--sort", "name", "--limit", "9",
      "--batch-size", "2", "--prefetch", "employees.contracts")
    expectText(run.output, expectedBatches)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
  }

  private let expectedBatches = """
    -- the keys of all objects, in their order
    SELECT 0, t0.Z_PK FROM ZDEPARTMENT t0 WHERE  t0.ZNAME <> ? ORDER BY t0.ZNAME LIMIT 9
      bind[0] = "x"

    -- the objects of a batch, in no order; once for each 2 keys
    SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBUDGET, t0.ZEMPLOYEECOUNT, t0.ZNAME FROM ZDEPARTMENT t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 2
      _Z_intarray0 = (the keys of the batch)

    -- the objects of 'employees'
    SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZBADGE, t0.ZHIREDON, t0.ZKIND, t0.ZNAME, t0.ZSALARY, t0.ZDEPARTMENT, t0.ZMANAGER FROM ZEMPLOYEE t0 WHERE  t0.ZDEPARTMENT IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZDEPARTMENT, t0.Z_FOK_DEPARTMENT
      _Z_intarray0 = (the keys of those objects)

    -- the objects of 'employees.contracts'
    SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZDATEPLANNED, t0.ZSUMPLANNED, t0.ZSUPPLIERNAME, t0.ZOWNER FROM ZCONTRACT t0 WHERE  t0.ZOWNER IN (SELECT * FROM _Z_intarray0)  ORDER BY t0.ZOWNER
      _Z_intarray0 = (the keys of the objects of 'employees')

    """

  /// The statements that are printed are those that run.
  @Test func theStatementsOfAFetchAreThoseThatRun() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("staff.sqlite").path
      #expect(Run("create", staff, store).status == 0)
      let seed = RepositoryFiles.url("Models/Staff.seed.json").path
      #expect(Run("import", store, "--model", staff, seed).status == 0)
      let options = [
        "--entity", "Contract", "--sort", "supplierName", "--batch-size", "100", "--prefetch",
        "owner.department", "--prefetch", "owner.contracts", "--sql-debug", "1",
      ]
      let start = "CoreData: sql: "
      func statements(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix(start) }.map(String.init)
      }
      let printed = statements(Run(["sql", staff] + options).output)
      let ran = statements(Run(["fetch", store, "--model", staff] + options).error)
      #expect(printed.count == 5)
      #expect(printed == ran)
    }
  }

  @Test func allStatementsAreInTheJSON() {
    let run = sql("--entity", "Department", "--prefetch", "employees", "--format", "json")
    #expect(
      run.output.hasPrefix("{\n  \"formatVersion\": 1,\n  \"statements\": [\n"), "\(run.output)")
    #expect(run.output.contains("\"title\": \"the objects of 'employees'\""))
    let one = sql("--entity", "Department", "--format", "json")
    #expect(one.output.hasPrefix("{\n  \"formatVersion\": 1,\n  \"sql\": "), "\(one.output)")
  }

  @Test func prettyTextBreaksAtTheOutermostWords() {
    let run = sql(
      "--entity", "Contract", "--where",
      "owner.name == 'x' AND (sumPlanned > 1 OR sumPlanned BETWEEN {2, 3}) AND datePlanned > %@",
      "--arg", "2024-02-01", "--sort", "supplierName", "--limit", "5", "--result", "ids",
      "--format", "pretty")
    expectText(
      run.output,
      """
      SELECT 0, t0.Z_PK
      FROM ZCONTRACT t0
      JOIN ZEMPLOYEE t1 ON t0.ZOWNER = t1.Z_PK
      WHERE ( t1.ZNAME = ?
        AND ( t0.ZSUMPLANNED > ? OR t0.ZSUMPLANNED BETWEEN ? AND ?)
        AND t0.ZDATEPLANNED > ?)
      ORDER BY t0.ZSUPPLIERNAME
      LIMIT 5
        bind[0] = "x"
        bind[1] = 1.0
        bind[2] = 2.0
        bind[3] = 3.0
        bind[4] = 728438400.0  (2024-02-01T00:00:00Z)

      """)
  }

  /// Without blanks both texts are one.
  @Test func prettyTextIsTheSameStatement() {
    for options in [
      ["--where", "name CONTAINS[c] ' WHERE (' AND TERNARY(badge > 1, badge, 2) == 2"],
      ["--where", "NOT (name == 'a' OR badge IN {1, 2}) OR ANY contracts.sumPlanned > 2"],
      [
        "--select", "kind", "--select", "count:(name) AS n", "--group-by", "kind", "--having",
        "$n > 1",
      ],
      [
        "--layout", "plain", "--dialect", "postgresql", "--null-semantics", "foundation", "--where",
        "name != 'x'",
      ],
    ] {
      let request = ["sql", staff, "--entity", "Employee"] + options
      let text = Run(request).output
      let pretty = Run(request + ["--format", "pretty"]).output
      #expect(pretty.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
      #expect(pretty.split(separator: "\n").count > text.split(separator: "\n").count, "\(pretty)")
    }
  }

  @Test func functionsThatSQLiteLacksAreNamed() {
    let request = ["--entity", "Employee", "--where", "name MATCHES 'a.*' AND name == 'Momentum'"]
    let run = Run(["sql", staff, "--layout", "plain"] + request)
    #expect(run.error.contains("SQLite alone does not have NSCoreDataMatches; "), "\(run.error)")
    #expect(Run(["sql", staff, "--layout", "plain", "--quiet"] + request).error.isEmpty)
    #expect(Run(["sql", staff] + request).error.isEmpty)
    #expect(
      Run(["sql", staff, "--layout", "plain", "--dialect", "postgresql"] + request).error.isEmpty)
    let batch = sql("--entity", "Employee", "--layout", "plain", "--batch-size", "2")
    #expect(batch.error.contains("on Core Data's tables only"), "\(batch.error)")
  }
}
