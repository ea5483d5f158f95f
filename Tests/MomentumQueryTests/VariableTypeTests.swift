import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// PostgreSQL is told the type of each parameter: what a value is compared with or computed from tells it.
@Suite struct VariableTypeTests {
  private static let model = ObjectModel(
    entities: [
      Entity(
        name: "Thing",
        attributes: [
          Attribute(name: "title", type: .string), Attribute(name: "small", type: .integer16),
          Attribute(name: "middle", type: .integer32), Attribute(name: "big", type: .integer64),
          Attribute(name: "price", type: .decimal), Attribute(name: "weight", type: .double),
          Attribute(name: "ratio", type: .float), Attribute(name: "isSold", type: .boolean),
          Attribute(name: "made", type: .date), Attribute(name: "code", type: .uuid),
          Attribute(name: "link", type: .uri), Attribute(name: "photo", type: .binary),
          Attribute(name: "place", type: .composite(CompositeID(0))),
        ],
        relationships: [
          Relationship(
            name: "owner", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 1)),
          Relationship(
            name: "things", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
            isToMany: true),
        ])
    ],
    composites: [
      CompositeType(
        name: "Place",
        elements: [
          Attribute(name: "street", type: .string), Attribute(name: "floor", type: .integer16),
        ])
    ])

  /// The condition and its parameters.
  private func condition(
    _ format: String, _ dialect: SQLDialect, _ options: QueryOptions = QueryOptions()
  ) throws -> (text: String, bindings: [SQLBinding]) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    let syntax = try #require(PredicateParser.parse(source, &diagnostics), "\(format)")
    let predicate = try #require(
      PredicateChecker.check(
        syntax, source: source, entity: EntityID(0), model: Self.model, &diagnostics),
      "\(format): \(diagnostics.all.map(\.text))")
    let layout = QueryLayout.plain(
      Self.model, PlainLayout { _ in nil }.layOut(Self.model), dialect)
    let request = FetchRequest(
      entity: EntityID(0), predicate: predicate, resultType: .managedObjectIDs)
    let sql = SQLPrinter.print(
      FetchRequestLowering(layout: layout, options: options).lower(request).select,
      dialect: dialect)
    let start = try #require(sql.text.firstRange(of: " WHERE "), "\(sql.text)")
    let text = String(sql.text[start.upperBound...].drop { $0 == " " })
    return (text.replacing("  ", with: " ").replacing("( ", with: "("), sql.bindings)
  }

  @Test(arguments: [
    ("title == $V", "t0.title = $1::text"), ("small == $V", "t0.small = $1::bigint"),
    ("middle == $V", "t0.middle = $1::bigint"), ("big == $V", "t0.big = $1::bigint"),
    ("price == $V", "t0.price = $1::numeric"), ("weight == $V", "t0.weight = $1::double precision"),
    ("ratio == $V", "t0.ratio = $1::double precision"),
    ("isSold == $V", "t0.is_sold = $1::boolean"),
    ("made == $V", "t0.made = $1::timestamptz"), ("code == $V", "t0.code = $1::uuid"),
    ("link == $V", "t0.link = $1::text"), ("photo == $V", "t0.photo = $1::bytea"),
    ("place.street == $V", "t0.place_street = $1::text"),
    ("place.floor == $V", "t0.place_floor = $1::bigint"),
    ("owner == $V", "t0.owner_id = $1::bigint"),
    ("SELF == $V", "t0.id = $1::bigint"), ("$V == title", "$1::text = t0.title"),
    ("$V < big", "$1::bigint < t0.big"), ("title < $V", "t0.title COLLATE \"C\" < $1::text"),
    ("$V < title", "$1::text COLLATE \"C\" < t0.title"),
    ("big IN $V", "t0.big IN ($1::bigint)"), ("title IN $V", "t0.title IN ($1::text)"),
    ("big BETWEEN $V", "t0.big BETWEEN $1::bigint AND $2::bigint"),
    ("made BETWEEN $V", "t0.made BETWEEN $1::timestamptz AND $2::timestamptz"),
    ("big BETWEEN {$V, 5}", "t0.big BETWEEN $1::bigint AND $2::bigint"),
    ("title BETWEEN {$V, 'x'}", "t0.title COLLATE \"C\" BETWEEN $1::text AND $2::text"),
    (
      "big IN {$V, 5}",
      "CASE WHEN t0.big IS NULL THEN $1::boolean ELSE ((t0.big = $2::bigint) IS TRUE OR (t0.big = $3::bigint) IS TRUE) END"
    ),
    (
      "title BEGINSWITH $V", "(starts_with(t0.title, $1::text) AND $2::text <> '')"
    ),
    // A narrow column is made wide before it is added to; a bool is counted as a number.
    ("small + $V == 5", "(CAST(t0.small AS bigint) + $1::bigint) = $2::bigint"),
    ("middle - $V == 5", "(CAST(t0.middle AS bigint) - $1::bigint) = $2::bigint"),
    ("big * $V == 5", "(t0.big * $1::bigint) = $2::bigint"),
    ("weight + $V == 5", "(t0.weight + $1::double precision) = $2::double precision"),
    ("price / $V == 5", "(t0.price / NULLIF($1::numeric, 0)) = $2::numeric"),
    ("isSold + 1 == 2", "((t0.is_sold)::integer + $1::bigint) = $2::bigint"),
    ("isSold == big", "(t0.is_sold)::integer = t0.big"),
    ("big == isSold", "t0.big = (t0.is_sold)::integer"),
    ("weight == isSold", "t0.weight = (t0.is_sold)::integer"),
    ("isSold == price", "(t0.is_sold)::integer = t0.price"),
    ("isSold == isSold", "t0.is_sold = t0.is_sold"),
    (
      "things.@max.title == 'x'",
      "(SELECT max(t1.title COLLATE \"C\") FROM thing t1 WHERE (t0.id = t1.owner_id) ) = $1::text"
    ),
    (
      "things.@sum.big == $V",
      "(SELECT coalesce(sum(t1.big), 0)::double precision FROM thing t1 WHERE (t0.id = t1.owner_id) ) = $1::bigint"
    ),
    (
      "things.@count == $V",
      "(SELECT count(t1.id) FROM thing t1 WHERE (t0.id = t1.owner_id) ) = $1::bigint"
    ),
    // Times.
    (
      "made > now() - 60",
      "t0.made > to_timestamp(((extract(epoch FROM now()) - 978307200)::double precision - $1::double precision) + 978307200)"
    ),
    (
      "made - $V > 60",
      "((extract(epoch FROM t0.made) - 978307200)::double precision - (extract(epoch FROM $1::timestamptz) - 978307200)::double precision) > $2::double precision"
    ),
    (
      "made + $V > made",
      "to_timestamp(((extract(epoch FROM t0.made) - 978307200)::double precision + $1::double precision) + 978307200) > t0.made"
    ),
    (
      "CAST(made, 'NSNumber') > 5",
      "(extract(epoch FROM t0.made) - 978307200)::double precision > $1::double precision"
    ),
    ("CAST(weight, 'NSDate') > made", "to_timestamp(t0.weight + 978307200) > t0.made"),
    ("CAST(big, 'NSString') == $V", "(t0.big)::text = $1::text"),
    (
      "CAST(title, 'NSNumber') > $V",
      "(CASE WHEN t0.title ~ '^\\s*[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?\\s*$' THEN (t0.title)::double precision END) > $1::double precision"
    ),
    // Whole numbers are divided as whole numbers, bits are whole numbers.
    ("big / 2 == $V", "(t0.big / NULLIF($1::bigint, 0)) = $2::bigint"),
    ("(big & $V) == 2", "(t0.big & $1::bigint) = $2::bigint"),
    ("(big ^ 3) == $V", "((t0.big | $1::bigint) - (t0.big & $2::bigint)) = $3::bigint"),
    (
      "big ** 2 == $V",
      "power((t0.big)::double precision, ($1::bigint)::double precision) = $2::double precision"
    ),
    ("modulus:by:(big, $V) == 2", "(t0.big % NULLIF($1::bigint, 0)) = $2::bigint"),
    ("onesComplement:(big) == $V", "(~ t0.big) = $1::bigint"),
    ("leftshift:by:(big, 2) == $V", "(t0.big << ($1::bigint)::integer) = $2::bigint"),
    ("noindex:(big) == $V", "(t0.big) = $1::bigint"),
    ("abs:(small) == $V", "abs(CAST(t0.small AS bigint)) = $1::bigint"),
    (
      "TERNARY(isSold == 1, big, 2) == $V",
      "CASE WHEN t0.is_sold = $1::boolean THEN t0.big ELSE $2::bigint END = $3::bigint"
    ),
  ])
  func aParameterHasTheTypeOfItsUse(format: String, expected: String) throws {
    expectText(try condition(format, .postgreSQL).text, expected)
  }

  /// SQLite's columns have no width and its truth values are numbers; a decimal there is a text.
  @Test(arguments: [
    ("small + $V == 5", "(t0.small + ?) = ?"), ("isSold + 1 == 2", "(t0.is_sold + ?) = ?"),
    ("isSold == big", "t0.is_sold = t0.big"), ("price > $V", "CAST(t0.price AS REAL) > ?"),
    ("price / 2 == $V", "(CAST(CAST(t0.price AS REAL) AS REAL) / CAST(? AS REAL)) = ?"),
    ("price + 2 == $V", "(CAST(t0.price AS REAL) + ?) = ?"), ("big / 2 == $V", "(t0.big / ?) = ?"),
    (
      "things.@max.isSold == 1",
      "(SELECT max(t1.is_sold) FROM thing t1 WHERE (t0.id = t1.owner_id) ) = ?"
    ),
    (
      "things.@max.title == 'x'",
      "(SELECT max(t1.title) FROM thing t1 WHERE (t0.id = t1.owner_id) ) = ?"
    ),
    (
      "made - $V > 60",
      "((CAST(strftime('%s', t0.made) AS INTEGER) - 978307200 + CAST('0' || substr(t0.made, 20, 4) AS REAL)) - (CAST(strftime('%s', ?) AS INTEGER) - 978307200 + CAST('0' || substr(?, 20, 4) AS REAL))) > ?"
    ),
    ("abs:(big) == $V", "MomentumAbsolute(t0.big) = ?"),
  ])
  func sqliteNeedsNoTypes(format: String, expected: String) throws {
    expectText(try condition(format, .sqlite).text, expected)
  }

  /// A short list has a parameter for each element, of the type of the column; nothing is in an empty one.
  @Test(arguments: [
    ("title IN {'a'}", "t0.title IN ($1::text)"),
    ("title IN {'a', 'b'}", "t0.title IN ($1::text,$2::text)"),
    ("big IN {1}", "t0.big IN ($1::bigint)"),
    ("big IN {1, 2, 3}", "t0.big IN ($1::bigint,$2::bigint,$3::bigint)"),
    ("NOT small IN {1}", "NOT (t0.small IN ($1::bigint))"), ("title IN {}", "0 = 1"),
  ])
  func aShortListHasParameters(format: String, expected: String) throws {
    expectText(try condition(format, .postgreSQL).text, expected)
  }

  /// In memory the absolute value is a double.
  @Test func anAbsoluteValueInMemoryIsADouble() throws {
    let memory = QueryOptions(nullSemantics: .foundation)
    expectText(
      try condition("abs:(big) > $V", .postgreSQL, memory).text,
      "CAST(abs(t0.big) AS double precision) > $1::bigint")
    expectText(
      try condition("abs:(big) / 2 > $V", .sqlite, memory).text,
      "(CAST(MomentumAbsolute(t0.big) AS REAL) / ?) > ?")
  }

  @Test func theNamesOfParametersAreKept() throws {
    #expect(
      try condition("big > $A AND title == $B AND small IN $C AND made BETWEEN $D", .postgreSQL)
        .bindings
        == [
          .parameter("A"), .parameter("B"), .parameter("C"), .parameter("D[0]"),
          .parameter("D[1]"),
        ])
    #expect(
      try condition("title BEGINSWITH $A", .postgreSQL).bindings
        == [.parameter("A"), .parameter("A")])
  }

  // MARK: - Constants

  /// Beyond the years 1 to 9999 a date is the past or the future of its database.
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00.000Z", "2001-01-01T00:00:00.000Z"),
    (-1.5, "2000-12-31T23:59:58.500Z", "2000-12-31T23:59:58.500Z"),
    (1e15, "9999-12-31T23:59:59.999Z~", "infinity"),
    (-1e15, "0000-12-31T23:59:59.999Z", "-infinity"),
    (.infinity, "9999-12-31T23:59:59.999Z~", "infinity"),
    (-.infinity, "0000-12-31T23:59:59.999Z", "-infinity"),
  ])
  func aDateIsATextOfItsDatabase(seconds: Double, sqlite: String, postgreSQL: String) {
    let made = TypedExpression.keyPath(
      TypedKeyPath(
        root: EntityID(0), steps: [], target: .attribute(AttributeID(EntityID(0), 8))))
    let predicate = TypedPredicate.comparison(
      TypedComparison(
        left: made, comparisonOperator: .less, right: .constant(.date(seconds))))
    let request = FetchRequest(entity: EntityID(0), predicate: predicate)
    let schema = PlainLayout { _ in nil }.layOut(Self.model)
    for (dialect, text) in [(SQLDialect.sqlite, sqlite), (.postgreSQL, postgreSQL)] {
      let lowered = FetchRequestLowering(layout: .plain(Self.model, schema, dialect)).lower(request)
      let sql = SQLPrinter.print(lowered.select, dialect: dialect)
      #expect(sql.bindings == [.value(.text(text))], "\(seconds) in \(dialect.name)")
    }
  }
}
