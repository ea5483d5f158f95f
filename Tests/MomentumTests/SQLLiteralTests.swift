import Foundation
import Testing

/// SQL in the sources is a fragment or a node, so that no name and no value can get into it without quotes.
@Suite struct SQLLiteralTests {
  /// A literal with `\(…)` that has no label is text and not a fragment: fragments take labels only.
  /// MomentumPostgreSQL stands beside MomentumSQL: it is given statements, and quotes the names of its
  /// own few itself (`PostgreSQLName`).
  @Test func noTextThatHoldsSQLIsPutTogether() throws {
    var found: [String] = []
    let quoting = ["MomentumSQL", "MomentumPostgreSQL"]
    for source in try SwiftSource.all() where !quoting.contains(source.module) {
      for literal in source.literals
      where literal.holdsSQL && literal.interpolations.contains(where: { !$0.hasLabel }) {
        found.append("\(source.path):\(literal.line): \(literal.text)")
      }
    }
    #expect(found.isEmpty, "write a fragment, with labels: \(found.joined(separator: "\n"))")
  }

  /// Each file in which text becomes SQL, with where the text comes from. In all others every statement is
  /// written as a fragment.
  private static let origins: [(file: String, count: Int, text: String)] = [
    ("MomentumMigration/Map/SQLValue+Literal.swift", 2, "digits of a number or of bytes"),
    ("MomentumMigration/Plan/MigrationPlan+Statement.swift", 4, "statements of a plan"),
    ("MomentumMigration/Plan/Output/MigrationPlan+Script.swift", 1, "statements of a plan"),
    ("MomentumMigration/Plan/Steps/StepBuilder+Derivations.swift", 1, "a statement of the layout"),
    ("MomentumMigration/Plan/StoreSchema+Statements.swift", 2, "types and statements of a store"),
    ("MomentumMigrator/Apply/StepRunner.swift", 1, "statements of a plan"),
    ("MomentumMigrator/Stages/MappingFilters.swift", 2, "a printed request"),
    ("MomentumMigrator/Stages/StageWork.swift", 3, "a statement of the user's program"),
    ("MomentumMigrator/Verify/ResultVerifier.swift", 1, "statements of a layout"),
    ("MomentumObjects/Store/SQLite/RowStatement.swift", 1, "a printed statement"),
    (
      "MomentumObjects/Store/SQLite/StoreOpening.swift", 2,
      "settings by their checked names, and triggers of a layout"
    ),
    ("MomentumQuery/PartialIndexCondition.swift", 2, "digits of a number"),
    ("MomentumRuntime/Batch/BatchKeys.swift", 1, "a printed request"),
    ("MomentumRuntime/Batch/BatchUpdate.swift", 1, "a printed request"),
    ("MomentumRuntime/Changes/GraphWriter+Transactions.swift", 2, "printed statements"),
    ("MomentumRuntime/Changes/RowPlan.swift", 1, "a printed statement"),
    ("MomentumRuntime/Statements/StatementRunner.swift", 1, "texts of printed statements"),
    ("MomentumRuntime/Store/Store+Batch.swift", 1, "a printed request"),
    ("MomentumSQLite/Connection/Transaction.swift", 1, "a kind of transaction"),
    ("MomentumSQLite/Import/StoreImporter.swift", 2, "printed statements"),
    ("MomentumSQLite/Plan/PlanningDatabase.swift", 3, "statements of a layout and of a store"),
    ("MomentumSQLite/Store/StoreWriter.swift", 1, "statements of a layout"),
    ("MomentumServer/Copy/PartialStore.swift", 2, "statements of a layout"),
    ("MomentumServer/Explain/ServerFetchSession+Explain.swift", 1, "a printed request"),
    ("MomentumServer/Fetch/ServerFetchSession.swift", 2, "a printed request"),
    (
      "MomentumServerObjects/Batch/BatchUpdateStatement.swift", 2,
      "a printed request, and the type of a column"
    ),
    ("MomentumServerObjects/Batch/PostgreSQLObjectStore+Batch.swift", 1, "a printed request"),
    ("MomentumServerStore/Fetch/ServerStore+Stream.swift", 1, "a printed request"),
    ("MomentumStore/DDL/StoreSchema+DDL.swift", 1, "the type of a column"),
    ("MomentumStore/Plain/PlainLiteral.swift", 4, "digits of a number or of bytes, and a type"),
    ("MomentumStore/Plain/PlainPrinter.swift", 1, "the type of a column"),
    ("MomentumStore/Plain/PlainTable+Parts.swift", 1, "the type of a column"),
  ]

  private static let signs = [
    "SQLFragment(printed:", ".execute(sql:", ".prepare(sql:", ".firstValue(sql:",
  ]

  @Test func textsThatBecomeSQLAreListed() throws {
    var found: [String: Int] = [:]
    for source in try SwiftSource.all() where source.module != "MomentumSQL" {
      let lines = source.code.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }
      // A long call has its argument on the next line.
      let code = lines.joined(separator: "\n").replacing(/\(\s+/, with: "(")
      let count = Self.signs.reduce(0) { $0 + code.ranges(of: $1).count }
      if count > 0 { found[String(source.path.dropFirst("Sources/".count))] = count }
    }
    let listed = Dictionary(uniqueKeysWithValues: Self.origins.map { ($0.file, $0.count) })
    for (path, count) in found.sorted(by: { $0.key < $1.key }) {
      #expect(listed[path] == count, "\(path) makes SQL of text \(count) times")
    }
    for path in listed.keys.sorted() {
      #expect(found[path] != nil, "\(path) is listed and makes no SQL of text")
    }
  }

  @Test func literalsAreFoundInSwift() {
    let source = SwiftSource(
      path: "Sources/X/A.swift",
      text: ##"""
        // "SELECT \(a)" in a comment
        let a = "SELECT \(name: x) FROM \(list(", ")) t"
        let b = """
          UPDATE a SET b = "c" \(sql: d ? " WHERE \(e)" : "")
          """
        let c = #"DELETE FROM \(not) \#(one)"#
        """##)
    #expect(source.literals.map(\.line) == [2, 2, 3, 4, 4, 6])
    #expect(source.literals.filter(\.holdsSQL).map(\.line) == [2, 3, 4, 6])
    #expect(
      source.literals.filter { $0.holdsSQL && $0.interpolations.contains { !$0.hasLabel } }.map(
        \.line)
        == [2, 4, 6])
  }
}
