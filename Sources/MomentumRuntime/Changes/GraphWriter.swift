internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Changes the objects of a store, both sides of each relationship at once.
///
/// Knows keys and columns, and none of the generated types. Has identity, since it keeps prepared
/// statements and the state of the open transaction.
package final class GraphWriter {
  let connection: Connection
  let model: ObjectModel
  let schema: StoreSchema
  /// The statements of single rows, as values.
  let rowStatements: StoreStatements
  /// Is asked before each statement; a test makes one fail there.
  package var willRun: ((String) throws -> Void)?

  /// Whether a commit looks at the rules of relationships.
  var checksRules = true

  /// What the open transaction has done so far; `nil` outside of one.
  var log: ChangeLog?
  private let runner: StatementRunner
  private var plans: [ObjectIdentifier: RowPlan] = [:]
  private var relationshipPlans: [RelationshipID: RelationshipPlan] = [:]
  /// By `Z_ENT`.
  private let entities: [Int64: EntityID]

  init(connection: Connection, compiled: CompiledModel) {
    self.connection = connection
    runner = StatementRunner(connection)
    model = compiled.model
    schema = compiled.schema
    rowStatements = StoreStatements(model: compiled.model, schema: compiled.schema)
    var entities: [Int64: EntityID] = [:]
    for id in compiled.model.entityIDs { entities[Int64(compiled.schema[id].number)] = id }
    self.entities = entities
  }

  // MARK: - What the model says

  /// The entity of a `Z_ENT`, where it is one of a family.
  func entity(numbered number: Int64?, in family: EntityID) -> EntityID? {
    guard let id = number.flatMap({ entities[$0] }),
      id == family || model.inherits(id, from: family)
    else { return nil }
    return id
  }

  /// How values of a generated type become rows; found once for each type.
  func plan<Entity: StoredEntity>(for type: Entity.Type) throws -> RowPlan {
    if let known = plans[ObjectIdentifier(type)] { return known }
    guard let entity = model.entity(named: type.entityName) else {
      throw StoreFailure(.model, "no entity '\(type.entityName)' in the model")
    }
    let plan = try RowPlan(entity, properties: type.storedProperties, writer: self)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  /// `nil` for a relationship that is not stored.
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

  /// A prepared statement, without values.
  func statement(_ sql: SQLFragment) throws -> Statement { try runner.statement(sql.text) }

  /// Runs a statement that gives no rows.
  func run(_ statement: Statement, _ values: [SQLValue]) throws {
    try willRun?(statement.sql)
    try statement.bind(values)
    while try statement.step() {}
  }

  func run(_ sql: SQLFragment, _ values: [SQLValue] = []) throws {
    try run(try statement(sql), values)
  }

  /// The first row, `nil` where there is none.
  func firstRow(_ sql: SQLFragment, _ values: [SQLValue]) throws -> [SQLValue]? {
    let statement = try statement(sql)
    try willRun?(statement.sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.nextRow()
  }

  /// The integers of the first column.
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

  /// `Z_ENT` of a row, `nil` where it is not there.
  func entityNumber(_ table: String, _ key: Int64) throws -> Int64? {
    try integers("SELECT Z_ENT FROM \(name: table) WHERE Z_PK = ?", [.integer(key)]).first
  }

  /// Counts a change of an object, once in a transaction, as one save does.
  ///
  /// Also where only the other side of a relationship is stored in another row. Source: an update of
  /// `Z_OPT` alone observed on Mac OS X 10.5.
  func touch(_ root: EntityID, _ key: Int64) throws {
    guard log?.touch(RowKey(root: root, key: key)) == true else { return }
    try run(
      "UPDATE \(name: table(of: root)) SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ?", [.integer(key)])
  }

  func table(of entity: EntityID) -> String { schema[entity].table }
}

/// A row of a store: keys are those of a root entity's table.
struct RowKey: Hashable {
  var root: EntityID
  var key: Int64
}
