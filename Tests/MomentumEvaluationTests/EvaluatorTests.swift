import Dispatch
import Foundation
import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

func decimal(_ text: String) throws -> Decimal? { Decimal(string: text) }

@Suite struct EvaluatorTests {
  @Test func aPatternIsReadOnceForManyObjects() throws {
    var evaluator = PredicateEvaluator()
    let names: [PredicateValue] = (0..<2000).map { .string("name\($0)") }
    let found = try evaluator.filter(
      names, by: parsed("SELF MATCHES '.*[05]' AND SELF LIKE[c] 'NAME*' AND SELF MATCHES '.*0'"))
    #expect(found.count == 200)
    #expect(evaluator.patternCount == 3)
  }

  @Test func patternsOfEachObjectAreForgotten() throws {
    var evaluator = PredicateEvaluator()
    let names: [PredicateValue] = (0..<1000).map { .string("name\($0)") }
    #expect(try evaluator.filter(names, by: parsed("SELF MATCHES SELF")).count == 1000)
    #expect(evaluator.patternCount <= 256)
  }

  /// A list made once must give what a list made for each object gives.
  @Test func aConstantListMeansTheSameInFilter() throws {
    let values: [PredicateValue] = [
      .integer(1), .double(2), .string("a"), .string("A"), .null, .boolean(true),
    ]
    for format in [
      "SELF IN {1, 2, 'a', nil}", "NOT SELF IN {1, 'a'}", "SELF IN[c] {'a'}", "SELF IN %@",
      "{1, 2} CONTAINS SELF", "SELF IN {1} OR SELF IN {'a'}", "SELF IN {} OR {} == {}",
      "ANY {1, 2} IN {2, 3}", "{1, 2}[0] == SELF",
    ] {
      for semantics in NullSemantics.allCases {
        let options = EvaluationOptions(nullSemantics: semantics)
        let arguments: [PredicateValue] = [.array([.integer(2), .null, .string("A")])]
        let predicate = try parsed(format)
        var evaluator = PredicateEvaluator(arguments: arguments, options: options)
        let filtered = try evaluator.filter(values, by: predicate)
        let single = try values.filter { try evaluator.evaluate(predicate, on: $0) }
        #expect(filtered == single, "\(format) \(semantics)")
      }
    }
  }

  /// Syntax made by hand may have one range for everything.
  @Test func listsWithOneRangeAreNotMixedUp() throws {
    let range = SourceRange(0, 0)
    func isIn(_ numbers: [Int64]) -> PredicateSyntax {
      let list = numbers.map { ExpressionSyntax(.literal(.integer($0)), range) }
      return PredicateSyntax(
        .comparison(
          ComparisonSyntax(
            quantifier: nil, left: ExpressionSyntax(.selfObject, range), comparisonOperator: .in,
            operatorRange: range, options: [], right: ExpressionSyntax(.aggregate(list), range))),
        range)
    }
    var evaluator = PredicateEvaluator()
    let found = try evaluator.filter(
      [.integer(1), .integer(2)], by: PredicateSyntax(.or([isIn([1]), isIn([2])]), range))
    #expect(found == [.integer(1), .integer(2)])
  }

  @Test func anErrorPointsAtItsPlace() throws {
    let source = SourceFile(path: "p", text: "name == 'x' AND nmae.length > 1")
    var evaluator = PredicateEvaluator()
    let object = PredicateValue.object(TestObject(1, ["name": .string("x")]))
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.evaluate(try parsed(source.text), on: object)
    }
    #expect(error?.range.map(source.text(in:)) == "nmae.length")
  }

  @Test func anErrorHoldsNoStoredValue() throws {
    let secret = "hunter2"
    let object = PredicateValue.object(
      TestObject(1, ["s": .string(secret), "n": .integer(31337), "l": .array([.string(secret)])]))
    for format in [
      "s < 5", "n BEGINSWITH 'a'", "n LIKE '*'", "5 IN n", "n IN s", "s + 1 == 2", "ANY s == 1",
      "n BETWEEN l", "s[0] == 1", "l[9] == 1", "l[s] == 1", "CAST(s, 'NSDate') == nil",
      "FUNCTION(n, 'length') == 1", "s.x == 1", "n.@count == 1", "sum:(l) == 1", "s MATCHES n",
      "SUBQUERY(s, $x, TRUEPREDICATE).@count == 1", "$v == s", "(s UNION l) == nil",
    ] {
      var evaluator = PredicateEvaluator()
      let error = #expect(throws: EvaluationError.self, "\(format)") {
        try evaluator.evaluate(try parsed(format), on: object)
      }
      let text = error?.description ?? ""
      #expect(!text.isEmpty && !text.contains(secret) && !text.contains("31337"), "\(text)")
    }
  }

  /// What the parser lets pass is evaluated: with the wrong number of arguments or a kind of value that
  /// it does not take, but never as an unknown name.
  @Test func everyFunctionOfTheTableIsKnown() throws {
    let raising: Set<String> = ["distanceToLocation:fromLocation:", "inverseOrderKey:"]
    let range = SourceRange(0, 0)
    var unknown: Set<String> = []
    for row in FunctionTable.all {
      let call = CallSyntax(selector: row.selector, selectorRange: range, arguments: [])
      var evaluator = PredicateEvaluator()
      do {
        _ = try evaluator.value(of: ExpressionSyntax(.call(call), range), on: .null)
      } catch {
        if case .unknownFunction(let name) = error.kind { unknown.insert(name) }
      }
    }
    #expect(unknown == raising)
    for selector in FunctionTable.methods {
      let name = ExpressionSyntax(.literal(.string(selector)), range)
      let call = ExpressionSyntax(.function(name, name, []), range)
      var evaluator = PredicateEvaluator()
      let count = selector.filter { $0 == ":" }.count
      do {
        _ = try evaluator.value(of: call, on: .null)
        #expect(count == 0, "\(selector)")
      } catch {
        #expect(
          error.kind == .argumentCount(of: selector, 0)
            || error.kind == .unknownMethod(selector, of: "a string") && count == 0
              && !["lowercaseString", "length"].contains(selector)
        )
      }
    }
  }

  @Test(arguments: FunctionTable.all)
  func examplesHold(row: FunctionTable.Row) throws {
    guard let example = row.example else { return #expect(row.meaning == .notComputed) }
    for semantics in NullSemantics.allCases {
      var evaluator = PredicateEvaluator(
        options: EvaluationOptions(nullSemantics: semantics, now: 800_000_000))
      #expect(try evaluator.evaluate(parsed(example), on: .null), "\(semantics): \(example)")
    }
  }

  @Test func randomNumbersFollowFromTheSeed() throws {
    func numbers(_ seed: UInt64) throws -> [PredicateValue] {
      var evaluator = PredicateEvaluator(options: EvaluationOptions(randomSeed: seed))
      let expression = try value("randomn:(1000)")
      return try (0..<10).map { _ in try evaluator.value(of: expression, on: .null) }
    }
    #expect(try numbers(1) == numbers(1))
    #expect(try numbers(1) != numbers(2))
  }

  @Test func nowIsGivenByTheCaller() throws {
    var evaluator = PredicateEvaluator()
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.value(of: try value("now()"), on: .null)
    }
    #expect(error?.kind == .noTime)
  }

  @Test func typesNeedATable() throws {
    var evaluator = PredicateEvaluator()
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.evaluate(try parsed("SELF UTI-EQUALS 'a.b'"), on: .string("a.b"))
    }
    #expect(error?.kind == .noTypeTable)
  }

  // MARK: - Limits

  private func nested(_ levels: Int) -> PredicateSyntax {
    let range = SourceRange(0, 0)
    return (0..<levels).reduce(PredicateSyntax(.constant(true), range)) { inner, _ in
      PredicateSyntax(.not(inner), range)
    }
  }

  @Test func nestingIsLimited() throws {
    var evaluator = PredicateEvaluator()
    #expect(try evaluator.evaluate(nested(PredicateEvaluator.levelsMax - 2), on: .null))
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.evaluate(nested(PredicateEvaluator.levelsMax), on: .null)
    }
    #expect(error?.kind == .tooDeep(levelsMax: PredicateEvaluator.levelsMax))
    #expect(throws: EvaluationError.self) {
      try evaluator.filter([.null], by: nested(2 * PredicateEvaluator.levelsMax))
    }
  }

  @Test func aLongChainOfOperatorsIsNotDeep() throws {
    let range = SourceRange(0, 0)
    let one = ExpressionSyntax(.literal(.integer(1)), range)
    let sum = (1..<3000).reduce(one) { sum, _ in
      ExpressionSyntax(.arithmetic(.add, sum, one), range)
    }
    var evaluator = PredicateEvaluator()
    #expect(try evaluator.value(of: sum, on: .null) == .integer(3000))
    #expect(try evaluator.evaluate(comparison(sum, .equal, sum), on: .null))
  }

  private func comparison(
    _ left: ExpressionSyntax, _ sign: ComparisonOperator, _ right: ExpressionSyntax
  ) -> PredicateSyntax {
    let range = SourceRange(0, 0)
    return PredicateSyntax(
      .comparison(
        ComparisonSyntax(
          quantifier: nil, left: left, comparisonOperator: sign, operatorRange: range, options: [],
          right: right)),
      range)
  }

  /// The deepest expressions there can be, on a second thread's stack; a build without optimization
  /// takes several times the stack of one with it.
  @Test(arguments: ["TERNARY", "SUBQUERY", "index", "call", "NOT"])
  func theDeepestPredicateFitsASmallStack(construct: String) throws {
    #if DEBUG
      let stackBytes = 4 * 1024 * 1024
    #else
      let stackBytes = 512 * 1024
    #endif
    let predicate = deep(construct)
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      var evaluator = PredicateEvaluator()
      do { _ = try evaluator.filter([.null], by: predicate) } catch { outcome.error = error }
      done.signal()
    }
    thread.stackSize = stackBytes
    thread.start()
    done.wait()
    let error = try #require(outcome.error as? EvaluationError)
    #expect(error.kind == .tooDeep(levelsMax: PredicateEvaluator.levelsMax))
  }

  private final class Outcome: @unchecked Sendable {
    // Written before and read after the semaphore.
    var error: (any Error)?
  }

  /// One construct inside itself until the limit is passed.
  private func deep(_ construct: String) -> PredicateSyntax {
    let range = SourceRange(0, 0)
    let one = ExpressionSyntax(.literal(.integer(1)), range)
    var expression = one
    for _ in 0...PredicateEvaluator.levelsMax {
      switch construct {
      case "SUBQUERY":
        let list = ExpressionSyntax(.aggregate([one]), range)
        let predicate = comparison(expression, .equal, one)
        expression = ExpressionSyntax(.subquery(list, variable: "x", predicate), range)
      case "index": expression = ExpressionSyntax(.index(expression, one), range)
      case "call":
        let call = CallSyntax(selector: "abs:", selectorRange: range, arguments: [expression])
        expression = ExpressionSyntax(.call(call), range)
      case "NOT": break
      default:
        expression = ExpressionSyntax(
          .ternary(comparison(expression, .equal, one), one, one), range)
      }
    }
    return construct == "NOT"
      ? nested(PredicateEvaluator.levelsMax) : comparison(expression, .equal, one)
  }

  @Test func aLongPatternIsRefused() throws {
    var evaluator = PredicateEvaluator(arguments: [.string(String(repeating: "*a", count: 30_000))])
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.evaluate(try parsed("SELF LIKE %@"), on: .string("a"))
    }
    #expect(error?.kind == .longPattern(bytesMax: 50_000))
  }

  /// Every format of the tables, cut at each byte and with each word left out: a result or a typed
  /// error, never a trap.
  @Test func brokenFormatsNeverTrap() throws {
    var evaluated = 0
    for row in EvaluationCases.rows where !row.place.contains("too long") {
      var formats: [String] = []
      let words = row.format.split(separator: " ").map(String.init)
      for index in words.indices {
        var kept = words
        kept.remove(at: index)
        formats.append(kept.joined(separator: " "))
        formats.append(
          words[...index].joined(separator: " ") + " " + words[index...].joined(separator: " "))
      }
      let object = row.object.isEmpty ? .null : try JSONValue.read(row.object)
      for format in formats {
        var diagnostics = Diagnostics()
        guard
          let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
        else { continue }
        for semantics in NullSemantics.allCases {
          var evaluator = PredicateEvaluator(
            arguments: [object], bindings: ["x": object],
            options: EvaluationOptions(nullSemantics: semantics))
          _ = try? evaluator.truth(of: syntax, on: object)
          evaluated += 1
        }
      }
    }
    #expect(evaluated > 100)
  }
}

/// The left side of `<text> == 0`.
func value(_ text: String) throws -> ExpressionSyntax {
  guard case .comparison(let comparison) = try parsed("\(text) == 0").kind else {
    throw ObjectiveCValue.Unreadable(text: text)
  }
  return comparison.left
}
