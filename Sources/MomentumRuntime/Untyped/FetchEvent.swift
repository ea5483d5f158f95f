package import MomentumSQL

/// An event of a fetch. The events come in the order of the lines in Core Data's log.
package enum FetchEvent: Sendable, Hashable {
  /// A statement is about to run.
  case started(SQLText)
  /// Keys were put into a virtual table with this name, from which the next statement reads them.
  case boundArray(String)
  /// A statement has returned all its rows. The result is empty if the fetch passes its rows on
  /// without keeping them.
  case finished(SQLText, FetchResult, rowCount: Int, seconds: Double)
  /// A fetch has ended, including the statements for batches and prefetched objects.
  case fetched(rowCount: Int, seconds: Double)
  case prefetched(keyPath: String, rowCount: Int)
  case counted(Int64, seconds: Double)
}
