package import MomentumSQL
internal import MomentumText

// A dialect that Momentum does not ship, written in one file without access to anything internal. It
// shows that another database is a value: the tests print every request and every table with it.

extension SQLDialect {
  /// MariaDB from 10.11, in its default SQL mode, over a connection in `utf8mb4`.
  ///
  /// `momentum_canonical` and `momentum_mode` are stored functions of the database: MariaDB has none of
  /// its own for texts without diacritics and for the most frequent value. Documented:
  /// <https://mariadb.com/kb/en/sql-statements-structure/>.
  package static let mariaDB = SQLDialect(
    name: "mariadb", summary: "MariaDB 10.11 or later",
    quoting: Quoting(nameQuote: "`", reservedWords: .mariaDB, escapesBackslashes: true),
    types: mariaDBTypes,
    queries: Queries(
      same: "{0} <=> {1}", different: "(NOT ({0} <=> {1}))", truthValuesAreNumbers: true,
      // Observed in 10.11: NULL sorts before all values.
      nullOrder: .smallest,
      // The largest number, as the manual says (documented: <https://mariadb.com/kb/en/limit/>).
      unlimited: "18446744073709551615", havingKnowsNames: true, ordersByComputedNames: true,
      ordersDistinctByOthers: true, computesAtColumnWidth: false,
      bitwiseNot: "CAST(~{0} AS SIGNED)", arithmetic: mariaDBArithmetic,
      aggregate: mariaDBAggregate,
      collationName: { collation in
        switch collation {
        case .binary: "utf8mb4_nopad_bin"
        case .localized: "utf8mb4_uca1400_nopad_as_cs"
        case .caseInsensitive, .localizedCaseInsensitive, .localizedStandard:
          "utf8mb4_uca1400_nopad_as_ci"
        }
      }, function: mariaDBFunction),
    tables: Tables(
      identity: "BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY", options: mariaDBOptions,
      joinOptions: mariaDBOptions, deferral: nil, checksKeysSetToNull: false,
      hasPartialIndexes: false,
      textLength: "CHAR_LENGTH({0})", matches: "{0} REGEXP {1}", foldsAllLetters: true))

  private static let mariaDBOptions: SQLFragment =
    " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin"

  private static let mariaDBTypes = Types(
    decimals: .exact,
    dates: SQLDateForm(
      separator: " ", zone: "", past: "0000-01-01 00:00:00.000",
      future: "9999-12-31 23:59:59.999")
  ) { type in
    switch type {
    case .identity, .key, .bigInteger: SQLTypeForm("BIGINT", .number, castName: "SIGNED")
    case .smallInteger: SQLTypeForm("SMALLINT", .number)
    case .integer: SQLTypeForm("INT", .number)
    case .decimal:
      SQLTypeForm("DECIMAL(65,30)", .number, placeholder: "CAST({0} AS DECIMAL(65,30))")
    case .float, .double: SQLTypeForm("DOUBLE", .number, infinity: nil)
    case .text: SQLTypeForm("LONGTEXT", .quoted, castName: "CHAR", indexTerm: "{0}(255)")
    case .boolean: SQLTypeForm("BOOLEAN", .truth, castName: "SIGNED")
    case .date: SQLTypeForm("DATETIME(3)", .quoted, placeholder: "CAST({0} AS DATETIME(3))")
    case .uuid: SQLTypeForm("UUID", .quoted)
    case .binary:
      SQLTypeForm(
        "LONGBLOB", .hexadecimal(prefix: "x'"), castName: "BINARY", indexTerm: "{0}(255)")
    }
  }

  /// Operators between bits make unsigned numbers, `/` makes a decimal of two integers.
  private static let mariaDBArithmetic: @Sendable (SQLArithmeticOperator) -> SQLTemplate? = {
    switch $0 {
    case .divideIntegers: "({0} DIV {1})"
    case .bitwiseAnd: "CAST({0} & {1} AS SIGNED)"
    case .bitwiseOr: "CAST({0} | {1} AS SIGNED)"
    case .leftShift: "CAST({0} << {1} AS SIGNED)"
    case .rightShift: "CAST(FLOOR({0} / POW(2, {1})) AS SIGNED)"
    case .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }

  private static let mariaDBAggregate: @Sendable (SQLAggregate) -> SQLAggregateForm = {
    switch $0 {
    case .count: .call("COUNT")
    case .sum: .call("SUM")
    case .total: .template("CAST(COALESCE(SUM({0}), 0) AS DOUBLE)")
    // An average of integers would have four decimals.
    case .average: .template("AVG(CAST({0} AS DOUBLE))")
    case .minimum: .call("MIN")
    case .maximum: .call("MAX")
    // MEDIAN is a window function only. Half of the sum of both values in the middle.
    case .median:
      .template(
        """
        ((SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT({0} ORDER BY {0}), ',', \
        (COUNT({0}) + 1) DIV 2), ',', -1) + SUBSTRING_INDEX(SUBSTRING_INDEX(\
        GROUP_CONCAT({0} ORDER BY {0}), ',', COUNT({0}) DIV 2 + 1), ',', -1)) / 2)
        """)
    case .mode: .call("momentum_mode")
    case .standardDeviation: .call("STDDEV_POP")
    }
  }

  private static let mariaDBFunction: @Sendable (SQLFunction) -> SQLFunctionForm = { function in
    switch function {
    case .search(let place, let flags):
      let collation = mariaDBCollation(flags)
      let test =
        switch place {
        case .anywhere: "LOCATE({1}, {0} COLLATE \(collation)) > 0"
        case .start: "LEFT({0}, CHAR_LENGTH({1})) = {1} COLLATE \(collation)"
        case .end: "RIGHT({0}, CHAR_LENGTH({1})) = {1} COLLATE \(collation)"
        }
      return .template("(\(test) AND {1} <> '')")
    case .compare(let flags):
      return .template("STRCMP({0} COLLATE \(mariaDBCollation(flags)), {1})")
    case .like(let flags):
      return .template(
        "({0} COLLATE \(mariaDBCollation(flags)) LIKE \(mariaDBPattern) AND {1} <> '')")
    case .matches(let flags):
      return .template(
        "({0} COLLATE \(mariaDBCollation(flags)) REGEXP CONCAT('^(?:', {1}, ')$') AND {1} <> '')")
    case .scalar(let scalar): return .template(mariaDBScalar(scalar))
    }
  }

  private static func mariaDBCollation(_ flags: ComparisonFlags) -> String {
    let marks = flags.contains(.diacriticInsensitive)
    let letters = flags.contains(.caseInsensitive)
    guard marks || letters else { return "utf8mb4_nopad_bin" }
    return "utf8mb4_uca1400_nopad_\(marks ? "ai" : "as")_\(letters ? "ci" : "cs")"
  }

  /// `?` and `*` become `_` and `%`, which stand for themselves before, as all after a backslash does.
  private static let mariaDBPattern: String = {
    let escaped = #"REGEXP_REPLACE({1}, '([%_])', '\\\\\\1')"#
    let single = #"REGEXP_REPLACE(\#(escaped), '(?<!\\\\)\\?', '_')"#
    return #"REGEXP_REPLACE(\#(single), '(?<!\\\\)\\*', '%')"#
  }()

  private static func mariaDBScalar(_ function: SQLScalarFunction) -> SQLTemplate {
    switch function {
    case .lowercase: "LOWER({0})"
    case .uppercase: "UPPER({0})"
    case .canonical: "momentum_canonical({0})"
    // Each unit of UTF-16 is two bytes.
    case .length: "(LENGTH(CONVERT({0} USING utf16)) DIV 2)"
    case .absolute: "ABS({0})"
    case .ceiling: "CEILING(CAST({0} AS DOUBLE))"
    case .floor: "FLOOR(CAST({0} AS DOUBLE))"
    case .truncate: "TRUNCATE(CAST({0} AS DOUBLE), 0)"
    case .squareRoot: "SQRT({0})"
    case .logarithm: "LOG10({0})"
    case .naturalLogarithm: "LN({0})"
    case .exponential: "EXP({0})"
    case .power: "POW({0}, {1})"
    case .random: "RAND()"
    case .randomBelow: "CAST(FLOOR(RAND() * {0}) AS SIGNED)"
    case .now: "UTC_TIMESTAMP(3)"
    case .numberToText: "CAST({0} AS CHAR)"
    case .textToNumber:
      #"(CASE WHEN {0} REGEXP '^\\s*[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?\\s*$' THEN CAST({0} AS DOUBLE) END)"#
    case .timeToSeconds: "(TIMESTAMPDIFF(MICROSECOND, '2001-01-01 00:00:00', {0}) / 1e6)"
    case .secondsToTime:
      "TIMESTAMPADD(MICROSECOND, ROUND({0} * 1000000), CAST('2001-01-01' AS DATETIME(6)))"
    case .truthToNumber: "{0}"
    }
  }
}

extension ReservedWords {
  /// Documented: <https://mariadb.com/kb/en/reserved-words/>.
  ///
  /// Observed: with all other words of `information_schema.KEYWORDS` a table and a column of that name
  /// can be created in 10.11.
  fileprivate static let mariaDB = ReservedWords(
    """
    accessible add all alter analyze and as asc asensitive before between bigint binary blob both
    by call cascade case change char character check collate column condition constraint continue
    convert create cross current_date current_role current_time current_timestamp current_user
    cursor database databases day_hour day_microsecond day_minute day_second dec decimal declare
    default delayed delete delete_domain_id desc describe deterministic distinct distinctrow div
    do_domain_ids double drop dual each else elseif enclosed escaped except exists exit explain
    false fetch float float4 float8 for force foreign from fulltext grant group having
    high_priority hour_microsecond hour_minute hour_second if ignore ignore_domain_ids in index
    infile inner inout insensitive insert int int1 int2 int3 int4 int8 integer intersect interval
    into is iterate join key keys kill leading leave left like limit linear lines load localtime
    localtimestamp lock long longblob longtext loop low_priority master_demote_to_replica
    master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob
    mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural
    no_write_to_binlog not null numeric offset on optimize option optionally or order out outer
    outfile over page_checksum parse_vcol_expr partition portion precision primary procedure
    purge range read read_write reads real recursive ref_system_id references regexp release
    rename repeat replace require resignal restrict return returning revoke right rlike
    row_number rows schema schemas second_microsecond select sensitive separator set show signal
    smallint spatial specific sql sql_big_result sql_calc_found_rows sql_small_result
    sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent
    stats_sample_pages straight_join table terminated then tinyblob tinyint tinytext to trailing
    trigger true undo union unique unlock unsigned update usage use using utc_date utc_time
    utc_timestamp values varbinary varchar varcharacter varying when where while window with
    write xor year_month zerofill
    """)
}
