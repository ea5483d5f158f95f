import Foundation
import MomentumCompiler
import MomentumModel
import MomentumSQL
import MomentumSQLite
import Testing

@testable import MomentumObjects
@testable import MomentumRuntime

/// One change of objects, by the numbers that both engines give them.
enum GraphChange: CustomStringConvertible {
  case insert(EntityID)
  case setToOne(Int, relationship: String, Int?)
  case setToMany(Int, relationship: String, [Int])
  case add(Int, relationship: String, Int)
  case remove(Int, relationship: String, Int)
  /// Objects of one family.
  case delete([Int])

  var description: String {
    switch self {
    case .insert(let entity): "insert E\(entity.index)"
    case .setToOne(let object, let name, let other):
      "\(object).\(name) = \(other.map { "\($0)" } ?? "nil")"
    case .setToMany(let object, let name, let others): "\(object).\(name) = \(others)"
    case .add(let object, let name, let other): "\(object).\(name) += \(other)"
    case .remove(let object, let name, let other): "\(object).\(name) -= \(other)"
    case .delete(let objects): "delete \(objects)"
    }
  }
}

/// The same changes made by a context, in memory, and by the runtime's `GraphWriter`, in SQL. Each
/// change is a save of its own.
final class TwoEngines {
  let model: ModelPlan
  private let context: ObjectContext
  private let writer: GraphWriter
  private let connections: (objects: Connection, rows: Connection)
  /// The objects by number; the keys are the same in both stores.
  private(set) var objects: [ManagedObject] = []

  init(_ entities: String, folder: URL) throws {
    let compiled = try compiledModel(entities)
    model = ModelPlan(compiled)
    let paths = (folder.path + "/objects.sqlite", folder.path + "/rows.sqlite")
    let coordinator = StoreCoordinator(model)
    try coordinator.add(SQLiteObjectStore(path: paths.0, model: model))
    context = ObjectContext(coordinator)
    context.retainsRegisteredObjects = true
    try compiled.createStore(at: paths.1)
    connections = (
      try Connection(path: paths.0, access: .readWrite),
      try Connection(path: paths.1, access: .readWrite)
    )
    writer = GraphWriter(connection: connections.rows, compiled: compiled)
  }

  /// The numbers of the objects that are still there.
  var living: [Int] { objects.indices.filter { objects[$0].context != nil } }

  /// Lets the context forget what it has read, so that the next change meets faults.
  func forget() throws {
    let ids = objects.map { $0.context == nil ? nil : $0.objectID }
    context.reset()
    for (index, id) in ids.enumerated() {
      if let id { objects[index] = context.object(with: id) }
    }
  }

  // MARK: - Changes

  /// Returns whether both engines have made the change, or both have refused it.
  func make(_ change: GraphChange) throws -> (objects: Bool, rows: Bool) {
    if case .setToMany(let object, let name, _) = change { try forgetGoneMembers(object, name) }
    let keys = objects.map { $0.objectID.number }
    let refused = try !makeInMemory(change)
    var isWritten = true
    do { try writer.transaction { try makeInRows(change, keys) } } catch let error as StoreFailure
      where error.reason == .validation
    { isWritten = false }
    return (!refused, isWritten)
  }

  /// Reads an object again that lists members which are gone.
  ///
  /// With the rule No Action, a deletion does not tell the objects at the other end (OG-412). A
  /// context that has read the members still lists the deleted one: taking it out is a change and
  /// raises the version (OG-404), while the rows have no such member any more.
  private func forgetGoneMembers(_ object: Int, _ name: String) throws {
    guard case .toMany(let index)? = objects[object].plan.place(of: name),
      let members = objects[object].details?.toManys[index].members,
      members.contains(where: { $0.context == nil })
    else { return }
    context.refresh(objects[object], keepingChanges: false)
  }

  private func makeInMemory(_ change: GraphChange) throws -> Bool {
    switch change {
    case .insert(let entity): objects.append(try context.insert(model[entity].name))
    case .setToOne(let object, let name, let other):
      objects[object][name] = other.map { .object(objects[$0]) } ?? .null
    case .setToMany(let object, let name, let others):
      objects[object][name] = .orderedObjects(others.map { objects[$0] })
    case .add(let object, let name, let other):
      try objects[object].add(objects[other], toRelationship: name)
    case .remove(let object, let name, let other):
      try objects[object].remove(objects[other], fromRelationship: name)
    case .delete(let numbers): for number in numbers { try context.delete(objects[number]) }
    }
    do { try context.save() } catch let error as ObjectError {
      #expect(error.causes.allSatisfy { $0.code == .deniedDelete }, "\(change): \(error)")
      context.rollback()
      return false
    }
    return true
  }

  private func makeInRows(_ change: GraphChange, _ keys: [Int64]) throws {
    switch change {
    case .insert(let entity):
      let plan = try rowPlan(entity)
      let key = try writer.insert(plan, Array(repeating: .null, count: plan.propertyCount))
      #expect(key == objects.last?.objectID.number)
    case .setToOne(let object, let name, let other):
      let plan = try rowPlan(objects[object].plan.id)
      let row = try #require(try writer.firstRow(plan.select, [.integer(keys[object])]))
      var values = Array(row.dropFirst())
      let toOne = try #require(plan.toOnes.first { $0.plan.relationship.name == name })
      values[toOne.index] = other.map { .integer(keys[$0]) } ?? .null
      try writer.update(plan, keys[object], values)
    case .setToMany(let object, let name, let others):
      try writer.replace(
        others.map { keys[$0] }, in: relationship(object, name), of: keys[object])
    case .add(let object, let name, let other):
      try writer.add([keys[other]], to: relationship(object, name), of: keys[object])
    case .remove(let object, let name, let other):
      try writer.remove([keys[other]], from: relationship(object, name), of: keys[object])
    case .delete(let numbers):
      guard let first = numbers.first else { return }
      let root = objects[first].plan.root
      var rows: [Int64: Int64] = [:]
      for number in numbers {
        rows[keys[number]] = try writer.entityNumber(writer.table(of: root), keys[number])
      }
      try writer.delete(root, rows)
    }
  }

  private func rowPlan(_ entity: EntityID) throws -> RowPlan {
    try RowPlan(entity, properties: model[entity].toOnes.map(\.name), writer: writer)
  }

  private func relationship(_ object: Int, _ name: String) throws -> RelationshipPlan {
    let toMany = try #require(objects[object].plan.toManys.first { $0.name == name })
    return try #require(writer.plan(for: toMany.id))
  }

  // MARK: - Comparing

  /// All rows of both stores, a line each, with the order of ordered relationships.
  func rows() throws -> (objects: [String], rows: [String]) {
    (try rows(connections.objects), try rows(connections.rows))
  }

  private func rows(_ connection: Connection) throws -> [String] {
    let names = try lists(
      connection,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' AND name NOT IN "
        + "('Z_METADATA', 'Z_MODELCACHE', 'Z_PRIMARYKEY') ORDER BY name"
    ).map { $0[0] }
    var lines: [String] = []
    for table in names {
      let columns = try lists(connection, "SELECT name FROM pragma_table_info('\(table)')")
        .map { $0[0] }
      // The positions of two engines may differ; only their order means something.
      let plain = columns.filter { !$0.contains("_FOK_") }.joined(separator: ", ")
      lines += try lists(connection, "SELECT \(plain) FROM \(table) ORDER BY \(plain)")
        .map { "\(table): " + $0.joined(separator: ", ") }
      for position in columns where position.contains("_FOK_") {
        let others = columns.filter { !$0.contains("_FOK_") && !$0.hasPrefix("Z_OPT") }
        let sorted = try lists(
          connection,
          "SELECT \(others.joined(separator: ", ")) FROM \(table) WHERE \(position) IS NOT NULL "
            + "ORDER BY \(owner(of: position, in: columns)), \(position)")
        lines += sorted.map { "\(table) by \(position): " + $0.joined(separator: ", ") }
      }
    }
    return lines
  }

  /// The column with the key of the object whose members have positions: `ZR0I` for `Z_FOK_R0I`,
  /// the column beside it in a join table.
  private func owner(of position: String, in columns: [String]) -> String {
    let own = "Z" + position.dropFirst("Z_FOK_".count)
    if columns.contains(own) { return own }
    let tail = position.drop { $0 != "_" }.dropFirst("_FOK".count)
    return columns.first { !$0.contains("_FOK_") && !$0.hasSuffix(tail) } ?? columns[0]
  }

  private func lists(_ connection: Connection, _ sql: String) throws -> [[String]] {
    let statement = try connection.prepare(sql: sql)
    var rows: [[String]] = []
    while let row = try statement.nextRow() {
      rows.append(
        row.map { value in
          switch value {
          case .integer(let number): "\(number)"
          case .text(let text): text
          case .null: "-"
          case .real, .blob: "?"
          }
        })
    }
    return rows
  }
}
