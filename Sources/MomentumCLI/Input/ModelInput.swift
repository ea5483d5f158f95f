import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumSQLite
import MomentumSwiftData

/// Options of the store's layout.
struct StoreForm {
  var frameworkVersion: Int?
  var keepsHistory = false
}

/// A model that a command reads, with its diagnostics.
struct ModelInput {
  let file: LoadedModelFile
  let model: ReadModel
  private let form: StoreForm

  /// The syntax of the model; `nil` if the text is not a model.
  var syntax: ModelSyntax? { model.syntax }
  /// The checked model; `nil` if the model has errors.
  var checked: CheckedModel? { model.checked }
  var diagnostics: Diagnostics { model.diagnostics }

  /// The model with hashes and a layout, computed at each call; `nil` if the model has errors.
  var compiled: CompiledModel? {
    model.compiled(frameworkVersion: form.frameworkVersion, keepsHistory: form.keepsHistory)
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

  /// Reads a SwiftData version. `decisions` says which relationships are inverse to each other
  /// where the Swift sources leave it open.
  static func read(_ path: String, decisions: InverseDecisions) throws -> ModelInput {
    var diagnostics = Diagnostics()
    let file = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.load(path: path, decisions: decisions, &diagnostics)
    }
    guard let file else { throw InputRejected(diagnostics: diagnostics) }
    return read(file, diagnostics)
  }

  /// Reads a version that the user named.
  static func read(_ place: VersionedPath, store: StoreForm = StoreForm()) throws -> ModelInput {
    try read(place.path, version: place.version, store: store)
  }

  /// Reads a file that was found before; `found` holds the diagnostics of the search.
  static func read(
    _ file: LoadedModelFile, _ found: Diagnostics, store: StoreForm = StoreForm()
  ) -> ModelInput {
    ModelInput(file: file, model: ReadModel(file.contents, found: found), form: store)
  }

  /// Loads the file without parsing it.
  static func load(
    _ path: String, _ version: String?, _ diagnostics: inout Diagnostics
  ) throws -> LoadedModelFile {
    do throws(DataModelError) {
      return try ModelSource.load(path, version: version, &diagnostics)
    } catch {
      switch error {
      case .rejected(let diagnostics): throw InputRejected(diagnostics: diagnostics)
      case .store(let cause): return try storeFailures { () throws(StoreError) in throw cause }
      case .file: throw CommandFailure(error.description)
      case .noModelInStore: throw CommandFailure(error.description, status: .badInput)
      case .versionOfStore: throw CommandFailure(error.description, status: .usage)
      }
    }
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

extension CompiledModel {
  /// Throws if the hash of an entity is not known: a store with a made-up hash could not be opened
  /// by the app.
  func requireKnownHashes(_ action: String) throws {
    if model.unknownForm != nil {
      throw CommandFailure(
        "cannot \(action): the list of the schema's classes cannot be read; 'momentum check' says why",
        status: .badInput)
    }
    let unknown = model.entities.filter(\.hasUnknownHash).map(\.name)
    guard !unknown.isEmpty else { return }
    throw CommandFailure(
      "cannot \(action): the version hash of \(quotedList(unknown, max: 5)) is unknown; 'momentum check' says why",
      status: .badInput)
  }
}

/// Input that cannot be used, with diagnostics. The tool prints them and exits with 65.
struct InputRejected: Error {
  var diagnostics: Diagnostics
  /// Sentences below the diagnostics: which option helps, and which names exist.
  var hints: [String] = []
}
