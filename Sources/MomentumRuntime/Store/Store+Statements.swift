internal import MomentumCompiler
package import MomentumModel
internal import MomentumPredicate
package import MomentumQuery
package import MomentumSQL
internal import MomentumSQLite

// Turns requests into statements that are ready to step.

extension Store {
  /// The rows of a request.
  package func cursor(_ request: FetchRequest) throws(StoreFailure) -> RowCursor {
    // Several joins over to-many relationships would multiply the rows, so a request with more than
    // one condition uses EXISTS instead of joins.
    let rules = Set(QueryRule.allCases).subtracting(request.hasOneCondition ? [] : [.joinForAny])
    let fetch = CompiledFetch(request, layout: layout, options: QueryOptions(rules: rules))
    return try cursor(fetch.sql, request.entity, fetch.columns)
  }

  /// The rows of a statement that was made from a request.
  package func cursor(
    _ lowered: LoweredFetchRequest, of entity: EntityID
  ) throws(StoreFailure) -> RowCursor {
    try cursor(SQLPrinter.print(lowered.select), entity, lowered.columns)
  }

  package func cursor(
    _ sql: SQLText, _ entity: EntityID, _ columns: [FetchColumn]
  ) throws(StoreFailure) -> RowCursor {
    let meaning = ColumnMeaning(model: compiled.model, entity: entity, columns: columns)
    do throws(StoreError) {
      return RowCursor(try runner.statement(sql), meaning)
    } catch { throw StoreFailure(error) }
  }

  package func cursor(
    _ sql: String, _ values: [SQLValue], _ meaning: ColumnMeaning?
  ) throws(StoreFailure) -> RowCursor {
    do throws(SQLiteError) {
      let statement = try runner.statement(sql)
      try statement.bind(values)
      return RowCursor(statement, meaning)
    } catch { throw StoreFailure(.sqlite(error)) }
  }

  /// The rows of a fetch.
  @usableFromInline
  package func cursor<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> RowCursor {
    try cursor(try fetch.parts.request(in: compiled))
  }

  @usableFromInline
  package func cursor<Value>(
    _ fetch: PreparedFetch<Value>
  ) throws(StoreFailure) -> RowCursor {
    var encoder = RowEncoder()
    fetch.bindings(&encoder)
    return try cursor(prepared?.sql(fetch.sql) ?? fetch.sql, encoder.values, nil)
  }
}

extension FetchRequest {
  /// Whether the predicate is one comparison, so that at most one to-many relationship is joined.
  fileprivate var hasOneCondition: Bool {
    if case .comparison? = predicate { true } else { false }
  }
}
