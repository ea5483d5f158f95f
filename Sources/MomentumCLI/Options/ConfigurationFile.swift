import Foundation
import Momentum
import MomentumDiagnostics

/// The file `.momentum.json` of a model.
struct ConfigurationFile {
  var path: String
  /// The text of the file; `nil` if the file does not exist.
  var file: SourceFile?
  var configuration: CheckConfiguration

  init(path: String, file: SourceFile?) throws {
    self.path = path
    self.file = file
    guard let file else {
      configuration = CheckConfiguration()
      return
    }
    var problems = Diagnostics()
    let result = CheckConfiguration.read(
      file, knowledge: DiagnosticCatalogue.all.knowledge(of:), &problems)
    guard let result else {
      throw InputRejected(diagnostics: problems)
    }
    configuration = result
  }

  /// The configuration of a model on disk.
  ///
  /// Searched beside the bundle and in the folders above it, up to the repository's root; the
  /// nearest is used.
  ///
  /// - Parameter given: The path of the file to use; `nil` to search.
  static func beside(_ model: String, or given: String? = nil) throws -> ConfigurationFile {
    let nearest = given ?? BundleFolder.nearest(CheckConfiguration.fileName, to: model)
    let path = nearest ?? BundleFolder.settingsPath(of: CheckConfiguration.fileName, for: model)
    guard nearest != nil else {
      return try ConfigurationFile(path: path, file: nil)
    }
    return try ConfigurationFile(
      path: path, file: SourceFile(path: path, utf8: try InputFile.read(path)))
  }

  /// Writes acknowledgements after those in the file; the rest of its text is not changed.
  func add(_ acknowledgements: [Acknowledgement]) throws {
    guard let text = Acknowledgement.adding(acknowledgements, to: file) else {
      throw CommandFailure("'\(path)' is no JSON object", status: .badInput)
    }
    _ = try OutputFile.write(text, to: path)
  }
}
