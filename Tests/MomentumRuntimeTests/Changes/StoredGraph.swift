import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// All objects of a store as its rows have them, read by none of the runtime's code.
///
/// Every relationship is read from its own side alone, so that both sides can be compared.
struct StoredGraph: Equatable {
  struct Object: Equatable {
    var entity: String
    var lock: Int64
    var values: [String: SQLValue] = [:]
    /// By relationship; in order where it is ordered, else by key.
    var links: [String: [Int64]] = [:]
  }

  struct Key: Hashable, Comparable {
    /// The root entity's name.
    var root: String
    var key: Int64

    static func < (left: Key, right: Key) -> Bool {
      (left.root, left.key) < (right.root, right.key)
    }
  }

  var objects: [Key: Object] = [:]
  /// `Z_MAX` by root entity.
  var highestKeys: [String: Int64] = [:]
  /// What does not fit together.
  var faults: [String] = []

  static func read(_ compiled: CompiledModel, _ connection: Connection) throws -> StoredGraph {
    var graph = StoredGraph()
    let (model, schema) = (compiled.model, compiled.schema)
    for entity in model.entityIDs {
      let number = Int64(schema[entity].number)
      let root = model[model.root(of: entity)].name
      let table = schema[entity].table
      let columns = Self.columns(entity, compiled)
      let list = columns.map { ", \($0.column)" }.joined()
      let statement = try connection.prepare(
        sql: "SELECT Z_PK, Z_OPT\(list) FROM \(table) WHERE Z_ENT = \(number)")
      while let row = try statement.nextRow() {
        guard case .integer(let key) = row[0], case .integer(let lock) = row[1] else { continue }
        var object = Object(entity: model[entity].name, lock: lock)
        for (index, column) in columns.enumerated() where row[index + 2] != .null {
          object.values[column.name] = row[index + 2]
        }
        for id in model.relationships(of: entity) {
          object.links[model[id].name] = try graph.links(id, key, compiled, connection)
        }
        graph.objects[Key(root: root, key: key)] = object
      }
      if model[entity].parent == nil,
        case .integer(let highest)? = try connection.firstValue(
          sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
      {
        graph.highestKeys[root] = highest
      }
    }
    try graph.compareSides(compiled)
    try graph.checkJoinRows(compiled, connection)
    graph.checkKeys()
    return graph
  }

  private static func columns(
    _ entity: EntityID, _ compiled: CompiledModel
  ) -> [(name: String, column: String)] {
    compiled.model.attributes(of: entity).flatMap { id -> [(name: String, column: String)] in
      let name = compiled.model[id].name
      if let leaves = compiled.schema.compositeColumns[id] {
        return leaves.map { (([name] + $0.path).joined(separator: "."), $0.column) }
      }
      return compiled.schema.attributeColumns[id].map { [(name, $0)] } ?? []
    }
  }

  // MARK: - Relationships

  private mutating func links(
    _ id: RelationshipID, _ key: Int64, _ compiled: CompiledModel, _ connection: Connection
  ) throws -> [Int64] {
    let (model, schema) = (compiled.model, compiled.schema)
    guard let storage = schema.relationships[id] else { return [] }
    let name = "\(model[id.entity].name).\(model[id].name) of \(key)"
    let source = schema[id.entity].table
    let destination = schema[model[id].destination].table
    switch storage {
    case .foreignKey(let own):
      let extra = [own.entityColumn, own.orderColumn].map { $0 ?? "NULL" }.joined(separator: ", ")
      let statement = try connection.prepare(
        sql: "SELECT \(own.column), \(extra), (SELECT Z_ENT FROM \(destination) d WHERE d.Z_PK = "
          + "s.\(own.column)) FROM \(source) s WHERE Z_PK = \(key)")
      guard let row = try statement.nextRow() else { return [] }
      guard case .integer(let other) = row[0] else {
        if row[1] != .null { faults.append("\(name): an entity without a key") }
        if row[2] != .null { faults.append("\(name): a place without a key") }
        return []
      }
      if own.entityColumn != nil, row[3] != .null, row[1] != row[3] {
        faults.append("\(name): the entity of the key differs")
      }
      if own.orderColumn != nil, row[2] == .null { faults.append("\(name): no place") }
      return [other]
    case .inverseForeignKey(let far):
      return try list(
        "SELECT Z_PK, \(far.orderColumn ?? "NULL") FROM \(destination) WHERE \(far.column) = \(key)",
        isOrdered: far.orderColumn != nil, name, connection)
    case .joinTable(let side):
      return try list(
        "SELECT \(side.destinationColumn), \(side.orderColumn ?? "NULL") FROM \(side.table) "
          + "WHERE \(side.sourceColumn) = \(key)", isOrdered: side.orderColumn != nil, name,
        connection)
    }
  }

  private mutating func list(
    _ sql: String, isOrdered: Bool, _ name: String, _ connection: Connection
  ) throws -> [Int64] {
    let statement = try connection.prepare(sql: sql + " ORDER BY 2, 1")
    var result: [Int64] = []
    var places: Set<SQLValue> = []
    while let row = try statement.nextRow() {
      if case .integer(let key) = row[0] { result.append(key) }
      guard isOrdered else { continue }
      if row[1] == .null { faults.append("\(name): a member has no place") }
      if !places.insert(row[1]).inserted { faults.append("\(name): a place is taken twice") }
    }
    return result
  }

  /// Each pair has to stand on both sides, unless a rule of no action left one of them.
  private mutating func compareSides(_ compiled: CompiledModel) throws {
    let model = compiled.model
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      guard let entity = model.entity(named: object.entity) else { continue }
      for id in model.relationships(of: entity) {
        guard let inverse = model[id].inverse else { continue }
        let far = model[model.root(of: model[id].destination)].name
        for other in object.links[model[id].name] ?? [] {
          guard let destination = objects[Key(root: far, key: other)] else {
            if model[inverse].deleteRule != .noAction {
              faults.append("\(key).\(model[id].name) leads to \(other), which is not there")
            }
            continue
          }
          if destination.links[model[inverse].name]?.contains(key.key) != true {
            faults.append("\(key).\(model[id].name) leads to \(other), which does not know of it")
          }
        }
      }
    }
  }

  private mutating func checkJoinRows(
    _ compiled: CompiledModel, _ connection: Connection
  ) throws {
    for (id, storage) in compiled.schema.relationships {
      guard case .joinTable(let side) = storage else { continue }
      let source = compiled.schema[id.entity].table
      let count = try connection.firstValue(
        sql: "SELECT COUNT(*) FROM \(side.table) WHERE \(side.sourceColumn) NOT IN "
          + "(SELECT Z_PK FROM \(source)) OR \(side.sourceColumn) IS NULL")
      if count != .integer(0) { faults.append("\(side.table) has rows of deleted objects") }
    }
  }

  private mutating func checkKeys() {
    for key in objects.keys where key.key > highestKeys[key.root] ?? 0 || key.key < 1 {
      faults.append("\(key) was never given out")
    }
  }
}
