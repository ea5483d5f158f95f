public import MomentumSQL

/// What happens in a fetch, in the order in which Core Data's log tells it.
public enum FetchEvent: Sendable, Hashable {
  /// A statement is about to run.
  case started(SQLText)
  /// Keys were put in a table of this name, for the statement that follows.
  case boundArray(String)
  /// A statement has returned all its rows. The result is empty for a fetch that keeps no rows.
  case finished(SQLText, FetchResult, rowCount: Int, seconds: Double)
  /// A fetch is complete, with the statements that followed from its first one.
  case fetched(rowCount: Int, seconds: Double)
  case prefetched(keyPath: String, rowCount: Int)
  case counted(Int64, seconds: Double)
}
