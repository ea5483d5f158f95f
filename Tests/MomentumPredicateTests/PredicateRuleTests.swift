import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rules of the checker that show in what is compiled, and in what is said of constants.
@Suite struct PredicateRuleTests {
  @Test(arguments: [
    ("price == abs:(-5)", TypedExpression.function(.absolute, [.constant(.integer(-5))])),
    ("weight == ceiling:(3)", .function(.ceiling, [.constant(.integer(3))])),
    ("weight == floor:(2.5)", .function(.floor, [.constant(.double(2.5))])),
    (
      "weight == modulus:by:(7, 2)",
      .function(.modulus, [.constant(.integer(7)), .constant(.integer(2))])
    ),
    ("price == noindex:(5)", .function(.noIndex, [.constant(.decimal(5))])),
    (
      "price == abs:($N)",
      .function(
        .absolute, [.variable(PredicateVariable(name: "N", type: .attribute(.double)))])
    ),
  ])
  func anArgumentOfAFunctionKeepsItsOwnType(format: String, right: TypedExpression) throws {
    let (predicate, findings) = checked(format)
    guard case .comparison(let comparison)? = predicate else {
      Issue.record("\(findings.all.map(\.text))")
      return
    }
    #expect(comparison.right == right)
  }

  /// A constant tells the type of the variables beside it, on either side.
  @Test(arguments: [
    ("$A IN {1, 2}", AttributeType.integer64, false), ("$A IN {'x', 'y'}", .string, false),
    ("5 IN $A", .integer64, true), ("'x' IN $A", .string, true), ("2.5 IN $A", .double, true),
    ("$A BETWEEN {1, 2}", .integer64, false), ("5 BETWEEN $A", .integer64, true),
    ("title IN $A", .string, true), ("$A IN {author.age, 2}", .integer16, false),
    ("$A BETWEEN {weight, 2}", .double, false),
  ])
  func aListTypesItsVariables(format: String, type: AttributeType, isList: Bool) throws {
    let (predicate, findings) = checked(format)
    let variables = try #require(predicate?.variables, "\(findings.all.map(\.text))")
    #expect(
      variables == [PredicateVariable(name: "A", type: .attribute(type), isCollection: isList)])
  }

  /// What two constants give is told, for each operator and each order of the two.
  @Test(arguments: [
    ("==", false, true, false), ("!=", true, false, true), ("<", true, false, false),
    ("<=", true, true, false), (">", false, false, true), (">=", false, true, true),
  ])
  func twoConstantsAreAlwaysTrueOrFalse(sign: String, less: Bool, equal: Bool, greater: Bool) {
    for (low, high) in [("1", "2"), ("1.5", "2"), ("'a'", "'b'"), ("1", "20000000000000000000")] {
      for (left, right, holds) in [(low, high, less), (low, low, equal), (high, low, greater)] {
        let findings = checked("\(left) \(sign) \(right)").findings.all
        #expect(findings.contains { $0.id == "predicate.constant-condition" })
        let told = findings.map(\.text).joined()
        #expect(told.contains("always \(holds),") || told.contains("always \(holds);"), "\(told)")
      }
    }
  }

  @Test(arguments: [
    "author.age == 2.0", "author.age > 1.5", "weight == 1.5", "author.age == 32767",
    "author.age == -32768", "price BETWEEN {1, 1}", "price BETWEEN {1, 5}", "isSold == 1",
    "title LIKE 'a*'", "title LIKE '?'", "title MATCHES 'a'", "title MATCHES $P",
    "price IN {1}", "title BETWEEN {'a', 'b'}",
  ])
  func whatIsMeantIsNotWarnedAbout(format: String) {
    let (predicate, findings) = checked(format)
    #expect(predicate != nil && findings.isEmpty, "\(findings.all.map(\.text))")
  }

  /// A comparison and the TERNARY around it are a level each: 49 of both and one comparison are 99 levels.
  @Test func aComparisonIsALevelOfATree() {
    func levels(_ count: Int) -> String {
      String(repeating: "TERNARY(1 < ", count: count) + "price"
        + String(repeating: ", 1, 2)", count: count) + " > 0"
    }
    func isTooDeep(_ format: String) -> Bool {
      var diagnostics = Diagnostics()
      _ = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
      return diagnostics.all.map(\.id) == ["predicate.too-deep"]
    }
    #expect(!isTooDeep(levels(49)))
    #expect(isTooDeep(levels(50)))
  }

  /// Both sides of arithmetic tell its type, whichever of them is the wider one.
  @Test(arguments: [
    ("#size + weight == $N", AttributeType.double), ("weight + #size == $N", .double),
    ("#size + price == $N", .decimal), ("price + #size == $N", .decimal),
    ("#size + author.age == $N", .integer64), ("2 + weight == $N", .double),
    ("#size + 2.5 == $N", .double),
  ])
  func arithmeticHasTheWiderTypeOfItsSides(format: String, type: AttributeType) throws {
    let (predicate, findings) = checked(format)
    let variables = try #require(predicate?.variables, "\(findings.all.map(\.text))")
    #expect(variables.map(\.type) == [.attribute(type)])
  }

  /// Core Data refuses an aggregate inside TERNARY; after the TERNARY it is as good as anywhere.
  @Test func anAggregateAfterATernaryIsNotWarnedAbout() {
    func ids(_ format: String) -> [String] { checked(format).findings.all.map(\.id) }
    #expect(ids("TERNARY(tags.@count == 1, 1, 2) == price") == ["predicate.store-refuses"])
    #expect(ids("TERNARY(#size == 1, 1, 2) == price AND tags.@count == 1") == [])
  }

  @Test(arguments: [
    ("$A IN {}", "FALSEPREDICATE"), ("price == sum:({})", "price == 0"),
    ("price == count:({1, 2, 3})", "price == 3"), ("price == count:({})", "price == 0"),
    ("price == min:({3, 1, 2})", "price == 1"), ("price == max:({3, 1, 5, 2})", "price == 5"),
    ("price == min:(1, 1)", "price == 1"), ("weight == max:({1.5, 1})", "weight == 1.5"),
    ("weight == average:({1, 2, 6})", "weight == 3.0"),
    ("published > CAST(published, 'NSDate')", "published > published"),
    ("weight > CAST(price, 'NSDecimalNumber')", "weight > price"),
    ("author == %@.self", "author == %@"), ("author == %@.objectID", "author == %@"),
    ("title == CAST(nil, 'NSString')", "title == nil"),
  ])
  func spellingsOfOnePredicateAreEqual(first: String, second: String) throws {
    func predicate(_ format: String) throws -> TypedPredicate {
      let arguments: [PredicateArgument] = format.contains("%@") ? [.text("Author/p1")] : []
      return try #require(checked(format, arguments).predicate, "\(format)")
    }
    #expect(try predicate(first) == predicate(second))
  }

  /// The objects that a given object is related to are those whose inverse reaches it.
  @Test(arguments: [
    ("author IN %@.author", "Book/p4", Sample.author, true),
    ("SELF IN %@.books", "Author/p4", Sample.book, false),
    ("ANY tags IN %@.tags", "Book/p4", Sample.tag, true),
  ])
  func aPathOfAnArgumentIsARequest(
    format: String, object: String, entity: EntityID, isAny: Bool
  ) throws {
    let (predicate, findings) = checked(format, [.text(object)])
    guard case .comparison(let comparison)? = predicate, case .fetch(let fetch) = comparison.right,
      case .comparison(let condition)? = fetch.predicate,
      case .keyPath(let path) = condition.left
    else {
      Issue.record("no request: \(findings.all.map(\.text))")
      return
    }
    #expect(fetch.entity == entity && path.root == entity)
    #expect(path.steps.count == 1 && path.target == .object)
    #expect(condition.quantifier == (isAny ? .any : nil))
    #expect(condition.comparisonOperator == .equal)
    let owner = try #require(Sample.model.entity(named: String(object.prefix { $0 != "/" })))
    #expect(condition.right == .object(ObjectReference(entity: owner, primaryKey: 4)))
  }

  @Test func argumentsOfTheWrongKindAreRefused() {
    func text(_ format: String, _ arguments: [PredicateArgument]) -> String {
      checked(format, arguments).findings.all.map(\.text).joined(separator: "\n")
    }
    expectText(
      text("%K == 1", [.value(.integer(5))]),
      "the argument is no value of '%K', which is a key path; give the name of a property")
    expectText(
      text("SELF IN FETCH(%@, nil, NO)", [.value(.integer(5))]),
      "the first argument of FETCH is a fetch request")
    expectText(
      text("SELF IN FETCH(%@, nil, NO)", [.fetch(TypedFetch(entity: EntityID(4)))]),
      "the request is of another model")
    expectText(
      text("FETCH('cheap', nil, %@) > 1", [.text("maybe")]),
      "the last argument of FETCH tells whether to count: YES or NO")
    #expect(text("FETCH('cheap', nil, %@) > 1", [.text("yes")]) == "")
    expectText(
      text("SELF IN FETCH('chap', nil, NO)", []),
      "the model has no fetch request 'chap' that FETCH can use; did you mean 'cheap'?")
  }

  /// An argument may say whether FETCH counts. It means the same as the word or digit in the format.
  @Test(
    arguments: [
      (.text("yes"), "YES"), (.text("no"), "NO"), (.text("1"), "1"), (.text("0"), "0"),
      (.text("TRUE"), "YES"), (.text("false"), "NO"), (.value(.boolean(true)), "YES"),
      (.value(.boolean(false)), "NO"), (.value(.integer(1)), "1"), (.value(.integer(0)), "0"),
      (.value(.string("YES")), nil), (.value(.integer(2)), nil), (.value(.double(1.5)), nil),
      (.value(.date(1)), nil), (.text("2"), nil), (.text(""), nil), (.null, nil), (.key(1), nil),
      (.object(ObjectReference(entity: Sample.book, primaryKey: 1)), nil),
      (.list([.value(.boolean(true))]), nil), (.fetch(TypedFetch(entity: Sample.book)), nil),
    ] as [(PredicateArgument, String?)])
  func anArgumentSaysWhetherAFetchCounts(argument: PredicateArgument, word: String?) {
    for (head, tail) in [("SELF IN FETCH('cheap', nil, ", ")"), ("FETCH('cheap', nil, ", ") > 1")] {
      let given = checked(head + "%@" + tail, [argument])
      #expect((given.predicate == nil) == given.findings.hasErrors)
      if let word {
        let written = checked(head + word + tail)
        #expect(given.predicate == written.predicate)
        #expect(given.findings.all.map(\.id) == written.findings.all.map(\.id))
      } else {
        #expect(
          given.findings.all.map(\.text)
            == ["the last argument of FETCH tells whether to count: YES or NO"])
      }
    }
  }

  // MARK: - Nil

  private static let optional = ObjectModel(
    entities: [
      Entity(
        name: "A",
        attributes: [
          Attribute(name: "known", type: .string),
          Attribute(name: "maybe", type: .string, isOptional: true),
          Attribute(name: "place", type: .composite(CompositeID(0))),
          Attribute(name: "other", type: .composite(CompositeID(0)), isOptional: true),
        ],
        relationships: [
          Relationship(name: "sure", destination: EntityID(0), isOptional: false),
          Relationship(name: "open", destination: EntityID(0), isOptional: true),
          Relationship(name: "many", destination: EntityID(0), isToMany: true, isOptional: true),
        ])
    ],
    composites: [
      CompositeType(
        name: "Place",
        elements: [
          Attribute(name: "city", type: .string),
          Attribute(name: "zip", type: .string, isOptional: true),
          Attribute(name: "inner", type: .composite(CompositeID(1))),
        ]),
      CompositeType(
        name: "Inner",
        elements: [
          Attribute(name: "floor", type: .string),
          Attribute(name: "door", type: .string, isOptional: true),
        ]),
    ])

  @Test(arguments: [
    ("known == $A", false), ("maybe == $A", true), ("$A == maybe", true), ("maybe != $A", true),
    ("maybe > $A", false), ("maybe CONTAINS $A", false), ("maybe IN $A", false),
    ("sure.known == $A", false), ("sure.maybe == $A", true), ("open.known == $A", true),
    ("ANY many.known == $A", false), ("ANY many.maybe == $A", true), ("sure == $A", false),
    ("open == $A", true), ("place.city == $A", false), ("place.zip == $A", true),
    ("other.city == $A", true), ("place.inner.floor == $A", false),
    ("place.inner.door == $A", true), ("NOT maybe == $A", true),
    ("known == 'x' OR maybe == $A", true), ("known == $A AND maybe == 'x'", false),
    ("length:(maybe) == $A", false), ("known == 'x' AND ($A == 'y' OR known == $A)", false),
    ("TERNARY(maybe == $A, 1, 2) == 1", true),
    ("length:(TERNARY(maybe == $A, 'a', 'b')) == 1", true),
    ("1 + TERNARY(maybe == $A, 1, 2) == 2", true),
    ("known IN {TERNARY(maybe == $A, 'a', 'b')}", true),
    ("SUBQUERY(many, $x, $x.maybe == $A).@count > 0", true),
    ("SUBQUERY(many, $x, $x.known == $A).@count > 0", false),
  ])
  func nilIsMeantWhereAPropertyCanBeMissing(format: String, isNullable: Bool) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    let typed = try #require(
      PredicateChecker.check(
        syntax, source: source, entity: EntityID(0), model: Self.optional, arguments: [],
        &diagnostics), "\(diagnostics.all.map(\.text))")
    #expect(typed.nullableVariables(in: Self.optional) == (isNullable ? ["A"] : []))
  }

  // MARK: - JSON

  @Test(arguments: [
    ("TRUEPREDICATE", #"{"constant":true}"#),
    (
      "NOT title == nil",
      #"{"not":{"comparison":{"operator":"==","left":{"keyPath":{"root":"Book","steps":[],"target":"Book.title: String"}},"right":{"constant":null}}}}"#
    ),
    (
      "ANY tags.name ==[c] $N OR author == %@",
      #"{"or":[{"comparison":{"operator":"==[c]","quantifier":"ANY","left":{"keyPath":{"root":"Book","steps":["Book.tags →→ Tag"],"target":"Tag.name: String"}},"right":{"variable":"N","type":"String","isCollection":false}}},{"comparison":{"operator":"==","left":{"keyPath":{"root":"Book","steps":["Book.author → Author"],"target":"object"}},"right":{"object":"Author/p7"}}}]}"#
    ),
    (
      "SUBQUERY(tags, $t, $t.name IN {'a'}).@count > 2 AND author.books.@sum.price < 1.5",
      #"{"and":[{"comparison":{"operator":">","left":{"aggregation":"count","collection":{"path":{"root":"Book","steps":["Book.tags →→ Tag"],"target":"object"},"variable":"t","where":{"comparison":{"operator":"IN","left":{"keyPath":{"variable":"t","root":"Tag","steps":[],"target":"Tag.name: String"}},"right":{"aggregate":[{"constant":"a","type":"string"}]}}}}},"right":{"constant":2,"type":"integer"}}},{"comparison":{"operator":"<","left":{"aggregation":"sum","collection":{"path":{"root":"Book","steps":["Book.author → Author","Author.books →→ Book"],"target":"object"},"value":{"root":"Book","steps":[],"target":"Book.price: Decimal"}}},"right":{"constant":"1.5","type":"decimal"}}}]}"#
    ),
    (
      "TERNARY(isSold == YES, weight + 1, abs:(weight)) > 2 AND box.label IN $L",
      #"{"and":[{"comparison":{"operator":">","left":{"if":{"comparison":{"operator":"==","left":{"keyPath":{"root":"Book","steps":[],"target":"Book.isSold: Boolean"}},"right":{"constant":true,"type":"boolean"}}},"then":{"arithmetic":"+","left":{"keyPath":{"root":"Book","steps":[],"target":"Book.weight: Double"}},"right":{"constant":1.0,"type":"double"}},"else":{"function":"abs:","arguments":[{"keyPath":{"root":"Book","steps":[],"target":"Book.weight: Double"}}]}},"right":{"constant":2.0,"type":"double"}}},{"comparison":{"operator":"IN","left":{"keyPath":{"root":"Book","steps":[],"target":"Book.box.label"}},"right":{"variable":"L","type":"String","isCollection":true}}}]}"#
    ),
    (
      "SELF IN FETCH('cheap', nil, NO)",
      #"{"comparison":{"operator":"IN","left":{"keyPath":{"root":"Book","steps":[],"target":"object"}},"right":{"fetch":"Book","countsOnly":false}}}"#
    ),
  ])
  func aTypedPredicateIsShownWithItsNames(format: String, json: String) throws {
    let (predicate, findings) = checked(format, format.contains("%@") ? [.text("Author/p7")] : [])
    let typed = try #require(predicate, "\(findings.all.map(\.text))")
    expectText(typed.json(in: Sample.model).compact, json)
  }
}
