import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite

/// Whose store is laid out, and with what.
struct StoreForm {
  var frameworkVersion: Int?
  var keepsHistory = false
}

/// A model that a command reads, with what there was to say about it.
struct ModelInput {
  var file: LoadedModelFile
  /// `nil` when the text is no model.
  var syntax: ModelSyntax?
  /// `nil` when the model has errors.
  var checked: CheckedModel?
  var diagnostics: Diagnostics
  private var form: StoreForm

  /// With hashes and a layout, made for each caller anew; `nil` when the model has errors.
  var compiled: CompiledModel? {
    checked.map {
      CompiledModel(
        $0, frameworkVersion: form.frameworkVersion, keepsHistory: form.keepsHistory)
    }
  }

  /// Reads a bundle, a version, a `contents` file, a compiled model, or the model that a store keeps.
  ///
  /// Throws `CommandFailure` when a file cannot be read, `InputRejected` when there is no model.
  static func read(
    _ path: String, version: String? = nil, store: StoreForm = StoreForm()
  ) throws -> ModelInput {
    var diagnostics = Diagnostics()
    let file = try load(path, version, &diagnostics)
    return read(file, diagnostics, store: store)
  }

  /// The same of a version as a user names it.
  static func read(_ place: VersionedPath, store: StoreForm = StoreForm()) throws -> ModelInput {
    try read(place.path, version: place.version, store: store)
  }

  /// Reads a file that was found already, with what there was to say about finding it.
  static func read(
    _ file: LoadedModelFile, _ found: Diagnostics, store: StoreForm = StoreForm()
  ) -> ModelInput {
    var diagnostics = found
    let syntax = ModelReader.read(contents: file.contents, &diagnostics)
    let checked = syntax.flatMap { CheckedModel.check($0, &diagnostics) }
    return ModelInput(
      file: file, syntax: syntax, checked: checked, diagnostics: diagnostics, form: store)
  }

  /// The file alone, before anything of it is read.
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

  /// A store stands for the model that it keeps.
  static func isStore(_ path: String) throws -> Bool {
    // Opening a pipe would wait for somebody to write to it.
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

  /// The compiled model; throws the diagnostics when it has errors.
  static func compiled(
    _ place: VersionedPath, store: StoreForm = StoreForm()
  ) throws -> CompiledModel {
    let input = try read(place, store: store)
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    return compiled
  }
}

/// Input that cannot be used, with the reasons. The tool prints them and exits with 65.
struct InputRejected: Error {
  var diagnostics: Diagnostics
  /// Sentences that stand below the diagnostics: which option helps, and what there is to name.
  var hints: [String] = []
}
