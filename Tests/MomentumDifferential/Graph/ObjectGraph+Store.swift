package import MomentumModel
import MomentumSQL
package import MomentumSQLite
package import MomentumStore

extension ObjectGraph {
  /// The objects of a store as Core Data lays it out, read row by row without any of our queries.
  ///
  /// A key that refers to no row is left out; so is a row of an entity that the model has not.
  package init(
    reading connection: Connection, model: ObjectModel, schema: StoreSchema
  ) throws {
    self.init(model: model)
    var reader = StoreRows(schema: schema, graph: self)
    try reader.readObjects(connection)
    try reader.readLinks(connection)
    self = reader.graph
  }
}

/// Reads a store's tables into a graph.
private struct StoreRows {
  struct Key: Hashable {
    var root: EntityID
    var primaryKey: Int64
  }

  let schema: StoreSchema
  var graph: ObjectGraph
  private var indexes: [Key: Int] = [:]
  /// By object: values by column.
  private var rows: [[String: SQLValue]] = []
  private var model: ObjectModel { graph.model }

  init(schema: StoreSchema, graph: ObjectGraph) {
    self.schema = schema
    self.graph = graph
  }

  mutating func readObjects(_ connection: Connection) throws {
    let entities = model.entityIDs.map { (Int64(schema[$0].number), $0) }
    for root in model.entityIDs where model[root].parent == nil {
      let statement = try connection.prepare(
        sql: "SELECT * FROM \(PlainRows.quoted(schema[root].table)) ORDER BY Z_PK")
      let names = (0..<statement.columnCount).map { statement.columnName(at: $0) ?? "" }
      while try statement.step() {
        let row = Dictionary(zip(names, statement.values)) { first, _ in first }
        guard case .integer(let key)? = row["Z_PK"], case .integer(let number)? = row["Z_ENT"],
          let entity = entities.first(where: { $0.0 == number })?.1
        else { continue }
        var object = ObjectGraph.Object(entity: entity, primaryKey: key)
        fill(&object, row)
        indexes[Key(root: root, primaryKey: key)] = graph.objects.count
        graph.objects.append(object)
        rows.append(row)
      }
    }
  }

  private func fill(_ object: inout ObjectGraph.Object, _ row: [String: SQLValue]) {
    for id in model.attributes(of: object.entity) {
      if let leaves = schema.compositeColumns[id] {
        for leaf in leaves {
          object.values[ObjectGraph.Leaf(id, path: leaf.path)] = row[leaf.column].flatMap {
            AttributeValue(stored: $0, type: leaf.type)
          }
        }
      } else if let column = schema.attributeColumns[id] {
        object.values[ObjectGraph.Leaf(id)] = row[column].flatMap {
          AttributeValue(stored: $0, type: model[id].type)
        }
      }
    }
  }

  // MARK: - Links

  private func index(_ value: SQLValue?, of entity: EntityID) -> Int? {
    guard case .integer(let key)? = value else { return nil }
    return indexes[Key(root: model.root(of: entity), primaryKey: key)]
  }

  mutating func readLinks(_ connection: Connection) throws {
    for entity in model.entityIDs {
      for position in model[entity].relationships.indices {
        let id = RelationshipID(entity, position)
        switch schema.relationships[id] {
        case .foreignKey(let key): readKeys(id, key)
        case .inverseForeignKey(let key): readInverseKeys(id, key)
        case .joinTable(let side): try readPairs(id, side, connection)
        case nil: break
        }
      }
    }
  }

  private mutating func readKeys(_ id: RelationshipID, _ key: ForeignKey) {
    for source in graph.members(of: id.entity) {
      guard let target = index(rows[source][key.column], of: model[id].destination) else {
        continue
      }
      graph.objects[source].links[id] = [target]
    }
  }

  private mutating func readInverseKeys(_ id: RelationshipID, _ key: ForeignKey) {
    var found: [Int: [(order: Int64, target: Int)]] = [:]
    for target in graph.members(of: model[id].destination) {
      guard let source = index(rows[target][key.column], of: id.entity) else { continue }
      let order = key.orderColumn.flatMap { rows[target][$0] }
      found[source, default: []].append((Self.number(order), target))
    }
    add(found, id)
  }

  private mutating func readPairs(
    _ id: RelationshipID, _ side: JoinTableSide, _ connection: Connection
  ) throws {
    let columns = [side.sourceColumn, side.destinationColumn, side.orderColumn]
      .compactMap { $0.map(PlainRows.quoted) }
    let statement = try connection.prepare(
      sql: "SELECT \(columns.joined(separator: ", ")) FROM \(PlainRows.quoted(side.table))")
    var found: [Int: [(order: Int64, target: Int)]] = [:]
    while try statement.step() {
      let row = statement.values
      guard let source = index(row[0], of: id.entity),
        let target = index(row[1], of: model[id].destination)
      else {
        graph.leftPairsOut = true
        continue
      }
      found[source, default: []].append((row.count > 2 ? Self.number(row[2]) : 0, target))
    }
    add(found, id)
  }

  private mutating func add(
    _ found: [Int: [(order: Int64, target: Int)]], _ id: RelationshipID
  ) {
    for (source, targets) in found {
      graph.objects[source].links[id] = targets.sorted {
        ($0.order, $0.target) < ($1.order, $1.target)
      }
      .map(\.target)
    }
  }

  private static func number(_ value: SQLValue?) -> Int64 {
    if case .integer(let number)? = value { number } else { 0 }
  }
}
