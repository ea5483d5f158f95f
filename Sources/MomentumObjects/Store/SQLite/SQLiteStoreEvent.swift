package import MomentumSQL

/// An event of a SQLite store, for logs. The events come in the order of the lines in Core Data's
/// log.
package enum SQLiteStoreEvent: Sendable {
  /// The store's first connection opens.
  case connecting(path: String)
  /// A statement is about to run.
  ///
  /// - Parameter plan: The lines of the query plan, if the hooks ask for it.
  case statement(sql: String, bindings: [SQLValue], plan: [String])
  /// Keys were put into a table with this name, for the next statement.
  case boundArray(String)
  /// A SELECT has returned its rows.
  case finished(sql: String, entity: String, objects: [ObjectID], rowCount: Int, seconds: Double)
  /// A pragma has run.
  case executed(seconds: Double)
  /// A fetch has ended, including its further statements.
  case fetched(rowCount: Int, seconds: Double)
  case counted(Int, entity: String, format: String?, seconds: Double)
  /// The row of an object was read.
  case fault(ObjectID)
  /// The objects of a to-many relationship were read.
  case toManyFault(name: String, ObjectID, rowCount: Int)
  case prefetched(keyPath: String, rowCount: Int)
  /// Free pages are about to be given back to the file system.
  case vacuuming(freePages: Int64, freed: Int64)
  /// The write-ahead log is about to be copied into the file and cut to nothing.
  case truncatingLog
}
