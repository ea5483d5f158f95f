internal import MomentumText

extension SQLDialect {
  /// PostgreSQL from 13, which has `normalize`.
  ///
  /// Texts compare by code points as in SQLite, options fold by Unicode's forms: `[d]` takes combining
  /// marks away, `[c]` and `[d]` make wide letters plain. Documented:
  /// <https://www.postgresql.org/docs/current/functions-string.html>.
  public static let postgreSQL = SQLDialect(
    reservedWords: .postgreSQL, numbersPlaceholders: true, comparesWithIs: false,
    hasNumericTruth: false, sortsNullFirst: false, unlimited: nil, namesDerivedTables: true,
    checksTypes: true, longLists: .arrays,
    typeName: { type in
      switch type {
      case .boolean: "boolean"
      case .integer: "bigint"
      case .real: "double precision"
      case .decimal: "numeric"
      case .text: "text"
      case .blob: "bytea"
      case .uuid: "uuid"
      case .timestamp: "timestamptz"
      }
    },
    aggregateName: { aggregate in
      switch aggregate {
      case .count: "count"
      case .total: "sum"
      case .average: "avg"
      case .minimum: "min"
      case .maximum: "max"
      case .median: "percentile_cont(0.5)"
      case .mode: "mode()"
      case .standardDeviation: "stddev_pop"
      }
    },
    collationName: { collation in
      switch collation {
      case .binary: "\"C\""
      case .caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard:
        "\"und-x-icu\""
      }
    },
    function: postgreSQLFunction)

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

  /// `?` and `*` become `_` and `%`; these stand for themselves, as all behind a backslash does.
  private static func likePattern(_ text: String) -> String {
    let escaped = "regexp_replace(\(text), '([%_])', '\\\\\\1', 'g')"
    let single = "regexp_replace(\(escaped), '(?<!\\\\)\\?', '_', 'g')"
    let many = "regexp_replace(\(single), '(?<!\\\\)\\*', '%', 'g')"
    // A backslash at the end has nothing to escape and stands for itself.
    return "regexp_replace(\(many), '(?<!\\\\)((?:\\\\\\\\)*)\\\\$', '\\1\\\\\\\\')"
  }

  /// Two texts that the flags hold for equal become equal ones.
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
