import ArgumentParser
import MomentumDiagnostics
import MomentumStore

/// When to use colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// Text for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
  @Option(help: "When to use colour.")
  var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: "Print no notes and no progress.")
  var quiet = false

  /// Prints findings as text for people; findings about style only with `isPedantic`.
  func report(
    _ diagnostics: Diagnostics, to write: (String) -> Void, isTerminal: Bool,
    isPedantic: Bool = false
  ) {
    let least: Severity = isPedantic ? .info : quiet ? .warning : .note
    let shown = diagnostics.all.filter { $0.severity >= least }
    write(TextRenderer(usesColor: usesColor(isTerminal: isTerminal)).render(shown))
  }

  func usesColor(isTerminal: Bool) -> Bool {
    switch color {
    case .auto: isTerminal
    case .always: true
    case .never: false
    }
  }
}

extension ArgumentHelp {
  /// The help of the model argument, the same in every command.
  static let model = ArgumentHelp(
    "A .xcdatamodeld, .xcdatamodel, contents, .momd or .mom, a store that keeps its model, or a folder or file of Swift with SwiftData models. 'Model.xcdatamodeld@Model 3' is a version of a bundle, 'Sources@SchemaV1' one of Swift sources.",
    valueName: "model")
}

extension ArgumentHelp {
  /// The help of `--arg`, the same in every command.
  static let predicateArgument = ArgumentHelp(
    """
    The value of the next %@, %K or %d of the format; repeat for more. It is read as the type that it is \
    compared with: text, 5, 1.5, YES or NO, 2024-02-01 or 2024-02-01T18:30:00Z, a UUID, Employee/p1, \
    hexadecimal digits for data; after IN a list a,b,c or '["a, b", "c"]'. Write nil in the format: \
    'name == nil'.
    """, valueName: "value")
}

/// The option that refuses predicates which only Momentum can run, and not Core Data.
struct CoreDataOption: ParsableArguments {
  @Flag(
    help:
      "Report as errors the expressions that SQL can compute but Core Data's SQLite store refuses at run time, such as 'sqrt:(price)'."
  )
  var strictCoreData = false

  func apply(to diagnostics: Diagnostics) -> Diagnostics {
    strictCoreData ? CheckConfiguration.strictCoreData.apply(to: diagnostics) : diagnostics
  }
}

/// The options for the layout of a new store: which framework's, and whether it keeps a history.
struct StoreFormOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The NSPersistenceFrameworkVersion whose core-data layout to follow (default: newest known).",
      valueName: "number"))
  var frameworkVersion: Int?

  @Flag(help: "Add the tables of persistent history (iOS 11 and later).")
  var history = false

  var form: StoreForm { StoreForm(frameworkVersion: frameworkVersion, keepsHistory: history) }

  mutating func validate() throws {
    if let frameworkVersion, frameworkVersion < 1 {
      throw ValidationError("--framework-version is a number from 1, such as 1526")
    }
    if history, !FrameworkVersion(frameworkVersion).hasHistory {
      throw ValidationError(
        "--history needs a framework of iOS 11 or later; version \(frameworkVersion ?? 0) is older")
    }
  }
}

/// The option that chooses a version of the model that a command reads.
struct ModelVersionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The version of the bundle to read instead of its current one; the same as an @ in the model's path.",
      valueName: "name"))
  var modelVersion: String?
}
