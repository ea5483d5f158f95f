import MomentumCompiler
import MomentumQuery
import MomentumSQL

/// The statement of a request, and what its query plan depends on.
struct PlannedStatement {
  let request: FetchRequest
  let sql: SQLText
  let tables: StatementTables
  let values: [String: SQLValue]

  init(_ fetch: CompiledFetch) {
    request = fetch.request
    sql = fetch.sql
    tables = StatementTables(fetch.sql)
    values = SampleValue.values(for: fetch.sql, fetch.request.predicate)
  }
}
