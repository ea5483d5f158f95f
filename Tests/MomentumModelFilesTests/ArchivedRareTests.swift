import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Archived expressions of rare kinds become formats again.
@Suite struct ArchivedRareTests {
  /// The format, or why there is none.
  private func expression(_ make: (ArchiveBuilder) -> PropertyList) throws -> String {
    let builder = ArchiveBuilder()
    let archive = try KeyedArchive(builder.archive(root: make(builder)))
    do throws(ArchivedFormatFailure) {
      return try ArchivedFormat(archive: archive, budget: ArchiveBudget()).decodedExpression(
        archive.root)
    } catch {
      return error.text
    }
  }

  /// Kinds that no archive seen so far has, each with its parts in their order.
  @Test func rareExpressionsAreWrittenAsTheyAreRead() throws {
    func rare(_ name: String, _ members: (ArchiveBuilder) -> [String: PropertyList]) throws
      -> String
    {
      try expression { $0.object("NS\(name)Expression", members($0)) }
    }
    for (number, word) in [(5, "UNION"), (6, "INTERSECT"), (7, "MINUS")] as [(Int64, String)] {
      #expect(
        try rare("Set") {
          [
            "NSExpressionType": .integer(number), "NSLeftExpression": $0.keyPath("a"),
            "NSRightExpression": $0.keyPath("b"),
          ]
        } == "(a \(word) b)")
    }
    for number in [4, 8] as [Int64] {
      #expect(
        try rare("Set") {
          [
            "NSExpressionType": .integer(number), "NSLeftExpression": $0.keyPath("a"),
            "NSRightExpression": $0.keyPath("b"),
          ]
        } == "a 'NSSetExpression' in it is not whole")
    }
    #expect(try rare("Symbolic") { ["NSSymbol": $0.string("x")] } == "x")
    #expect(
      try rare("Subquery") {
        [
          "NSCollectionExpression": $0.keyPath("cars"),
          "NSVariableExpression": $0.object(
            "NSVariableExpression", ["NSVariable": $0.string("c")]),
          "NSPredicate": $0.object("NSTruePredicate", [:]),
        ]
      } == "SUBQUERY(cars, $c, TRUEPREDICATE)")
    #expect(
      try rare("Ternary") {
        [
          "NSPredicate": $0.object("NSFalsePredicate", [:]), "NSTrueExpression": $0.keyPath("a"),
          "NSFalseExpression": $0.keyPath("b"),
        ]
      } == "TERNARY(FALSEPREDICATE, a, b)")
    #expect(
      try rare("VariableAssignment") {
        [
          "NSAssignmentVariable": $0.object(
            "NSVariableExpression", ["NSVariable": $0.string("v")]),
          "NSSubexpression": $0.keyPath("a"),
        ]
      } == "$v := a")
    for name in ["Set", "Symbolic"] {
      #expect(try rare(name) { _ in [:] } == "a 'NS\(name)Expression' in it is not whole")
    }
    for name in ["Subquery", "Ternary", "VariableAssignment"] {
      #expect(try rare(name) { _ in [:] } == "a 'reference' in it is not whole")
    }
  }
}
