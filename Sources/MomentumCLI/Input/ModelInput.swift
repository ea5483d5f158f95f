import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite

/// Options of the store's layout.
struct StoreForm {
  var frameworkVersion: Int?
  var keepsHistory = false
}

/// A model that a command reads, with its diagnostics.
struct ModelInput {
  var file: LoadedModelFile
  /// `nil` if the text is not a model.
  var syntax: ModelSyntax?
  /// `nil` if the model has errors.
  var checked: CheckedModel?
  var diagnostics: Diagnostics
  private var form: StoreForm

  /// The model with hashes and a layout, computed at each call; `nil` if the model has errors.
  var compiled: CompiledModel? {
    checked.map {
      CompiledModel(
        $0, frameworkVersion: form.frameworkVersion, keepsHistory: form.keepsHistory)
    }
  }

  /// Reads a bundle, a version, a `contents` file, a compiled model, or the model that a store
  /// keeps.
  ///
  /// Throws `CommandFailure` if a file cannot be read, `InputRejected` if it has no model.
  static func read(
    _ path: String, version: String? = nil, store: StoreForm = StoreForm()
  ) throws -> ModelInput {
    var diagnostics = Diagnostics()
    let file = try load(path, version, &diagnostics)
    return read(file, diagnostics, store: store)
  }

  /// Reads a version that the user named.
  static func read(_ place: VersionedPath, store: StoreForm = StoreForm()) throws -> ModelInput {
    try read(place.path, version: place.version, store: store)
  }

  /// Reads a file that was found before; `found` holds the diagnostics of the search.
  static func read(
    _ file: LoadedModelFile, _ found: Diagnostics, store: StoreForm = StoreForm()
  ) -> ModelInput {
    var diagnostics = found
    let syntax = ModelReader.read(contents: file.contents, &diagnostics)
    let checked = syntax.flatMap { CheckedModel.check($0, &diagnostics) }
    return ModelInput(
      file: file, syntax: syntax, checked: checked, diagnostics: diagnostics, form: store)
  }

  /// Loads the file without parsing it.
  static func load(
    _ path: String, _ version: String?, _ diagnostics: inout Diagnostics
  ) throws -> LoadedModelFile {
    if try isStore(path) {
      guard version == nil else {
        throw CommandFailure(
          "'\(path)' is a store, which keeps one model; a version is named of a bundle",
          status: .usage)
      }
      return try recover(path, &diagnostics)
    }
    do throws(ModelFileError) {
      if let file = try ModelBundle.load(path: path, version: version, &diagnostics) { return file }
    } catch {
      throw CommandFailure(error.description)
    }
    throw InputRejected(diagnostics: diagnostics)
  }

  /// Whether the path is a store, whose own model is read.
  static func isStore(_ path: String) throws -> Bool {
    // Only open regular files: opening a pipe would wait for a writer.
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
  ) throws -> LoadedModelFile {
    var found = Diagnostics()
    let contents = try storeFailures { () throws(StoreError) in
      try StoreModel.recover(from: path, &found)
    }
    diagnostics.append(contentsOf: found)
    if let contents {
      return LoadedModelFile(path: path, versionName: "Z_MODELCACHE", contents: contents)
    }
    if found.isEmpty {
      throw CommandFailure(
        "'\(path)' keeps no model (Z_MODELCACHE is missing or empty); give the model it was made with",
        status: .badInput)
    }
    throw InputRejected(diagnostics: diagnostics)
  }

  /// The compiled model; throws the diagnostics if the model has errors.
  static func compiled(
    _ place: VersionedPath, store: StoreForm = StoreForm()
  ) throws -> CompiledModel {
    let input = try read(place, store: store)
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    return compiled
  }
}

/// Input that cannot be used, with diagnostics. The tool prints them and exits with 65.
struct InputRejected: Error {
  var diagnostics: Diagnostics
  /// Sentences below the diagnostics: which option helps, and which names exist.
  var hints: [String] = []
}
