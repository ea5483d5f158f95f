import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Grammar/PredicateFunctions.tsv is printed from the rows of the functions, and from what the checker
/// takes and returns and what SQL is made of it.
@Suite struct FunctionTableTests {
  /// A value of each kind in the model Staff, as the first argument and as the second.
  private static let samples: [(kind: String, first: String, second: String)] = [
    ("integer", "badge", "manager.badge"),
    ("double", "department.budget", "manager.department.budget"),
    ("string", "name", "manager.name"), ("date", "hiredOn", "manager.hiredOn"),
    ("object", "manager", "manager.manager"), ("relationship", "reports", "reports"),
    ("name of a type", "'NSString'", "'NSString'"), ("position", "SIZE", "SIZE"),
  ]

  /// A call that the checker takes, with what it gives.
  private struct Call {
    var kinds: [String]
    var expression: TypedExpression
    var type: PredicateType
  }

  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  private static let heading = [
    "selector", "bare name", "arguments", "group", "argument types", "result type", "to-many",
    "core data", "sqlite", "postgresql", "example", "source",
  ]

  @Test func theTableIsPrintedFromTheRows() throws {
    var lines = [Self.heading]
    for row in FunctionTable.all {
      let counts = row.argumentCounts
      let count = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) or more"
      lines.append(
        [row.selector, row.bareName ?? "", count, row.group.rawValue]
          + (try columns(of: row.selector)) + [row.example ?? "", row.source.rawValue])
    }
    try RepositoryFiles.expectGolden(
      lines.map { $0.joined(separator: "\t") + "\n" }.joined(),
      at: "Grammar/PredicateFunctions.tsv")
  }

  /// The checker and the lowering look for a row of each and stop where there is none.
  @Test func everyFunctionHasItsRows() {
    for function in PredicateFunction.allCases {
      #expect(function.signature.function == function)
      switch function {
      case .castToString, .castToNumber, .castToDate: #expect(function.row.meaning == .cast)
      case _: #expect(function.row.signature == function.signature)
      }
    }
    for sign in ArithmeticOperator.allCases { #expect(sign.row.meaning == .arithmetic(sign)) }
  }

  private func columns(of selector: String) throws -> [String] {
    let colons = selector.count { $0 == ":" }
    let calls = self.calls(selector, count: colons)
    guard let call = calls.first else { return ["", "", toMany(selector, colons), "", "", ""] }
    let types = (0..<colons).map { place in
      name(of: Set(calls.map { $0.kinds[place] }))
    }
    let head = [types.joined(separator: ", "), result(calls), toMany(selector, colons)]
    return try head + staff.layouts.map { try sql(call, $0) }
  }

  // MARK: - Types

  /// All calls with one value of each kind that have no error.
  private func calls(_ selector: String, count: Int) -> [Call] {
    var choices: [[(kind: String, text: String)]] = [[]]
    for place in 0..<count {
      choices = choices.flatMap { choice in
        Self.samples.map { choice + [($0.kind, place == 0 ? $0.first : $0.second)] }
      }
    }
    return choices.compactMap { choice in
      let text = "\(selector)(\(choice.map(\.text).joined(separator: ", ")))"
      return typed(text).map { Call(kinds: choice.map(\.kind), expression: $0, type: $1) }
    }
  }

  private func typed(_ text: String) -> (TypedExpression, PredicateType)? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    return PredicateParser.parseExpression(source, &diagnostics).flatMap {
      PredicateChecker.checkExpression(
        $0, source: source, entity: staff.employee, model: staff.model, allowsRowAggregates: true,
        &diagnostics)
    }
  }

  private func name(of kinds: Set<String>) -> String {
    let values: Set = ["integer", "double", "string", "date", "object"]
    if kinds.isSuperset(of: values) { return "any" }
    // A text of the format is a name only where no other text is taken.
    var kinds = kinds.contains("string") ? kinds.subtracting(["name of a type"]) : kinds
    var words: [String] = []
    if kinds.isSuperset(of: ["integer", "double"]) {
      words.append("number")
      kinds.subtract(["integer", "double"])
    }
    return (words + Self.samples.map(\.kind).filter(kinds.contains)).joined(separator: " or ")
  }

  private func result(_ calls: [Call]) -> String {
    let first = calls.map { call in
      Self.samples.first { $0.kind == call.kinds.first }.flatMap { typed($0.first)?.1 }
    }
    let types = calls.map(\.type)
    if types.map(Optional.some) == first, Set(types).count > 1 { return "as its argument" }
    let names = Set(types.map(name))
    if names.isSuperset(of: ["integer", "double"]) {
      return (["number"] + names.subtracting(["integer", "double"]).sorted())
        .joined(separator: " or ")
    }
    return names.sorted().joined(separator: " or ")
  }

  private func name(_ type: PredicateType) -> String {
    switch type {
    case .count: "count"
    case .object: "object"
    case .attribute(.integer64): "integer"
    case .attribute(let attribute): attribute.xmlName.lowercased()
    }
  }

  // MARK: - To-many paths

  private func toMany(_ selector: String, _ count: Int) -> String {
    guard count > 0 else { return "" }
    for path in ["reports.badge", "reports.name", "reports"] {
      let rest = Self.samples.map(\.second)
      for second in count > 1 ? rest : [""] {
        let arguments = second.isEmpty ? path : "\(path), \(second)"
        for right in ["1", "'x'"] where isTaken("\(selector)(\(arguments)) == \(right)") {
          return "taken whole"
        }
      }
    }
    return "refused"
  }

  private func isTaken(_ format: String) -> Bool {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = PredicateParser.parse(source, &diagnostics)
    return syntax.flatMap {
      PredicateChecker.check(
        $0, source: source, entity: staff.employee, model: staff.model, &diagnostics)
    } != nil
  }

  // MARK: - SQL

  /// The one column of the statement, `x` and `y` for those of the arguments.
  private func sql(_ call: Call, _ layout: QueryLayout) throws -> String {
    var request = FetchRequest(entity: staff.employee, resultType: .dictionaries)
    request.propertiesToFetch = [
      PropertyToFetch(name: "value", value: .expression(call.expression, call.type))
    ]
    let text = staff.sql(request, layout).text
    let start = try #require(text.range(of: "SELECT "))
    let end = try #require(text.range(of: " FROM ", options: .backwards), "\(text)")
    var column = String(text[start.upperBound..<end.lowerBound])
    // The column of each argument by itself.
    for (kind, name) in zip(call.kinds, ["x", "y"]) {
      guard let sample = Self.samples.first(where: { $0.kind == kind }) else { continue }
      guard let (expression, type) = typed(name == "x" ? sample.first : sample.second) else {
        continue
      }
      let own = try self.sql(Call(kinds: [], expression: expression, type: type), layout)
      column = column.replacingOccurrences(of: own, with: name)
    }
    // The blank in front of a column says nothing of the function.
    return column.replacingOccurrences(of: "( ", with: "(")
      .replacingOccurrences(of: "  ", with: " ").trimmingCharacters(in: .whitespaces)
  }
}
