package import MomentumSQLite

/// Prepared statements by their text: each is prepared once while it is in use now and then.
package struct StatementCache {
  /// The one that was not asked for the longest goes when there are more.
  static let countMax = 128

  private struct Entry {
    var statement: Statement
    var lastUse: Int
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0

  package init() {}

  /// The statement of a text, `nil` where it is to be prepared: it is not known, or its rows are being read
  /// by someone else.
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
