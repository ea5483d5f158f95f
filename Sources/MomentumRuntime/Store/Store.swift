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
  lazy var writer = GraphWriter(connection: connection, compiled: compiled)
  /// Statements that were run before, by their text: each is prepared once.
  private var statements: [String: Statement] = [:]

  package init(path: String, connection: Connection, compiled: CompiledModel) {
    self.path = path
    self.connection = connection
    self.compiled = compiled
    layout = compiled.queryLayout(.coreData)
  }

  /// The statement of a text, prepared when it is asked for the first time. It is reset, and has its old
  /// bindings.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    let made = try connection.prepare(sql)
    statements[sql] = made
    return made
  }
}
