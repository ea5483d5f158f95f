import ArgumentParser
import Foundation
import Momentum
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModelFiles

/// The values of `--target`.
enum TargetOption: String, ExpressibleByArgument, CaseIterable {
  case coreData = "core-data"
  case swift
  case swiftData = "swiftdata"
  case objects

  var target: CodeTarget {
    switch self {
    case .coreData: .coreData
    case .swift: .swift
    case .swiftData: .swiftData
    case .objects: .objects
    }
  }
}

/// The values of `--fail-on`.
enum ProofFailureOption: String, ExpressibleByArgument, CaseIterable {
  case never
  case differs
  case unobserved

  /// The best verdict that makes the command fail; `nil` if none does.
  var verdict: SwiftDataProof.Verdict? {
    switch self {
    case .never: nil
    case .differs: .tables
    case .unobserved: .unobserved
    }
  }
}

/// The values of `--access`.
enum AccessOption: String, ExpressibleByArgument, CaseIterable {
  case `public`
  case `package`
  case `internal`
}

struct GenerateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Write Swift code for a model.",
    discussion: """
      core-data   managed object classes, as Xcode writes them
      swift       values that need no framework, with a typed function for each
                  stored fetch request
      swiftdata   @Model classes with the version hashes of the entities, so that an
                  app can open one store with Core Data and SwiftData; and a report
                  of what has no equivalent, and of the hashes
      objects     classes of managed objects for MomentumObjects, with typed
                  properties

      Writes only files that change, and removes files that an earlier run made and that are no \
      longer needed (.momentum-manifest.json lists them). A run with nothing to do writes no file \
      and does not repeat warnings. With several targets each has its folder: CoreData, Swift, \
      SwiftData, Objects.

      A file momentum.json beside the bundle holds the settings of a project:
        { "targets": ["swift"], "access": "internal" }

      momentum generate App.xcdatamodeld --target swift --output Generated
      momentum generate App.xcdatamodeld --output Generated --depfile app.d
      momentum generate App.xcdatamodeld --target swiftdata --output Models
      momentum generate App.xcdatamodeld --target objects --files split \\
        --output Sources/App

      To keep the form of checked-in files that Xcode wrote, use the command below; files that somebody \
      edited are not changed:
        momentum generate App.xcdatamodeld --target core-data --codegen menu \\
          --style xcode --output App
      """)

  @Argument(help: .model)
  var model: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var output: String

  @Option(help: "What the code is for; repeat for more (default: what momentum.json says).")
  var target: [TargetOption] = []

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of momentum.json beside the bundle.", valueName: "file"))
  var config: String?

  @Flag(help: "Print the paths of the files, one a line, and write nothing.")
  var listOutputs = false

  @Flag(help: "Print what would be written and removed, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write what the files depend on, as a rule of Make, which Ninja reads too.",
      valueName: "file"))
  var depfile: String?

  @Option(
    help: ArgumentHelp(
      "The target of the depfile's rule instead of all files, such as a stamp.", valueName: "path"))
  var depfileTarget: String?

  @Option(help: "How to print the report of the target swiftdata.")
  var format: OutputFormat = .text

  @Option(
    help: ArgumentHelp(
      "Exit with status 1 if an entity of the target swiftdata has another hash or table than the model's, or also if it has a part that no store has shown.",
      valueName: "verdict"))
  var failOn: ProofFailureOption = .never

  @OptionGroup(title: "Generated code") var codegen: CodegenFlags
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if depfileTarget != nil, depfile == nil {
      throw ValidationError("--depfile-target needs --depfile")
    }
    if listOutputs, dryRun || depfile != nil {
      throw ValidationError("--list-outputs writes nothing and goes with no other output")
    }
    if format == .json, listOutputs || dryRun {
      throw ValidationError("--format json prints only the report and goes with no other output")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let (settings, configuration) = try settings(place)
    guard settings.targets != nil else {
      throw ValidationError(
        "which code? --target core-data, swift, swiftdata or objects, or \"targets\" in "
          + "momentum.json")
    }
    var diagnostics = Diagnostics()
    let file = try ModelInput.load(place.path, settings.modelVersion, &diagnostics)
    let generation = Generation(file, path: place.path, settings: settings)
    let folder = OutputFolder(output)
    if !listOutputs, !dryRun, !needsReport, let state = generation.state,
      let files = folder.current(model: generation.name, state: state)
    {
      try writeDepfile(place.path, files, configuration)
      if !global.quiet {
        console.note("\(output): nothing to do, \(plural(files.count, "file")) up to date")
      }
      return .success
    }
    guard let result = generation.run(&diagnostics) else {
      throw InputRejected(diagnostics: diagnostics)
    }
    let files = result.files
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    let paths = files.filter { !$0.isWrittenOnce }.map(\.path)
    if listOutputs {
      for path in paths { console.print(outputPath(path)) }
      return .success
    }
    if !global.quiet {
      for omission in result.omissions { console.note(omission) }
    }
    let plan = try outputFailures { () throws(OutputFailure) in
      dryRun
        ? try folder.plan(files, model: generation.name)
        : try folder.write(files, model: generation.name, state: generation.state)
    }
    if !dryRun { try writeDepfile(place.path, paths, configuration) }
    report(plan, console)
    guard settings.targets?.contains(.swiftData) == true, let compiled = result.compiled else {
      return .success
    }
    return report(
      SwiftDataReport(
        compiled.model, named: generation.name, syntax: compiled.syntax, options: generation.options
      ), console)
  }

  /// Whether the report of the target swiftdata is wanted even if all files are up to date.
  private var needsReport: Bool { format == .json || failOn != .never }

  /// Prints what has no equivalent in SwiftData; the status follows from the hashes.
  private func report(_ report: SwiftDataReport, _ console: Console) -> ExitStatus {
    switch format {
    case .json: console.writeOutput(report.json.pretty)
    case .text: if !global.quiet { console.writeOutput(report.text) }
    }
    return failOn.verdict.map { report.proof.worst >= $0 } ?? false ? .findings : .success
  }

  private func report(_ plan: OutputPlan, _ console: Console) {
    if dryRun {
      for step in plan.steps where step.action != .keep {
        console.print("\(step.action.rawValue) \(outputPath(step.path))")
      }
    }
    guard !global.quiet else { return }
    for note in OutputSummary.notes(output, plan) { console.note(note) }
    if !dryRun { console.note(OutputSummary.line(output, plan.steps)) }
  }

  private func outputPath(_ path: String) -> String {
    output.hasSuffix("/") ? output + path : "\(output)/\(path)"
  }

  // MARK: - Settings

  /// The settings of the configuration, overridden by the command line; and the configuration's
  /// path.
  private func settings(
    _ model: VersionedPath
  ) throws -> (GenerationSettings, path: String?) {
    var given = try codegen.settings
    if !target.isEmpty {
      let targets = Set(target.map(\.target))
      given.targets = CodeTarget.allCases.filter(targets.contains)
    }
    given.modelVersion = model.version
    let path = config ?? BundleFolder.path(of: GenerationConfiguration.fileName, beside: model.path)
    guard config != nil || FileManager.default.fileExists(atPath: path) else { return (given, nil) }
    let file = SourceFile(path: path, utf8: try InputFile.read(path))
    var problems = Diagnostics()
    guard let configuration = GenerationConfiguration.read(file, &problems) else {
      throw InputRejected(diagnostics: problems)
    }
    return (
      configuration.settings(for: Generation.name(of: model.path)).overridden(by: given), path
    )
  }

  // MARK: - Build systems

  private func writeDepfile(
    _ model: String, _ files: [String], _ configuration: String?
  ) throws {
    guard let depfile else { return }
    var inputs = [model]
    if !ModelSource.isStore(model) {
      do throws(ModelFileError) {
        inputs = try ModelBundle.inputs(path: model)
      } catch {
        throw CommandFailure(error.description)
      }
    }
    let targets = depfileTarget.map { [$0] } ?? files.map(outputPath)
    let text = try outputFailures { () throws(OutputFailure) in
      try Depfile.text(targets: targets, inputs: inputs + (configuration.map { [$0] } ?? []))
    }
    _ = try OutputFile.write(text, to: depfile)
  }
}
