/// A position in the persistent history: the number of the last transaction of each store.
///
/// An app keeps the token of the last transaction that it has read, and continues from it.
///
/// ```swift
/// let data = try JSONEncoder().encode(token)
/// let kept = try JSONDecoder().decode(HistoryToken.self, from: data)
/// let transactions = try context.fetchHistory(after: .token(kept))
/// ```
///
/// Coordinators with the same stores have equal tokens.
public struct HistoryToken: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The numbers by identifier of the store; 0 for a store without transactions.
  package var numbers: [String: Int64]

  package init(_ numbers: [String: Int64]) { self.numbers = numbers }

  /// The identifiers of the stores with their numbers.
  ///
  /// Source: the form for one store was observed in tests on iOS 13 to 18.
  public var description: String {
    let lines = numbers.sorted { $0.key < $1.key }.map { "    \"\($0.key)\" = \($0.value);\n" }
    return "<NSPersistentHistoryToken - {\n\(lines.joined())}>"
  }
}

/// A position in the persistent history from which to read, or before which to delete.
///
/// ```swift
/// try context.deleteHistory(before: .date(weekAgo.timeIntervalSinceReferenceDate))
/// ```
public enum HistoryPoint: Sendable {
  /// The position after a token's transactions; `nil` for the beginning.
  case token(HistoryToken?)
  /// A time in seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// A transaction that was read before.
  case transaction(HistoryTransaction)
}
