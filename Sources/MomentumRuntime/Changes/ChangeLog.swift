internal import MomentumModel

/// A property whose value another one took the place of.
enum ChangedProperty: Hashable {
  case attribute(AttributeID)
  case relationship(RelationshipID)
}

/// What an open transaction has done so far and has to do before it commits.
///
/// A savepoint remembers a mark and goes back to it. Only additions are logged, so a mark costs nothing
/// however long the transaction is.
struct ChangeLog {
  /// A rule of a relationship that is looked at when the transaction commits, as a save does it:
  /// between two changes an object may be without what it needs.
  struct Check: Hashable {
    var relationship: RelationshipID
    var key: Int64
  }

  /// The keys of one table.
  struct Keys {
    /// `Z_MAX` as the store had it.
    var highestBefore: Int64
    var highest: Int64
  }

  /// Where a savepoint began.
  struct Mark {
    fileprivate var touched: Int
    fileprivate var checks: Int
    fileprivate var keys: [EntityID: Keys]
  }

  /// Keys given out, by root entity; written when the transaction commits.
  var keys: [EntityID: Keys] = [:]
  /// The last place given out in an ordered relationship. Other statements only ever lower it.
  var lastPositions: [Check: Int64] = [:]
  /// Whether it is kept which properties of a row change, as a history of the store tells it.
  var recordsProperties = false
  private(set) var properties: [RowKey: Set<ChangedProperty>] = [:]
  private(set) var checks: [Check] = []
  private var knownChecks: Set<Check> = []
  private var touched: [RowKey] = []
  private var knownTouched: Set<RowKey> = []

  /// Whether the row is to count a change now: neither new in this transaction nor counted already.
  mutating func touch(_ row: RowKey) -> Bool {
    if let keys = keys[row.root], row.key > keys.highestBefore { return false }
    guard knownTouched.insert(row).inserted else { return false }
    touched.append(row)
    return true
  }

  /// A row that is new in this transaction has no changes of its own.
  mutating func note(_ property: ChangedProperty, _ row: RowKey) {
    guard recordsProperties, row.key <= keys[row.root]?.highestBefore ?? Int64.max else { return }
    properties[row, default: []].insert(property)
  }

  mutating func check(_ relationship: RelationshipID, _ key: Int64) {
    let check = Check(relationship: relationship, key: key)
    if knownChecks.insert(check).inserted { checks.append(check) }
  }

  var mark: Mark { Mark(touched: touched.count, checks: checks.count, keys: keys) }

  mutating func goBack(to mark: Mark) {
    for row in touched[mark.touched...] { knownTouched.remove(row) }
    touched.removeSubrange(mark.touched...)
    for check in checks[mark.checks...] { knownChecks.remove(check) }
    checks.removeSubrange(mark.checks...)
    keys = mark.keys
    lastPositions = [:]
  }
}
