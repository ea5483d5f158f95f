package import MomentumDiagnostics
import MomentumModelFiles
package import MomentumSQLite

/// Reads the model that a store contains.
package enum StoreModel {
  /// Whether the bytes begin like every SQLite file. Documented:
  /// <https://sqlite.org/fileformat.html>.
  package static func isStore(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// Reads the compiled model in the table `Z_MODELCACHE` and returns it as the XML text of a
  /// `contents` file. The store is not changed.
  ///
  /// - Returns: `nil` if the store contains no model, and with diagnostics if the model cannot be
  ///   read.
  package static func recover(
    from path: String, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> SourceFile? {
    let reader: StoreReader
    do throws(SQLiteError) {
      reader = try StoreReader(path: path)
    } catch {
      throw .sqlite(error)
    }
    guard let bytes = try ModelCache.read(from: reader.connection) else { return nil }
    return ModelBundle.decompiled(bytes, path: path, &diagnostics)
  }
}
