import MomentumModel
import MomentumSQL
import MomentumStore

/// The links of an old store as a new relationship sees them, read for comparison alone.
///
/// This is written beside `LinkReader`, which fills the new tables, and shares nothing with it: a mistake in
/// one of the two is noticed when they are compared. So the direction is found anew from the pairs of
/// relationships, and not taken from `LinkSource.isReversed`.
struct StoredPairs {
  let matches: EntityMatches
  /// The new relationship.
  let relationship: RelationshipID
  /// Whether links count only where the object that has the relationship, or the one that it leads to, is
  /// still one of those in the new model.
  let staysOnly: (sources: Bool, destinations: Bool)

  /// `SELECT Z_1TAGS AS h, Z_2VENUES AS t FROM Z_1TAGS WHERE …`: `h` is the key of the new relationship's
  /// source, `t` that of its destination.
  ///
  /// - Returns: `nil` where the store has no such relationship.
  func select(_ source: LinkSource) -> SQLFragment? {
    let old = matches.old
    let id = source.relationship
    let owners = End(entity: id.entity, rows: old.table(of: id.entity)?.name)
    let far = old.model[id].destination
    let others = End(entity: far, rows: old.table(of: far)?.name)
    let (table, owner, other): (String?, String, String)
    switch old.relationships[id] {
    case .joinTable(let side):
      (table, owner, other) = (side.table, side.sourceColumn, side.destinationColumn)
    case .foreignKey(let key): (table, owner, other) = (owners.rows, "Z_PK", key.column)
    case .inverseForeignKey(let key): (table, owner, other) = (others.rows, key.column, "Z_PK")
    case nil: return nil
    }
    guard let table else { return nil }
    let isForward = isForward(id)
    let (h, t) = isForward ? (owner, other) : (other, owner)
    let (near, target) = isForward ? (owners, others) : (others, owners)
    var conditions: [SQLFragment] = []
    if let numbers = source.numbers {
      conditions.append(isIn(owner, owners, numbers))
    }
    if staysOnly.sources {
      conditions.append(isIn(h, near, staying(near, as: relationship.entity)))
    }
    if staysOnly.destinations {
      let destination = matches.new.model[relationship].destination
      conditions.append(isIn(t, target, staying(target, as: destination)))
    }
    let restriction: SQLFragment =
      conditions.isEmpty ? "" : " WHERE \(list: conditions, separator: " AND ")"
    return "SELECT \(name: h) AS h, \(name: t) AS t FROM \(name: table)\(sql: restriction)"
  }

  /// One end of an old relationship.
  private struct End {
    var entity: EntityID
    /// The table with its objects.
    var rows: String?
  }

  /// Whether the new relationship itself was the old one, and not its inverse.
  private func isForward(_ old: RelationshipID) -> Bool {
    matches.newFamilies.family(of: relationship.entity).contains {
      matches.pairs[$0.index]?.relationships[relationship] == old
    }
  }

  /// The old numbers of the entities at an end whose rows are rows of a new entity, or of one below it.
  private func staying(_ end: End, as entity: EntityID) -> [Int] {
    matches.old.families.family(of: end.entity).filter { matches.allBecome(entity, [$0]) }
      .map { matches.old.number(of: $0) }.sorted()
  }

  /// `Z_2VENUES IN (SELECT Z_PK FROM ZVENUE WHERE Z_ENT IN (2, 3))`
  private func isIn(_ column: String, _ end: End, _ numbers: [Int]) -> SQLFragment {
    "\(name: column) IN (SELECT Z_PK FROM \(name: end.rows ?? "") "
      + "WHERE \(sql: numberTest("Z_ENT", numbers)))"
  }
}
