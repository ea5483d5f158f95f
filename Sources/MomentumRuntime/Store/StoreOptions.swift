internal import MomentumSQLite

/// How a store is opened.
public struct StoreOptions: Sendable {
  /// The locale of localized comparisons and sort orders. Fixed, so that a result does not hang on the
  /// machine that it was made on.
  public var localeIdentifier: String
  /// Neither the file nor the files beside it change; another process may write meanwhile, and is not seen.
  public var isReadOnly: Bool
  /// How long a statement waits for the lock of another process.
  public var busyTimeoutMilliseconds: Int
  /// Hears of each statement that has run, also of those that open the store.
  public var observe: (@Sendable (StatementRun) -> Void)?

  public init(
    localeIdentifier: String = "en", isReadOnly: Bool = false,
    busyTimeoutMilliseconds: Int = 5000, observe: (@Sendable (StatementRun) -> Void)? = nil
  ) {
    self.localeIdentifier = localeIdentifier
    self.isReadOnly = isReadOnly
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.observe = observe
  }

  var connection: ConnectionOptions {
    var report: (@Sendable (StatementReport) -> Void)?
    if let observe { report = { observe(StatementRun($0)) } }
    return ConnectionOptions(
      busyTimeoutMilliseconds: Int32(clamping: busyTimeoutMilliseconds),
      localeIdentifier: localeIdentifier, report: report)
  }
}

/// One run of a statement.
public struct StatementRun: Sendable, Hashable {
  /// With placeholders: no value is in it.
  public var sql: String
  public var bindingCount: Int
  /// The rows that were read.
  public var rowCount: Int
  /// The time inside SQLite.
  public var seconds: Double

  init(_ report: StatementReport) {
    sql = report.sql
    bindingCount = report.bindingCount
    rowCount = report.rowCount
    seconds = report.seconds
  }
}
