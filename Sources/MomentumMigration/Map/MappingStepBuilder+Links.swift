package import MomentumModel
import MomentumSQL
package import MomentumStore

// Relationships, by the maps of which object became which.
//
// As Core Data does it: setting a relationship replaces what it held and keeps its inverse in step; entity
// mappings run in order, so a later one has the last word. Within one of them the first object counts where
// only one can stay: that of the first place, then of the lowest key.

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
            relationship.relationship, owners: "SELECT destination FROM \(map(index))",
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

  /// Rows that are there already and get longer by their keys, and those of join tables. What the other side
  /// has set already needs no more room.
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

  /// Writes every pair of new objects into the table of links.
  private func gather(
    _ relationship: ResolvedMapping.RelationshipMapping, _ source: EntityID, _ map: String
  ) -> [String] {
    guard !relationship.producingMappings.isEmpty else { return [] }
    var joins = SourceJoins(tables, from: source, key: "m.source", kind: "JOIN")
    let end = joins.end(of: relationship.path)
    let selections = relationship.producingMappings.map { maker in
      "SELECT m.destination AS owner, k.destination AS target, k.entity AS entity, "
        + "\(end.order.map { "coalesce(\($0), 0)" } ?? "0") AS place FROM \(map) m\(joins.text) "
        + "JOIN \(self.map(maker)) k ON k.source = \(end.key)"
    }
    return [
      "INSERT OR IGNORE INTO temp.momentum_links (owner, target, entity, place) "
        + "SELECT owner, target, entity, 1024 + 1024 * row_number() OVER "
        + "(PARTITION BY owner ORDER BY place, target) FROM "
        + "(\(selections.joined(separator: " UNION ALL ")))"
    ]
  }

  // MARK: - Positions

  /// Objects that came into an ordered relationship by its other side have no position yet; they go behind the
  /// others.
  mutating func addPositions() {
    var statements: [String] = []
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
  ) -> [String] {
    let name = SQLPrinter.identifier(table)
    let owner = SQLPrinter.identifier(owner)
    let target = SQLPrinter.identifier(target)
    let order = SQLPrinter.identifier(order)
    return LinkStatements.table + [
      "INSERT OR IGNORE INTO temp.momentum_links (owner, target, entity, place) "
        + "SELECT o, t, 0, last + 1024 * row_number() OVER (PARTITION BY o ORDER BY t) FROM "
        + "(SELECT \(owner) AS o, \(target) AS t, \(order) AS p, "
        + "coalesce(max(\(order)) OVER (PARTITION BY \(owner)), 1024) AS last FROM \(name) "
        + "WHERE \(owner) IS NOT NULL) WHERE p IS NULL",
      "UPDATE \(name) SET \(order) = (SELECT l.place FROM temp.momentum_links l "
        + "WHERE l.owner = \(name).\(owner) AND l.target = \(name).\(target)) "
        + "WHERE \(owner) IS NOT NULL AND \(order) IS NULL",
    ]
  }
}

/// The statements that give the objects of one entity mapping the links in `temp.momentum_links`.
package struct LinkStatements {
  private let id: RelationshipID
  /// A statement that selects their keys.
  private let owners: String
  private let ownerEntity: EntityID
  private let new: PlannedModel

  package init(_ id: RelationshipID, owners: String, ownerEntity: EntityID, new: PlannedModel) {
    self.id = id
    self.owners = owners
    self.ownerEntity = ownerEntity
    self.new = new
  }

  private static let links = "temp.momentum_links"

  /// `owner` and `target` are keys of new objects, `entity` the target's `Z_ENT`, `place` its position.
  package static let table = [
    "DROP TABLE IF EXISTS temp.momentum_links",
    "CREATE TEMP TABLE momentum_links (owner INTEGER NOT NULL, target INTEGER NOT NULL, "
      + "entity INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (owner, target)) WITHOUT ROWID",
    "CREATE INDEX temp.momentum_links_target ON momentum_links (target, owner)",
  ]

  package func statements(_ storage: RelationshipStorage) -> [String] {
    switch storage {
    case .foreignKey(let key): toOne(key)
    case .inverseForeignKey(let key): toMany(key)
    case .joinTable(let side): joinTable(side)
    }
  }

  private var ownerTable: String { SQLPrinter.identifier(new.schema[ownerEntity].table) }
  private var targetTable: String {
    SQLPrinter.identifier(new.schema[new.model[id].destination].table)
  }
  private var ownerNumber: Int { new.schema[ownerEntity].number }

  /// Of several objects for a to-one relationship the first one, by position and key.
  private static let keepFirstTarget = keepFirst(of: "owner", by: "place, target")

  /// Of several owners of one object the first one, as where the link is looked at from the object.
  private static let keepFirstOwner = keepFirst(of: "target", by: "owner")

  /// Only the few that have several are sorted.
  private static func keepFirst(of group: String, by order: String) -> String {
    "DELETE FROM \(links) WHERE (owner, target) IN (SELECT owner, target FROM (SELECT owner, "
      + "target, row_number() OVER (PARTITION BY \(group) ORDER BY \(order)) AS n FROM \(links) "
      + "WHERE \(group) IN (SELECT \(group) FROM \(links) GROUP BY \(group) HAVING count(*) > 1)) "
      + "WHERE n > 1)"
  }

  private func columns(_ key: ForeignKey) -> [String] {
    [key.column, key.entityColumn].compactMap { $0 }.map(SQLPrinter.identifier)
  }

  private func cleared(_ columns: [String]) -> String {
    columns.map { "\($0) = NULL" }.joined(separator: ", ")
  }

  private func toOne(_ key: ForeignKey) -> [String] {
    let own = columns(key)
    let assigned = own.count == 1 ? own[0] : "(\(own.joined(separator: ", ")))"
    let values = own.count == 1 ? "l.target" : "l.target, l.entity"
    let assign =
      "UPDATE \(ownerTable) SET \(assigned) = (SELECT \(values) FROM \(Self.links) l "
      + "WHERE l.owner = \(ownerTable).Z_PK) WHERE Z_PK IN (SELECT owner FROM \(Self.links))"
    let clear =
      "UPDATE \(ownerTable) SET \(cleared(own)) WHERE Z_PK IN (\(owners)) AND \(own[0]) IS NOT NULL"
    guard let inverse = new.model.storedInverse(of: id),
      case .foreignKey(let inverseKey) = new.schema.relationships[inverse]
    else { return [Self.keepFirstTarget, clear, assign] }
    let other = columns(inverseKey)
    let otherAssigned = other.count == 1 ? other[0] : "(\(other.joined(separator: ", ")))"
    let otherValues = other.count == 1 ? "l.owner" : "l.owner, \(ownerNumber)"
    return [
      Self.keepFirstTarget, Self.keepFirstOwner, clear,
      "UPDATE \(ownerTable) SET \(cleared(own)) WHERE \(own[0]) IN (SELECT target FROM \(Self.links))",
      "UPDATE \(targetTable) SET \(cleared(other)) WHERE \(other[0]) IN (\(owners))",
      assign,
      "UPDATE \(targetTable) SET \(otherAssigned) = (SELECT \(otherValues) FROM \(Self.links) l "
        + "WHERE l.target = \(targetTable).Z_PK) WHERE Z_PK IN (SELECT target FROM \(Self.links))",
    ]
  }

  private func toMany(_ key: ForeignKey) -> [String] {
    let column = SQLPrinter.identifier(key.column)
    let order = key.orderColumn.map(SQLPrinter.identifier)
    var names = [column]
    var values = ["l.owner"]
    if let entity = key.entityColumn {
      names.append(SQLPrinter.identifier(entity))
      values.append("\(ownerNumber)")
    }
    if let order {
      names.append(order)
      values.append("l.place")
    }
    let assigned = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    return [
      Self.keepFirstOwner,
      "UPDATE \(targetTable) SET \(cleared(names)) WHERE \(column) IN (\(owners))",
      "UPDATE \(targetTable) SET \(assigned) = (SELECT \(values.joined(separator: ", ")) "
        + "FROM \(Self.links) l WHERE l.target = \(targetTable).Z_PK) "
        + "WHERE Z_PK IN (SELECT target FROM \(Self.links))",
    ]
  }

  private func joinTable(_ side: JoinTableSide) -> [String] {
    let table = SQLPrinter.identifier(side.table)
    let source = SQLPrinter.identifier(side.sourceColumn)
    let destination = SQLPrinter.identifier(side.destinationColumn)
    let isSame = "l.owner = \(table).\(source) AND l.target = \(table).\(destination)"
    var result = [
      "DELETE FROM \(table) WHERE \(source) IN (\(owners)) AND NOT EXISTS "
        + "(SELECT 1 FROM \(Self.links) l WHERE \(isSame))",
      "INSERT INTO \(table) (\(source), \(destination)) SELECT l.owner, l.target FROM "
        + "\(Self.links) l WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(isSame)) "
        + "ORDER BY l.owner, l.target",
    ]
    if let order = side.orderColumn.map(SQLPrinter.identifier) {
      result.append(
        "UPDATE \(table) SET \(order) = (SELECT l.place FROM \(Self.links) l WHERE \(isSame)) "
          + "WHERE \(source) IN (SELECT owner FROM \(Self.links))")
    }
    return result
  }
}
