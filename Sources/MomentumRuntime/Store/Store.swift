package import MomentumCompiler
package import MomentumQuery
package import MomentumSQLite

/// An open store of a model.
///
/// One connection with one owner: not `Sendable`, so the compiler keeps it in one isolation at a time.
/// Values that it gives are `Sendable`. Another task opens the store anew, or asks an actor that has it.
public final class Store<Model: StoredModel> {
  public let path: String
  package let connection: Connection
  package let compiled: CompiledModel
  package let layout: QueryLayout
  /// Made by the first change.
  package lazy var writer = GraphWriter(connection: connection, compiled: compiled)
  /// The store's names for those that generated statements were written with; `nil` where they are the same.
  let prepared: PreparedNames?
  package let runner: StatementRunner

  package init(
    path: String, connection: Connection, compiled: CompiledModel, prepared: PreparedNames? = nil
  ) throws(SQLiteError) {
    self.prepared = prepared
    self.path = path
    self.connection = connection
    runner = StatementRunner(connection)
    self.compiled = compiled
    layout = compiled.queryLayout(.coreData)
    // Made in a transaction that is rolled back they would go with it, and end whatever is being read.
    try connection.makeListTables((0..<8).map { "_Z_intarray\($0)" })
  }
}
