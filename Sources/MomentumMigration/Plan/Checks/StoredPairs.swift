import MomentumModel
import MomentumSQL
import MomentumStore

/// Reads the links of an old store as a new relationship sees them, only to compare them with the
/// migrated links.
///
/// It repeats on purpose what `LinkReader` does for the migration, and shares no code with it: a
/// mistake in one of the two shows as a difference. It therefore finds the direction of a link from
/// the pairs of relationships, not from `LinkSource.isReversed`.
struct StoredPairs {
  let matches: EntityMatches
  /// The new relationship.
  let relationship: RelationshipID
  /// Whether a link counts only if its source, or its destination, still belongs to the entity at
  /// that end of the new relationship.
  let staysOnly: (sources: Bool, destinations: Bool)

  /// Selects the links of one old relationship:
  ///
  /// `SELECT Z_1TAGS AS h, Z_2VENUES AS t FROM Z_1TAGS WHERE …`
  ///
  /// `h` is the key of the new relationship's source, `t` that of its destination.
  ///
  /// - Returns: `nil` if the store does not have the old relationship.
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
    /// The table with the objects of this end; `nil` if the store lacks it.
    var rows: String?
  }

  /// Whether the new relationship continues the old one, and not the old one's inverse.
  private func isForward(_ old: RelationshipID) -> Bool {
    matches.newFamilies.family(of: relationship.entity).contains {
      matches.pairs[$0.index]?.relationships[relationship] == old
    }
  }

  /// The old entity numbers at this end whose rows become rows of the new entity or its
  /// sub-entities.
  private func staying(_ end: End, as entity: EntityID) -> [Int] {
    matches.old.families.family(of: end.entity).filter { matches.allBecome(entity, [$0]) }
      .map { matches.old.number(of: $0) }.sorted()
  }

  /// Tests that a key leads to an object of these entities:
  ///
  /// `Z_2VENUES IN (SELECT Z_PK FROM ZVENUE WHERE Z_ENT IN (2, 3))`
  private func isIn(_ column: String, _ end: End, _ numbers: [Int]) -> SQLFragment {
    "\(name: column) IN (SELECT Z_PK FROM \(name: end.rows ?? "") "
      + "WHERE \(sql: numberTest("Z_ENT", numbers)))"
  }
}
