import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// The tables say what Core Data's SQLite store refuses; the checker and the article say the same.
@Suite struct CoreDataSupportTests {
  private static let refusals = Set(CheckConfiguration.coreDataRefusals)

  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  /// Whether a predicate about an employee is an error, or is said to be refused by Core Data.
  private func isRefused(_ text: String) -> (hasErrors: Bool, isRefused: Bool) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    if let syntax = PredicateParser.parse(source, &diagnostics) {
      _ = PredicateChecker.check(
        syntax, source: source, entity: staff.employee, model: staff.model,
        storedRequests: ["freelancers": TypedFetch(entity: staff.employee)], &diagnostics)
    }
    return answer(diagnostics)
  }

  private func isRefused(selecting text: String) -> (hasErrors: Bool, isRefused: Bool) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    if let syntax = PredicateParser.parseExpression(source, &diagnostics) {
      _ = PredicateChecker.checkExpression(
        syntax, source: source, entity: staff.employee, model: staff.model,
        allowsRowAggregates: true, &diagnostics)
    }
    return answer(diagnostics)
  }

  private func answer(_ diagnostics: Diagnostics) -> (hasErrors: Bool, isRefused: Bool) {
    let refusal = diagnostics.all.contains { Self.refusals.contains($0.id) }
    return (diagnostics.hasErrors, diagnostics.hasErrors || refusal)
  }

  @Test(arguments: OperatorTable.all)
  func operatorsAreAnsweredAsTheirRowsSay(row: OperatorTable.Row) {
    #expect(isRefused(row.example).isRefused == (row.coreData.answer != .computes), "\(row.name)")
  }

  @Test(arguments: FunctionTable.all)
  func functionsAreAnsweredAsTheirRowsSay(row: FunctionTable.Row) {
    let calls = self.calls(row)
    let inPredicate = calls.map { isRefused("\($0) != nil") }
    let inSelection = calls.map { isRefused(selecting: $0) }
    // A call with operands of another type says nothing of the store.
    let predicate = inPredicate.first { !$0.hasErrors }?.isRefused ?? true
    let selection = inSelection.first { !$0.hasErrors }?.isRefused ?? true
    #expect(predicate == (row.coreData.answer != .computes))
    #expect(selection == (row.coreData.answer == .refuses))
  }

  private func calls(_ row: FunctionTable.Row) -> [String] {
    let colons = row.selector.count { $0 == ":" }
    var choices: [[String]] = [[]]
    for place in 0..<colons {
      let operands =
        place == 0
        ? ["badge", "name", "hiredOn", "reports"] : ["2", "badge", "'NSString'", "SIZE", "hiredOn"]
      choices = choices.flatMap { choice in operands.map { choice + [$0] } }
    }
    return choices.map { "\(row.selector)(\($0.joined(separator: ", ")))" }
  }

  /// What is constant is computed before a statement is made.
  @Test(arguments: [
    "badge > sqrt:(4)", "name == uppercase:('a')", "badge > 2 ** 3", "badge > 5 ^ 1",
    "salary > $BASE ** 2", "hiredOn > now() - 60",
  ])
  func constantsAreNotRefused(text: String) {
    #expect(!isRefused(text).isRefused)
  }

  @Test(arguments: [
    (
      "name.length > 3",
      "keypath name.length not found in entity Employee: Core Data's SQLite store refuses 'length' of a text; it is compiled here; an empty text is '== \"\"'"
    ),
    (
      "sqrt:(badge) > 3",
      "Unsupported function expression sqrt:(badge): Core Data's SQLite store is not known to compute 'sqrt:'; it is compiled here; compare with the square"
    ),
    (
      "badge ** 2 > 3",
      "Unsupported function expression badge ** 2: Core Data's SQLite store is not known to compute 'raise:toPower:'; it is compiled here; write a product"
    ),
  ])
  func warningsBeginWithCoreDatasSentence(format: String, text: String) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    #expect(
      PredicateChecker.check(
        syntax, source: source, entity: staff.employee, model: staff.model, &diagnostics) != nil)
    expectText(diagnostics.all.map(\.text).joined(separator: "\n"), text)
    let strict = CheckConfiguration.strictCoreData.apply(to: diagnostics)
    #expect(strict.all.map(\.severity) == [.error])
  }

  @Test func theArticleIsTheTables() throws {
    let operators = OperatorTable.all.map { row in
      line(row.name, "`\(row.example)`", row.coreData)
    }
    let functions = FunctionTable.all.map { row in
      line("`\(row.selector)`", row.group.rawValue, row.coreData)
    }
    try RepositoryFiles.expectGolden(
      """
      # What Core Data's store computes

      Which functions and operators run in Core Data's SQLite store, and how that is known.

      ## Overview

      `sql`, `fetch` and the runtime compile more than Core Data does. What its SQLite store refuses at run time is
      compiled with a warning, `predicate.store-refuses`; `--strict-core-data` of `sql`, `fetch`, `predicate` and `check`, or
      `"strictCoreData": true` in `.momentum.json`, makes it an error, in stored requests too. A function of constants alone is computed before a
      statement is made, so the store never sees it.

      The words of the last column are those of <doc:Evidence>. This article is printed from the tables that the checker asks.

      ## Operators and forms

      | written | example | store | standing |
      | --- | --- | --- | --- |
      \(operators.joined(separator: "\n"))

      ## Functions of stored values

      | function | group | store | standing |
      | --- | --- | --- | --- |
      \(functions.joined(separator: "\n"))

      `+ - * / ** & | ^ << >>` are the functions `add:to:`, `from:subtract:`, `multiply:by:`, `divide:by:`, `raise:toPower:`,
      `bitwiseAnd:with:`, `bitwiseOr:with:`, `bitwiseXor:with:`, `leftshift:by:` and `rightshift:by:`.

      """, at: "Sources/Momentum/Documentation.docc/CoreDataSupport.md")
  }

  private func line(_ name: String, _ about: String, _ support: CoreDataSupport) -> String {
    "| "
      + [name, about, support.answer.rawValue, support.standing.text].map {
        $0.replacing("|", with: "\\|")
      }.joined(separator: " | ") + " |"
  }
}
