import MomentumModel
import MomentumStore

/// Which objects a relationship holds afterwards, told in keys of the old store.
///
/// All statements have the columns `owner`, `maker` (the entity mapping that makes the other object), `target`
/// (what it is made from) and `place`.
struct MappingLinks {
  let rows: MappingRows
  let new: PlannedModel

  /// Every pair that one relationship mapping finds.
  func pairs(_ index: Int, _ mapping: ResolvedMapping.RelationshipMapping) -> String? {
    guard let source = rows[index].source else { return nil }
    var joins = SourceJoins(
      OldTables(rows.old), from: source, key: "o.Z_PK", row: "o", kind: "JOIN")
    let end = joins.end(of: mapping.path)
    let place = end.order.map { "coalesce(\($0), 0)" } ?? "0"
    let parts = mapping.producingMappings.compactMap { maker -> String? in
      guard let made = rows[maker].source else { return nil }
      return "SELECT o.Z_PK AS owner, \(maker) AS maker, k.Z_PK AS target, \(place) AS place "
        + "FROM \(rows.from(source))\(joins.text) JOIN \(sqlName(rows.old.schema[made].table)) k "
        + "ON k.Z_PK = \(end.key) WHERE \(rows.condition(index, "o")) "
        + "AND \(rows.condition(maker, "k"))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " UNION ALL ")
  }

  /// Those that one entity mapping's objects keep, from both sides of the relationship; `nil` where no
  /// relationship mapping gives any.
  func kept(_ index: Int, _ id: RelationshipID) -> String? {
    let own = rows[index].relationships.filter { $0.relationship == id }
      .compactMap { pairs(index, $0) }
    let others = inverseMappings(index, id).compactMap { other, mapping in
      pairs(other, mapping).map {
        "SELECT target AS owner, \(other) AS maker, owner AS target, 0 AS place FROM (\($0)) "
          + "WHERE maker = \(index)"
      }
    }
    guard !(own + others).isEmpty else { return nil }
    var result =
      "SELECT owner, maker, target, max(place) AS place FROM "
      + "(\((own + others).joined(separator: " UNION ALL "))) GROUP BY owner, maker, target"
    if !new.model[id].isToMany { result = first(of: result, "owner", by: "place, maker, target") }
    if isExclusive(id) { result = first(of: result, "maker, target", by: "owner") }
    return result
  }

  /// The relationship mappings of the other side that lead to what this entity mapping makes.
  func inverseMappings(
    _ index: Int, _ id: RelationshipID
  ) -> [(index: Int, mapping: ResolvedMapping.RelationshipMapping)] {
    guard let inverse = new.model.storedInverse(of: id) else { return [] }
    return rows.indices.flatMap { other in
      rows[other].relationships.filter {
        $0.relationship == inverse && $0.producingMappings.contains(index)
      }.map { (other, $0) }
    }
  }

  /// Whether an object can be held by one other only.
  func isExclusive(_ id: RelationshipID) -> Bool {
    new.model.storedInverse(of: id).map { !new.model[$0].isToMany } ?? false
  }

  private func first(of statement: String, _ group: String, by order: String) -> String {
    "SELECT owner, maker, target, place FROM (SELECT owner, maker, target, place, row_number() "
      + "OVER (PARTITION BY \(group) ORDER BY \(order)) AS n FROM (\(statement))) WHERE n = 1"
  }
}
