import Foundation
import MomentumDiagnostics
package import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite

/// Finds the text of the model that a path names.
package enum ModelSource {
  /// Reads a bundle, a version, a `contents` file, a compiled model, or the model that a store
  /// keeps, and does not parse it.
  package static func load(
    _ path: String, version: String?, _ diagnostics: inout Diagnostics
  ) throws(DataModelError) -> LoadedModelFile {
    if isStore(path) {
      guard version == nil else { throw .versionOfStore(path: path) }
      return try recover(path, &diagnostics)
    }
    do throws(ModelFileError) {
      if let file = try ModelBundle.load(path: path, version: version, &diagnostics) { return file }
    } catch {
      throw .file(error)
    }
    throw .rejected(diagnostics)
  }

  /// Whether the file at the path is a store; then the model inside the store is read.
  package static func isStore(_ path: String) -> Bool {
    // Open regular files only: opening a pipe would wait for a writer.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type =
      try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
    guard type == .typeRegular, let handle = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { try? handle.close() }
    return StoreModel.isStore([UInt8]((try? handle.read(upToCount: 16)) ?? Data()))
  }

  private static func recover(
    _ path: String, _ diagnostics: inout Diagnostics
  ) throws(DataModelError) -> LoadedModelFile {
    let contents: SourceFile?
    var found = Diagnostics()
    do throws(StoreError) {
      contents = try StoreModel.recover(from: path, &found)
    } catch {
      throw .store(error)
    }
    diagnostics.append(contentsOf: found)
    if let contents {
      return LoadedModelFile(path: path, versionName: "Z_MODELCACHE", contents: contents)
    }
    throw found.isEmpty ? .noModelInStore(path: path) : .rejected(diagnostics)
  }
}
