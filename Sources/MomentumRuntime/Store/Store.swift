package import MomentumCompiler
package import MomentumQuery
package import MomentumSQLite

/// An open store of a model.
///
/// It has one connection with one owner and is not `Sendable`, so the compiler keeps it in one
/// isolation. The values that it returns are `Sendable`. Another task must open the store again, or
/// call an actor that has it.
///
/// ```swift
/// let store = try BubbleTea.open("tea.sqlite")
/// let venues = try store.fetch(Venue.where { $0.specialCount > 0 })
/// let saved = try store.insert(Location(city: "Ulm", latitude: 48.4, longitude: 10))
/// ```
public final class Store<Model: StoredModel> {
  /// The path of the store's file, as it was passed to `open` or `create`.
  public let path: String
  package let connection: Connection
  package let compiled: CompiledModel
  package let layout: QueryLayout
  /// Writes changes; made when the first change is written.
  package lazy var writer: GraphWriter = {
    let writer = GraphWriter(connection: connection, compiled: compiled)
    writer.writesHistory = true
    return writer
  }()
  /// Replaces the names in generated statements by those of the store; `nil` if they are the same.
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
    // Make the virtual tables for lists of keys now: if they were made in a transaction that is
    // rolled back, they would vanish with it, and the rollback would end any statement that is
    // being read.
    try connection.makeListTables((0..<8).map { "_Z_intarray\($0)" })
  }
}
