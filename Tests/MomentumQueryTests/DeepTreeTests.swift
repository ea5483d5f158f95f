import Foundation
import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// The deepest and the longest predicates that the parser reads, through all stages on a small stack.
@Suite(.tags(.stack)) struct DeepTreeTests {
  /// Text that can be put around itself: `head` in front of the core, `tail` behind it.
  struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    var before = ""
    var head = ""
    var core: String
    var tail = ""
    var after = ""
    var testDescription: String { name }

    func format(levels: Int) -> String {
      before + String(repeating: head, count: levels) + core
        + String(repeating: tail, count: levels) + after
    }
  }

  /// Of the model Staff, from an Employee. Each makes the tree higher by a node of its own kind.
  static let shapes: [Shape] = [
    Shape(name: "not", head: "NOT ", core: "badge == 1"),
    Shape(name: "and", head: "(badge > 1 AND ", core: "badge == 1", tail: ")"),
    Shape(name: "and-or", head: "(badge > 1 AND (badge > 2 OR ", core: "badge == 1", tail: "))"),
    Shape(name: "not-and", head: "NOT (badge > 1 AND ", core: "name == 'x'", tail: ")"),
    Shape(name: "sum", core: "badge", tail: " + badge", after: " > 1"),
    Shape(name: "sum-right", head: "(badge - ", core: "badge", tail: ")", after: " > 1"),
    Shape(name: "decimals", core: "salary", tail: " / 2", after: " > 1"),
    Shape(name: "power", core: "badge", tail: " ** 2", after: " > 1"),
    Shape(name: "xor", core: "badge", tail: " ^ 3", after: " > 1"),
    Shape(name: "time", core: "hiredOn", tail: " + 1", after: " > CAST(0, 'NSDate')"),
    Shape(name: "minus", before: "badge > ", head: "-(1 + badge * ", core: "badge", tail: ")"),
    Shape(name: "function", head: "abs:(", core: "badge", tail: ")", after: " > 1"),
    Shape(name: "root", head: "sqrt:(", core: "badge", tail: ")", after: " > 1"),
    Shape(
      name: "selector", head: "modulus:by:(badge, ", core: "badge", tail: ")", after: " > 1"),
    Shape(name: "text", head: "uppercase:(", core: "name", tail: ")", after: " == 'X'"),
    Shape(
      name: "ternary", head: "TERNARY(badge > 1, ", core: "badge", tail: ", 1)", after: " > 0"),
    Shape(
      name: "ternary-condition", head: "TERNARY(1 < ", core: "badge", tail: ", 1, 2)",
      after: " > 0"),
    Shape(
      name: "ternary-in", head: "TERNARY(", core: "badge", tail: " IN {badge, 2}, 1, 2)",
      after: " > 0"),
    Shape(
      name: "ternary-text", head: "TERNARY(", core: "name", tail: " ==[cd] kind, name, kind)",
      after: " == 'x'"),
    Shape(
      name: "ternary-like", head: "TERNARY(", core: "name", tail: " LIKE[cd] kind, name, kind)",
      after: " == 'x'"),
    Shape(
      name: "subquery", head: "SUBQUERY(reports, $x, 0 < ", core: "badge", tail: ").@count",
      after: " > 0"),
    Shape(
      name: "subquery-collection", head: "SUBQUERY(", core: "reports",
      tail: ", $x, $x.badge > 1)", after: ".@count > 0"),
    Shape(
      name: "subquery-any", head: "SUBQUERY(reports, $x, 0 < ",
      core: "SUBQUERY(friends, $y, ANY $y.contracts.sumPlanned > 1).@count", tail: ").@count",
      after: " > 0"),
    Shape(name: "list", before: "1 IN ", head: "{", core: "badge", tail: "}"),
    Shape(
      name: "cast", head: "CAST(", core: "badge", tail: ", 'NSNumber')", after: " > 1"),
    Shape(
      name: "cast-both", head: "CAST(CAST(", core: "badge", tail: ", 'NSString'), 'NSNumber')",
      after: " > 1"),
    Shape(
      name: "message", head: "FUNCTION(", core: "hiredOn",
      tail: ", 'dateByAddingTimeInterval:', 60)", after: " > CAST(0, 'NSDate')"),
    Shape(name: "method", core: "name", tail: ".uppercase('x')", after: " == 'X'"),
    Shape(name: "index", core: "reports", tail: "[0]", after: " == nil"),
    Shape(name: "computed key", before: "a.", head: "(b.", core: "c", tail: ")", after: " == 1"),
    Shape(name: "union", before: "1 IN ", core: "{1}", tail: " UNION {2}"),
    Shape(name: "assignment", before: "badge == ", head: "$x := ", core: "1"),
    Shape(name: "fetch", before: "badge == ", head: "FETCH(", core: "1", tail: ", nil, NO)"),
  ]

  /// The number of levels of which the parser takes one, but not two more.
  private static func levels(_ shape: Shape) -> Int {
    highest(below: 201) { levels in
      var ignored = Diagnostics()
      let source = SourceFile(path: "p", text: shape.format(levels: levels))
      return PredicateParser.parse(source, &ignored) != nil
    } ?? 0
  }

  /// A number from 1 on that is taken, though one more is not: what is too deep stays so with more levels.
  private static func highest(below end: Int, _ isTaken: (Int) -> Bool) -> Int? {
    var (low, high) = (0, end - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isTaken(middle) { low = middle } else { high = middle - 1 }
    }
    return low > 0 ? low : nil
  }

  @Test(arguments: shapes.thinned(to: 8))
  func theDeepestTreeFitsASmallStack(shape: Shape) throws {
    let levels = Self.levels(shape)
    #expect((20...200).contains(levels))
    var ignored = Diagnostics()
    let tooDeep = SourceFile(path: "p", text: shape.format(levels: levels + 1))
    #expect(PredicateParser.parse(tooDeep, &ignored) == nil)
    #expect(ignored.all.map(\.id).contains("predicate.too-deep"))
    let model = try StaffModel()
    try Self.expectSmallStack(shape.format(levels: levels), shape.name, model)
    // And what the checker takes where the parser takes more.
    if let fewer = Self.highest(below: levels, { model.takes(shape.format(levels: $0)) }) {
      try Self.expectSmallStack(shape.format(levels: fewer), shape.name, model)
    }
  }

  @Test(arguments: [
    Shape(name: "chain", core: "badge=1", tail: "&&badge=1"),
    Shape(name: "alternatives", core: "badge=1", tail: "||name='x'"),
    Shape(name: "numbers", before: "badge IN {", core: "1", tail: ",2", after: "}"),
    Shape(name: "keys", before: "badge IN {", core: "1", tail: ",badge", after: "}"),
    Shape(name: "texts", before: "name IN[cd] {", core: "'a'", tail: ",'b'", after: "}"),
  ])
  func lengthTakesNoStack(shape: Shape) throws {
    #if DEBUG
      let count = 5_000
    #else
      let count = 100_000
    #endif
    let format = shape.format(levels: count - 1)
    var ignored = Diagnostics()
    #expect(PredicateParser.parse(SourceFile(path: "p", text: format), &ignored) != nil)
    try Self.expectSmallStack(format, shape.name, try StaffModel())
  }

  // MARK: - Stages

  private static func expectSmallStack(
    _ format: String, _ name: String, _ model: StaffModel
  ) throws {
    for stage in DeepStage.allCases {
      let work = DeepStageWork(format: format, model: model)
      let used = StackUse.measure { work.run(stage) }
      #expect(
        used < StackUse.bytesMax,
        "\(name), \(stage): \(used >> 10) KB of \(StackUse.bytesMax >> 10) KB")
      if ProcessInfo.processInfo.environment["STACK_FIGURES"] != nil {
        print("stack \(used >> 10) KB  \(stage)  \(name), \(format.utf8.count) bytes")
      }
    }
  }
}

extension StaffModel {
  /// Whether parser and checker take a format.
  fileprivate func takes(_ format: String) -> Bool {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    return PredicateParser.parse(source, &diagnostics).flatMap {
      PredicateChecker.check($0, source: source, entity: employee, model: model, &diagnostics)
    } != nil
  }
}

/// What is done with a predicate, each with what it needs from the one before.
enum DeepStage: CaseIterable, Sendable {
  case parse, compare, hash, strip, tree, print, evaluate, check, compareTyped, json, compile
}

/// One stage on one predicate.
struct DeepStageWork: Sendable {
  var format: String
  var model: StaffModel

  private struct Object: EvaluatedObject {
    var identity: ObjectIdentity { ObjectIdentity(kind: "Employee", number: 1) }

    func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
      switch key {
      case "badge": .integer(2)
      case "name", "kind": .string("x")
      case "salary": .double(2)
      case "hiredOn": .date(0)
      case "reports", "friends", "contracts": .array([])
      case _: throw UnknownKey(key)
      }
    }
  }

  func run(_ stage: DeepStage) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else { return }
    switch stage {
    case .parse: break
    case .compare: precondition(syntax == PredicateParser.parse(source, &diagnostics))
    case .hash: precondition(syntax.hashValue == syntax.hashValue)
    case .strip: precondition(syntax.withoutRanges.withoutRanges == syntax.withoutRanges)
    case .tree: precondition(!syntax.tree.isEmpty)
    case .print:
      let printed = SourceFile(path: "p", text: PredicatePrinter.print(syntax))
      let again = PredicateParser.parse(printed, &diagnostics)
      // The blanks of the printed text may make it longer than a format can be.
      let isTooLong = diagnostics.all.map(\.id).contains("predicate.too-long")
      precondition(isTooLong || again?.withoutRanges == syntax.withoutRanges)
    case .evaluate: evaluate(syntax)
    case .check, .compareTyped, .json, .compile: runTyped(stage, syntax, source)
    }
  }

  private func evaluate(_ syntax: PredicateSyntax) {
    for semantics in NullSemantics.allCases {
      var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: semantics))
      // A deep message, too, has to be made on this stack.
      do throws(EvaluationError) {
        _ = try evaluator.evaluate(syntax, on: .object(Object()))
      } catch {
        precondition(!error.description.isEmpty)
      }
    }
  }

  private func runTyped(_ stage: DeepStage, _ syntax: PredicateSyntax, _ source: SourceFile) {
    var diagnostics = Diagnostics()
    let typed = PredicateChecker.check(
      syntax, source: source, entity: model.employee, model: model.model, &diagnostics)
    guard let typed else {
      precondition(diagnostics.hasErrors)
      return
    }
    switch stage {
    case .compareTyped:
      precondition(typed == typed && typed.hashValue == typed.hashValue)
      _ = typed.variables
      _ = typed.substituting([], model: model.model, &diagnostics)
    case .json: precondition(!typed.json(in: model.model).compact.isEmpty)
    case .compile:
      let request = FetchRequest(entity: model.employee, predicate: typed)
      for layout in model.layouts {
        for semantics in NullSemantics.allCases {
          let sql = model.sql(request, layout, QueryOptions(nullSemantics: semantics))
          precondition(sql.isTooLong == sql.text.isEmpty)
        }
      }
    case .parse, .compare, .hash, .strip, .tree, .print, .evaluate, .check: break
    }
  }
}
