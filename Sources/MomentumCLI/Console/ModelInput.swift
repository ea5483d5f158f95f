import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles

/// A model that a command reads, with what there was to say about it.
struct ModelInput {
  var file: LoadedModelFile
  /// `nil` when the text is no model.
  var syntax: ModelSyntax?
  /// `nil` when the model has errors.
  var compiled: CompiledModel?
  var diagnostics: Diagnostics

  /// Reads a bundle, a version or a `contents` file.
  ///
  /// Throws `CommandFailure` when a file cannot be read, `InputRejected` when there is no model.
  static func read(
    _ path: String, version: String? = nil, frameworkVersion: Int? = nil
  ) throws -> ModelInput {
    var diagnostics = Diagnostics()
    let file = try load(path, version, &diagnostics)
    let syntax = ModelReader.read(contents: file.contents, &diagnostics)
    let compiled = syntax.flatMap {
      CompiledModel.compile($0, frameworkVersion: frameworkVersion, &diagnostics)
    }
    return ModelInput(file: file, syntax: syntax, compiled: compiled, diagnostics: diagnostics)
  }

  private static func load(
    _ path: String, _ version: String?, _ diagnostics: inout Diagnostics
  ) throws -> LoadedModelFile {
    do throws(ModelFileError) {
      if let file = try ModelBundle.load(path: path, version: version, &diagnostics) { return file }
    } catch {
      throw CommandFailure(error.description)
    }
    throw InputRejected(diagnostics: diagnostics)
  }

  /// The compiled model; throws the diagnostics when it has errors.
  static func compiled(
    _ path: String, version: String?, frameworkVersion: Int? = nil
  ) throws -> CompiledModel {
    let input = try read(path, version: version, frameworkVersion: frameworkVersion)
    guard let compiled = input.compiled else { throw InputRejected(diagnostics: input.diagnostics) }
    return compiled
  }
}

/// Input that cannot be used, with the reasons. The tool prints them and exits with 65.
struct InputRejected: Error {
  var diagnostics: Diagnostics
}
