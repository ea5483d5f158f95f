internal import MomentumText

extension SQLDialect {
  /// SQLite with Core Data's functions and collations, and with Core Data's names of tables and
  /// columns.
  ///
  /// `NSCoreDataStringSearch`, `NSCoreDataNow`, `total` and the two collations are observed in
  /// logs. The other `NSCoreData…` functions are assumed; Momentum defines those named `Momentum…`.
  package static let coreData = SQLDialect(
    name: "core-data", summary: "SQLite 3", hasCoreDataLayout: true,
    quoting: Quoting(reservedWords: nil), types: sqliteTypes(decimals: .realOrInteger),
    queries: sqliteQueries(longLists: .tables) { function in
      if case .scalar(let scalar) = function {
        scalar.row.coreDataForm
      } else {
        sqliteFunction(function)
      }
    }, tables: sqliteTables)

  /// SQLite with the same functions, but with the names that the model has, and with times as text.
  ///
  /// The tables need SQLite 3.37, which has STRICT tables (documented:
  /// <https://sqlite.org/stricttables.html>).
  public static let sqlite = SQLDialect(
    name: "sqlite", summary: "SQLite 3.37 or later, with STRICT tables", hasCoreDataLayout: true,
    quoting: Quoting(reservedWords: .sqlite), types: sqliteTypes(decimals: .text),
    queries: sqliteQueries(longLists: .placeholders, function: sqliteFunction),
    tables: sqliteTables)

  // MARK: - Tables

  private static let sqliteTables = Tables(
    preamble: ["PRAGMA foreign_keys = ON"], identity: "INTEGER PRIMARY KEY", options: " STRICT",
    joinOptions: " STRICT, WITHOUT ROWID", canReferToLaterTables: true, foldsAllLetters: false)

  private static func sqliteTypes(decimals: SQLDecimalForm) -> Types {
    Types(decimals: decimals, dates: .text) { type in
      switch type {
      case .identity, .key, .smallInteger, .integer, .bigInteger: SQLTypeForm("INTEGER", .number)
      case .decimal:
        // A REAL would round the decimal. The text is exact, and is cast to a number for
        // comparisons.
        SQLTypeForm(
          "TEXT", .quoted, castName: "REAL",
          shape: "{0} GLOB '*[0-9]*' AND {0} NOT GLOB '*[^-.0-9]*'")
      case .float, .double: SQLTypeForm("REAL", .number)
      case .text: SQLTypeForm("TEXT", .quoted)
      case .boolean: SQLTypeForm("INTEGER", .bit, shape: "{0} IN (0, 1)")
      case .date:
        // Allow only one form of a date, so that the texts sort like the times. The modifier
        // `+0 days` makes SQLite normalize the day: without it, 3.40 accepts the 30th of February.
        // 200,000 random times of the years 1 to 9999 came back unchanged.
        SQLTypeForm(
          "TEXT", .quoted, shape: "{0} IS strftime('%Y-%m-%dT%H:%M:%fZ', {0}, '+0 days')")
      case .uuid: SQLTypeForm("TEXT", .quoted, shape: "length({0}) = 36 AND {0} = lower({0})")
      case .binary: SQLTypeForm("BLOB", .hexadecimal(prefix: "x'"))
      }
    }
  }

  // MARK: - Queries

  private static func sqliteQueries(
    longLists: SQLLongLists, function: @escaping @Sendable (SQLFunction) -> SQLFunctionForm
  ) -> Queries {
    Queries(
      same: "{0} IS {1}", different: "{0} IS NOT {1}", trueWord: "1", truthValuesAreNumbers: true,
      nullOrder: .smallest, unlimited: "-1", namesDerivedTables: false, groupsKnowColumns: true,
      havingKnowsNames: true, ordersByComputedNames: true, ordersDistinctByOthers: true,
      computesAtColumnWidth: false, longLists: longLists, registersFunctions: true,
      aggregate: sqliteAggregate, collationName: sqliteCollation, function: function)
  }

  private static let sqliteAggregate: @Sendable (SQLAggregate) -> SQLAggregateForm = { aggregate in
    switch aggregate {
    case .count: .call("COUNT")
    case .sum: .call("SUM")
    case .total: .call("total")
    case .average: .call("avg")
    case .minimum: .call("min")
    case .maximum: .call("max")
    case .median: .call("MomentumMedian")
    case .mode: .call("MomentumMode")
    case .standardDeviation: .call("MomentumStandardDeviation")
    }
  }

  private static let sqliteCollation: @Sendable (SortComparison) -> String? = { collation in
    switch collation {
    case .binary: nil
    case .caseInsensitive: "MomentumCaseInsensitive"
    case .localized: "NSCollateLocaleSensitive"
    case .localizedCaseInsensitive: "MomentumLocaleCaseInsensitive"
    case .localizedStandard: "NSCollateFinderlike"
    }
  }

  @Sendable private static func sqliteFunction(_ function: SQLFunction) -> SQLFunctionForm {
    switch function {
    case .search(let place, let flags):
      .call("NSCoreDataStringSearch", trailing: ["\(placed(flags, place).rawValue)", "1"])
    case .compare(let flags): .call("NSCoreDataStringCompare", trailing: ["\(flags.rawValue)"])
    case .like(let flags): .call("NSCoreDataLike", trailing: ["\(flags.rawValue)"])
    case .matches(let flags): .call("NSCoreDataMatches", trailing: ["\(flags.rawValue)"])
    case .scalar(let scalar): scalar.row.sqliteForm
    }
  }

  private static func placed(
    _ flags: ComparisonFlags, _ place: SQLFunction.Place
  ) -> ComparisonFlags {
    switch place {
    case .anywhere: flags
    case .start: flags.union(.anchored)
    case .end: flags.union([.anchored, .backwards])
    }
  }
}
