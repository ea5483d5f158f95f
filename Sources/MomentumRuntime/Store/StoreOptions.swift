internal import MomentumSQLite

/// How a store is opened.
///
/// ```swift
/// let options = StoreOptions(localeIdentifier: "de", isReadOnly: true)
/// let reader = try BubbleTea.open("tea.sqlite", options: options)
/// ```
public struct StoreOptions: Sendable {
  /// The locale of localized comparisons and sort orders. It does not default to the machine's
  /// locale, so that results are the same everywhere.
  public var localeIdentifier: String
  /// Whether the store is opened without changing the file or the files beside it. Changes that
  /// another process writes meanwhile are not seen.
  public var isReadOnly: Bool
  /// How long a statement waits for the lock of another process, in milliseconds.
  public var busyTimeoutMilliseconds: Int
  /// Called after each statement has run, including those that open the store.
  public var observe: (@Sendable (StatementRun) -> Void)?

  /// Makes options; by default the store can be changed, and a lock is waited for 5 seconds.
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

/// A report about one run of a statement.
///
/// ```swift
/// let options = StoreOptions(observe: { run in print(run.sql, run.rowCount, run.seconds) })
/// let store = try BubbleTea.open("tea.sqlite", options: options)
/// ```
public struct StatementRun: Sendable, Hashable {
  /// The statement with placeholders; it contains no values.
  public var sql: String
  /// The number of values that were bound to the placeholders.
  public var bindingCount: Int
  /// The number of rows that were read.
  public var rowCount: Int
  /// The time spent in SQLite, or until a server has answered.
  public var seconds: Double

  package init(sql: String, bindingCount: Int, rowCount: Int, seconds: Double) {
    self.sql = sql
    self.bindingCount = bindingCount
    self.rowCount = rowCount
    self.seconds = seconds
  }

  init(_ report: StatementReport) {
    sql = report.sql
    bindingCount = report.bindingCount
    rowCount = report.rowCount
    seconds = report.seconds
  }
}
