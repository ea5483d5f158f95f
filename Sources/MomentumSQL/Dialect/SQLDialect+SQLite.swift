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
      switch function {
      case .now: .template("(SELECT NSCoreDataNow())")
      case .timeToSeconds, .secondsToTime: .template("{0}")
      case _: sqliteFunction(function)
      }
    })

  /// SQLite with the same functions, on names of the model and with times as text.
  public static let sqlite = SQLDialect(
    reservedWords: .sqlite, numbersPlaceholders: false, comparesWithIs: true, hasNumericTruth: true,
    sortsNullFirst: true, unlimited: "-1", namesDerivedTables: false,
    checksTypes: false, longLists: .placeholders,
    typeName: sqliteType,
    aggregateName: sqliteAggregate, collationName: sqliteCollation,
    function: { function in
      switch function {
      case .now: .template("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
      case .timeToSeconds:
        // Whole seconds and their fraction apart: days as a REAL would not hold milliseconds.
        .template(
          "(CAST(strftime('%s', {0}) AS INTEGER) - 978307200 + CAST('0' || substr({0}, 20, 4) AS REAL))"
        )
      case .secondsToTime: .call("MomentumTime")
      case _: sqliteFunction(function)
      }
    })

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

  private static let sqliteCollation: @Sendable (SQLCollation) -> String? = { collation in
    switch collation {
    case .binary: nil
    case .caseInsensitive: "MomentumCaseInsensitive"
    case .localized: "NSCollateLocaleSensitive"
    case .localizedCaseInsensitive: "MomentumLocaleCaseInsensitive"
    case .finderLike: "NSCollateFinderlike"
    }
  }

  private static func sqliteFunction(_ function: SQLFunction) -> SQLFunctionForm {
    switch function {
    case .search(let place, let flags):
      .call("NSCoreDataStringSearch", trailing: ["\(placed(flags, place).rawValue)", "1"])
    case .compare(let flags): .call("NSCoreDataStringCompare", trailing: ["\(flags.rawValue)"])
    case .like(let flags): .call("NSCoreDataLike", trailing: ["\(flags.rawValue)"])
    case .matches(let flags): .call("NSCoreDataMatches", trailing: ["\(flags.rawValue)"])
    case .lowercase: .call("MomentumLowercase")
    case .uppercase: .call("MomentumUppercase")
    case .canonical: .call("MomentumCanonical")
    case .length: .call("MomentumLength")
    case .absolute: .call("MomentumAbsolute")
    case .ceiling: .call("MomentumCeiling")
    case .floor: .call("MomentumFloor")
    case .truncate: .call("MomentumTruncate")
    case .squareRoot: .call("MomentumSquareRoot")
    case .logarithm: .call("MomentumLogarithm")
    case .naturalLogarithm: .call("MomentumNaturalLogarithm")
    case .exponential: .call("MomentumExponential")
    case .power: .call("MomentumPower")
    case .random: .call("MomentumRandom")
    case .randomBelow: .call("MomentumRandomBelow")
    case .numberToText: .call("MomentumCastToString")
    case .textToNumber: .call("MomentumCastToNumber")
    case .now: .call("NSCoreDataNow")
    case .timeToSeconds, .secondsToTime, .truthToNumber: .template("{0}")
    }
  }

  private static func placed(
    _ flags: SQLTextFlags, _ place: SQLFunction.Place
  ) -> SQLTextFlags {
    switch place {
    case .anywhere: flags
    case .start: flags.union(.anchored)
    case .end: flags.union([.anchored, .backwards])
    }
  }
}
