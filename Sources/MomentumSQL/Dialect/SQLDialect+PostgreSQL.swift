internal import MomentumText

extension SQLDialect {
  /// PostgreSQL from 12 on, which has generated columns (documented:
  /// <https://www.postgresql.org/docs/12/ddl-generated-columns.html>). Comparisons with `[d]` or
  /// `[w]` use `normalize`, which exists from 13 on.
  ///
  /// Texts are compared by code points, as in SQLite. Options use Unicode's normal forms: `[d]`
  /// removes combining marks, `[c]` and `[d]` make wide letters plain (documented:
  /// <https://www.postgresql.org/docs/current/functions-string.html>).
  public static let postgreSQL = SQLDialect(
    name: "postgresql", summary: "PostgreSQL 12 or later",
    quoting: Quoting(reservedWords: .postgreSQL), types: postgreSQLTypes,
    queries: Queries(
      numbersPlaceholders: true, nullOrder: .keywords, longLists: .text(postgreSQLList),
      arithmetic: postgreSQLArithmetic, aggregate: postgreSQLAggregate,
      collationName: { collation in
        switch collation {
        case .binary: "\"C\""
        case .caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard:
          "\"und-x-icu\""
        }
      }, function: postgreSQLFunction),
    tables: Tables(
      identity: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", hasCommentStatements: true,
      matches: "{0} ~ {1}", foldsAllLetters: true))

  private static let postgreSQLTypes = Types(
    decimals: .exact,
    dates: SQLDateForm(separator: "T", zone: "Z", past: "-infinity", future: "infinity")
  ) { type in
    let infinity = SQLInfinity(positive: "'Infinity'", negative: "'-Infinity'")
    var form =
      switch type {
      case .identity, .key, .bigInteger: SQLTypeForm("bigint", .number)
      case .smallInteger: SQLTypeForm("smallint", .number)
      case .integer: SQLTypeForm("integer", .number)
      case .decimal: SQLTypeForm("numeric", .number)
      // A plain `0.1` would be read as a double and would not equal the 32-bit value in the column.
      case .float: SQLTypeForm("real", .singlePrecision, infinity: infinity)
      case .double: SQLTypeForm("double precision", .number, infinity: infinity)
      case .text: SQLTypeForm("text", .quoted)
      case .boolean: SQLTypeForm("boolean", .truth)
      case .date: SQLTypeForm("timestamptz", .quoted)
      case .uuid: SQLTypeForm("uuid", .quoted)
      case .binary: SQLTypeForm("bytea", .hexadecimal(prefix: "'\\x"))
      }
    // PostgreSQL cannot always infer the type of a parameter from its context, so each one is cast.
    form.placeholder = "{0}::\(form.name)"
    return form
  }

  /// Operators that PostgreSQL writes in another way than SQLite. A division by 0 would be an error
  /// there, but results in NULL in SQLite; the distance of a shift must be a 32-bit integer.
  private static let postgreSQLArithmetic: @Sendable (SQLArithmeticOperator) -> SQLTemplate? = {
    switch $0 {
    case .divide, .divideIntegers: division
    case .remainder: remainder
    case .leftShift: leftShift
    case .rightShift: rightShift
    case .add, .subtract, .multiply, .bitwiseAnd, .bitwiseOr: nil
    }
  }

  private static let division: SQLTemplate = "({0} / NULLIF({1}, 0))"
  private static let remainder: SQLTemplate = "({0} % NULLIF({1}, 0))"
  private static let leftShift: SQLTemplate = "({0} << ({1})::integer)"
  private static let rightShift: SQLTemplate = "({0} >> ({1})::integer)"

  private static let postgreSQLAggregate: @Sendable (SQLAggregate) -> SQLAggregateForm = {
    switch $0 {
    case .count: .call("count")
    case .sum: .call("sum")
    case .total: .template(total)
    case .average: .call("avg")
    case .minimum: .call("min")
    case .maximum: .call("max")
    case .median: .template(median)
    case .mode: .template(mode)
    case .standardDeviation: .call("stddev_pop")
    }
  }

  private static let total: SQLTemplate = "coalesce(sum({0}), 0)::double precision"
  private static let median: SQLTemplate = "percentile_cont(0.5) WITHIN GROUP (ORDER BY {0})"
  private static let mode: SQLTemplate = "mode() WITHIN GROUP (ORDER BY {0})"

  /// The form of a long list: `x = ANY($1::bigint[])` with the text `{"1","2"}`, which PostgreSQL
  /// reads as an array (documented:
  /// <https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO>).
  private static let postgreSQLList = SQLListForm(
    condition: { "{0} = ANY({1}::\(postgreSQLTypes.castName($0))[])" },
    text: { values in
      var result = "{"
      for (index, value) in values.enumerated() {
        if index > 0 { result += "," }
        result += "\""
        for scalar in value.plainText.unicodeScalars {
          if scalar == "\"" || scalar == "\\" { result += "\\" }
          result.unicodeScalars.append(scalar)
        }
        result += "\""
      }
      return result + "}"
    })

  private static let postgreSQLFunction: @Sendable (SQLFunction) -> SQLFunctionForm = { function in
    switch function {
    case .search(let place, let flags):
      let (text, pattern) = (folded("{0}", flags), folded("{1}", flags))
      let test =
        switch place {
        case .anywhere: "strpos(\(text), \(pattern)) > 0"
        case .start: "starts_with(\(text), \(pattern))"
        case .end: "right(\(text), length(\(pattern))) = \(pattern)"
        }
      return .template("(\(test) AND {1} <> '')")
    case .compare(let flags):
      let (left, right) = (folded("{0}", flags), folded("{1}", flags))
      return .template(
        "(CASE WHEN \(left) = \(right) THEN 0 WHEN \(left) < \(right) COLLATE \"C\" THEN -1 WHEN \(left) > \(right) COLLATE \"C\" THEN 1 END)"
      )
    case .like(let flags):
      let pattern = likePattern(folded("{1}", flags))
      return .template("(\(folded("{0}", flags)) LIKE \(pattern) AND {1} <> '')")
    case .matches(let flags):
      let sign = flags.contains(.caseInsensitive) ? "~*" : "~"
      return .template("({0} \(sign) ('(?p)^(?:' || {1} || ')$') AND {1} <> '')")
    case .scalar(let scalar): return scalar.row.postgreSQLForm
    }
  }

  /// The expression that converts a pattern of Core Data's LIKE to SQL: `?` and `*` become `_` and
  /// `%`. A `_` or `%` in the pattern is escaped; a character after a backslash stays as it is.
  private static func likePattern(_ text: String) -> String {
    let escaped = "regexp_replace(\(text), '([%_])', '\\\\\\1', 'g')"
    let single = "regexp_replace(\(escaped), '(?<!\\\\)\\?', '_', 'g')"
    let many = "regexp_replace(\(single), '(?<!\\\\)\\*', '%', 'g')"
    // A backslash at the end escapes nothing, so it is doubled to match itself.
    return "regexp_replace(\(many), '(?<!\\\\)((?:\\\\\\\\)*)\\\\$', '\\1\\\\\\\\')"
  }

  /// The expression that folds a text, so that texts which the flags treat as equal become equal.
  static func folded(_ argument: String, _ flags: ComparisonFlags) -> String {
    var text = argument
    if flags.contains(.diacriticInsensitive) {
      text = "regexp_replace(normalize(\(text), NFKD), '[\\u0300-\\u036F]', '', 'g')"
    } else if flags.contains(.widthInsensitive) {
      text = "normalize(\(text), NFKC)"
    }
    return flags.contains(.caseInsensitive) ? "lower(\(text))" : text
  }
}
