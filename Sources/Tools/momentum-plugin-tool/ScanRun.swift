import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumScan

/// `scan`: reports names in a target's sources that the model does not have.
///
/// Every finding is a warning here, so that a build does not fail because of it: `momentum scan` is
/// what fails on a server.
struct ScanRun {
  private var output: String?
  private var models: [String] = []
  private var files: [String] = []

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--output": output = rest.popFirst()
      case "--model":
        guard let model = rest.popFirst() else { return nil }
        models.append(model)
      case _ where word.hasPrefix("--"): return nil
      case _: files.append(word)
      }
    }
    guard !models.isEmpty else { return nil }
  }

  func run() -> PluginTool.Status {
    do {
      var parts: [ObjectModel] = []
      for path in models {
        var found = Diagnostics()
        // `check` reports the errors of a model. Without a checked model, the scan would report
        // every name in the sources, so it is skipped.
        guard let loaded = try ModelBundle.load(path: path, &found),
          let model = ReadModel(loaded.contents, found: found).checked?.model
        else { return try finish() }
        parts.append(model)
      }
      let scan = try SourceScan(
        files.map { path in
          ScannedFile(
            SourceFile(path: path, utf8: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
        }, model: ScanModel(parts), isRegularExpression: PatternSyntax.isRegularExpression)
      let sites = scan.resolved(scan.files.indices.map { scan.sites(of: $0) })
      for index in scan.files.indices {
        PluginTool.report(asWarnings(scan.findings(of: index, sites[index])))
      }
      return try finish()
    } catch {
      PluginTool.report("error: \(error)")
      return .failure
    }
  }

  private func asWarnings(_ findings: Diagnostics) -> Diagnostics {
    let levels: [String: CheckConfiguration.Level] = ["*": .warning]
    return CheckConfiguration(levels: levels).apply(to: findings)
  }

  /// Writes the output file whose existence tells the build system that the sources were scanned.
  private func finish() throws -> PluginTool.Status {
    if let output {
      try Data("// The sources of this target were scanned.\n".utf8)
        .write(to: URL(fileURLWithPath: output))
    }
    return .success
  }
}
