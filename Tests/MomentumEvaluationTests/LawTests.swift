import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Laws that hold for all predicates, on random ones.
@Suite(.tags(.random)) struct LawTests {
  private static let seeds: [UInt64] = Array(1...40)

  /// Predicates over the keys `a` to `d` of `object(_:)`, with missing values and unknowns in them.
  private struct Generator {
    var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func predicate(depth: Int) -> String {
      switch depth == 0 ? 0 : Int.random(in: 0...5, using: &numbers) {
      case 0, 1: comparison()
      case 2: "NOT (\(predicate(depth: depth - 1)))"
      case 3: "(\(predicate(depth: depth - 1))) AND (\(predicate(depth: depth - 1)))"
      case 4: "(\(predicate(depth: depth - 1))) OR (\(predicate(depth: depth - 1)))"
      case _: Bool.random(using: &numbers) ? "TRUEPREDICATE" : "FALSEPREDICATE"
      }
    }

    mutating func comparison() -> String {
      let signs = ["==", "!=", "<", "<=", ">", ">="]
      let sign = signs[Int.random(in: 0..<signs.count, using: &numbers)]
      return "\(operand()) \(sign) \(operand())"
    }

    mutating func operand() -> String {
      let operands = ["a", "b", "c", "d", "0", "1", "2", "nil", "a + b", "c * 2"]
      return operands[Int.random(in: 0..<operands.count, using: &numbers)]
    }

    mutating func object() -> PredicateValue {
      var values: [String: PredicateValue] = [:]
      for key in ["a", "b", "c", "d"] {
        let number = Int64.random(in: -1...2, using: &numbers)
        values[key] = number < 0 ? .null : .integer(number)
      }
      var items: [PredicateValue] = []
      for index in 0..<Int.random(in: 0...3, using: &numbers) {
        let number = Int64.random(in: -1...2, using: &numbers)
        items.append(
          .object(TestObject(Int64(index), ["n": number < 0 ? .null : .integer(number)])))
      }
      values["items"] = .array(items)
      return .object(TestObject(0, values))
    }
  }

  private func expectSame(
    _ one: String, _ other: String, on object: PredicateValue, _ semantics: NullSemantics,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: semantics))
    let left = try evaluator.truth(of: parsed(one), on: object)
    let right = try evaluator.truth(of: parsed(other), on: object)
    #expect(left == right, "\(one)\n\(other)", sourceLocation: sourceLocation)
  }

  @Test(arguments: seeds, NullSemantics.allCases)
  func compoundsFollowTheLawsOfLogic(seed: UInt64, semantics: NullSemantics) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<10 {
      let (a, b) = (generator.predicate(depth: 2), generator.predicate(depth: 2))
      let object = generator.object()
      try expectSame(
        "NOT ((\(a)) AND (\(b)))", "(NOT (\(a))) OR (NOT (\(b)))", on: object, semantics)
      try expectSame(
        "NOT ((\(a)) OR (\(b)))", "(NOT (\(a))) AND (NOT (\(b)))", on: object, semantics)
      try expectSame("NOT (NOT (\(a)))", a, on: object, semantics)
      try expectSame("(\(a)) AND (\(b))", "(\(b)) AND (\(a))", on: object, semantics)
      try expectSame("(\(a)) OR (\(b))", "(\(b)) OR (\(a))", on: object, semantics)
      try expectSame("(\(a)) AND ((\(a)) OR (\(b)))", a, on: object, semantics)
      try expectSame("(\(a)) OR ((\(a)) AND (\(b)))", a, on: object, semantics)
      try expectSame("(\(a)) AND TRUEPREDICATE", a, on: object, semantics)
      try expectSame("(\(a)) OR FALSEPREDICATE", a, on: object, semantics)
      try expectSame("(\(a)) AND FALSEPREDICATE", "FALSEPREDICATE", on: object, semantics)
    }
  }

  @Test(arguments: seeds)
  func foundationIsNeverUnknown(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<20 {
      let format = generator.predicate(depth: 3)
      var evaluator = PredicateEvaluator()
      let truth = try evaluator.truth(of: parsed(format), on: generator.object())
      #expect(truth != .unknown, "\(format)")
    }
  }

  @Test func aStoreIsUnknownOfAThirdValue() throws {
    var generator = Generator(seed: 7)
    var found: Set<Truth> = []
    for _ in 0..<200 {
      let format = generator.predicate(depth: 1)
      var evaluator = PredicateEvaluator(options: EvaluationOptions(nullSemantics: .store))
      found.insert(try evaluator.truth(of: parsed(format), on: generator.object()))
    }
    #expect(found == Set(Truth.allCases))
  }

  /// ANY and ALL count the elements for which the comparison is true.
  @Test(arguments: seeds, NullSemantics.allCases)
  func quantifiersCountLikeSubqueries(seed: UInt64, semantics: NullSemantics) throws {
    var generator = Generator(seed: seed)
    for sign in ["==", "!=", "<", ">="] {
      let object = generator.object()
      let kept = "SUBQUERY(items, $i, $i.n \(sign) 1).@count"
      try expectSame("ANY items.n \(sign) 1", "\(kept) > 0", on: object, semantics)
      try expectSame("ALL items.n \(sign) 1", "\(kept) == items.@count", on: object, semantics)
      try expectSame("NONE items.n \(sign) 1", "\(kept) == 0", on: object, semantics)
    }
  }

  @Test(arguments: seeds)
  func numbersHaveOneOrder(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var values: [PredicateValue] = [
      .double(.infinity), .double(-.infinity), .double(.nan), .double(-0.0), .boolean(true),
    ]
    for _ in 0..<12 {
      let integer = Int64.random(in: .min ... .max, using: &numbers)
      values += [.integer(integer), .double(Double(integer)), .integer(integer % 5)]
      values.append(.double(Double(integer % 1000) / 8))
      values.append(try decimal("\(integer % 1000)").map { .decimal($0) } ?? .null)
      values.append(.decimal(try #require(try decimal("\(integer)"))))
    }
    var evaluator = PredicateEvaluator(bindings: [:])
    let sorted = try evaluator.sorted(
      values, by: [ValueSortKey(ExpressionSyntax(.selfObject, SourceRange(0, 0)))])
    for (index, left) in sorted.enumerated() {
      for right in sorted[index...] {
        var pair = PredicateEvaluator(arguments: [left, right])
        #expect(try pair.evaluate(parsed("%@ <= %@"), on: .null), "\(left) \(right)")
        #expect((left == right) == (try pair.evaluate(parsed("%@ >= %@"), on: .null)))
        if left == right { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
      }
    }
  }
}
