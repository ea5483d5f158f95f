import Foundation
import MomentumArchive
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles

/// `compile`: writes the compiled model that a program finds among its resources.
struct CompileRun {
  private var model: String?
  private var module: String?
  private var output = ""

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--module": module = rest.popFirst()
      case "--output": output = rest.popFirst() ?? ""
      case _ where model == nil: model = word
      default: return nil
      }
    }
    guard model != nil, output.hasSuffix(".momd") || output.hasSuffix(".mom") else { return nil }
  }

  func run() throws -> AdaptTool.Status {
    guard let model else { return .usage }
    var findings = Diagnostics()
    let loaded = try ModelBundle.versions(path: model, &findings)
    var versions: [CompiledBundle.Version] = []
    for version in loaded {
      guard let file = try ModelBundle.load(path: model, version: version.name, &findings),
        let compiled = CompiledModel.compile(file.contents, &findings)
      else { continue }
      versions.append(
        CompiledBundle.Version(
          name: version.name, model: compiled.model,
          location: SourceLocation(
            SourceFile(path: file.path, utf8: []), SourceRange(0, 0))))
    }
    guard !findings.hasErrors, let last = versions.last else {
      AdaptTool.report(findings)
      return .badInput
    }
    let current = loaded.first(where: \.isCurrent)?.name ?? last.name
    try write(versions, current, &findings)
    AdaptTool.report(findings.from(.warning))
    return findings.hasErrors ? .badInput : .success
  }

  private func write(
    _ versions: [CompiledBundle.Version], _ current: String, _ findings: inout Diagnostics
  ) throws {
    if output.hasSuffix(".momd") {
      let bundle = CompiledBundle(
        versions: versions, current: current, module: module, &findings)
      _ = try CompiledModelFolder(path: output).write(bundle.files)
    } else if let version = versions.first(where: { $0.name == current }) {
      let bytes = ModelArchive.bytes(
        of: version.model, module: module, at: version.location, &findings)
      if FileManager.default.contents(atPath: output).map(Array.init) != bytes {
        try Data(bytes).write(to: URL(fileURLWithPath: output), options: .atomic)
      }
    }
  }
}
