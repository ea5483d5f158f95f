package import MomentumModel

/// A property that got another value.
package enum ChangedProperty: Hashable, Sendable {
  case attribute(AttributeID)
  case relationship(RelationshipID)
}

/// The changes of an open transaction, and the checks that it must make before it commits.
///
/// A savepoint remembers the length of each array of the log (``Mark``), and a rollback to it
/// removes later elements. Arrays only grow, so a savepoint costs the same however long the
/// transaction is.
struct ChangeLog {
  /// A rule of a relationship to be checked when the transaction commits, as Core Data does when it
  /// saves. Between two changes an object may lack what the rule requires.
  struct Check: Hashable {
    var relationship: RelationshipID
    var key: Int64
  }

  /// The primary keys used in one table.
  struct Keys {
    /// The highest key that was assigned before the transaction: `Z_MAX` in `Z_PRIMARYKEY`.
    var highestBefore: Int64
    var highest: Int64
  }

  /// The length of each array of the log when a savepoint began.
  struct Mark {
    fileprivate var touched: Int
    fileprivate var checks: Int
    fileprivate var noted: Int
    fileprivate var deletions: Int
    fileprivate var keys: RootKeys
  }

  /// The primary keys used in the tables of root entities. A transaction changes few tables, and
  /// most insertions follow others of their kind.
  struct RootKeys {
    private(set) var all: [(root: EntityID, keys: Keys)] = []
    /// The index of the table that got the last key.
    private var last = 0

    subscript(root: EntityID) -> Keys? {
      get { all.first { $0.root == root }?.keys }
      set {
        let index = all.firstIndex { $0.root == root }
        switch (index, newValue) {
        case (let index?, let keys?): all[index].keys = keys
        case (nil, let keys?): all.append((root, keys))
        case (let index?, nil): all.remove(at: index)
        case (nil, nil): break
        }
      }
    }

    /// Assigns the next key of a root entity's table; `nil` if its keys are not here, or if the
    /// highest one is the largest possible key.
    fileprivate mutating func next(_ root: EntityID) -> Int64? {
      if last >= all.count || all[last].root != root {
        guard let index = all.firstIndex(where: { $0.root == root }) else { return nil }
        last = index
      }
      guard all[last].keys.highest < Int64.max else { return nil }
      all[last].keys.highest += 1
      return all[last].keys.highest
    }
  }

  /// The keys given to new objects, by root entity; written to `Z_PRIMARYKEY` at the commit.
  var keys = RootKeys()
  /// The last position used in the ordered relationship of an object. Other changes in the
  /// transaction can only lower the real last position, so the next position is always free.
  var lastPositions: [Check: Int64] = [:]
  /// Whether the changed properties of each row are recorded, for the persistent history of the
  /// store.
  var recordsProperties = false
  private(set) var properties: [RowKey: Set<ChangedProperty>] = [:]
  private var noted: [(row: RowKey, property: ChangedProperty)] = []
  /// The deleted rows for the persistent history, without those that are new in this transaction.
  private(set) var deletions: [HistoryWriter.Change] = []
  private(set) var checks: [Check] = []
  private var knownChecks: Set<Check> = []
  private var touched: [RowKey] = []
  private var knownTouched: Set<RowKey> = []

  /// Assigns the next key of a root entity's table; `nil` if the highest assigned key was not read
  /// from the store yet, or if it is the largest possible one.
  mutating func nextKey(_ root: EntityID) -> Int64? { keys.next(root) }

  /// Whether `Z_OPT` of the row must be incremented now: not if the row is new in this transaction
  /// or its `Z_OPT` was incremented already.
  mutating func touch(_ row: RowKey) -> Bool {
    if let keys = keys[row.root], row.key > keys.highestBefore { return false }
    guard knownTouched.insert(row).inserted else { return false }
    touched.append(row)
    return true
  }

  /// Records a changed property, except of a row that is new in this transaction: the history
  /// records only its insertion.
  mutating func note(_ property: ChangedProperty, _ row: RowKey) {
    guard recordsProperties, row.key <= keys[row.root]?.highestBefore ?? Int64.max else { return }
    guard properties[row, default: []].insert(property).inserted else { return }
    noted.append((row, property))
  }

  /// Records deleted rows of one family for the persistent history.
  mutating func note(deletions: [HistoryWriter.Change], root: EntityID) {
    let highest = keys[root]?.highestBefore ?? Int64.max
    self.deletions += deletions.filter { $0.key <= highest }
  }

  mutating func check(_ relationship: RelationshipID, _ key: Int64) {
    let check = Check(relationship: relationship, key: key)
    if knownChecks.insert(check).inserted { checks.append(check) }
  }

  var mark: Mark {
    Mark(
      touched: touched.count, checks: checks.count, noted: noted.count,
      deletions: deletions.count, keys: keys)
  }

  mutating func goBack(to mark: Mark) {
    for row in touched[mark.touched...] { knownTouched.remove(row) }
    touched.removeSubrange(mark.touched...)
    for check in checks[mark.checks...] { knownChecks.remove(check) }
    checks.removeSubrange(mark.checks...)
    for (row, property) in noted[mark.noted...] {
      properties[row]?.remove(property)
      if properties[row]?.isEmpty == true { properties[row] = nil }
    }
    noted.removeSubrange(mark.noted...)
    deletions.removeSubrange(mark.deletions...)
    keys = mark.keys
    lastPositions = [:]
  }
}
