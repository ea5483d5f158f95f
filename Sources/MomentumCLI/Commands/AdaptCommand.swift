import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumGeneration

struct AdaptCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapt",
    abstract: "Copy an app's Swift sources so that they compile on Linux with the module CoreData.",
    discussion: """
      Every line of a source is a line of its copy, and compilers show the places of the source. '@NSManaged' \
      members get accessors, '@objc' goes, '#keyPath' becomes a text that was checked with the model, and so on; \
      code in '#if canImport(ObjectiveC)' and the like stays as it is. What cannot be carried over is an error \
      with its place, and then nothing is written.

      A class may be declared in one file and extended in another, so name the folder with all sources of a \
      module. Without --model, the models below the folder are used. Only changed copies are written, and a copy \
      whose source is gone is removed. In a build, the plugin MomentumAdapt does the same.

      Where nothing but '@NSManaged' stands in the way, --link writes no copies but one file of accessors, which \
      the linker finds by the names that the compiler gives them. Compile it beside the sources as they are. The \
      names may change with the toolchain: they are tested with Swift 6.3.

      Severities are set by options, or by .momentum.json beside the sources or in a folder above them.

      momentum adapt App/Model --output Linux/Model
      momentum adapt Sources --model Shop.xcdatamodeld --output Adapted
      momentum adapt Venue.swift --output Adapted --dry-run
      momentum adapt Sources/Shop --link Shop --output Sources/Shop/Linux
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder with the Swift sources of a module, or one file.", valueName: "path"))
  var path: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder to write the copies to.", valueName: "folder"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "A model whose classes the sources have, as for 'momentum check'; repeat for several.",
      valueName: "model"))
  var model: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the accessors of '@NSManaged' members alone, for sources of this module that are compiled as they are.",
      valueName: "module"))
  var link: String?

  @Flag(help: "Say what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var severities: SeverityOptions

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of the nearest .momentum.json.", valueName: "file"))
  var config: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if version.modelVersion != nil, model.count != 1 {
      throw ValidationError("--model-version needs one --model")
    }
    if let link, !AdaptRun.isModuleName(link) {
      throw ValidationError("--link '\(link)' is no name of a Swift module")
    }
    if link == nil, Self.isInside(output, path) == .same {
      throw ValidationError(
        "--output '\(output)' has to be another folder than that of the sources")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    var run = AdaptRun(path: path, output: output)
    let configuration = try ConfigurationFile.beside(path, or: config).configuration
      .overridden(by: CheckConfiguration(levels: severities.levels(isStrict: false)))
    let models = try run.models(model, version)
    let files =
      if let link {
        [try run.accessors(of: link, models, configuration)]
      } else {
        try run.copies(models, configuration)
      }
    guard !run.findings.hasErrors else { throw InputRejected(diagnostics: run.findings) }
    global.report(run.findings, to: console.writeError, isTerminal: console.errorIsTerminal)
    let folder = OutputFolder(output)
    let plan = try outputFailures { () throws(OutputFailure) in
      dryRun ? try folder.plan(files, model: run.name) : try folder.write(files, model: run.name)
    }
    guard !global.quiet else { return .success }
    if dryRun {
      for path in plan.paths(.write) { console.print("\(output)/\(path)") }
    } else {
      console.note(OutputSummary.line(output, plan.steps))
    }
    for note in OutputSummary.notes(output, plan) { console.note(note) }
    return .success
  }

  enum Containment {
    case same
    case inside
    case outside
  }

  /// Whether a path is another one, or below it.
  static func isInside(_ path: String, _ folder: String) -> Containment {
    let (path, folder) = (standard(path), standard(folder))
    return path == folder ? .same : path.hasPrefix(folder + "/") ? .inside : .outside
  }

  private static func standard(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
