// The tool that the plugin MomentumAdapt runs; people use `momentum adapt` and `momentum compile`.
// It is a tool of its own because compiled models need hashes, and the tool of the other plugins has
// no cryptography.
import Foundation
import MomentumAdapt
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles

package enum AdaptTool {
  package enum Status: Int32 {
    case success = 0
    case usage = 64
    case badInput = 65
    case failure = 74
  }

  static let usage = """
    usage: momentum-adapt-tool adapt --folder DIR [--model MODEL]... [--source FILE NAME]...
             copies each file under its name into the folder, so that it compiles on Linux
           momentum-adapt-tool compile MODEL [--module NAME] --output X.momd
             writes the compiled model; X.mom for a model of one version
           momentum-adapt-tool compile-mapping MAPPING [--model MODEL]... --output X.cdm
             writes the compiled mapping model, for two versions of these models

    """

  package static func run(_ arguments: [String]) -> Status {
    let rest = Array(arguments.dropFirst())
    do {
      switch arguments.first {
      case "adapt": if let run = CopyRun(rest) { return try run.run() }
      case "compile": if let run = CompileRun(rest) { return try run.run() }
      case "compile-mapping": if let run = CompileMappingRun(rest) { return try run.run() }
      default: break
      }
      write(usage)
      return .usage
    } catch {
      write("error: \(error)\n")
      return .failure
    }
  }

  /// Prints diagnostics in the form of compilers: `path:line:column: error: text`.
  static func report(_ diagnostics: Diagnostics) { write(TextRenderer().render(diagnostics.all)) }

  private static func write(_ text: String) {
    // If standard error is closed, the text cannot be shown anywhere: ignore the error.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// A file that cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  var description: String { "cannot read '\(path)'" }
}

/// `adapt`: copies sources into files whose names the plugin gives.
private struct CopyRun {
  private var folder = ""
  private var models: [String] = []
  private var sources: [(path: String, name: String)] = []

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch word {
      case "--folder": folder = value
      case "--model": models.append(value)
      case "--source":
        guard let name = rest.popFirst() else { return nil }
        sources.append((value, name))
      default: return nil
      }
    }
    guard !folder.isEmpty else { return nil }
  }

  func run() throws -> AdaptTool.Status {
    var findings = Diagnostics()
    var checked: [ObjectModel] = []
    for path in models {
      // `compile` reports the errors of a model, and fails the build. Here they would come twice.
      var ignored = Diagnostics()
      if let loaded = try ModelBundle.load(path: path, &ignored),
        let model = ReadModel(loaded.contents, found: ignored).checked?.model
      {
        checked.append(model)
      }
    }
    let files = try sources.map { source in
      guard let data = FileManager.default.contents(atPath: source.path) else {
        throw UnreadableFile(path: source.path)
      }
      return SourceFile(path: source.path, utf8: [UInt8](data))
    }
    let adaptation = SourceAdaptation(files, models: checked)
    let copies = sources.indices.map { index in
      ProducedFile(
        path: sources[index].name, text: adaptation.text(of: index, &findings),
        mark: SourceAdaptation.mark)
    }
    AdaptTool.report(findings)
    guard !findings.hasErrors else { return .badInput }
    _ = try OutputFolder(folder).write(copies, model: "sources")
    return .success
  }
}
