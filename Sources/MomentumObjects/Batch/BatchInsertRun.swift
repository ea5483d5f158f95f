internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// One batch insertion.
///
///     BEGIN EXCLUSIVE
///     SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?
///     INSERT OR IGNORE INTO ZITEM(Z_PK, Z_ENT, Z_OPT, ZCODE, ZTITLE) VALUES(?, ?, ?, ?, ?)
///     UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?
///     COMMIT
///
/// Source: the INSERT was observed on macOS 12. Assumed: the keys are assigned in the same
/// transaction, and a row that is ignored, or that updates another row, uses no key.
final class BatchInsertRun {
  private let store: SQLiteObjectStore
  private let connection: StoreConnection
  private let plan: EntityPlan
  private let batch: StoreBatch
  private let takesInserted: Bool
  /// The columns of each uniqueness constraint of the entity, and the indexes of its attributes in
  /// ``EntityPlan/leaves``.
  private let constraints: [(columns: [String], leaves: [Int])]
  private var result = StoreBatchResult()
  private var history: [HistoryWriter.Change] = []
  private var updates: [HistoryWriter.Change] = []

  init(
    _ store: SQLiteObjectStore, _ connection: StoreConnection, _ plan: EntityPlan,
    takesInserted: Bool, _ batch: StoreBatch
  ) {
    self.store = store
    self.connection = connection
    self.plan = plan
    self.batch = batch
    self.takesInserted = takesInserted
    let (model, schema) = (store.compiled.model, store.compiled.schema)
    constraints = plan.lineage.reversed().flatMap { owner in
      model[owner].uniquenessConstraints.compactMap {
        names -> (columns: [String], leaves: [Int])? in
        let columns = names.compactMap { schema.column(named: $0, of: owner, in: model) }
        let leaves = names.compactMap { name -> Int? in
          guard case .attribute(let index)? = plan.place(of: name) else { return nil }
          return plan.attributes[index].leaves.lowerBound
        }
        return columns.count == names.count && leaves.count == names.count
          ? (columns, leaves) : nil
      }
    }
  }

  private var keepsHistory: Bool { store.compiled.schema.history != nil }
  private var wantsIDs: Bool { batch.resultType == .objectIDs }

  func run(_ nextRow: () throws -> [AttributeValue?]?) throws -> StoreBatchResult {
    try connection.run(StoreStatements.begin.sql.text)
    do {
      let first = try highestKey()
      var last = first
      let statement = try RowStatement(
        store.statements.batchInsert(
          plan.id, conflict: takesInserted ? .takeInserted : .keepStored),
        plan, store.source, connection)
      while let values = try nextRow() {
        guard last < Int64.max else { throw SQLiteStoreError.noMoreNumbers(entity: plan.name) }
        if try insert(values, last + 1, statement) { last += 1 }
      }
      try keepHighestKey(last, first)
      try writeHistory()
      try connection.run(StoreStatements.commit.sql.text)
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  // MARK: - Rows

  /// Inserts one row.
  ///
  /// - Returns: Whether the row used the key.
  private func insert(
    _ values: [AttributeValue?], _ key: Int64, _ statement: RowStatement
  ) throws -> Bool {
    let id = ObjectID(store.places[plan], key)
    let row = RowSnapshot(
      id, version: 1, values: values, toOnes: Array(repeating: nil, count: plan.toOnes.count),
      readAt: 0)
    connection.connection.lastInsertedKey = 0
    let changed = try statement.run(row, connection)
    guard connection.connection.lastInsertedKey == key else {
      if changed > 0 { try noteUpdate(values) }
      return false
    }
    result.count += 1
    if wantsIDs { result.ids.append(id) }
    if keepsHistory { history.append(HistoryWriter.Change(.insert, plan.id, key)) }
    return true
  }

  /// Records that an insertion updated the existing row with the same unique values.
  private func noteUpdate(_ values: [AttributeValue?]) throws {
    result.count += 1
    guard wantsIDs || keepsHistory, let id = try holder(of: values) else { return }
    if wantsIDs {
      result.ids.append(id)
      result.updatedIDs.append(id)
    }
    if keepsHistory {
      updates.append(
        HistoryWriter.Change(.update, id.entity.id, id.number, changed: updatedProperties))
    }
  }

  /// The properties that an insertion changes in an existing row: all attributes except those in a
  /// uniqueness constraint, which are equal already.
  private var updatedProperties: Set<ChangedProperty> {
    let unique = Set(constraints.flatMap(\.leaves))
    return Set(
      plan.attributes.filter { attribute in
        attribute.isPersistent && !attribute.isDerived
          && !attribute.leaves.contains(where: unique.contains)
      }.map { .attribute($0.id) })
  }

  /// Finds the existing row that has the same values in a uniqueness constraint.
  private func holder(of values: [AttributeValue?]) throws -> ObjectID? {
    let table = store.compiled.schema[plan.id].table
    for (columns, leaves) in constraints where leaves.allSatisfy({ values[$0] != nil }) {
      let condition = columns.map { SQLFragment("\(name: $0) = ?") }.joined(separator: " AND ")
      let sql: SQLFragment = "SELECT Z_PK, Z_ENT FROM \(name: table) WHERE \(sql: condition)"
      let found = try connection.rows(sql.text, leaves.map { values[$0]?.stored ?? .null })
      guard let row = found.first, case .integer(let key) = row[0] else { continue }
      var own = plan
      if case .integer(let number) = row[1], let known = store.source.entities[number] {
        own = known
      }
      return ObjectID(store.places[own], key)
    }
    return nil
  }

  // MARK: - Keys

  private var root: EntityPlan { store.source.model[plan.root] }
  private var number: SQLValue { .integer(store.source.number(plan.root)) }

  private func highestKey() throws -> Int64 {
    let row = try connection.rows(StoreStatements.highestKey.sql.text, [number]).first
    guard case .integer(let highest)? = row?.first, highest >= 0 else {
      throw StoreError.notAStore(
        path: store.path ?? ":memory:", missing: "Z_PRIMARYKEY row \(root.name)")
    }
    return highest
  }

  private func keepHighestKey(_ last: Int64, _ first: Int64) throws {
    guard last > first else { return }
    try connection.run(
      StoreStatements.allocateKeys.sql.text, [.integer(last), number, .integer(first)])
  }

  // MARK: - History

  private func writeHistory() throws {
    guard
      var writer = HistoryWriter(connection: connection.connection, compiled: store.compiled)
    else { return }
    writer.author = batch.author
    writer.contextName = batch.contextName
    writer.willRun = { [connection] sql, values in try connection.announce(sql, values) }
    // One insertion may update a row twice, or insert and then update it. The history has each row
    // once only.
    var known: Set<Int64> = Set(history.map(\.key))
    let once = updates.filter { known.insert($0.key).inserted }
    try writer.write { add in for change in history + once { try add(change) } }
  }
}
