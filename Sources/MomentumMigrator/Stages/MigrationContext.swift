import MomentumMigration
import MomentumModel
public import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Gives a policy's hooks access to the old and the new store. It does what `NSMigrationManager`
/// and its two contexts do for Core Data.
///
/// Valid until the hook returns. Names are those of the models; values have the form in which the
/// store keeps them, for example a date as seconds since 2001-01-01 UTC.
///
/// ```swift
/// policy.createDestinationInstances = { car, context in
///   let made = try context.insertAsMapped(from: car)
///   let name = try context.value("maker", of: car)
///   let known = try context.objects("Maker", where: "name", equals: name)
///   let maker = try known.first ?? context.insert("Maker", values: ["name": name])
///   try context.set("createdBy", of: made, to: [maker])
/// }
/// ```
public final class MigrationContext {
  /// The name of the current entity mapping.
  public let mappingName: String

  let mapping: Int
  let plan: MappingPlan
  let new: PlannedModel
  let runner: StepRunner

  init(mapping: Int, plan: MappingPlan, new: PlannedModel, runner: StepRunner) {
    mappingName = plan.entities[mapping].name
    self.mapping = mapping
    self.plan = plan
    self.new = new
    self.runner = runner
  }

  var old: OldTables { plan.oldTables }

  // MARK: - The old store

  /// The value of an attribute; `NULL` if it has no value or the object does not exist.
  public func value(_ attribute: String, of object: MigratingObject) throws -> SQLValue {
    let id = try oldEntity(object.entity)
    guard case .attribute(let found) = old.model.property(named: attribute, in: id),
      let column = old.schema.attributeColumns[found]
    else { throw unknown(attribute, in: object.entity) }
    return try value(column, in: old.table(of: id), key: object.key)
  }

  /// The objects of a relationship: by position if it is ordered, then by key.
  public func objects(
    _ relationship: String, of object: MigratingObject
  ) throws -> [MigratingObject] {
    let id = try oldEntity(object.entity)
    guard case .relationship(let found) = old.model.property(named: relationship, in: id),
      let sql = RelatedKeys(
        table: old.table(of: old.model[found].destination), ownerTable: old.table(of: id),
        joinTable: old.name
      ).sql(old.schema.relationships[found], owner: object.key)
    else { throw unknown(relationship, in: object.entity) }
    return try rows(sql).compactMap { row in
      guard case .integer(let key) = row[0], let entity = entityName(row[1], old.schema) else {
        return nil
      }
      return MigratingObject(entity: entity, key: key)
    }
  }

  // MARK: - The new store

  /// Makes an object with the default values of its attributes and the given values.
  ///
  /// - Parameter source: The old object from which the new one is made, so that relationship
  ///   mappings find the new object.
  @discardableResult
  public func insert(
    _ entity: String, values: [String: SQLValue] = [:], from source: MigratingObject? = nil
  ) throws -> MigratedObject {
    let id = try newEntity(entity)
    guard !new.model[id].isAbstract else {
      throw MigrationContextError(description: "entity '\(entity)' is abstract")
    }
    let key = try takeKey(for: id)
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var literals: [SQLFragment] = [.number(key), .number(new.schema[id].number), "1"]
    for attribute in new.model.attributes(of: id) {
      for (column, value) in new.defaults(of: attribute) {
        columns.append(column)
        literals.append(value)
      }
    }
    try runner.execute(
      "INSERT INTO \(name: new.schema[id].table) (\(names: columns)) VALUES (\(list: literals))")
    let object = MigratedObject(entity: entity, key: key)
    try set(values, of: object)
    if let source { try associate(object, with: source) }
    return object
  }

  /// Makes the object that the entity mapping describes, like a call of `super`.
  @discardableResult
  public func insertAsMapped(from source: MigratingObject) throws -> MigratedObject {
    let program = plan.entities[mapping]
    guard let statement = program.insertOne, let id = program.destination,
      program.source.map({ old.model[$0].name }) == source.entity
    else {
      throw MigrationContextError(
        description: "entity mapping '\(mappingName)' makes nothing of '\(source.entity)'")
    }
    let key = try takeKey(for: id)
    try runner.execute(statement, [.integer(key), .integer(source.key)])
    let object = MigratedObject(entity: new.model[id].name, key: key)
    try associate(object, with: source)
    return object
  }

  /// Sets attributes.
  public func set(_ values: [String: SQLValue], of object: MigratedObject) throws {
    guard !values.isEmpty else { return }
    let id = try newEntity(object.entity)
    var assignments: [SQLFragment] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard case .attribute(let attribute) = new.model.property(named: name, in: id),
        let column = new.schema.attributeColumns[attribute]
      else { throw unknown(name, in: object.entity) }
      assignments.append("\(name: column) = \(bind: value)")
    }
    try runner.execute(
      """
      UPDATE \(name: new.schema[id].table) SET \(list: assignments) \
      WHERE Z_PK = \(bind: .integer(object.key))
      """)
  }

  /// The value of an attribute; `NULL` if it has no value or the object does not exist.
  public func value(_ attribute: String, of object: MigratedObject) throws -> SQLValue {
    let id = try newEntity(object.entity)
    guard case .attribute(let found) = new.model.property(named: attribute, in: id),
      let column = new.schema.attributeColumns[found]
    else { throw unknown(attribute, in: object.entity) }
    return try value(column, in: new.schema[id].table, key: object.key)
  }

  /// Sets a relationship to exactly these objects, and updates its inverse.
  public func set(
    _ relationship: String, of object: MigratedObject, to objects: [MigratedObject]
  ) throws {
    let id = try newEntity(object.entity)
    guard case .relationship(let found) = new.model.property(named: relationship, in: id),
      let storage = new.schema.relationships[found]
    else { throw unknown(relationship, in: object.entity) }
    for statement in LinkStatements.table { try runner.execute(statement.sql) }
    for (index, target) in objects.enumerated() {
      let entity = try newEntity(target.entity)
      guard new.model.inherits(entity, from: new.model[found].destination) else {
        throw MigrationContextError(
          description: "'\(relationship)' of '\(object.entity)' holds no '\(target.entity)'")
      }
      let place = StorePosition.at(index) ?? StorePosition.first
      try runner.execute(
        """
        INSERT OR IGNORE INTO \(sql: LinkStatements.links.sql) (owner, target, entity, place) \
        VALUES (\(bind: .integer(object.key)), \(bind: .integer(target.key)), \
        \(bind: .integer(Int64(new.schema[entity].number))), \(bind: .integer(place)))
        """)
    }
    let statements = LinkStatements(
      found, owners: .number(object.key), ownerEntity: id, new: new
    ).statements(storage)
    for statement in statements { try runner.execute(statement.sql) }
  }

  /// The objects of an entity and its sub-entities whose attribute has a value, by key.
  ///
  /// Reads all rows, because the new tables have no indexes yet.
  public func objects(
    _ entity: String, where attribute: String, equals value: SQLValue
  ) throws -> [MigratedObject] {
    let id = try newEntity(entity)
    guard case .attribute(let found) = new.model.property(named: attribute, in: id),
      let column = new.schema.attributeColumns[found]
    else { throw unknown(attribute, in: entity) }
    let family = new.schema[id].familyNumbers
    return try migrated(
      """
      SELECT Z_PK, Z_ENT FROM \(name: new.schema[id].table) WHERE Z_ENT BETWEEN \
      \(number: family.lowerBound) AND \(number: family.upperBound) \
      AND \(name: column) IS \(bind: value) ORDER BY Z_PK
      """)
  }

  /// The objects made from a source object by the named entity mapping, or by any if `name` is
  /// `nil`.
  public func destinations(
    of source: MigratingObject, mapping name: String?
  ) throws -> [MigratedObject] {
    let root = try old.model.root(of: oldEntity(source.entity))
    let makers = plan.entities.filter { program in
      (name == nil || program.name == name)
        && program.source.map { old.model.root(of: $0) } == root
    }
    var result: [MigratedObject] = []
    for maker in makers {
      for object in try migrated(
        """
        SELECT destination, entity FROM \(sql: maker.mapTable.sql) \
        WHERE source = \(bind: .integer(source.key)) ORDER BY destination
        """) where !result.contains(object)
      { result.append(object) }
    }
    return result
  }

  /// Records that an object was made from another one, so that relationship mappings find it.
  public func associate(_ object: MigratedObject, with source: MigratingObject) throws {
    let number = try new.schema[newEntity(object.entity)].number
    try runner.execute(
      """
      INSERT OR REPLACE INTO \(sql: plan.entities[mapping].mapTable.sql) \
      (source, destination, entity) VALUES (\(bind: .integer(source.key)), \
      \(bind: .integer(object.key)), \(bind: .integer(Int64(number))))
      """)
  }
}
