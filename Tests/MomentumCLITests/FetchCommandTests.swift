import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

private let staff = RepositoryFiles.url("Models/Staff.xcdatamodeld").path

/// Requests and their results on the command line.
@Suite struct FetchCommandTests {
  private func withStore(_ body: (String) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("staff.sqlite").path
      #expect(Run("create", staff, store).status == 0)
      let seed = RepositoryFiles.url("Models/Staff.seed.json").path
      let imported = Run("import", store, "--model", staff, seed)
      #expect(imported.status == 0, "\(imported.error)")
      try body(store)
    }
  }

  private func fetch(_ store: String, _ options: String...) -> Run {
    Run(["fetch", store, "--model", staff] + options)
  }

  private static let totals = [
    "--entity", "Contract", "--select", "supplierName", "--select",
    "count:(sumPlanned) AS totalCount", "--select", "@sum.sumPlanned AS totalSum", "--group-by",
    "supplierName", "--sort", "totalSum:desc",
  ]

  @Test func groupsAreATable() throws {
    try withStore { store in
      let run = Run(["fetch", store, "--model", staff] + Self.totals)
      expectText(
        run.output,
        """
        supplierName   │ totalCount │ totalSum
        ───────────────┼────────────┼─────────
        Ostwind        │          2 │     5010
        Nordlicht      │          2 │  2000.25
        Südhang, "Alt" │          1 │     40.5

        """)
      #expect(run.error == "3 rows\n")
      #expect(run.status == 0)
    }
  }

  @Test func groupsAreCSVAndJSON() throws {
    try withStore { store in
      let csv = Run(["fetch", store, "--model", staff, "--format", "csv"] + Self.totals)
      #expect(
        csv.output
          == "supplierName,totalCount,totalSum\r\nOstwind,2,5010\r\nNordlicht,2,2000.25\r\n"
          + "\"Südhang, \"\"Alt\"\"\",1,40.5\r\n")
      let json = Run(
        ["fetch", store, "--model", staff, "--format", "json", "--having", "$totalCount < 2"]
          + Self.totals)
      expectText(
        json.output,
        """
        {
          "formatVersion": 1,
          "rows": [
            {
              "supplierName": "Südhang, \\"Alt\\"",
              "totalCount": 1,
              "totalSum": "40.5"
            }
          ]
        }

        """)
    }
  }

  @Test func datesAndMissingValues() throws {
    try withStore { store in
      let csv = fetch(
        store, "--entity", "Contract", "--select", "datePlanned", "--select", "owner", "--sort",
        "objectID", "--format", "csv")
      #expect(
        csv.output == "datePlanned,owner\r\n2024-02-01T00:00:00Z,Employee/p1\r\n"
          + "2024-05-01T00:00:00Z,Employee/p2\r\n,Employee/p1\r\n2023-12-24T18:30:00Z,Employee/p4\r\n"
          + ",\r\n")
    }
  }

  @Test func resultsAreObjectsIDsDictionariesOrACount() throws {
    try withStore { store in
      let ids = fetch(
        store, "--entity", "Department", "--result", "ids", "--sort", "name", "--format", "json")
      expectText(
        ids.output,
        """
        {
          "formatVersion": 1,
          "rows": [
            "Department/p3",
            "Department/p1",
            "Department/p2"
          ]
        }

        """)
      let count = fetch(store, "--entity", "Department", "--result", "count")
      #expect(count.output == "3\n")
      #expect(fetch(store, "--entity", "Department", "--count").output == count.output)
      let none = fetch(
        store, "--entity", "Contract", "--where", "FALSEPREDICATE", "--format", "json")
      #expect(none.output == "{\n  \"formatVersion\": 1,\n  \"rows\": []\n}\n")
    }
  }

  @Test func recordsAreALineAProperty() throws {
    try withStore { store in
      let request = [
        "--entity", "Department", "--select", "name", "--sort", "name", "--limit", "2",
      ]
      let expanded = Run(["fetch", store, "--model", staff, "--expanded"] + request)
      #expect(expanded.status == 0)
      #expect(expanded.output.hasPrefix("── 1 ─"))
      #expect(expanded.output.split(separator: "\n").count { $0.hasPrefix("name │ ") } == 2)
      let wide = Run(["fetch", store, "--model", staff] + request)
      #expect(!wide.output.contains("── 1"))
      #expect(
        Run(["fetch", store, "--model", staff, "--expanded", "--format", "csv"] + request).status
          == 64)
    }
  }

  /// Row by row and all at once are two ways to the same text.
  @Test(arguments: ["json", "csv"])
  func batchesPrintWhatOneStatementPrints(format: String) throws {
    try withStore { store in
      let plain = fetch(
        store, "--entity", "Employee", "--sort", "badge", "--format", format)
      let batched = fetch(
        store, "--entity", "Employee", "--sort", "badge", "--format", format, "--batch-size", "3")
      expectText(batched.output, plain.output)
      #expect(!plain.output.isEmpty && plain.status == 0 && batched.status == 0)
    }
  }

  @Test func prefetchedObjectsAreNestedInJSONAndNamedInTables() throws {
    try withStore { store in
      let json = fetch(
        store, "--entity", "Department", "--where", "name == 'Design'", "--prefetch",
        "employees.contracts", "--format", "json")
      #expect(
        json.output.contains("\"employees\": [\n        {\n          \"object\": \"Employee/p1\""))
      #expect(
        json.output.contains(
          "\"contracts\": [\n            {\n              \"object\": \"Contract/p1\""))
      let table = fetch(store, "--entity", "Department", "--prefetch", "employees")
      #expect(table.output.contains("│ Employee/p1 Employee/p2\n"))
      let toOne = fetch(
        store, "--entity", "Employee", "--where", "name == 'bo'", "--prefetch", "manager",
        "--format", "json")
      #expect(toOne.output.contains("\"manager\": {\n        \"object\": \"Employee/p1\""))
    }
  }

  /// Ten times from a venue to its category and on to all venues of that: more than anybody can print.
  @Test func nestingHasALimit() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      let seed = RepositoryFiles.url("Models/BubbleTea.seed.json").path
      #expect(Run("import", store, "--model", bubbleTea, seed).status == 0)
      let path = Array(repeating: "category.venues", count: 10).joined(separator: ".")
      let options = ["--entity", "Venue", "--prefetch", path]
      let json = Run(["fetch", store, "--model", bubbleTea, "--format", "json"] + options)
      #expect(json.status == 65)
      #expect(json.output.isEmpty)
      #expect(json.error.contains("nested more than 1000000 times"), "\(json.error)")
      let table = Run(["fetch", store, "--model", bubbleTea] + options)
      #expect(table.status == 0, "\(table.error)")
    }
  }

  @Test func optionsOnTopOfAStoredRequestChangeACopy() throws {
    try withStore { store in
      let run = fetch(
        store, "--request", "freelancers", "--select", "name", "--sort", "name:desc", "--limit",
        "1", "--format", "csv")
      #expect(run.output == "name\r\nbo\r\n")
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func sqlDebugHasFourLevels(level: Int) throws {
    try withStore { store in
      for more in [[], ["--count"], ["--batch-size", "2"], ["--format", "csv"]] {
        let run = Run(
          ["fetch", store, "--model", staff, "--entity", "Contract", "--where", "sumPlanned > 100"]
            + more + ["--sql-debug", "\(level)"])
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.contains("CoreData: sql: SELECT "))
        #expect(run.error.contains("SQLite bind[0] = 100.0") == (level >= 2))
        let details = more == ["--count"] ? "annotation: count request" : "with values: ("
        #expect(run.error.contains(details) == (level >= 3), "\(run.error)")
        #expect(run.error.contains("CoreData: details: query plan: ") == (level == 4))
      }
    }
  }

  @Test(arguments: [
    ["--result", "rows"], ["--count", "--result", "ids"], ["--batch-size", "-1"],
    ["--limit", "-1"], ["--sql-debug", "0"], ["--sql-debug", "5"], ["--batch-size", "x"],
  ])
  func wrongOptionsAreUsageErrors(options: [String]) {
    let run = Run(["fetch", "none.sqlite", "--model", staff, "--entity", "Contract"] + options)
    #expect(run.status == 64, "\(run.error)")
  }

  @Test(arguments: [
    (["--select", "contracts"], "request.to-many-to-fetch"),
    (["--select", "name", "--select", "kind AS name"], "request.duplicate-name"),
    (["--select", "name", "--group-by", "kind"], "request.not-grouped"),
    (["--select", "kind", "--having", "$kind == 'x'"], "request.having-without-group"),
    (
      ["--select", "kind", "--group-by", "kind", "--having", "kind == 'x'"], "predicate.having"
    ),
    (
      ["--select", "kind", "--group-by", "kind", "--having", "$kin == 'x'"],
      "predicate.unknown-variable"
    ),
    (["--select", "$X + 1 AS y"], "request.variable-in-selection"),
    (["--select", "sum:("], "predicate.syntax"),
    (["--sort", "name:desc:foo"], "request.sort-selector"),
    (["--prefetch", "nobody"], "request.unknown-relationship"),
    (["--group-by", "kind", "--select", "kind", "--count"], "request.group-needs-dictionaries"),
  ])
  func wrongRequestsAreDiagnostics(options: [String], id: String) {
    let run = Run(["sql", staff, "--entity", "Employee"] + options)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("[\(id)]"), "\(run.error)")
  }
}

@Suite struct SQLCommandTests {
  @Test func requestsAreCompiledForEveryTarget() {
    let request = ["--entity", "Employee", "--where", "salary != 5", "--result", "ids"]
    let cases: [([String], String)] = [
      ([], "SELECT 0, t0.Z_PK FROM ZEMPLOYEE t0 WHERE  t0.ZSALARY <> ?\n  bind[0] = 5.0\n"),
      (
        ["--null-semantics", "foundation", "--layout", "coredata"],
        "SELECT 0, t0.Z_PK FROM ZEMPLOYEE t0 WHERE  t0.ZSALARY IS NOT ?\n  bind[0] = 5.0\n"
      ),
      (
        ["--layout", "plain", "--dialect", "postgresql"],
        "SELECT 0, t0.id FROM employee t0 WHERE  t0.salary <> $1::numeric\n  bind[0] = \"5\"\n"
      ),
    ]
    for (options, text) in cases {
      let run = Run(["sql", staff] + request + options)
      expectText(run.output, text)
    }
  }

  @Test func theLogHasTheStatementAndItsBindings() {
    let request = [
      "sql", staff, "--entity", "Employee", "--where", "badge == 7", "--result", "ids",
    ]
    let statement = "CoreData: sql: SELECT 0, t0.Z_PK FROM ZEMPLOYEE t0 WHERE  t0.ZBADGE = ?\n"
    #expect(Run(request + ["--sql-debug", "1"]).output == statement)
    for level in ["2", "3", "4"] {
      #expect(
        Run(request + ["--sql-debug", level]).output
          == statement + "CoreData: details: SQLite bind[0] = 7\n")
    }
  }

  @Test(arguments: [
    ["--dialect", "postgresql"], ["--sql-debug", "1", "--format", "json"], ["--sql-debug", "9"],
    ["--sql-debug", "1", "--layout", "plain"], ["--null-semantics", "sql"],
  ])
  func optionsThatDoNotFitAreUsageErrors(options: [String]) {
    #expect(Run(["sql", staff, "--entity", "Employee"] + options).status == 64)
  }

  /// A newcomer looks at the usage line first.
  @Test(arguments: ["sql", "fetch"])
  func theUsageLineShowsTheOptions(command: String) throws {
    let help = Run(command, "--help").output
    let start = try #require(help.range(of: "USAGE:"))
    let usage = help[start.upperBound...].prefix(900)
    for option in [
      "--entity", "--where", "--arg", "--select", "--group-by", "--having", "--sort", "--limit",
      "--result", "--request", "--var", "--sql-debug",
    ] {
      #expect(usage.contains(option), "\(option)")
    }
  }
}
