import ArgumentParser
import Momentum
import MomentumCodegen
import MomentumDiagnostics
import MomentumGeneration

/// `--target`
enum TargetOption: String, ExpressibleByArgument, CaseIterable {
  case coreData = "core-data"
  case swift

  var target: CodeTarget {
    switch self {
    case .coreData: .coreData
    case .swift: .swift
    }
  }
}

/// `--access`
enum AccessOption: String, ExpressibleByArgument, CaseIterable {
  case `public`
  case `package`
  case `internal`

  var level: AccessLevel {
    switch self {
    case .public: .public
    case .package: .package
    case .internal: .internal
    }
  }
}

struct GenerateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Write Swift code for a model.",
    discussion: """
      core-data   managed object classes, as Xcode writes them
      swift       values that need no framework, with a typed function for each
                  stored fetch request
      """)

  @Argument(help: .model)
  var model: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Option(help: "What the code is for.")
  var target: TargetOption

  @Option(help: "Who may use the generated types.")
  var access: AccessOption = .public

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let input = try ModelInput.read(model, version: version.modelVersion)
    guard let compiled = input.compiled, !input.diagnostics.hasErrors else {
      throw InputRejected(diagnostics: input.diagnostics)
    }
    global.report(
      input.diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    var folder = try OutputFolder(output)
    let options = CodegenOptions(modelName: ModelName.of(model), access: access.level)
    try folder.write(compiled.generatedCode(target.target, options: options))
    if !global.quiet {
      console.note(
        "\(output): \(plural(folder.writtenCount, "file")) written, \(folder.keptCount) unchanged")
    }
    return .success
  }
}

/// The name that files for a whole model begin with.
enum ModelName {
  /// `BubbleTea` of `Models/BubbleTea.xcdatamodeld` or of a version inside it; a file's own name otherwise.
  static func of(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    let bundle = parts.last { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".xcdatamodel") }
    let name = parts.first { $0.hasSuffix(".xcdatamodeld") } ?? bundle ?? parts.last ?? "Model"
    let stem = name.split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty ? "Model" : stem
  }
}
