import MomentumSQL
import MomentumTestSupport
import MomentumText
import Testing

/// The text of each kind of expression in each dialect.
///
/// Core Data's logs give the texts of its dialect, the manuals of SQLite and PostgreSQL the others.
@Suite struct PrintedExpressionTests {
  struct Row: Sendable {
    var expression: SQLExpression
    var coreData: String
    /// As in Core Data's dialect where it is `nil`.
    var sqlite: String?
    var postgreSQL: String?

    init(
      _ expression: SQLExpression, _ coreData: String, sqlite: String? = nil,
      postgreSQL: String? = nil
    ) {
      self.expression = expression
      self.coreData = coreData
      self.sqlite = sqlite
      self.postgreSQL = postgreSQL
    }
  }

  private static let x = SQLExpression.name("x")
  private static let y = SQLExpression.name("y")
  private static let z = SQLExpression.name("z")
  private static let column = SQLColumn("t0", "a b")
  private static let inner = SQLSelect(columns: [.integer(1)], source: .table("t", alias: nil))

  private func text(_ expression: SQLExpression, _ dialect: SQLDialect) -> String {
    let select = SQLSelect(columns: [expression], source: .table("t", alias: nil))
    let text = SQLPrinter.print(select, dialect: dialect).text
    #expect(text.hasPrefix("SELECT ") && text.hasSuffix(" FROM t"), "\(text)")
    return String(text.dropFirst(7).dropLast(7))
  }

  private func expect(_ rows: [Row]) {
    for row in rows {
      expectText(text(row.expression, .coreData), row.coreData)
      expectText(text(row.expression, .sqlite), row.sqlite ?? row.coreData)
      expectText(text(row.expression, .postgreSQL), row.postgreSQL ?? row.coreData)
    }
  }

  @Test func conditionsAreWrittenAsEachDatabaseReadsThem() {
    let (x, y, z) = (Self.x, Self.y, Self.z)
    expect([
      Row(.comparison(x, .equal, y), "x = y"), Row(.comparison(x, .notEqual, y), "x <> y"),
      Row(.comparison(x, .less, y), "x < y"), Row(.comparison(x, .lessOrEqual, y), "x <= y"),
      Row(.comparison(x, .greater, y), "x > y"), Row(.comparison(x, .greaterOrEqual, y), "x >= y"),
      Row(.isSame(x, y, isNegated: false), "x IS y", postgreSQL: "x IS NOT DISTINCT FROM y"),
      Row(.isSame(x, y, isNegated: true), "x IS NOT y", postgreSQL: "x IS DISTINCT FROM y"),
      Row(.isNull(x), "x IS NULL"), Row(.isNotNull(x), "x IS NOT NULL"),
      // Three blanks stand before a joined column in Core Data's logs, one of them the keyword's.
      Row(.isNull(.joinColumn(SQLColumn("t1", "Z_PK"))), "  t1.Z_PK IS NULL"),
      Row(.isTrue(x), "(x) IS 1", postgreSQL: "(x) IS TRUE"),
      Row(.isNotTrue(x), "(x) IS NOT 1", postgreSQL: "(x) IS NOT TRUE"),
      Row(.between(x, y, z), "x BETWEEN y AND z"), Row(.isIn(x, [y, z]), "x IN (y,z)"),
      Row(.isInSelect(x, Self.inner), "x IN (SELECT 1 FROM t )"),
      Row(.boolean(true), "1 = 1"), Row(.boolean(false), "0 = 1"),
      Row(.and([x, y, z]), "(x AND y AND z)"), Row(.or([x, y]), "(x OR y)"),
      Row(.not(x), " NOT (x)"), Row(.parenthesized(x), "(x)"),
      Row(.exists(Self.inner), " EXISTS (SELECT 1 FROM t )"),
    ])
  }

  @Test func valuesAreWrittenAsEachDatabaseReadsThem() {
    let (x, y, z) = (Self.x, Self.y, Self.z)
    expect([
      Row(.column(Self.column), "t0.\"a b\""), Row(.joinColumn(Self.column), "t0.\"a b\""),
      Row(.parenthesized(.column(Self.column)), "( t0.\"a b\")"),
      Row(.parenthesized(.joinColumn(Self.column)), "(t0.\"a b\")"),
      Row(.integer(-5), "-5"), Row(.text("it's"), "'it''s'"), Row(.star, "*"),
      Row(.named(x, "as it is"), "x AS \"as it is\""),
      Row(.parenthesized(.named(x, "n")), "(x)"),
      Row(.arithmetic(x, .add, y), "(x + y)"), Row(.arithmetic(x, .subtract, y), "(x - y)"),
      Row(.arithmetic(x, .multiply, y), "(x * y)"),
      Row(.arithmetic(x, .bitwiseAnd, y), "(x & y)"),
      Row(.arithmetic(x, .bitwiseOr, y), "(x | y)"),
      // Where types are checked a division by 0 is an error, and a distance of bits has 32 bits.
      Row(.arithmetic(x, .divide, y), "(x / y)", postgreSQL: "(x / NULLIF(y, 0))"),
      Row(.arithmetic(x, .remainder, y), "(x % y)", postgreSQL: "(x % NULLIF(y, 0))"),
      Row(.arithmetic(x, .leftShift, y), "(x << y)", postgreSQL: "(x << (y)::integer)"),
      Row(.arithmetic(x, .rightShift, y), "(x >> y)", postgreSQL: "(x >> (y)::integer)"),
      Row(.bitwiseNot(x), "(~x)"),
      Row(.conditional(x, y, z), "CASE WHEN x THEN y ELSE z END"),
      Row(.select(Self.inner), "(SELECT 1 FROM t )"),
      Row(.cast(x, .boolean), "CAST(x AS INTEGER)", postgreSQL: "CAST(x AS boolean)"),
      Row(.cast(x, .integer), "CAST(x AS INTEGER)", postgreSQL: "CAST(x AS bigint)"),
      Row(.cast(x, .real), "CAST(x AS REAL)", postgreSQL: "CAST(x AS double precision)"),
      Row(.cast(x, .decimal), "CAST(x AS REAL)", postgreSQL: "CAST(x AS numeric)"),
      Row(.cast(x, .text), "CAST(x AS TEXT)", postgreSQL: "CAST(x AS text)"),
      Row(.cast(x, .blob), "CAST(x AS BLOB)", postgreSQL: "CAST(x AS bytea)"),
      Row(.cast(x, .uuid), "CAST(x AS TEXT)", postgreSQL: "CAST(x AS uuid)"),
      Row(.cast(x, .timestamp), "CAST(x AS TEXT)", postgreSQL: "CAST(x AS timestamptz)"),
      Row(
        .cast(.column(Self.column), .text), "CAST(t0.\"a b\" AS TEXT)",
        postgreSQL: "CAST(t0.\"a b\" AS text)"),
    ])
  }

  @Test func eachCollationHasItsName() {
    func row(_ collation: SortComparison, _ sqlite: String, _ postgreSQL: String) -> Row {
      Row(.collated(Self.x, collation), "x" + sqlite, postgreSQL: "x" + postgreSQL)
    }
    expect([
      row(.binary, "", " COLLATE \"C\""),
      row(.caseInsensitive, " COLLATE MomentumCaseInsensitive", " COLLATE \"und-x-icu\""),
      row(.localized, " COLLATE NSCollateLocaleSensitive", " COLLATE \"und-x-icu\""),
      row(
        .localizedCaseInsensitive, " COLLATE MomentumLocaleCaseInsensitive",
        " COLLATE \"und-x-icu\""),
      row(.localizedStandard, " COLLATE NSCollateFinderlike", " COLLATE \"und-x-icu\""),
    ])
  }

  @Test func aggregatesAreCalledByTheirNames() {
    func row(_ aggregate: SQLAggregate, _ sqlite: String, _ postgreSQL: String) -> Row {
      Row(.aggregate(aggregate, Self.x, isDistinct: false), sqlite, postgreSQL: postgreSQL)
    }
    expect([
      row(.count, "COUNT(x)", "count(x)"),
      row(.sum, "SUM(x)", "sum(x)"),
      // Over no rows a total is 0, not NULL.
      row(.total, "total(x)", "coalesce(sum(x), 0)::double precision"),
      row(.average, "avg(x)", "avg(x)"), row(.minimum, "min(x)", "min(x)"),
      row(.maximum, "max(x)", "max(x)"),
      row(.median, "MomentumMedian(x)", "percentile_cont(0.5) WITHIN GROUP (ORDER BY x)"),
      row(.mode, "MomentumMode(x)", "mode() WITHIN GROUP (ORDER BY x)"),
      row(.standardDeviation, "MomentumStandardDeviation(x)", "stddev_pop(x)"),
      Row(
        .count(Self.x, isDistinct: true), "COUNT(DISTINCT x)", postgreSQL: "count(DISTINCT x)"),
      Row(.count(.star), "COUNT(*)", postgreSQL: "count(*)"),
    ])
  }

  @Test func functionsAreCalledByTheirNames() {
    func row(_ function: SQLScalarFunction, _ sqlite: String, _ postgreSQL: String) -> Row {
      Row(.function(.scalar(function), [Self.x]), " \(sqlite)(x)", postgreSQL: postgreSQL)
    }
    let real = "(x)::double precision"
    expect([
      row(.lowercase, "MomentumLowercase", "lower(x)"),
      row(.uppercase, "MomentumUppercase", "upper(x)"),
      row(
        .canonical, "MomentumCanonical",
        "lower(regexp_replace(normalize(x, NFKD), '[\\u0300-\\u036F]', '', 'g'))"),
      row(
        .length, "MomentumLength",
        "(length(x) + length(regexp_replace(x, '[\\u0001-\\uFFFF]', '', 'g')))"),
      row(.absolute, "MomentumAbsolute", "abs(x)"),
      row(.ceiling, "MomentumCeiling", "ceil(\(real))"),
      row(.floor, "MomentumFloor", "floor(\(real))"),
      row(.truncate, "MomentumTruncate", "trunc(\(real))"),
      // Roots of negative numbers and logarithms of what is not above 0 have no value.
      row(.squareRoot, "MomentumSquareRoot", "(CASE WHEN x >= 0 THEN sqrt(\(real)) END)"),
      row(.logarithm, "MomentumLogarithm", "(CASE WHEN x > 0 THEN log(\(real)) END)"),
      row(.naturalLogarithm, "MomentumNaturalLogarithm", "(CASE WHEN x > 0 THEN ln(\(real)) END)"),
      row(.exponential, "MomentumExponential", "exp(\(real))"),
      row(.randomBelow, "MomentumRandomBelow", "floor(random() * x)::bigint"),
      row(.numberToText, "MomentumCastToString", "(x)::text"),
      row(
        .textToNumber, "MomentumCastToNumber",
        "(CASE WHEN x ~ '^\\s*[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?\\s*$' THEN (x)::double precision END)"
      ),
      Row(
        .function(.scalar(.power), [Self.x, Self.y]), " MomentumPower(x, y)",
        postgreSQL: "power(\(real), (y)::double precision)"),
      Row(.function(.scalar(.random), []), " MomentumRandom()", postgreSQL: "random()"),
      Row(
        .function(.scalar(.now), []), "(SELECT NSCoreDataNow())",
        sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", postgreSQL: "now()"),
      // Core Data keeps times as seconds since 2001, which is 978,307,200 seconds after 1970.
      Row(
        .function(.scalar(.timeToSeconds), [Self.x]), "x",
        sqlite:
          "(CAST(strftime('%s', x) AS INTEGER) - 978307200 + CAST('0' || substr(x, 20, 4) AS REAL))",
        postgreSQL: "(extract(epoch FROM x) - 978307200)::double precision"),
      Row(
        .function(.scalar(.secondsToTime), [Self.x]), "x", sqlite: " MomentumTime(x)",
        postgreSQL: "to_timestamp(x + 978307200)"),
      Row(.function(.scalar(.truthToNumber), [Self.x]), "x", postgreSQL: "(x)::integer"),
    ])
  }

  /// The numbers are those of `NSStringCompareOptions`: 1 case, 4 from the end, 8 anchored, 32 of the
  /// locale, 128 accents, 256 width.
  @Test func searchesTellTheirOptionsByNumber() {
    func search(_ place: SQLFunction.Place, _ flags: ComparisonFlags) -> SQLExpression {
      .function(.search(place, flags), [Self.x, Self.y])
    }
    let folded = "lower(regexp_replace(normalize(x, NFKD), '[\\u0300-\\u036F]', '', 'g'))"
    let other = "lower(regexp_replace(normalize(y, NFKD), '[\\u0300-\\u036F]', '', 'g'))"
    expect([
      Row(
        search(.anywhere, []), " NSCoreDataStringSearch(x, y, 0, 1)",
        postgreSQL: "(strpos(x, y) > 0 AND y <> '')"),
      Row(
        search(.start, []), " NSCoreDataStringSearch(x, y, 8, 1)",
        postgreSQL: "(starts_with(x, y) AND y <> '')"),
      Row(
        search(.end, []), " NSCoreDataStringSearch(x, y, 12, 1)",
        postgreSQL: "(right(x, length(y)) = y AND y <> '')"),
      Row(
        search(.anywhere, .caseInsensitive), " NSCoreDataStringSearch(x, y, 1, 1)",
        postgreSQL: "(strpos(lower(x), lower(y)) > 0 AND y <> '')"),
      Row(
        search(.end, [.caseInsensitive, .diacriticInsensitive]),
        " NSCoreDataStringSearch(x, y, 141, 1)",
        postgreSQL: "(right(\(folded), length(\(other))) = \(other) AND y <> '')"),
      Row(
        search(.start, .widthInsensitive), " NSCoreDataStringSearch(x, y, 264, 1)",
        postgreSQL: "(starts_with(normalize(x, NFKC), normalize(y, NFKC)) AND y <> '')"),
      Row(
        .function(.compare([.localized, .caseInsensitive]), [Self.x, Self.y]),
        " NSCoreDataStringCompare(x, y, 33)",
        postgreSQL:
          "(CASE WHEN lower(x) = lower(y) THEN 0 WHEN lower(x) < lower(y) COLLATE \"C\" THEN -1 WHEN lower(x) > lower(y) COLLATE \"C\" THEN 1 END)"
      ),
      Row(
        .function(.matches([]), [Self.x, Self.y]), " NSCoreDataMatches(x, y, 0)",
        postgreSQL: "(x ~ ('(?p)^(?:' || y || ')$') AND y <> '')"),
      Row(
        .function(.matches(.caseInsensitive), [Self.x, Self.y]), " NSCoreDataMatches(x, y, 1)",
        postgreSQL: "(x ~* ('(?p)^(?:' || y || ')$') AND y <> '')"),
    ])
    let like = SQLExpression.function(.like(.caseInsensitive), [Self.x, Self.y])
    expectText(text(like, .coreData), " NSCoreDataLike(x, y, 1)")
    // Its own wildcards are escaped, then those of LIKE become them.
    let pattern =
      #"regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(y), '([%_])', '\\\1', 'g'), '(?<!\\)\?', '_', 'g'), '(?<!\\)\*', '%', 'g'), '(?<!\\)((?:\\\\)*)\\$', '\1\\\\')"#
    expectText(text(like, .postgreSQL), "(lower(x) LIKE \(pattern) AND y <> '')")
  }

  @Test func placeholdersAreCountedWhereTheyHaveNumbers() {
    let first = SQLExpression.placeholder(.value(.integer(7)))
    let second = SQLExpression.placeholder(.parameter("P"), .uuid)
    let select = SQLSelect(
      columns: [.isIn(.name("x"), [first, second])], source: .table("t", alias: nil))
    let sqlite = SQLPrinter.print(select, dialect: .sqlite)
    expectText(sqlite.text, "SELECT x IN (?,?) FROM t")
    #expect(sqlite.placeholders == [13, 15], "the places of the question marks")
    let postgreSQL = SQLPrinter.print(select, dialect: .postgreSQL)
    expectText(postgreSQL.text, "SELECT x IN ($1,$2::uuid) FROM t")
    #expect(postgreSQL.placeholders == [13, 16])
    for printed in [sqlite, postgreSQL] {
      #expect(printed.bindings == [.value(.integer(7)), .parameter("P")])
    }
  }

  /// Braces around, a quote and a backslash escaped, and numbers as their text.
  @Test func aListOfPostgreSQLIsOneText() {
    let values: [SQLValue] = [
      .integer(-1), .real(0.5), .text("a\"b\\c,{}"), .blob([0x0F, 0xA0]), .null,
    ]
    let select = SQLSelect(
      columns: [.isInText(Self.x, values, .text)], source: .table("t", alias: nil))
    let printed = SQLPrinter.print(select, dialect: .postgreSQL)
    expectText(printed.text, "SELECT x = ANY($1::text[]) FROM t")
    #expect(
      printed.bindings
        == [.value(.text(#"{"-1","0.5","a\"b\\c,{}","\\x0fa0",""}"#))])
    #expect(
      SQLPrinter.print(
        SQLSelect(columns: [.isInText(Self.x, [], .integer)], source: .table("t", alias: nil)),
        dialect: .postgreSQL
      ).bindings == [.value(.text("{}"))])
  }

  /// Where there is no type of arrays, each value has a placeholder of its own.
  @Test func aListOfSQLiteHasItsValuesOneByOne() {
    let select = SQLSelect(
      columns: [.isInText(Self.x, [.integer(1), .text("a")], .text)],
      source: .table("t", alias: nil))
    let printed = SQLPrinter.print(select, dialect: .sqlite)
    expectText(printed.text, "SELECT x IN (?,?) FROM t")
    #expect(printed.bindings == [.value(.integer(1)), .value(.text("a"))])
  }

  @Test func aListOfManyIsATable() {
    let array = SQLValueArray(name: "_Z_intarray0", values: [.integer(3)])
    let select = SQLSelect(
      columns: [.isInArray(Self.x, array)], source: .array(array, alias: "t0"))
    let printed = SQLPrinter.print(select)
    expectText(
      printed.text, "SELECT x IN (SELECT * FROM _Z_intarray0)  FROM _Z_intarray0 t0")
    #expect(printed.arrays == [array, array])
  }

  @Test func aTemplateTakesArgumentsByNumber() {
    func text(_ form: SQLFunctionForm, _ arguments: [SQLExpression]) -> String {
      var queries = SQLDialect.sqlite.queries
      queries.function = { _ in form }
      return self.text(
        .function(.scalar(.now), arguments), SQLDialect.sqlite.with(queries: queries))
    }
    let two = [Self.x, Self.y]
    expectText(text(.template("f({1}, {0}, {0})"), two), "f(y, x, x)")
    expectText(text(.template("{0}{2}{1}"), two), "xy")
    expectText(text(.template("{a} {0 {} {"), two), "{a} {0 {} {")
    expectText(text(.template("{0"), two), "{0")
    expectText(text(.call("f", trailing: ["1", "2"]), two), " f(x, y, 1, 2)")
    expectText(text(.call("f", trailing: ["1", "2"]), []), " f(1, 2)")
    expectText(text(.call("f"), []), " f()")
  }
}
