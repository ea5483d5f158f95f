import MomentumSQL
import MomentumText
import Testing

/// What is known of each dialect, as the manuals of SQLite and PostgreSQL and the logs of Core Data say.
@Suite struct DialectTableTests {
  private static let dialects: [SQLDialect] = [.coreData, .sqlite, .postgreSQL]

  private func expect<Value: Equatable>(
    _ property: String, _ wanted: [Value], _ value: (SQLDialect) -> Value
  ) {
    for (dialect, wanted) in zip(Self.dialects, wanted) {
      #expect(value(dialect) == wanted, "\(property) of \(dialect.name)")
    }
  }

  @Test func namesAndSummaries() {
    expect("name", ["core-data", "sqlite", "postgresql"], \.name)
    expect(
      "summary",
      ["SQLite 3", "SQLite 3.37 or later, with STRICT tables", "PostgreSQL 12 or later"], \.summary)
    expect("layout of Core Data", [true, true, false], \.hasCoreDataLayout)
    #expect(SQLDialect.all.map(\.name) == ["sqlite", "postgresql"])
  }

  @Test func quoting() {
    expect("quote", ["\"", "\"", "\""], \.quoting.nameQuote)
    expect("backslashes", [false, false, false], \.quoting.escapesBackslashes)
    expect("reserved words", [nil, .sqlite, .postgreSQL], \.quoting.reservedWords)
    for (word, sqlite, postgreSQL) in [
      ("order", true, true), ("ORDER", true, true), ("Group", true, true), ("user", false, true),
      ("autoincrement", true, false), ("analyse", false, true), ("window", false, true),
      ("zone", false, false), ("name", false, false), ("_order", false, false), ("", false, false),
      ("zall", false, false), ("add", true, false), ("with", true, true), ("when", true, true),
    ] {
      #expect(ReservedWords.sqlite.contains(word) == sqlite, "'\(word)' in SQLite")
      #expect(ReservedWords.postgreSQL.contains(word) == postgreSQL, "'\(word)' in PostgreSQL")
    }
  }

  @Test func queries() {
    expect("numbered placeholders", [false, false, true], \.queries.numbersPlaceholders)
    expect("truth", ["1", "1", "TRUE"], \.queries.trueWord)
    expect("truth values are numbers", [true, true, false], \.queries.truthValuesAreNumbers)
    expect("NULL", [.smallest, .smallest, .keywords], \.queries.nullOrder)
    expect("no limit", ["-1", "-1", nil], \.queries.unlimited)
    expect("names of derived tables", [false, false, true], \.queries.namesDerivedTables)
    expect("columns beside groups", [true, true, false], \.queries.groupsKnowColumns)
    expect("names in HAVING", [true, true, false], \.queries.havingKnowsNames)
    expect("computed names in ORDER BY", [true, true, false], \.queries.ordersByComputedNames)
    expect("others in ORDER BY", [true, true, false], \.queries.ordersDistinctByOthers)
    expect("width of columns", [false, false, true], \.queries.computesAtColumnWidth)
    expect("functions", [true, true, false], \.queries.registersFunctions)
    expect("long lists", ["tables", "placeholders", "text"]) { dialect in
      switch dialect.queries.longLists {
      case .tables: "tables"
      case .placeholders: "placeholders"
      case .text: "text"
      }
    }
    expect("same", ["x IS y", "x IS y", "x IS NOT DISTINCT FROM y"]) {
      $0.queries.same.sql("x", "y").text
    }
    expect("different", ["x IS NOT y", "x IS NOT y", "x IS DISTINCT FROM y"]) {
      $0.queries.different.sql("x", "y").text
    }
  }

  @Test func tables() {
    expect("preamble", [["PRAGMA foreign_keys = ON"], ["PRAGMA foreign_keys = ON"], []]) {
      $0.tables.preamble.map(\.text)
    }
    let identity = "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    expect("key", ["INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY", identity]) {
      $0.tables.identity.text
    }
    expect("options", [" STRICT", " STRICT", ""]) { $0.tables.options.text }
    let options = " STRICT, WITHOUT ROWID"
    expect("options of join tables", [options, options, ""]) { $0.tables.joinOptions.text }
    expect("later tables", [true, true, false], \.tables.canReferToLaterTables)
    let deferral = "DEFERRABLE INITIALLY DEFERRED"
    expect("deferral", [deferral, deferral, deferral]) { $0.tables.deferral?.text }
    expect("keys set to NULL", [true, true, true], \.tables.checksKeysSetToNull)
    expect("comments", [false, false, true], \.tables.hasCommentStatements)
    expect("partial indexes", [true, true, true], \.tables.hasPartialIndexes)
    expect("length", ["length(x)", "length(x)", "length(x)"]) { $0.tables.textLength.sql("x").text }
    expect("patterns", [nil, nil, "x ~ y"]) { $0.tables.matches?.sql("x", "y").text }
    expect("all letters", [false, false, true], \.tables.foldsAllLetters)
  }

  @Test func values() {
    expect("decimals", [.realOrInteger, .text, .exact], \.types.decimals)
    expect("separator", ["T", "T", "T"], \.types.dates.separator)
    expect("zone", ["Z", "Z", "Z"], \.types.dates.zone)
    expect(
      "past", ["0000-12-31T23:59:59.999Z", "0000-12-31T23:59:59.999Z", "-infinity"],
      \.types.dates.past)
    expect(
      "future", ["9999-12-31T23:59:59.999Z~", "9999-12-31T23:59:59.999Z~", "infinity"],
      \.types.dates.future)
    // A text that sorts behind all dates, and one that sorts before them.
    #expect(SQLDateForm.text.future > "9999-12-31T23:59:59.999Z")
    #expect(SQLDateForm.text.past < "0001-01-01T00:00:00.000Z")
  }

  @Test(arguments: [
    (SQLColumnType.identity, "INTEGER", "bigint"), (.key, "INTEGER", "bigint"),
    (.smallInteger, "INTEGER", "smallint"), (.integer, "INTEGER", "integer"),
    (.bigInteger, "INTEGER", "bigint"), (.decimal, "TEXT", "numeric"), (.float, "REAL", "real"),
    (.double, "REAL", "double precision"), (.text, "TEXT", "text"),
    (.boolean, "INTEGER", "boolean"),
    (.date, "TEXT", "timestamptz"), (.uuid, "TEXT", "uuid"), (.binary, "BLOB", "bytea"),
  ])
  func eachTypeHasItsName(type: SQLColumnType, sqlite: String, postgreSQL: String) {
    expect("\(type)", [sqlite, sqlite, postgreSQL]) { $0.types[type].name }
    expect(
      "\(type) in CAST",
      [sqlite, sqlite, postgreSQL].map { type == .decimal && $0 == "TEXT" ? "REAL" : $0 }
    ) {
      $0.types[type].castName
    }
    let placeholder = "$1::\(postgreSQL)"
    expect("parameter of \(type)", [nil, nil, placeholder]) {
      $0.types[type].placeholder?.sql("$1").text
    }
  }

  @Test func eachTypeHasItsLiteralsAndItsShape() {
    func expectForm(
      _ type: SQLColumnType, _ sqlite: SQLTypeForm.Literal, _ postgreSQL: SQLTypeForm.Literal,
      _ shape: String? = nil
    ) {
      expect("literals of \(type)", [sqlite, sqlite, postgreSQL]) { $0.types[type].literal }
      expect("shape of \(type)", [shape, shape, nil]) { $0.types[type].shape?.sql("x").text }
      expect("index of \(type)", ["x", "x", "x"]) { $0.types[type].indexTerm.sql("x").text }
    }
    for type in [SQLColumnType.identity, .key, .smallInteger, .integer, .bigInteger, .double] {
      expectForm(type, .number, .number)
    }
    expectForm(.float, .number, .singlePrecision)
    expectForm(
      .decimal, .quoted, .number, "x GLOB '*[0-9]*' AND x NOT GLOB '*[^-.0-9]*'")
    expectForm(.text, .quoted, .quoted)
    expectForm(.boolean, .bit, .truth, "x IN (0, 1)")
    expectForm(.date, .quoted, .quoted, "x IS strftime('%Y-%m-%dT%H:%M:%fZ', x, '+0 days')")
    expectForm(.uuid, .quoted, .quoted, "length(x) = 36 AND x = lower(x)")
    expectForm(.binary, .hexadecimal(prefix: "x'"), .hexadecimal(prefix: "'\\x"))
    for type in [SQLColumnType.float, .double] {
      expect("\(type)", ["9e999", "9e999", "'Infinity'"]) { $0.types[type].infinity?.positive.text }
      expect("\(type)", ["-9e999", "-9e999", "'-Infinity'"]) {
        $0.types[type].infinity?.negative.text
      }
    }
  }

  /// PostgreSQL reads a long list as the text of an array.
  @Test func aLongListIsATextOfAnArray() {
    guard case .text(let list) = SQLDialect.postgreSQL.queries.longLists else {
      Issue.record("PostgreSQL has another form of lists")
      return
    }
    #expect(list.text([]) == "{}")
    #expect(list.text([.integer(1)]) == #"{"1"}"#)
    #expect(list.text([.integer(-1), .real(1.5), .null]) == #"{"-1","1.5",""}"#)
    #expect(list.text([.text(#"a"b\c"#), .text("it's, {x}")]) == #"{"a\"b\\c","it's, {x}"}"#)
    #expect(list.text([.blob([0, 15, 16, 255])]) == #"{"\\x000f10ff"}"#)
    #expect(list.condition(.integer).sql("x", "$1").text == "x = ANY($1::bigint[])")
    #expect(list.condition(.text).sql("x", "$1").text == "x = ANY($1::text[])")
    #expect(list.condition(.timestamp).sql("x", "$1").text == "x = ANY($1::timestamptz[])")
  }

  /// A copy with other queries keeps all else.
  @Test func aCopyKeepsTheRest() {
    for dialect in Self.dialects {
      var queries = dialect.queries
      queries.trueWord = "YES"
      let copy = dialect.with(queries: queries)
      #expect(copy.queries.trueWord == "YES" && dialect.queries.trueWord != "YES")
      #expect(copy.name == dialect.name && copy.summary == dialect.summary)
      #expect(copy.hasCoreDataLayout == dialect.hasCoreDataLayout)
      #expect(copy.quoting.reservedWords == dialect.quoting.reservedWords)
      #expect(copy.types.decimals == dialect.types.decimals)
      #expect(copy.tables.identity == dialect.tables.identity)
    }
  }
}
