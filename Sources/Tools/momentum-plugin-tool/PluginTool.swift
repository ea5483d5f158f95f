// The tool that the plugins run. Every package that uses the plugins builds it, so it has no
// SQLite, no argument parser and no cryptography; people use `momentum`.
import Foundation
import MomentumCodegen
import MomentumCompiler
package import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumScan

package enum PluginTool {
  package enum Status: Int32 {
    case success = 0
    case findings = 1
    case usage = 64
    case badInput = 65
    case failure = 74
  }

  /// The rules that this tool can report. Rules of other areas belong to `momentum`, which reads
  /// the same `.momentum.json`.
  package static let catalogue = DiagnosticCatalogue.joining([
    .diagnostics, .model, .modelFiles, .predicate, .scan, .requests, .generation,
  ])

  static let usage = """
    usage: momentum-plugin-tool generate MODEL [--config FILE] [--target T] --folder DIR NAME...
             lays the code into exactly these files of the folder; T is the target if FILE sets none
           momentum-plugin-tool check [--fail-on error|warning|never] [--cloudkit] MODEL...
             says what is wrong with the models
           momentum-plugin-tool scan [--output FILE] --model MODEL... SOURCE...
             warns of names in the sources that the models do not have

    """

  package static func run(_ arguments: [String]) -> Status {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "generate": return GenerateRun(rest)?.run() ?? wrongUsage()
    case "check":
      guard var run = CheckRun(rest) else { return wrongUsage() }
      return run.run()
    case "scan": return ScanRun(rest)?.run() ?? wrongUsage()
    case let other?:
      report("error: momentum-plugin-tool has no '\(other)'; 'momentum' may have it")
      return .usage
    case nil: return wrongUsage()
    }
  }

  private static func wrongUsage() -> Status {
    write(usage)
    return .usage
  }

  /// A line on standard error.
  static func report(_ line: String) { write(line + "\n") }

  /// Prints diagnostics in the form of compilers, which Xcode shows beside the line:
  /// `path:line:column: error: text`.
  static func report(_ diagnostics: Diagnostics) { write(TextRenderer().render(diagnostics.all)) }

  private static func write(_ text: String) {
    // If standard error is closed, the text cannot be shown anywhere: ignore the error.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Reads a configuration file; `nil` if it does not exist.
  static func file(_ path: String) throws -> SourceFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return SourceFile(path: path, utf8: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }
}

/// `generate`: writes the Swift code for a model into files whose names the plugin gives.
struct GenerateRun {
  private var model: String?
  private var config: String?
  private var target: CodeTarget?
  private var folder: String?
  private var names: [String] = []

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--config": config = rest.popFirst()
      case "--folder": folder = rest.popFirst()
      case "--target":
        guard let target = rest.popFirst().flatMap(CodeTarget.init) else { return nil }
        self.target = target
      case _ where model == nil: model = word
      case _: names.append(word)
      }
    }
    guard model != nil, folder != nil, !names.isEmpty else { return nil }
  }

  func run() -> PluginTool.Status {
    guard let model, let folder else { return .usage }
    var diagnostics = Diagnostics()
    do {
      guard let texts = try texts(model, &diagnostics) else {
        PluginTool.report(diagnostics)
        return .badInput
      }
      PluginTool.report(diagnostics)
      let files = zip(names, texts).map {
        ProducedFile(path: $0, text: $1, mark: ProducedFile.mark)
      }
      _ = try OutputFolder(folder).write(files, model: Generation.name(of: model))
      return .success
    } catch let failure as OutputFailure {
      PluginTool.report("error: \(failure)")
    } catch let failure as ModelFileError {
      PluginTool.report("error: \(failure)")
    } catch {
      PluginTool.report("error: cannot read '\(config ?? model)'")
    }
    return .failure
  }

  private func texts(
    _ model: String, _ diagnostics: inout Diagnostics
  ) throws -> [String]? {
    var configuration = GenerationConfiguration()
    let file = try config.flatMap { try PluginTool.file($0) }
    if let file {
      guard let read = GenerationConfiguration.read(file, &diagnostics) else { return nil }
      configuration = read
    }
    var settings = configuration.settings(for: Generation.name(of: model))
    settings.targets = settings.targets ?? target.map { [$0] }
    guard
      let loaded = try ModelBundle.load(
        path: model, version: settings.modelVersion, &diagnostics)
    else { return nil }
    // The generated code is compiled into the module that uses it, so it needs no public
    // declarations. Classes for Core Data are public, as Xcode generates them.
    let access: AccessLevel = target == .coreData ? .public : .internal
    return Generation(loaded, path: model, settings: settings, access: access)
      .texts(count: names.count, &diagnostics)
  }
}
