import MomentumCompiler
import MomentumMigration
import MomentumSQLite
import MomentumStore

extension CompiledModel {
  /// The same model as a store's own framework lays it out, with history where the store keeps one.
  func laidOut(
    asIn connection: Connection, _ metadata: StoreMetadata
  ) throws(MigrationError) -> CompiledModel {
    let keepsHistory: Bool
    do throws(SQLiteError) {
      keepsHistory =
        try connection.firstValue(
          "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ACHANGE'") != nil
    } catch {
      throw MigrationError(error, path: connection.path)
    }
    let number = metadata.frameworkVersion.flatMap { Int(exactly: $0) }
    let checked = CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests)
    return CompiledModel(checked, frameworkVersion: number, keepsHistory: keepsHistory)
  }

  /// The model as a planner takes it.
  var planned: PlannedModel { PlannedModel(model: model, schema: schema, framework: framework) }
}
