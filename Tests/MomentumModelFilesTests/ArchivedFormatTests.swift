import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumTestSupport
import Testing

@testable import MomentumModelFiles

/// Archived predicates and expressions become formats again, each kind for itself.
@Suite struct ArchivedFormatRuleTests {
  private func format(_ make: (ArchiveBuilder) -> PropertyList) throws -> (
    ArchivedFormat, PropertyList?
  ) {
    let builder = ArchiveBuilder()
    let archive = try KeyedArchive(builder.archive(root: make(builder)))
    return (ArchivedFormat(archive: archive, budget: ArchiveBudget()), archive.root)
  }

  private func predicate(_ make: (ArchiveBuilder) -> PropertyList) throws -> String? {
    let (format, root) = try format(make)
    return format.predicate(root)
  }

  /// The format, or why there is none.
  private func expression(_ make: (ArchiveBuilder) -> PropertyList) throws -> String {
    let (format, root) = try format(make)
    do throws(ArchivedFormatFailure) {
      return try format.decodedExpression(root)
    } catch {
      return error.text
    }
  }

  // MARK: - Comparisons

  /// The numbers of `NSComparisonPredicate.Operator`.
  @Test(
    arguments: [
      (0, "<"), (1, "<="), (2, ">"), (3, ">="), (4, "=="), (5, "!="), (6, "MATCHES"), (7, "LIKE"),
      (8, "BEGINSWITH"), (9, "ENDSWITH"), (10, "IN"), (99, "CONTAINS"), (100, "BETWEEN"),
    ] as [(Int64, String)])
  func operatorsHaveTheirNumbers(number: Int64, sign: String) throws {
    let found = try predicate { $0.comparison($0.keyPath("a"), number, $0.keyPath("b")) }
    #expect(found == "a \(sign) b")
  }

  /// Case 1, accents 2, normalized 4, locale 8; another bit is no option.
  @Test(
    arguments: [
      (0, ""), (1, "[c]"), (2, "[d]"), (4, "[n]"), (8, "[l]"), (3, "[cd]"), (11, "[cdl]"),
      (15, "[cdnl]"), (16, ""), (17, "[c]"),
    ] as [(Int64, String)])
  func optionsAreBits(bits: Int64, letters: String) throws {
    let found = try predicate {
      $0.comparison($0.keyPath("a"), 4, $0.keyPath("b"), options: bits)
    }
    #expect(found == "a ==\(letters) b")
  }

  @Test(arguments: [(-1, nil), (0, ""), (1, "ALL "), (2, "ANY "), (3, nil)] as [(Int64, String?)])
  func modifiersAreNumbers(number: Int64, word: String?) throws {
    let found = try predicate {
      $0.comparison($0.keyPath("a"), 4, $0.keyPath("b"), modifier: number)
    }
    #expect(found == word.map { "\($0)a == b" })
  }

  @Test func whatIsMissingInAComparisonRefusesIt() throws {
    let numbers: [Int64] = [-1, 11, 98, 101]
    for number in numbers {
      #expect(try predicate { $0.comparison($0.keyPath("a"), number, $0.keyPath("b")) } == nil)
    }
    #expect(
      try predicate {
        $0.object(
          "NSComparisonPredicate",
          ["NSLeftExpression": $0.keyPath("a"), "NSRightExpression": $0.keyPath("b")])
      } == nil, "no operator")
    #expect(
      try predicate {
        let kind = $0.object("NSEqualityPredicateOperator", ["NSOperatorType": .integer(4)])
        return $0.object(
          "NSComparisonPredicate",
          ["NSLeftExpression": $0.keyPath("a"), "NSPredicateOperator": kind])
      } == nil, "no right side")
    #expect(
      try predicate {
        // Texts keep their options as flags.
        let kind = $0.object(
          "NSSubstringPredicateOperator", ["NSOperatorType": .integer(99), "NSFlags": .integer(1)])
        return $0.object(
          "NSComparisonPredicate",
          [
            "NSLeftExpression": $0.keyPath("a"), "NSRightExpression": $0.keyPath("b"),
            "NSPredicateOperator": kind,
          ])
      } == "a CONTAINS[c] b")
  }

  @Test func compoundsAreJoinedByTheirWord() throws {
    func compound(_ kind: Int64, _ count: Int) throws -> String? {
      try predicate { builder in
        builder.object(
          "NSCompoundPredicate",
          [
            "NSCompoundPredicateType": .integer(kind),
            "NSSubpredicates": builder.array(
              (0..<count).map { _ in builder.object("NSTruePredicate", [:]) }),
          ])
      }
    }
    #expect(try compound(0, 1) == "NOT (TRUEPREDICATE)")
    #expect(try compound(0, 0) == nil)
    #expect(try compound(1, 0) == "TRUEPREDICATE")
    #expect(try compound(1, 1) == "TRUEPREDICATE")
    #expect(try compound(1, 2) == "(TRUEPREDICATE) AND (TRUEPREDICATE)")
    #expect(try compound(2, 0) == "FALSEPREDICATE")
    #expect(try compound(2, 1) == "TRUEPREDICATE")
    #expect(try compound(2, 2) == "(TRUEPREDICATE) OR (TRUEPREDICATE)")
    #expect(try compound(3, 1) == nil)
  }

  // MARK: - Expressions

  @Test(arguments: [
    ("add:to:", "(a + b)"), ("from:subtract:", "(a - b)"), ("multiply:by:", "(a * b)"),
    ("divide:by:", "(a / b)"), ("raise:toPower:", "(a ** b)"), ("max:", "max:(a, b)"),
    ("castObject:toType:", "CAST(a, b)"),
  ])
  func functionsOfTwoAreOperators(selector: String, text: String) throws {
    #expect(
      try expression { $0.function(selector, [$0.keyPath("a"), $0.keyPath("b")]) } == text)
  }

  @Test(arguments: [
    ("count:", "a.@count"), ("sum:", "a.@sum"), ("average:", "a.@avg"), ("min:", "a.@min"),
    ("max:", "a.@max"), ("abs:", "abs:(a)"), ("add:to:", "add:to:(a)"),
  ])
  func functionsOfACollectionStandBehindIt(selector: String, text: String) throws {
    #expect(try expression { $0.function(selector, [$0.keyPath("a")]) } == text)
    let ofConstant = try expression { $0.function(selector, [$0.constant(.integer(1))]) }
    #expect(ofConstant == "\(selector)(1)", "only a key path has such keys")
  }

  @Test func otherExpressionsAreWrittenAsTheyAreRead() throws {
    #expect(try expression { $0.object("NSSelfExpression", [:]) } == "SELF")
    #expect(try expression { $0.object("NSAnyKeyExpression", [:]) } == "ANYKEY")
    #expect(
      try expression { $0.object("NSVariableExpression", ["NSVariable": $0.string("N")]) } == "$N")
    #expect(
      try expression { builder in
        builder.object(
          "NSKeyPathExpression",
          [
            "NSOperand": builder.object(
              "NSVariableExpression", ["NSVariable": builder.string("N")]),
            "NSArguments": builder.array([
              builder.object(
                "NSKeyPathSpecifierExpression", ["NSKeyPath": builder.string("a.b")])
            ]),
          ])
      } == "$N.a.b")
    #expect(
      try expression { builder in
        builder.object(
          "NSAggregateExpression",
          ["NSCollection": builder.array([builder.keyPath("a"), builder.constant(.integer(1))])])
      } == "{a, 1}")
    for (flag, word) in [(true, "YES"), (false, "NO")] {
      #expect(
        try expression {
          $0.object(
            "NSFetchRequestExpression",
            [
              "NSFRExpression": $0.constant(.string("r")), "NSMOCExpression": $0.keyPath("c"),
              "NSCountOnlyFlag": .boolean(flag),
            ])
        } == "FETCH(\"r\", c, \(word))")
    }
    for (arguments, list) in [([], ""), ([1], ", 1"), ([1, 2], ", 1, 2")] as [([Int64], String)] {
      #expect(
        try expression { builder in
          builder.object(
            "NSFunctionExpression",
            [
              "NSOperand": builder.keyPath("a"), "NSSelectorName": builder.string("m"),
              "NSArguments": builder.array(arguments.map { builder.constant(.integer($0)) }),
            ])
        } == "FUNCTION(a, \"m\"\(list))")
    }
  }

  @Test func constantsAreWrittenAsTheyAreRead() throws {
    let rows: [(PropertyList, String)] = [
      (.boolean(true), "YES"), (.boolean(false), "NO"), (.integer(-3), "-3"), (.real(0.5), "0.5"),
      (.date(60), "CAST(60.0, 'NSDate')"), (.string("$null"), "nil"),
      (.string("a\"b\\c\n\t\r"), #""a\"b\\c\n\t\r""#),
      (.real(.infinity), "it holds a 'number that is not finite', which is not known"),
      (.date(.nan), "it holds a 'date that is not finite', which is not known"),
      (.data([1]), "it holds a 'constant of another type', which is not known"),
    ]
    for (value, text) in rows { #expect(try expression { $0.constant(value) } == text) }
    func object(_ make: (ArchiveBuilder) -> PropertyList) throws -> String {
      try expression {
        $0.object("NSConstantValueExpression", ["NSConstantValue": make($0)])
      }
    }
    #expect(
      try object { $0.object("NSMutableString", ["NS.string": .string("x")]) } == "\"x\"")
    #expect(
      try object { $0.object("NSDate", ["NS.time": .real(5)]) } == "CAST(5.0, 'NSDate')")
    for name in ["NSArray", "NSMutableArray"] {
      #expect(
        try object { builder in
          let items = [builder.value(.integer(1)), builder.value(.integer(2))]
          return builder.object(name, ["NS.objects": .array(items)])
        } == "{1, 2}")
    }
    #expect(
      try object { $0.array([$0.array([$0.value(.integer(1))])]) }
        == "it holds a 'list in a list', which is not known")
    #expect(
      try object { $0.object("NSNumberFormatter", [:]) }
        == "it holds a 'constant of class NSNumberFormatter', which is not known")
  }

  @Test func whatIsNotWholeSaysSo() throws {
    for name in ["NSVariableExpression", "NSKeyPathSpecifierExpression", "NSFunctionExpression"] {
      #expect(try expression { $0.object(name, [:]) } == "a '\(name)' in it is not whole")
    }
    #expect(try expression { $0.value(.integer(1)) } == "a 'reference' in it is not whole")
    #expect(
      try expression { $0.object("NSBlockExpression", [:]) }
        == "it holds a 'NSBlockExpression', which is not known")
    #expect(
      try expression {
        $0.object(
          "NSFunctionExpression",
          [
            "NSOperand": $0.object(
              "NSConstantValueExpression", ["NSConstantValueClassName": $0.string("Other")]),
            "NSSelectorName": $0.string("now"),
          ])
      } == "it holds a 'method of 'Other'', which is not known")
  }

  // MARK: - Size

  /// A small archive can mean a huge text, because one long name may be used many times. The text of
  /// a name counts where it is used, and again in the list around it: 64 MiB in all.
  @Test(arguments: [(1, true), (3, true), (4, false), (6, false)])
  func aLongNameMayBeUsedAFewTimes(uses: Int, isRead: Bool) throws {
    let length = 8 << 20
    let text = try expression { builder in
      let name = builder.string(String(repeating: "n", count: length))
      let variable = builder.object("NSVariableExpression", ["NSVariable": name])
      return builder.object(
        "NSAggregateExpression",
        ["NSCollection": builder.array(Array(repeating: variable, count: uses))])
    }
    if isRead {
      #expect(text.utf8.count == uses * (length + 1) + 2 * (uses - 1) + 2)
    } else {
      #expect(text == ArchivedFormatFailure.tooLarge.text)
    }
  }

  // MARK: - Depth

  /// A way to put one expression into another, and how many levels deeper the inner one stands.
  struct Wrapper: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var levels = 1
    var wrap: @Sendable (PropertyList, ArchiveBuilder) -> PropertyList
  }

  static let wrappers: [Wrapper] = [
    Wrapper(testDescription: "target of a message") {
      $1.object(
        "NSFunctionExpression",
        ["NSOperand": $0, "NSSelectorName": $1.string("m"), "NSArguments": $1.array([])])
    },
    Wrapper(testDescription: "argument of a function") { $1.function("abs:", [$0]) },
    Wrapper(testDescription: "left operand") {
      $1.function("add:to:", [$0, $1.constant(.integer(1))])
    },
    Wrapper(testDescription: "right operand") {
      $1.function("add:to:", [$1.constant(.integer(1)), $0])
    },
    Wrapper(testDescription: "start of a path", wrap: path),
    Wrapper(testDescription: "collection of an operator", levels: 2) {
      $1.function("count:", [path($0, $1)])
    },
    Wrapper(testDescription: "request of FETCH") {
      $1.object(
        "NSFetchRequestExpression",
        ["NSFRExpression": $0, "NSMOCExpression": $1.constant(.integer(1))])
    },
    Wrapper(testDescription: "context of FETCH") {
      $1.object(
        "NSFetchRequestExpression",
        ["NSFRExpression": $1.constant(.integer(1)), "NSMOCExpression": $0])
    },
    Wrapper(testDescription: "element of a list") {
      $1.object("NSAggregateExpression", ["NSCollection": $1.array([$0])])
    },
  ]

  private static let path: @Sendable (PropertyList, ArchiveBuilder) -> PropertyList = {
    $1.object(
      "NSKeyPathExpression",
      [
        "NSOperand": $0,
        "NSArguments": $1.array([
          $1.object("NSKeyPathSpecifierExpression", ["NSKeyPath": $1.string("a")])
        ]),
      ])
  }

  /// 200 levels are read, whatever they are made of; the one below is refused.
  @Test(arguments: wrappers)
  func twoHundredLevelsAreRead(wrapper: Wrapper) throws {
    func nested(_ levels: Int) throws -> Bool {
      // What one step of two levels leaves over is made up by a step of one.
      let rest = levels % wrapper.levels
      let text = try expression { builder in
        var value = builder.object("NSSelfExpression", [:])
        for _ in 0..<rest { value = builder.function("abs:", [value]) }
        for _ in 0..<levels / wrapper.levels { value = wrapper.wrap(value, builder) }
        return value
      }
      if text == "it is nested too deeply or refers to itself" { return false }
      #expect(text.contains("SELF") || text.contains("a"), "\(text)")
      return true
    }
    #expect(try nested(199), "an expression below 199 others")
    #expect(try !nested(200), "an expression below 200 others")
  }

  /// Each operand of a comparison is one level below it, whatever the other one is.
  @Test(arguments: [false, true])
  func bothOperandsOfAComparisonCountAsLevels(isRight: Bool) throws {
    func read(_ levels: Int) throws -> String? {
      try predicate { builder in
        let deep = (0..<levels).reduce(builder.keyPath("b")) { inner, _ in
          builder.function("abs:", [inner])
        }
        let flat = builder.keyPath("a")
        return builder.comparison(isRight ? flat : deep, 4, isRight ? deep : flat)
      }
    }
    // A key path's own parts are one level below it.
    let most = 197
    let text = String(repeating: "abs:(", count: most) + "b" + String(repeating: ")", count: most)
    #expect(try read(most) == (isRight ? "a == \(text)" : "\(text) == a"))
    #expect(try read(most + 1) == nil)
    #expect(try read(most + 2) == nil)
  }

  @Test func predicatesAndConstantsCountAsLevels() throws {
    func negated(_ levels: Int, _ leaf: (ArchiveBuilder) -> PropertyList) throws -> Bool {
      try predicate { builder in
        (0..<levels).reduce(leaf(builder)) { inner, _ in
          builder.object(
            "NSCompoundPredicate",
            ["NSCompoundPredicateType": .integer(0), "NSSubpredicates": builder.array([inner])])
        }
      } != nil
    }
    #expect(try negated(199) { $0.object("NSTruePredicate", [:]) })
    #expect(try !negated(200) { $0.object("NSTruePredicate", [:]) })
    #expect(
      try negated(198) { $0.comparison($0.constant(.integer(1)), 4, $0.constant(.integer(1))) })
    #expect(
      try !negated(199) { $0.comparison($0.constant(.integer(1)), 4, $0.constant(.integer(1))) })
    func listed(_ levels: Int) throws -> Bool {
      try expression { builder in
        let list = builder.object(
          "NSConstantValueExpression",
          ["NSConstantValue": builder.array([builder.value(.integer(1))])])
        return (0..<levels).reduce(list) { inner, _ in builder.function("abs:", [inner]) }
      } != "it is nested too deeply or refers to itself"
    }
    #expect(try listed(198), "the list's element stands one level deeper")
    #expect(try !listed(199))
  }
}
