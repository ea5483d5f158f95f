/// Tells a store which transactions to return.
package struct StoreHistoryFetch: Sendable, Hashable {
  package enum Start: Sendable, Hashable {
    case beginning
    /// The transactions with a higher number.
    case number(Int64)
    /// The transactions after a time, in seconds since 2001-01-01 UTC.
    case date(Double)
  }

  package var start: Start
  package var includesChanges: Bool

  package init(_ start: Start, includesChanges: Bool = true) {
    self.start = start
    self.includesChanges = includesChanges
  }
}

/// The transactions that a store deletes: those before a number or a time.
package enum StoreHistoryEnd: Sendable, Hashable {
  case number(Int64)
  case date(Double)
}

// Defaults for stores without persistent history.

extension ObjectStore {
  package func lastTransaction() throws -> Int64? { nil }
  package func history(_ fetch: StoreHistoryFetch) throws -> [HistoryTransaction] { [] }
  package func deleteHistory(before end: StoreHistoryEnd) throws {}
}

extension ObjectError.Code {
  /// The error of Core Data if transactions after a history token were deleted already.
  static let historyTokenExpired = ObjectError.Code(rawValue: 134_301)
}

extension ObjectError {
  static func historyTokenExpired(_ why: String) -> ObjectError {
    ObjectError(.historyTokenExpired, "The history token has expired: \(why). Read all history.")
  }
}
