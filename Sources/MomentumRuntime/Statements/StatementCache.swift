package import MomentumSQLite

/// Keeps prepared statements by their text, so that a frequent statement is prepared only once.
package struct StatementCache {
  /// The most statements that are kept. If there are more, the least recently used one is dropped.
  static let countMax = 128

  private struct Entry {
    var statement: Statement
    var lastUse: Int
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0

  package init() {}

  /// The kept statement for a text. `nil` if the statement must be prepared: it is not kept, or
  /// somebody is still reading its rows.
  package mutating func take(_ sql: String) -> Statement? {
    guard let known = entries[sql], !known.statement.standsOnRow else { return nil }
    uses += 1
    entries[sql]?.lastUse = uses
    known.statement.reset()
    return known.statement
  }

  package mutating func keep(_ statement: Statement) {
    guard entries[statement.sql] == nil else { return }
    if entries.count >= StatementCache.countMax,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
    uses += 1
    entries[statement.sql] = Entry(statement: statement, lastUse: uses)
  }
}
