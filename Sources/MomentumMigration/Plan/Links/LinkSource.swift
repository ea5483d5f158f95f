import MomentumModel
import MomentumSQL
import MomentumStore

/// The links of an old relationship.
///
/// They are selected as rows with `h` and `t` (the keys of the new relationship's source and
/// destination), `ho` (the position of `h` in an ordered inverse) and `o` (the position of `t`).
struct LinkSource: Hashable {
  var relationship: RelationshipID
  /// Whether the new relationship goes in the opposite direction: it continues the inverse.
  var isReversed: Bool
  /// The old entity numbers of the sources whose links count; `nil` for all.
  var numbers: [Int]?
  /// The old entity numbers of the destinations whose links count; `nil` for all. Other objects do
  /// not belong to the destination of the new relationship.
  var targets: [Int]?
}

struct LinkReader {
  let old: OldStore

  /// Selects the links of one old relationship:
  ///
  /// `SELECT Z_PK AS h, ZCITY AS t, NULL AS ho, NULL AS o FROM ZVENUE WHERE ZCITY IS NOT NULL …`
  ///
  /// `h` is the key of the new relationship's source, `t` that of its destination, `ho` the
  /// position of `h` in the inverse, `o` the position of `t`.
  func select(_ source: LinkSource) -> SQLFragment? {
    guard let storage = old.relationships[source.relationship] else { return nil }
    let owner = old.table(of: source.relationship.entity)?.name ?? ""
    let destination = old.table(of: old.model[source.relationship].destination)?.name ?? ""
    let (s, d, sourceOrder, order, table): (String, String, String?, String?, String)
    switch storage {
    case .foreignKey(let key):
      (s, d, sourceOrder, order, table) = ("Z_PK", key.column, key.orderColumn, nil, owner)
    case .inverseForeignKey(let key):
      (s, d, sourceOrder, order, table) = (key.column, "Z_PK", nil, key.orderColumn, destination)
    case .joinTable(let side):
      (s, d, order, table) = (
        side.sourceColumn, side.destinationColumn, side.orderColumn, side.table
      )
      sourceOrder = inverseSide(of: source.relationship)?.orderColumn
    }
    var conditions: [SQLFragment] = ["\(name: s) IS NOT NULL", "\(name: d) IS NOT NULL"]
    if let numbers = source.numbers { conditions.append(isIn(s, owner, numbers)) }
    let (h, t) = source.isReversed ? (d, s) : (s, d)
    if let targets = source.targets {
      conditions.append(isIn(t, source.isReversed ? owner : destination, targets))
    }
    let (ho, o) = source.isReversed ? (order, sourceOrder) : (sourceOrder, order)
    return
      "SELECT \(name: h) AS h, \(name: t) AS t, \(sql: ho.map(SQLFragment.name) ?? "NULL") AS ho, "
      + "\(sql: o.map(SQLFragment.name) ?? "NULL") AS o FROM \(name: table) "
      + "WHERE \(list: conditions, separator: " AND ")"
  }

  /// Tests that a key leads to an object of these entities:
  ///
  /// `ZCITY IN (SELECT Z_PK FROM ZCITY WHERE Z_ENT IN (3, 4))`
  private func isIn(_ column: String, _ table: String, _ numbers: [Int]) -> SQLFragment {
    "\(name: column) IN (SELECT Z_PK FROM \(name: table) "
      + "WHERE \(sql: numberTest("Z_ENT", numbers)))"
  }

  /// Selects the links of several old relationships that became one.
  func select(_ sources: [LinkSource]) -> SQLFragment {
    let parts = sources.compactMap { select($0) }
    return parts.isEmpty
      ? "SELECT NULL AS h, NULL AS t, NULL AS ho, NULL AS o WHERE 0"
      : "\(list: parts, separator: " UNION ALL ")"
  }

  /// Selects one link for each `h`, the one with the lowest `t`; here `o` is the position of `h` in
  /// the ordered inverse, which a foreign key stores.
  func selectFirst(_ sources: [LinkSource]) -> SQLFragment {
    "SELECT h, min(t) AS t, ho AS o FROM (\(sql: select(sources))) GROUP BY h"
  }

  private func inverseSide(of id: RelationshipID) -> JoinTableSide? {
    guard let inverse = EntityMatches.inverse(of: id, in: old.model), inverse != id,
      case .joinTable(let side) = old.relationships[inverse]
    else { return nil }
    return side
  }
}
