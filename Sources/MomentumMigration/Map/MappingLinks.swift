import MomentumModel
import MomentumSQL
import MomentumStore

/// Makes the statements that select the links which each relationship has after the migration.
///
/// The objects are named by their keys in the old store. The columns are `owner`, `target` (the key
/// of the old object that the target is made from), `maker` (the index of the entity mapping that
/// makes the target) and `place` (the target's position).
struct MappingLinks {
  let rows: MappingRows
  let new: PlannedModel

  /// Selects the links that one relationship mapping makes; `nil` if the entity mapping has no
  /// source, or if no mapping makes the targets.
  func pairs(
    _ index: Int, _ mapping: ResolvedMapping.RelationshipMapping
  ) -> SQLFragment? {
    guard let source = rows[index].source else { return nil }
    var joins = SourceJoins(
      OldTables(rows.old), from: source, key: "o.Z_PK", row: "o", kind: .inner)
    let end = joins.end(of: mapping.path)
    let place: SQLFragment = end.order.map { "coalesce(\(sql: $0), 0)" } ?? "0"
    let parts = mapping.producingMappings.compactMap { maker -> SQLFragment? in
      guard let made = rows[maker].source else { return nil }
      return """
        SELECT o.Z_PK AS owner, \(number: maker) AS maker, k.Z_PK AS target, \(sql: place) AS place \
        FROM \(sql: rows.from(source))\(sql: joins.sql) JOIN \(name: rows.old.schema[made].table) k \
        ON k.Z_PK = \(sql: end.key) WHERE \(sql: rows.condition(index, "o")) \
        AND \(sql: rows.condition(maker, "k"))
        """
    }
    return parts.isEmpty ? nil : parts.joined(separator: " UNION ALL ")
  }

  /// The links that the objects of one entity mapping keep, from both sides of the relationship;
  /// `nil` if no relationship mapping of either side sets any.
  func kept(_ index: Int, _ id: RelationshipID) -> SQLFragment? {
    let own = rows[index].relationships.filter { $0.relationship == id }
      .compactMap { pairs(index, $0) }
    let others = inverseMappings(index, id).compactMap { other, mapping -> SQLFragment? in
      guard let pairs = pairs(other, mapping) else { return nil }
      return """
        SELECT target AS owner, \(number: other) AS maker, owner AS target, 0 AS place \
        FROM (\(sql: pairs)) WHERE maker = \(number: index)
        """
    }
    guard !(own + others).isEmpty else { return nil }
    var result: SQLFragment =
      """
      SELECT owner, maker, target, max(place) AS place FROM \
      (\(list: own + others, separator: " UNION ALL ")) GROUP BY owner, maker, target
      """
    if !new.model[id].isToMany { result = first(of: result, "owner", by: "place, maker, target") }
    if isExclusive(id) { result = first(of: result, "maker, target", by: "owner") }
    return result
  }

  /// The relationship mappings of the inverse that lead to the objects of this entity mapping.
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

  /// Whether each target can have one owner only, because the inverse is to-one.
  func isExclusive(_ id: RelationshipID) -> Bool {
    new.model.storedInverse(of: id).map { !new.model[$0].isToMany } ?? false
  }

  /// Keeps the first link of each group:
  ///
  /// `SELECT owner, maker, target, place FROM (SELECT …, row_number() OVER (…) AS n …) WHERE n = 1`
  private func first(
    of statement: SQLFragment, _ group: SQLFragment, by order: SQLFragment
  ) -> SQLFragment {
    """
    SELECT owner, maker, target, place FROM (SELECT owner, maker, target, place, row_number() \
    OVER (PARTITION BY \(sql: group) ORDER BY \(sql: order)) AS n FROM (\(sql: statement))) \
    WHERE n = 1
    """
  }
}
