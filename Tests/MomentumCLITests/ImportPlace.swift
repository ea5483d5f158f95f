import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// A temporary folder with a model and a store of it, into which a test imports.
struct ImportPlace {
  var folder: URL
  var model: String
  var store: String

  /// Calls `body` with a new store of the model whose contents file is given.
  static func with(
    contents: String, options: [String] = [], body: (ImportPlace) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let place = ImportPlace(
        folder: folder, model: folder.appendingPathComponent("App.xcdatamodel").path,
        store: folder.appendingPathComponent("app.sqlite").path)
      _ = try place.write(contents, "App.xcdatamodel/contents")
      #expect(Run(["create", place.model, place.store] + options).status == 0)
      try body(place)
    }
  }

  /// Writes a file and returns its path.
  func write(_ text: String, _ name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Imports a file of data, as `momentum import` does with `--map`.
  func load(_ data: String, map: String, options: [String] = []) -> Run {
    Run(["import", store, "--model", model, data, "--map", map] + options)
  }

  /// The objects as CSV with line feeds.
  func fetch(_ options: [String]) -> String {
    Run(["fetch", store, "--model", model, "--format", "csv"] + options).output
      .replacingOccurrences(of: "\r\n", with: "\n")
  }
}
