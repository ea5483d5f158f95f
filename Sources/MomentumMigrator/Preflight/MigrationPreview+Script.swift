import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

extension MigrationPreview {
  /// The plan as one SQL script for this store. `nil` if there is nothing to do, or if the
  /// migration needs more than statements.
  ///
  /// The script works only for this store, because it contains all of the store's metadata with the
  /// new hashes. On another store, or after the metadata has changed, it changes nothing.
  ///
  /// - Parameter version: The name of the old version, for the message if the store has another
  ///   one.
  public func script(version: String? = nil) -> String? {
    guard let work = prepared.work, work.isStatementsOnly, let model = source.model else {
      return nil
    }
    return work.plan.script(
      guard: ScriptGuard(
        hashes: model.hashes, metadata: prepared.metadataBytes, source: prepared.input.catalog,
        target: prepared.input.target.schema,
        version: version),
      epilogue: epilogue)
  }

  /// The statements that replace the metadata. They name tables without `main.`: if the script's
  /// transaction has ended, such a name means the view that hides the table.
  private var epilogue: [SQLFragment] {
    let metadata = prepared.metadata.migrated(to: prepared.input.target)
    let new = BinaryPropertyListWriter.write(metadata.propertyList)
    let old = prepared.metadataBytes
    var statements: [SQLFragment] = [
      """
      UPDATE Z_METADATA SET Z_PLIST = \(sql: SQLValue.blob(new).literal) \
      WHERE CAST(Z_PLIST AS BLOB) = \(sql: SQLValue.blob(old).literal)
      """,
      // Remove the script's conditions if the metadata was not updated. The script then undoes
      // everything at its end.
      "DELETE FROM \(sql: ScriptGuard.conditions.sql) WHERE changes() <> 1",
    ]
    if prepared.input.catalog.tables.contains(where: { $0.name == "Z_MODELCACHE" }) {
      statements.append("DELETE FROM Z_MODELCACHE")
      if let packed = prepared.input.target.modelCopy.packed {
        statements.append(
          "INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(\(sql: SQLValue.blob(packed).literal))")
      }
    }
    return statements
  }
}
