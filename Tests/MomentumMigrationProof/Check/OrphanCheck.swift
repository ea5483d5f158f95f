import MomentumDifferential
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Counts keys that lead nowhere, and positions and entity numbers that do not belong to their keys.
struct OrphanCheck {
  let model: ObjectModel
  let schema: StoreSchema

  func problems(_ connection: Connection) throws -> [String] {
    var problems: [String] = []
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        for (what, sql) in statements(id) {
          guard case .integer(let count)? = try connection.firstValue(sql: sql), count > 0 else {
            continue
          }
          problems.append("\(model[entity].name).\(model[id].name): \(count) \(what)")
        }
      }
    }
    for table in schema.tables {
      let name = PlainRows.quoted(table.name)
      let numbers = schema.entities.filter { $0.table == table.name }.map { "\($0.number)" }
      let strange = try connection.firstValue(
        sql: "SELECT COUNT(*) FROM \(name) WHERE Z_ENT IS NULL OR Z_ENT NOT IN "
          + "(\(numbers.joined(separator: ", ")))")
      if strange != .integer(0) { problems.append("\(table.name) has rows of no entity") }
    }
    return problems
  }

  private func statements(_ id: RelationshipID) -> [(what: String, sql: String)] {
    switch schema.relationships[id] {
    case .foreignKey(let key):
      return keyStatements(key, holder: id.entity, target: model[id].destination)
    case .inverseForeignKey(let key):
      return keyStatements(key, holder: model[id].destination, target: id.entity)
    case .joinTable(let side): return joinStatements(id, side)
    case nil: return []
    }
  }

  private func family(_ entity: EntityID) -> String {
    let numbers = schema[entity].familyNumbers
    return "BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  private func keyStatements(
    _ key: ForeignKey, holder: EntityID, target: EntityID
  ) -> [(what: String, sql: String)] {
    let (near, far) = (
      PlainRows.quoted(schema[holder].table), PlainRows.quoted(schema[target].table)
    )
    let column = PlainRows.quoted(key.column)
    let held = "FROM \(near) n WHERE n.\(column) IS NOT NULL"
    var result = [
      (
        "keys without a row",
        "SELECT COUNT(*) \(held) AND NOT EXISTS (SELECT 1 FROM \(far) f WHERE f.Z_PK = n.\(column) "
          + "AND f.Z_ENT \(family(target)))"
      ),
      (
        "keys in rows of other entities",
        "SELECT COUNT(*) \(held) AND n.Z_ENT NOT \(family(holder))"
      ),
    ]
    if let entity = key.entityColumn.map(PlainRows.quoted) {
      result.append(
        (
          "keys with another entity's number",
          "SELECT COUNT(*) \(held) AND n.\(entity) IS NOT "
            + "(SELECT f.Z_ENT FROM \(far) f WHERE f.Z_PK = n.\(column))"
        ))
      result.append(
        (
          "entity numbers without a key",
          "SELECT COUNT(*) FROM \(near) n WHERE n.\(column) IS NULL AND n.\(entity) IS NOT NULL"
        ))
    }
    if let order = key.orderColumn.map(PlainRows.quoted) {
      result.append(
        ("keys without a position", "SELECT COUNT(*) \(held) AND n.\(order) IS NULL"))
      result.append(
        (
          "positions taken twice",
          "SELECT COUNT(*) FROM (SELECT 1 \(held) AND n.\(order) IS NOT NULL "
            + "GROUP BY n.\(column), n.\(order) HAVING COUNT(*) > 1)"
        ))
    }
    return result
  }

  private func joinStatements(
    _ id: RelationshipID, _ side: JoinTableSide
  ) -> [(what: String, sql: String)] {
    let table = PlainRows.quoted(side.table)
    func lost(_ column: String, _ entity: EntityID) -> String {
      "SELECT COUNT(*) FROM \(table) j WHERE NOT EXISTS (SELECT 1 FROM "
        + "\(PlainRows.quoted(schema[entity].table)) f WHERE f.Z_PK = j.\(PlainRows.quoted(column)) "
        + "AND f.Z_ENT \(family(entity)))"
    }
    var result = [
      ("pairs without a source", lost(side.sourceColumn, id.entity)),
      ("pairs without a destination", lost(side.destinationColumn, model[id].destination)),
    ]
    if let order = side.orderColumn.map(PlainRows.quoted) {
      result.append(
        ("pairs without a position", "SELECT COUNT(*) FROM \(table) WHERE \(order) IS NULL"))
      result.append(
        (
          "positions taken twice",
          "SELECT COUNT(*) FROM (SELECT 1 FROM \(table) WHERE \(order) IS NOT NULL "
            + "GROUP BY \(PlainRows.quoted(side.sourceColumn)), \(order) HAVING COUNT(*) > 1)"
        ))
    }
    return result
  }
}
