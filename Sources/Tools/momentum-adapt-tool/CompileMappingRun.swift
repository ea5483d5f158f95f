import Foundation
import MomentumArchive
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumModel
import MomentumModelFiles

/// `compile-mapping`: writes the compiled mapping model that a program finds among its resources.
struct CompileMappingRun {
  private var mapping: String?
  private var models: [String] = []
  private var output = ""

  /// Reads the arguments of the command; `nil` if they cannot be used.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--model":
        guard let model = rest.popFirst() else { return nil }
        models.append(model)
      case "--output": output = rest.popFirst() ?? ""
      case _ where mapping == nil: mapping = word
      default: return nil
      }
    }
    guard mapping != nil, output.hasSuffix(".cdm") else { return nil }
  }

  func run() throws -> AdaptTool.Status {
    guard let path = mapping else { return .usage }
    var findings = Diagnostics()
    guard let file = try MappingModelReader.load(path: path, &findings) else {
      AdaptTool.report(findings)
      return .badInput
    }
    var compiled: MappingModel
    switch file {
    case .compiled(let mapping, _): compiled = mapping
    case .editor(let syntax):
      let examination = MappingDiagnosis.examine(syntax, versions: try versions())
      findings.append(contentsOf: examination.findings.from(.warning))
      // A mapping model that fits no two versions is one that no migration finds: old ones stay in
      // projects, and do not stop a build.
      compiled =
        examination.mapping
        ?? MappingCompiler.compile(syntax, old: ObjectModel(), new: ObjectModel())
    }
    let place = SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
    let bytes = MappingArchive.bytes(of: compiled, at: place, &findings)
    AdaptTool.report(findings)
    guard !findings.hasErrors else { return .badInput }
    if FileManager.default.contents(atPath: output).map(Array.init) != bytes {
      try Data(bytes).write(to: URL(fileURLWithPath: output), options: .atomic)
    }
    return .success
  }

  /// The versions of the models. What is wrong with a model is reported where it is compiled.
  private func versions() throws -> [NamedModel] {
    var ignored = Diagnostics()
    var result: [NamedModel] = []
    for model in models {
      for version in try ModelBundle.versions(path: model, &ignored) {
        guard let file = try ModelBundle.load(path: model, version: version.name, &ignored),
          let compiled = CompiledModel.compile(file.contents, &ignored)
        else { continue }
        result.append(NamedModel(name: version.name, model: compiled.model))
      }
    }
    return result
  }
}
