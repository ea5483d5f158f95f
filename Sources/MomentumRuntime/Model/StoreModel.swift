public import MomentumDiagnostics
import MomentumModelFiles
public import MomentumSQLite

/// The model that a store keeps of itself.
public enum StoreModel {
  /// The first bytes of every SQLite file. Documented: <https://sqlite.org/fileformat.html>.
  public static func isStore(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("SQLite format 3\0".utf8))
  }

  /// The `contents` text of the model in `Z_MODELCACHE`; the store is not changed.
  ///
  /// - Returns: `nil` for a store that keeps none, and with diagnostics for one that cannot be read.
  public static func recover(
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
