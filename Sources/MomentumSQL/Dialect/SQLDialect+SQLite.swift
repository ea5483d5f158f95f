internal import MomentumText

extension SQLDialect {
  /// SQLite with Core Data's functions and collations, on Core Data's names.
  ///
  /// `NSCoreDataStringSearch`, `NSCoreDataNow`, `total` and the two collations are observed in logs. The
  /// other `NSCoreData…` functions are assumed; those named `Momentum…` are ours.
  public static let coreData = SQLDialect(
    reservedWords: nil, numbersPlaceholders: false, comparesWithIs: true, hasNumericTruth: true,
    sortsNullFirst: true, unlimited: "-1", namesDerivedTables: false,
    checksTypes: false, longLists: .tables, typeName: sqliteType,
    aggregateName: sqliteAggregate, collationName: sqliteCollation,
    function: { function in
      if case .scalar(let scalar) = function {
        scalar.row.coreDataForm
      } else {
        sqliteFunction(function)
      }
    })

  /// SQLite with the same functions, on names of the model and with times as text.
  public static let sqlite = SQLDialect(
    reservedWords: .sqlite, numbersPlaceholders: false, comparesWithIs: true, hasNumericTruth: true,
    sortsNullFirst: true, unlimited: "-1", namesDerivedTables: false,
    checksTypes: false, longLists: .placeholders,
    typeName: sqliteType,
    aggregateName: sqliteAggregate, collationName: sqliteCollation,
    function: sqliteFunction)

  private static let sqliteType: @Sendable (SQLType) -> String = { type in
    switch type {
    case .boolean, .integer: "INTEGER"
    case .real, .decimal: "REAL"
    case .text, .uuid, .timestamp: "TEXT"
    case .blob: "BLOB"
    }
  }

  private static let sqliteAggregate: @Sendable (SQLAggregate) -> String = { aggregate in
    switch aggregate {
    case .count: "COUNT"
    case .total: "total"
    case .average: "avg"
    case .minimum: "min"
    case .maximum: "max"
    case .median: "MomentumMedian"
    case .mode: "MomentumMode"
    case .standardDeviation: "MomentumStandardDeviation"
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
