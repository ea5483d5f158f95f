internal import MomentumModel
package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore

extension PostgreSQLObjectStore {
  /// Runs a batch request in one transaction. The triggers of the tables raise the versions of all
  /// rows that change, so contexts see conflicts.
  package func execute(_ batch: StoreBatch) throws -> StoreBatchResult {
    try checkIsWritable()
    let plan = batch.entity(in: source.model)
    let wantsIDs = batch.resultType == .objectIDs
    switch batch.kind {
    case .insert(_, let takesInserted, let nextRow):
      return try insert(
        BatchInsertion(source, plan, takesInserted: takesInserted, wantsIDs: wantsIDs), nextRow)
    case .update(let fetch, let assignments):
      let update = BatchUpdateStatement(
        source, plan, keys: wholeObjects(fetch, .managedObjectIDs), assignments)
      let request = try update.made(returnsRows: wantsIDs)
      return try change(plan) { [source] link in
        let rows = try await link.run(request)
        var result = StoreBatchResult()
        result.count = rows.affectedCount
        if wantsIDs { result.ids = source.ids(try source.tables.objects(rows, plan.root)) }
        return result
      }
    case .delete(let fetch):
      let keys = source.keys(of: wholeObjects(fetch, .managedObjectIDs))
      let parameters = try ServerValue.parameters(of: keys)
      return try delete(plan, SQLFragment(printed: keys.text), parameters, wantsIDs)
    case .deleteObjects(_, let ids):
      let keys = PostgreSQLValue.keys(ids.filter { source.owns($0) }.map(\.number))
      return try delete(
        plan, "SELECT unnest(CAST(\(bind: .null) AS bigint[]))", [keys], wantsIDs)
    }
  }

  /// Throws if the store was opened for reading only.
  func checkIsWritable() throws {
    guard isReadOnly else { return }
    throw ObjectError(
      .readOnlyStore, "'\(path ?? "")' was opened for reading only and cannot be saved.",
      userInfo: ["reason": .string("attempt to write a readonly database")])
  }

  /// Collects all rows before the transaction begins: the handler of a program may take its time,
  /// or use the store itself, and the transaction may have to run again.
  private func insert(
    _ insertion: BatchInsertion, _ nextRow: () throws -> [AttributeValue?]?
  ) throws -> StoreBatchResult {
    var rows: [[PostgreSQLValue]] = []
    while let values = try nextRow() { rows.append(try insertion.parameters(values)) }
    guard !rows.isEmpty else { return StoreBatchResult() }
    let all = rows
    do {
      return try change(insertion.plan) { link in try await insertion.run(all, link) }
    } catch let error as ObjectError where error.code == .constraintConflict {
      guard insertion.hasSeveralConstraints else { throw error }
      return try change(insertion.plan) { link in try await insertion.runCarefully(all, link) }
    }
  }

  /// Deletes the objects whose keys a statement returns, by the delete rules of batch requests:
  ///
  ///     SELECT id, entity FROM venue WHERE id IN (SELECT t0.id FROM venue t0 WHERE …) FOR UPDATE
  private func delete(
    _ plan: EntityPlan, _ keys: SQLFragment, _ values: [PostgreSQLValue], _ wantsIDs: Bool
  ) throws -> StoreBatchResult {
    let place = source.tables.place(of: plan.root)
    let entity: SQLFragment = place.entity.map { "\(name: $0)" } ?? "NULL"
    let sql: SQLFragment =
      "SELECT \(name: place.identity), \(sql: entity) FROM \(name: place.table) "
      + "WHERE \(name: place.identity) IN (\(sql: keys)) FOR UPDATE"
    return try change(plan) { [source] link in
      let rows = try source.tables.objects(try await link.run(sql, values), plan.root)
      let deletion = ServerDeletion(
        source.tables, rules: .ofBatchRequest, raisesVersions: true,
        run: { try await link.run($0, $1) })
      try await deletion.delete(plan.root, rows)
      var result = StoreBatchResult()
      result.count = rows.count
      if wantsIDs { result.ids = source.ids(rows) }
      return result
    }
  }

  /// Runs the statements of a batch in a transaction; errors are in the words of the model.
  private func change(
    _ plan: EntityPlan, _ body: @escaping @Sendable (ServerLink) async throws -> StoreBatchResult
  ) throws -> StoreBatchResult {
    try call(.save) { [source] link in
      do {
        return try await Self.attempt(link) { try await body(link) }
      } catch { throw source.batchError(error, plan) }
    }
  }
}

extension ObjectSource {
  /// The statement for the keys of a request: `SELECT t0.id FROM venue t0 WHERE …`.
  func keys(of request: FetchRequest) -> SQLText {
    var request = request
    let isPart = request.limit != nil || request.offset != nil
    if !isPart { request.sortKeys = [] }
    var lowered = lowering.lower(request)
    lowered.select.columns = zip(lowered.select.columns, lowered.columns)
      .filter { $1 == .primaryKey }.map(\.0)
    // Without the key, a limit could choose other objects in another run.
    if isPart { lowered.select.order.append(lowering.keyOrder(of: request.entity)) }
    return lowering.print(lowered)
  }

  /// The identities of objects, in the order of their keys.
  func ids(_ objects: [Int64: EntityID]) -> [ObjectID] {
    objects.sorted { $0.key < $1.key }.map { key, entity in
      ObjectID(places[model[entity]], key)
    }
  }

  /// The error with Core Data's code, if a rule of the model or of a table is broken; other errors
  /// unchanged.
  fileprivate func batchError(_ error: any Error, _ entity: EntityPlan) -> any Error {
    let failure: StoreFailure
    switch error {
    case let error as StoreFailure: failure = error
    case let error as PostgreSQLError:
      if let names = constraint(error, entity) {
        return ObjectError(
          .constraintConflict, key: names.joined(separator: ", "), underlying: error)
      }
      failure = lowering.failure(error)
      if error.state == .notNullViolation, failure.reason == .validation {
        return ObjectError(.missingValue, failure.description, underlying: error)
      }
    case let error: return error
    }
    guard failure.reason == .validation || failure.reason == .noObject else { return error }
    return ObjectError(.init(rawValue: 134_060), failure.description, underlying: error)
  }
}
