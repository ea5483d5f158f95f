import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// What an archive means where it leaves something out, and what is said where it cannot be read.
@Suite struct ArchivedDefaultTests {
  private func predicate(_ make: (ArchiveBuilder) -> PropertyList) throws -> String? {
    let builder = ArchiveBuilder()
    let archive = try KeyedArchive(builder.archive(root: make(builder)))
    return ArchivedFormat(archive: archive, budget: ArchiveBudget()).predicate(archive.root)
  }

  private func reason(_ make: (ArchiveBuilder) -> PropertyList) throws -> String {
    let builder = ArchiveBuilder()
    let archive = try KeyedArchive(builder.archive(root: make(builder)))
    do throws(ArchivedFormatFailure) {
      return try ArchivedFormat(archive: archive, budget: ArchiveBudget())
        .decodedExpression(archive.root)
    } catch {
      return error.text
    }
  }

  // MARK: - Comparisons

  /// An operator without options has none; `NSOptions` counts before `NSFlags`; no modifier is "direct".
  @Test(
    arguments: [
      ([:], "a == b"), (["NSOptions": 0], "a == b"), (["NSFlags": 0], "a == b"),
      (["NSOptions": 1], "a ==[c] b"), (["NSFlags": 2], "a ==[d] b"),
      (["NSOptions": 0, "NSFlags": 3], "a == b"), (["NSOptions": 2, "NSFlags": 1], "a ==[d] b"),
      (["NSModifier": 0], "a == b"), (["NSModifier": 1], "ALL a == b"),
      (["NSModifier": 2, "NSOptions": 1], "ANY a ==[c] b"), (["NSModifier": 3], nil),
      (["NSOperatorType": 2], "a > b"), (["NSOperatorType": 5], "a != b"),
      (["NSOperatorType": 11], nil),
    ] as [([String: Int64], String?)])
  func whatAnOperatorLeavesOutIsItsDefault(members: [String: Int64], text: String?) throws {
    let found = try predicate { builder in
      let kind = builder.object(
        "NSPredicateOperator",
        ["NSOperatorType": PropertyList.integer(4)].merging(
          members.mapValues { .integer($0) }
        ) { $1 })
      return builder.object(
        "NSComparisonPredicate",
        [
          "NSLeftExpression": builder.keyPath("a"), "NSRightExpression": builder.keyPath("b"),
          "NSPredicateOperator": kind,
        ])
    }
    #expect(found == text)
  }

  @Test func aComparisonNeedsItsOperatorAndBothSides() throws {
    for missing in ["NSLeftExpression", "NSRightExpression", "NSPredicateOperator", "none"] {
      let found = try predicate { builder in
        var members = [
          "NSLeftExpression": builder.keyPath("a"), "NSRightExpression": builder.keyPath("b"),
          "NSPredicateOperator": builder.object(
            "NSPredicateOperator", ["NSOperatorType": .integer(4)]),
        ]
        members[missing] = nil
        return builder.object("NSComparisonPredicate", members)
      }
      #expect(found == (missing == "none" ? "a == b" : nil), "\(missing)")
    }
    #expect(
      try predicate { builder in
        builder.object(
          "NSComparisonPredicate",
          [
            "NSLeftExpression": builder.keyPath("a"), "NSRightExpression": builder.keyPath("b"),
            "NSPredicateOperator": builder.object("NSPredicateOperator", [:]),
          ])
      } == nil, "an operator without a number")
    #expect(try predicate { $0.object("NSTruePredicate", [:]) } == "TRUEPREDICATE")
    #expect(try predicate { $0.object("NSFalsePredicate", [:]) } == "FALSEPREDICATE")
    #expect(try predicate { $0.object("NSBlockPredicate", [:]) } == nil)
    #expect(try predicate { $0.keyPath("a") } == nil, "an expression is no predicate")
  }

  /// Only the first part of a negation counts; a kind that is missing or unknown is no predicate.
  @Test func compoundsKeepTheOrderOfTheirParts() throws {
    func compound(_ kind: Int64?, _ parts: [String]) throws -> String? {
      try predicate { builder in
        var members = ["NSSubpredicates": builder.array(parts.map { builder.object($0, [:]) })]
        members["NSCompoundPredicateType"] = kind.map { .integer($0) }
        return builder.object("NSCompoundPredicate", members)
      }
    }
    let (yes, no) = ("NSTruePredicate", "NSFalsePredicate")
    #expect(try compound(0, [yes, no]) == "NOT (TRUEPREDICATE)")
    #expect(try compound(0, [no, yes]) == "NOT (FALSEPREDICATE)")
    #expect(try compound(1, [yes, no]) == "(TRUEPREDICATE) AND (FALSEPREDICATE)")
    #expect(
      try compound(2, [no, yes, no]) == "(FALSEPREDICATE) OR (TRUEPREDICATE) OR (FALSEPREDICATE)")
    #expect(try compound(1, [no]) == "FALSEPREDICATE")
    #expect(try compound(1, [yes, "NSBlockPredicate"]) == nil)
    #expect(try compound(nil, [yes]) == nil)
    #expect(try compound(-1, [yes]) == nil)
  }

  // MARK: - Reasons

  @Test func aReasonNamesTheKindWithAtMostEightyLetters() throws {
    let name = String(repeating: "k", count: 81)
    #expect(
      try reason { $0.object(name, [:]) } == "it holds a '\(name.dropLast())', which is not known")
    #expect(
      try reason { $0.object(String(name.dropLast()), [:]) }
        == "it holds a '\(name.dropLast())', which is not known")
    #expect(
      try reason { $0.comparison($0.keyPath("a"), 4, $0.keyPath("b")) }
        == "it holds a 'NSComparisonPredicate', which is not known")
  }

  /// What is left out in an expression is named by the object that lacks it.
  @Test func whatAnExpressionLacksIsNamed() throws {
    let missing = "a 'reference' in it is not whole"
    #expect(try reason { $0.object("NSKeyPathExpression", [:]) } == missing)
    #expect(
      try reason {
        $0.object(
          "NSKeyPathExpression",
          [
            "NSArguments": $0.array([
              $0.object("NSKeyPathSpecifierExpression", ["NSKeyPath": $0.string("a")])
            ])
          ])
      } == missing)
    #expect(
      try reason { $0.object("NSFetchRequestExpression", ["NSFRExpression": $0.keyPath("a")]) }
        == missing)
    #expect(
      try reason { $0.object("NSFetchRequestExpression", ["NSMOCExpression": $0.keyPath("a")]) }
        == missing)
    #expect(try reason { $0.object("NSAggregateExpression", [:]) } == "{}")
    #expect(try reason { $0.object("NSConstantValueExpression", [:]) } == "nil")
    #expect(
      try reason {
        $0.object(
          "NSFetchRequestExpression",
          ["NSFRExpression": $0.keyPath("a"), "NSMOCExpression": $0.keyPath("b")])
      } == "FETCH(a, b, NO)")
    #expect(
      try reason {
        $0.object(
          "NSFunctionExpression",
          [
            "NSOperand": $0.object(
              "NSConstantValueExpression",
              ["NSConstantValueClassName": $0.string("_NSPredicateUtilities")]),
            "NSSelectorName": $0.string("add:to:"),
            "NSArguments": $0.array([$0.keyPath("a"), $0.keyPath("b")]),
          ])
      } == "(a + b)")
    #expect(
      try reason { $0.function("add:to:", [$0.keyPath("a"), $0.keyPath("b"), $0.keyPath("c")]) }
        == "add:to:(a, b, c)")
    #expect(try reason { $0.function("now", []) } == "now()")
    #expect(try reason { $0.function("sum:", [$0.keyPath("a"), $0.keyPath("b")]) } == "sum:(a, b)")
    #expect(
      try reason { $0.function("castObject:toType:", [$0.keyPath("a")]) } == "CAST(a)")
  }

  // MARK: - Mapping models

  private func read(
    _ mapping: (ArchiveBuilder) -> [String: PropertyList]
  ) -> (EntityMapping?, [String]) {
    let builder = ArchiveBuilder()
    let made = builder.object("NSEntityMapping", mapping(builder))
    let bytes = builder.archive(
      root: builder.object("NSMappingModel", ["NSEntityMappings": builder.array([made])]))
    var diagnostics = Diagnostics()
    let model = CompiledMappingReader.read(
      bytes, SourceFile(path: "M.cdm", utf8: bytes), &diagnostics)
    return (model?.entityMappings.first, diagnostics.all.map(\.text))
  }

  /// The message names whose expression it is, and then the reason; the expression keeps the reason too.
  @Test func anUnknownExpressionIsNamedByItsOwner() {
    let (mapping, texts) = read { builder in
      func property(_ name: String?, _ kind: String) -> PropertyList {
        var members = ["NSValueExpression": builder.object(kind, [:])]
        members["NSDestinationPropertyName"] = name.map { builder.string($0) }
        return builder.object("NSPropertyMapping", members)
      }
      return [
        "NSMappingName": builder.string("CarToCar"),
        "NSSourceExpression": builder.object("NSBlockExpression", [:]),
        "NSAttributeMappings": builder.array([
          property("price", "NSUnknownExpression"), property("name", "NSSelfExpression"),
          property(nil, "NSVariableExpression"),
        ]),
        "NSRelationshipMappings": builder.array([property("owner", "NSSubqueries")]),
      ]
    }
    #expect(
      texts == [
        "the expression of the source of 'CarToCar' cannot be decoded: it holds a 'NSBlockExpression', which is not known",
        "the expression of 'price' in 'CarToCar' cannot be decoded: it holds a 'NSUnknownExpression', which is not known",
        "the expression of '' in 'CarToCar' cannot be decoded: a 'NSVariableExpression' in it is not whole",
        "the expression of 'owner' in 'CarToCar' cannot be decoded: it holds a 'NSSubqueries', which is not known",
      ])
    #expect(
      mapping?.sourceExpression == "<it holds a 'NSBlockExpression', which is not known>")
    #expect(mapping?.attributeMappings.map(\.name) == ["price", "name", ""])
    #expect(
      mapping?.attributeMappings.map(\.valueExpression) == [
        "<it holds a 'NSUnknownExpression', which is not known>", "SELF",
        "<a 'NSVariableExpression' in it is not whole>",
      ])
    #expect(
      mapping?.relationshipMappings.map(\.valueExpression) == [
        "<it holds a 'NSSubqueries', which is not known>"
      ])
  }

  @Test func aMappingWithoutFactsIsEmpty() {
    let (mapping, texts) = read { _ in [:] }
    #expect(texts == [])
    #expect(mapping == EntityMapping(name: "", kind: .undefined))
  }

  /// The filter is the second of two arguments of the method that makes requests, and only there.
  @Test(
    arguments: [
      ("fetchRequestForSourceEntityNamed:predicateString:", ["Car", "price > 3"], "price > 3"),
      ("fetchRequestForSourceEntityNamed:predicateString:", ["Car", ""], ""),
      ("fetchRequestForSourceEntityNamed:predicateString:", ["Car", "TRUEPREDICATE"], nil),
      (
        "fetchRequestForSourceEntityNamed:predicateString:", ["Car", "truepredicate"],
        "truepredicate"
      ),
      ("fetchRequestForSourceEntityNamed:predicateString:", ["Car"], nil),
      ("fetchRequestForSourceEntityNamed:predicateString:", ["Car", "a", "b"], nil),
      ("fetchRequestForSourceEntityNamed:predicateString:", [], nil),
      ("other:", ["Car", "price > 3"], nil),
    ] as [(String, [String], String?)])
  func theFilterIsAnArgument(selector: String, arguments: [String], filter: String?) {
    let (mapping, _) = read { builder in
      [
        "NSSourceExpression": builder.object(
          "NSFetchRequestExpression",
          [
            "NSFRExpression": builder.function(
              selector, arguments.map { builder.constant(.string($0)) }),
            "NSMOCExpression": builder.object("NSSelfExpression", [:]),
          ])
      ]
    }
    #expect(mapping?.sourceFilter == filter)
    #expect(mapping?.sourceExpression?.hasPrefix("FETCH(") == true)
  }

  /// Kinds of mappings have the numbers 0 to 5.
  @Test(arguments: [(-1, nil), (0, 0), (5, 5), (6, nil)] as [(Int64, Int?)])
  func aKindIsANumber(number: Int64, kind: Int?) {
    let (mapping, texts) = read { _ in ["NSMappingType": .integer(number)] }
    #expect(mapping.map { Int($0.kind.rawValue) } == kind ?? 0)
    #expect(
      texts
        == (kind == nil
          ? ["the value of 'NSMappingType' of a 'NSEntityMapping' cannot be read; it is left out"]
          : []))
  }
}
