package import MomentumCompiler
package import MomentumRuntime
package import MomentumSQLite

extension FetchSession {
  /// The plan by which SQLite runs the request in this store.
  package func queryPlan(_ fetch: CompiledFetch) throws(StoreError) -> QueryPlan {
    do throws(SQLiteError) {
      let statement = PlannedStatement(recompiled(fetch))
      return try reader.connection.queryPlan(
        of: statement.sql, values: statement.values, tables: statement.tables.all.map(\.alias))
    } catch {
      throw explained(.sqlite(error))
    }
  }
}
