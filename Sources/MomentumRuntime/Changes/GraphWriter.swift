internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Changes the objects of a store, and keeps both sides of each relationship consistent.
///
/// It works with keys and columns, not with generated types. It is a class because it keeps
/// prepared statements and the state of the open transaction.
package final class GraphWriter {
  let connection: Connection
  let model: ObjectModel
  let schema: StoreSchema
  let compiled: CompiledModel
  /// Makes the statements that insert, read and delete single rows.
  let rowStatements: StoreStatements
  /// Called before each statement; a test makes it throw to let the statement fail.
  package var willRun: ((String) throws -> Void)?

  /// Whether a commit checks that relationships have as many objects as the model requires.
  var checksRules = true
  /// Whether the rule *Deny* prevents deletions.
  var checksDenials = true
  /// Whether a deletion fails if an object that stays loses an object of a required relationship,
  /// even if the relationship keeps other objects.
  var refusesRequiredInverses = false
  /// Whether each transaction is written into the persistent history, if the store has one. Batch
  /// requests and imports write theirs themselves.
  var writesHistory = false
  /// Called with the objects that a deletion deletes, by entity, while their rows are still there.
  var willDelete: ((EntityID, [Int64]) throws -> Void)?

  /// The changes of the open transaction; `nil` if no transaction is open.
  var log: ChangeLog?
  private let runner: StatementRunner
  private var plans: [ObjectIdentifier: RowPlan] = [:]
  private var relationshipPlans: [RelationshipID: RelationshipPlan] = [:]
  /// The entities by `Z_ENT`.
  private let entities: [Int64: EntityID]

  init(connection: Connection, compiled: CompiledModel) {
    self.connection = connection
    runner = StatementRunner(connection)
    model = compiled.model
    schema = compiled.schema
    self.compiled = compiled
    rowStatements = StoreStatements(model: compiled.model, schema: compiled.schema)
    var entities: [Int64: EntityID] = [:]
    for id in compiled.model.entityIDs { entities[Int64(compiled.schema[id].number)] = id }
    self.entities = entities
  }

  // MARK: - Plans of the model

  /// The entity with this `Z_ENT`; `nil` if it is neither `family` nor one of its sub-entities.
  func entity(numbered number: Int64?, in family: EntityID) -> EntityID? {
    guard let id = number.flatMap({ entities[$0] }),
      id == family || model.inherits(id, from: family)
    else { return nil }
    return id
  }

  /// The plan that tells how values of a generated type become rows; made once for each type.
  func plan<Entity: StoredEntity>(for type: Entity.Type) throws -> RowPlan {
    if let known = plans[ObjectIdentifier(type)] { return known }
    guard let entity = model.entity(named: type.entityName) else {
      throw StoreFailure(.model, "no entity '\(type.entityName)' in the model")
    }
    let plan = try RowPlan(entity, properties: type.storedProperties, writer: self)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  /// The columns and tables that store a relationship; `nil` if the relationship is not stored.
  func plan(for id: RelationshipID) -> RelationshipPlan? {
    if let known = relationshipPlans[id] { return known }
    guard let plan = RelationshipPlan(id, model: model, schema: schema) else { return nil }
    relationshipPlans[id] = plan
    return plan
  }

  /// All stored relationships of an entity's objects.
  func relationships(of entity: EntityID) -> [RelationshipPlan] {
    model.relationships(of: entity).compactMap { plan(for: $0) }
  }

  // MARK: - Statements

  /// A prepared statement; the caller binds its values.
  func statement(_ sql: SQLFragment) throws -> Statement { try runner.statement(sql.text) }

  /// Runs a statement that returns no rows.
  func run(_ statement: Statement, _ values: [SQLValue]) throws {
    try willRun?(statement.sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  func run(_ sql: SQLFragment, _ values: [SQLValue] = []) throws {
    try run(try statement(sql), values)
  }

  /// The first row that a statement returns; `nil` if it returns none.
  func firstRow(_ sql: SQLFragment, _ values: [SQLValue]) throws -> [SQLValue]? {
    let statement = try statement(sql)
    try willRun?(statement.sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.nextRow()
  }

  /// The integers in the first column of the rows that a statement returns.
  func integers(_ sql: SQLFragment, _ values: [SQLValue]) throws -> [Int64] {
    let statement = try statement(sql)
    try willRun?(statement.sql)
    try statement.bind(values)
    defer { statement.reset() }
    var result: [Int64] = []
    while try statement.step() {
      if let value = statement.integer(at: 0) { result.append(value) }
    }
    return result
  }

  // MARK: - Rows

  /// The `Z_ENT` of a row; `nil` if there is no such row.
  func entityNumber(_ table: String, _ key: Int64) throws -> Int64? {
    try integers("SELECT Z_ENT FROM \(name: table) WHERE Z_PK = ?", [.integer(key)]).first
  }

  /// Increments `Z_OPT` of an object, at most once in a transaction, as one save does.
  ///
  /// Core Data also does this for an object whose relationship has changed while only the row of
  /// the other object stores the link (observed: an update of `Z_OPT` alone, on Mac OS X 10.5).
  func touch(_ root: EntityID, _ key: Int64) throws {
    guard log?.touch(RowKey(root: root, key: key)) == true else { return }
    try run(
      "UPDATE \(name: table(of: root)) SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?", [.integer(key)])
  }

  func table(of entity: EntityID) -> String { schema[entity].table }
}

/// A row of a store. `key` is a primary key in the table of the root entity.
struct RowKey: Hashable {
  var root: EntityID
  var key: Int64
}
