import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

@Suite(.tags(.random)) struct ValueSortingTests {
  private func sorted(
    _ values: [PredicateValue], _ order: SortComparison = .binary, isAscending: Bool = true
  ) throws -> [PredicateValue] {
    var evaluator = PredicateEvaluator()
    return try evaluator.sorted(
      values, by: [ValueSortKey(value("SELF"), isAscending: isAscending, comparison: order)])
  }

  private func expectOrder(
    _ texts: [String], _ order: SortComparison,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let values = texts.map { PredicateValue.string($0) }
    #expect(
      try sorted(values.reversed(), order) == values, "\(order)", sourceLocation: sourceLocation)
  }

  @Test func compareSortsByCodePoint() throws {
    try expectOrder(["B", "a", "b", "z", "é", "\u{FF21}", "😀"], .binary)
  }

  @Test func caseInsensitiveTakesLettersTogether() throws {
    try expectOrder(["a", "B", "c", "D"], .caseInsensitive)
    try expectOrder(["a", "B", "c", "D"], .localizedCaseInsensitive)
  }

  @Test func localizedSortsAccentsByTheirLetter() throws {
    try expectOrder(["a", "e", "é", "f", "Z"], .localized)
  }

  @Test func localizedStandardReadsNumbers() throws {
    try expectOrder(["file 2", "File 9", "file 10"], .localizedStandard)
  }

  @Test func localizedStandardIsOneOrderWhereverRowsStoodBefore() throws {
    let texts = [
      "aABC", "AΣ", "ä^a$", "Ä?", "AABC", "iς", "İ\"", "i̇ǅ", "ÅZNAME", "Ånaïve", "SSK", "ß😀", "ﬁx",
      "fia", "010AB", "10ab", "9", "09", "123456789", "1234567890", "00", "a b", "a1", "",
      "a\u{308}x",
    ]
    let sorted = try sorted(texts.map { .string($0) }, .localizedStandard)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let mixed = texts.shuffled(using: &generator).map { PredicateValue.string($0) }
      #expect(try self.sorted(mixed, .localizedStandard) == sorted)
    }
    let numbers = ["0", "007", "8", "123456789", "1234567890", "12345678901234567890"]
    try expectOrder(numbers, .localizedStandard)
  }

  @Test func nilStandsFirstAndLastWhenDescending() throws {
    let values: [PredicateValue] = [.integer(2), .null, .integer(1)]
    #expect(try sorted(values) == [.null, .integer(1), .integer(2)])
    #expect(try sorted(values, isAscending: false) == [.integer(2), .integer(1), .null])
  }

  @Test func theSecondKeyBreaksTies() throws {
    let rows: [PredicateValue] = [("b", 1), ("a", 1), ("a", 2)].enumerated().map { index, pair in
      .object(
        TestObject(Int64(index), ["name": .string(pair.0), "age": .integer(Int64(pair.1))]))
    }
    var evaluator = PredicateEvaluator()
    let result = try evaluator.sorted(
      rows, by: [ValueSortKey(value("age"), isAscending: false), ValueSortKey(value("name"))])
    #expect(result == [rows[2], rows[1], rows[0]])
  }

  @Test func equalObjectsStayAsTheyWere() throws {
    let rows: [PredicateValue] = (0..<100).map {
      .object(TestObject($0, ["n": .integer($0 % 3)]))
    }
    var evaluator = PredicateEvaluator()
    let result = try evaluator.sorted(rows, by: [ValueSortKey(value("n"))])
    #expect(
      result == (0..<3).flatMap { rest in rows.indices.filter { $0 % 3 == rest }.map { rows[$0] } })
  }

  @Test func valuesOfTwoKindsHaveNoOrder() throws {
    let error = #expect(throws: EvaluationError.self) {
      try sorted([.integer(1), .string("a")])
    }
    #expect(error?.kind == .notComparable("a string", "a number"))
    #expect(throws: EvaluationError.self) { try sorted([.integer(1), .integer(2)], .localized) }
  }
}
