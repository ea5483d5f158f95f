internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// Runs a batch request in one transaction, with one transaction in the history.
  package func execute(_ batch: StoreBatch) throws -> StoreBatchResult {
    guard !isReadOnly else { throw SQLiteStoreError.readOnly(path: path) }
    return try explaining {
      try pool.write { connection in
        do {
          switch batch.kind {
          case .insert(let plan, let takesInserted, let nextRow):
            let run = BatchInsertRun(
              self, connection, plan, takesInserted: takesInserted, batch)
            return try run.run(nextRow)
          case .update(let fetch, let assignments):
            return try result(
              try session(connection, batch).updateThrowing(fetch.request, set: assignments),
              fetch.request.entity)
          case .delete(let fetch):
            return try result(
              try session(connection, batch).deleteThrowing(fetch.request), fetch.request.entity)
          case .deleteObjects(let plan, let ids):
            let keys = ids.filter { $0.place.store == identifier }.map(\.number)
            return try result(
              try session(connection, batch).deleteThrowing(keys, of: plan.id), plan.id)
          }
        } catch {
          throw typed(error, batch.entity(in: source.model))
        }
      }
    }
  }

  private func session(_ connection: StoreConnection, _ batch: StoreBatch) -> BatchSession {
    let session = BatchSession(compiled: compiled, connection: connection.connection)
    session.rules = .ofBatchRequest
    session.author = batch.author
    session.contextName = batch.contextName
    session.collectsRows = batch.resultType == .objectIDs
    session.observe = { sql in
      let values = sql.bindings.map { binding -> SQLValue in
        if case .value(let value) = binding { value } else { .null }
      }
      try connection.announce(sql.text, values)
    }
    return session
  }

  private func result(
    _ found: BatchSession.Result, _ entity: EntityID
  ) throws -> StoreBatchResult {
    var result = StoreBatchResult()
    result.count = found.matched
    let root = source.model[source.model[entity].root]
    result.ids = found.rows.sorted { $0.key < $1.key }.map { key, number in
      ObjectID(places[source.entities[number] ?? root], key)
    }
    return result
  }

  /// The error with Core Data's code, if a rule of the model was broken; other errors unchanged.
  private func typed(_ error: any Error, _ entity: EntityPlan) -> any Error {
    switch error {
    case let failure as StoreFailure where failure.reason == .validation:
      return ObjectError(.coreData, failure.description)
    case let error as SQLiteError where error.reason == .constraint:
      guard let names = constraint(error, entity) else { return error }
      return ObjectError(.constraintConflict, key: names.joined(separator: ", "))
    case let error: return error
    }
  }
}
