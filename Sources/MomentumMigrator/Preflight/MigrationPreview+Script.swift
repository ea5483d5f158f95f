import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

extension MigrationPreview {
  /// The plan as one SQL script for this store; `nil` where there is nothing to do, or where more
  /// than statements runs.
  ///
  /// It is made for the store that it was planned for, since the script carries the store's whole metadata
  /// with the new hashes: on any other store, and on this one after its metadata has changed, it changes
  /// nothing.
  ///
  /// - Parameter version: What the old version is called, for the message of a store of another one.
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

  /// Without `main.`: outside the script's transaction these names are those of views that hide the tables.
  private var epilogue: [SQLFragment] {
    let metadata = prepared.metadata.migrated(to: prepared.input.target)
    let new = BinaryPropertyListWriter.write(metadata.propertyList)
    let old = prepared.metadataBytes
    var statements: [SQLFragment] = [
      """
      UPDATE Z_METADATA SET Z_PLIST = \(sql: SQLValue.blob(new).literal) \
      WHERE CAST(Z_PLIST AS BLOB) = \(sql: SQLValue.blob(old).literal)
      """,
      // Without a row of its conditions the script undoes everything at its end.
      "DELETE FROM \(sql: ScriptGuard.conditions.sql) WHERE changes() <> 1",
    ]
    if prepared.input.catalog.tables.contains(where: { $0.name == "Z_MODELCACHE" }) {
      statements.append("DELETE FROM Z_MODELCACHE")
    }
    return statements
  }
}
