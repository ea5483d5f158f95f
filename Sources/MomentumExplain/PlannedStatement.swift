import MomentumCompiler
import MomentumQuery
import MomentumSQL

/// The statement of a request, with all that is needed to plan it.
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
