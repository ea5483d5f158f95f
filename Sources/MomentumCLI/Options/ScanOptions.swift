import ArgumentParser
import MomentumDiagnostics

/// The arguments and options of `scan`.
struct ScanOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case xcode
    case github
    case gitlab
    case sarif
    case json
    case checkstyle
    case junit
  }

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(
    help: ArgumentHelp(
      "Swift and Objective-C files, or folders to search. Without one the current folder is searched.",
      valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "A model that the sources use, as for 'momentum check'; repeat for several. Without one the models in the folders are used.",
      valueName: "model"))
  var model: [String] = []

  @Option(
    help:
      "How to print the findings: xcode is for a build phase, sarif for code scanning, github for Actions, gitlab for code quality, checkstyle and junit for reports."
  )
  var format: Format = .text

  @Option(
    help:
      "Exit with 1 when there are findings of this severity (default: error, or what .momentum.json says)."
  )
  var failOn: FailureThreshold?

  @OptionGroup var severities: SeverityOptions

  @Flag(help: "Make the repairs that findings offer in the sources, then report what is left.")
  var fix = false

  @Option(
    help: ArgumentHelp(
      "The configuration to use instead of the nearest .momentum.json.", valueName: "file"))
  var config: String?

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if version.modelVersion != nil, model.count != 1 {
      throw ValidationError("--model-version needs one --model")
    }
  }

  /// The severities that the options set; they override the ones of configuration files.
  var levels: CheckConfiguration {
    CheckConfiguration(
      levels: severities.levels(isStrict: strictness.strictCoreData),
      failOn: failOn.flatMap { CheckConfiguration.FailureThreshold(rawValue: $0.rawValue) })
  }
}
