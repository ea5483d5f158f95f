import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles

/// A model that a command reads, with what there was to say about it.
struct ModelInput {
  var file: ModelFile
  /// `nil` when the model cannot be used.
  var compiled: CompiledModel?
  var diagnostics: Diagnostics

  /// Reads a bundle, a version or a `contents` file; a file that cannot be read is a failure.
  static func read(
    _ path: String, version: String? = nil, frameworkVersion: Int? = nil
  ) throws -> ModelInput {
    var diagnostics = Diagnostics()
    guard let file = try ModelBundle.load(path: path, version: version, &diagnostics) else {
      throw InputRejected(diagnostics: diagnostics)
    }
    let compiled = CompiledModel.compile(
      file.source, frameworkVersion: frameworkVersion, &diagnostics)
    return ModelInput(file: file, compiled: compiled, diagnostics: diagnostics)
  }
}

/// Input that cannot be used, with the reasons.
struct InputRejected: Error {
  var diagnostics: Diagnostics
}

extension GlobalOptions {
  /// The compiled model, with warnings printed as notes; throws when there were errors.
  func compiledModel(
    _ path: String, version: String?, frameworkVersion: Int? = nil, _ console: Console
  ) throws -> (ModelFile, CompiledModel) {
    let input = try ModelInput.read(path, version: version, frameworkVersion: frameworkVersion)
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    return (input.file, compiled)
  }
}
