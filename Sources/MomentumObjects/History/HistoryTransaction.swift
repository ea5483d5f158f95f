/// A transaction of the persistent history: one save or batch request, by this program or another
/// one.
///
/// ```swift
/// for transaction in try context.fetchHistory(after: .token(last)) {
///   if transaction.author != "import" { try context.merge(transaction.mergedChanges) }
/// }
/// ```
public struct HistoryTransaction: Sendable {
  /// `Z_PK` of the transaction in its store.
  package let number: Int64
  /// `NSStoreUUID` of the store.
  package let storeIdentifier: String
  /// The identifier of the program; on Linux its name.
  package let bundleID: String?
  /// The name of the process.
  package let processID: String?
  /// When the transaction was written, in seconds since 2001-01-01 00:00:00 UTC.
  public let timestamp: Double
  /// Who made the changes: `transactionAuthor` of the context.
  public let author: String?
  /// The name of the context that made the changes.
  public let contextName: String?
  /// The changes with their keys; `nil` if they were not read.
  package var records: [HistoryRecord]?

  package init(
    number: Int64, storeIdentifier: String, timestamp: Double, author: String?,
    contextName: String?, bundleID: String?, processID: String?
  ) {
    self.number = number
    self.storeIdentifier = storeIdentifier
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.bundleID = bundleID
    self.processID = processID
  }

  /// The changes of objects: insertions, updates, deletions. `nil` if they were not read.
  public var changes: [HistoryChange]? { records?.map(\.change) }
  /// The token to continue from after this transaction.
  public var token: HistoryToken { HistoryToken([storeIdentifier: number]) }

  /// The changes in the form in which contexts merge them.
  public var mergedChanges: MergedChanges {
    var merged = MergedChanges()
    for record in records ?? [] {
      switch record.change {
      case .inserted(let id): merged.inserted.append(id)
      case .updated(let id, _): merged.updated.append(id)
      case .deleted(let id, _): merged.deleted.append(id)
      }
    }
    return merged
  }
}

/// The change of one object in a transaction of the persistent history.
///
/// ```swift
/// if case .updated(let id, let properties) = change, properties.contains("title") { print(id) }
/// ```
public enum HistoryChange: Sendable, Hashable {
  /// A new object.
  case inserted(ObjectID)
  /// An object with other values, and the names of the changed properties.
  case updated(ObjectID, properties: Set<String>)
  /// A deleted object, with the values of attributes that are preserved in the history.
  case deleted(ObjectID, tombstone: [String: StoredValue])

  /// The changed object.
  public var objectID: ObjectID {
    switch self {
    case .inserted(let id), .updated(let id, _), .deleted(let id, _): id
    }
  }

  /// The number that Core Data stores for this kind of change.
  var kind: Int64 {
    switch self {
    case .inserted: 0
    case .updated: 1
    case .deleted: 2
    }
  }
}

/// A change with its key in the store.
package struct HistoryRecord: Sendable {
  /// `Z_PK` of the change in its store.
  package var number: Int64
  package var change: HistoryChange
}
