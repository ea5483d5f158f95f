import MomentumModel
import MomentumSQL
import MomentumStore

// The steps that set relationships, by the temporary tables of old and new keys.
//
// As in Core Data, setting a relationship replaces its objects and updates its inverse. Entity
// mappings run in order, so a later one overwrites an earlier one. If an entity mapping makes
// several links and only one can stay, the one with the lowest position, then the lowest key,
// stays.

extension MappingStepBuilder {
  mutating func addLinks(of index: Int) {
    let entity = rows[index]
    guard let source = entity.source, let destination = entity.destination else { return }
    for relationship in entity.relationships {
      guard let storage = new.schema.relationships[relationship.relationship] else { continue }
      let name = new.model[relationship.relationship].name
      let cost = cost(of: relationship, storage, index)
      add(
        "'\(entity.name)': links of '\(name)'",
        LinkStatements.table + gather(relationship, source, map(index))
          + LinkStatements(
            relationship.relationship, owners: "SELECT destination FROM \(sql: map(index).sql)",
            ownerEntity: destination, new: new
          ).statements(storage),
        causes: [cause(index)], table: new.schema[destination].table, rowCount: cost.rows,
        byteCount: cost.bytes, newByteCount: cost.newBytes)
    }
  }

  private struct Cost {
    var rows: Int64 = 0
    var bytes: Int64 = 0
    var newBytes: Int64 = 0
  }

  /// The number of bytes that links add: rows grow by their foreign keys, and join tables get rows.
  /// A column that the mapping of the inverse has already filled is in `grown` and is not counted
  /// again.
  private mutating func cost(
    of mapping: ResolvedMapping.RelationshipMapping, _ storage: RelationshipStorage, _ index: Int
  ) -> Cost {
    var cost = Cost()
    let table = new.schema[mapping.relationship.entity].table
    let other = new.schema[new.model[mapping.relationship].destination].table
    switch storage {
    case .foreignKey(let key):
      addKeys(key, of: table, madeBy: [index], &cost)
      if case .foreignKey(let inverse)? = new.model.storedInverse(of: mapping.relationship).flatMap(
        {
          new.schema.relationships[$0]
        })
      {
        addKeys(inverse, of: other, madeBy: mapping.producingMappings, &cost)
      }
    case .inverseForeignKey(let key):
      addKeys(key, of: other, madeBy: mapping.producingMappings, &cost)
    case .joinTable(let side):
      guard case .joinTable(let old)? = mapping.path.last.flatMap({ store.relationships[$0] }),
        let source = store.catalogTable(named: old.table),
        grown.insert(side.table).inserted
      else { break }
      cost.rows = source.rowCount ?? 0
      cost.bytes = source.byteCount ?? 0
      cost.newBytes = cost.bytes
    }
    return cost
  }

  private mutating func addKeys(
    _ key: ForeignKey, of table: String, madeBy producingMappings: [Int], _ cost: inout Cost
  ) {
    for maker in producingMappings {
      guard let source = rows[maker].source, let count = rowCount(source),
        let size = byteCount(source)
      else { continue }
      cost.rows = cost.rows.addingClamped(count)
      cost.bytes = cost.bytes.addingClamped(size)
      guard grown.insert("\(table).\(key.column) \(maker)").inserted else { continue }
      let growth = TableBytes.growth(of: size, rows: count, by: Int64(3 * key.columns.count))
      cost.bytes = cost.bytes.addingClamped(growth)
      cost.newBytes = cost.newBytes.addingClamped(growth)
    }
  }

  /// Inserts all links between new objects into `temp.momentum_links`.
  private func gather(
    _ relationship: ResolvedMapping.RelationshipMapping, _ source: EntityID, _ map: TemporaryTable
  ) -> [MigrationPlan.Statement] {
    guard !relationship.producingMappings.isEmpty else { return [] }
    var joins = SourceJoins(tables, from: source, key: "m.source", kind: .inner)
    let end = joins.end(of: relationship.path)
    let place: SQLFragment = end.order.map { "coalesce(\(sql: $0), 0)" } ?? "0"
    let selections = relationship.producingMappings.map { maker -> SQLFragment in
      """
      SELECT m.destination AS owner, k.destination AS target, k.entity AS entity, \
      \(sql: place) AS place FROM \(sql: map.sql) m\(sql: joins.sql) \
      JOIN \(sql: self.map(maker).sql) k ON k.source = \(sql: end.key)
      """
    }
    return [
      """
      INSERT OR IGNORE INTO \(sql: LinkStatements.links.sql) (owner, target, entity, place) \
      SELECT owner, target, entity, 1024 + 1024 * row_number() OVER \
      (PARTITION BY owner ORDER BY place, target) FROM \
      (\(list: selections, separator: " UNION ALL "))
      """
    ]
  }

  // MARK: - Positions

  /// Gives positions to objects that came into an ordered relationship through its inverse: they
  /// have no position yet and come last.
  mutating func addPositions() {
    var statements: [MigrationPlan.Statement] = []
    for entity in new.model.entityIDs {
      for index in new.model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard new.model[id].isToMany, new.model[id].isOrdered else { continue }
        switch new.schema.relationships[id] {
        case .inverseForeignKey(let key):
          guard let order = key.orderColumn else { continue }
          let table = new.schema[new.model[id].destination].table
          statements += positions(in: table, owner: key.column, target: "Z_PK", order: order)
        case .joinTable(let side):
          guard let order = side.orderColumn else { continue }
          statements += positions(
            in: side.table, owner: side.sourceColumn, target: side.destinationColumn, order: order)
        case .foreignKey, nil: continue
        }
      }
    }
    add("positions in ordered relationships", statements)
  }

  private func positions(
    in table: String, owner: String, target: String, order: String
  ) -> [MigrationPlan.Statement] {
    let links = LinkStatements.links.sql
    return LinkStatements.table + [
      """
      INSERT OR IGNORE INTO \(sql: links) (owner, target, entity, place) \
      SELECT o, t, 0, last + 1024 * row_number() OVER (PARTITION BY o ORDER BY t) FROM \
      (SELECT \(name: owner) AS o, \(name: target) AS t, \(name: order) AS p, \
      coalesce(max(\(name: order)) OVER (PARTITION BY \(name: owner)), 1024) AS last \
      FROM \(name: table) WHERE \(name: owner) IS NOT NULL) WHERE p IS NULL
      """,
      """
      UPDATE \(name: table) SET \(name: order) = (SELECT l.place FROM \(sql: links) l \
      WHERE l.owner = \(name: table).\(name: owner) AND l.target = \(name: table).\(name: target)) \
      WHERE \(name: owner) IS NOT NULL AND \(name: order) IS NULL
      """,
    ]
  }
}
