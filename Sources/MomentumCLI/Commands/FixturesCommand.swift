import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumMigrationTesting
import MomentumMigrator
import MomentumModelFiles

struct FixturesCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "Say which version each stored database really is.",
    discussion: """
      Searches a folder for stores of Core Data and finds their versions by hash: among the bundles of --models, \
      or else among those in the folder, or else among those below the working directory. Nothing is changed.

      The command warns of a store whose name says another version, that has no rows, whose rows are only in its \
      -wal file, or that belongs to no version; and of a version without a store. Any such finding gives exit \
      status 1, if --fail-on does not say otherwise. 'momentum explain-diagnostic ID' says how to repair it, and \
      'momentum freeze' writes the missing stores.

      momentum fixtures Tests/Fixtures --models App/Model.xcdatamodeld
      momentum fixtures Tests/Fixtures --models App Modules --allow-missing
      """)

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case error
    case warning
    case never
  }

  @Argument(help: ArgumentHelp("The folder, or a single store.", valueName: "dir"))
  var folder: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Bundles, BUNDLE@VERSION, or folders to search for bundles; in a folder without bundles, versions may be .xml files.",
      valueName: "model"))
  var models: [String] = []

  @Flag(help: "Do not warn of versions without a store.")
  var allowMissing = false

  @Option(help: "How to print.")
  var format: OutputFormat = .text

  @Option(help: "Exit with 1 when there are findings of this severity.")
  var failOn: FailureThreshold = .warning

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let versions = try self.versions(console)
    let progress = StepProgress("reading", console, isQuiet: global.quiet)
    defer { progress.clear() }
    var report = try fileFailures { () throws(ModelFileError) in
      try FixtureInspection(versions: versions).examine(folder) { progress.show($0, of: $1, $2) }
    }
    progress.clear()
    if allowMissing {
      report.findings = report.findings.without(id: FixtureMessage.versionWithoutFixtureRule.id)
    }
    switch format {
    case .json: console.writeOutput(FixtureText.json(report).versioned().pretty)
    case .text:
      console.writeOutput(FixtureText.text(report))
      global.report(report.findings, to: console.writeOutput, isTerminal: console.outputIsTerminal)
      if !global.quiet { console.note(FixtureText.summary(report)) }
    }
    let worst = report.findings.all.map(\.severity).max() ?? .note
    switch failOn {
    case .error: return worst >= .error ? .findings : .success
    case .warning: return worst >= .warning ? .findings : .success
    case .never: return .success
    }
  }

  private func versions(_ console: Console) throws -> BundleVersions {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    for model in try found() {
      let before = versions.all.count
      var ownDiagnostics = Diagnostics()
      try fileFailures { () throws(ModelFileError) in
        try versions.add(bundle: model.path, as: model.label, &ownDiagnostics)
      }
      // A path that the user named has to be a model; a file found in a folder may be something
      // else.
      if versions.all.count == before, !models.isEmpty {
        throw InputRejected(diagnostics: ownDiagnostics)
      }
      diagnostics.append(contentsOf: ownDiagnostics)
    }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    if versions.all.isEmpty, !global.quiet {
      console.note("note: no bundle was found; name one with --models")
    }
    return versions
  }

  /// A found bundle or a single version.
  private struct Found {
    var path: String
    /// The path under which the report lists the bundle.
    var label: String
  }

  private func found() throws -> [Found] {
    guard models.isEmpty else { return try models.flatMap(found) }
    var found: [String] = []
    for place in [folder, "."] where found.isEmpty {
      found = try fileFailures { () throws(ModelFileError) in
        try FixtureInspection.bundles(below: place)
      }
    }
    return found.map { Found(path: $0, label: label($0)) }
  }

  /// Finds the models of `--models`: a bundle, a version, or a folder of bundles or of versions'
  /// files.
  private func found(_ model: String) throws -> [Found] {
    let place = VersionedPath(model)
    var diagnostics = Diagnostics()
    let versions = try fileFailures { () throws(ModelFileError) in
      try ModelBundle.versions(path: place.path, &diagnostics)
    }
    if place.version != nil {
      // If no version has the name, `load` throws the reason.
      let name = try ModelInput.load(place.path, place.version, &diagnostics).versionName
      return versions.filter { $0.name == name }.map { Found(path: $0.path, label: place.path) }
    }
    guard versions.isEmpty, !Self.isBundleName(place.path) else {
      return [Found(path: place.path, label: label(place.path))]
    }
    let inside = try fileFailures { () throws(ModelFileError) in
      try FixtureInspection.models(below: place.path)
    }
    guard !inside.isEmpty else {
      throw CommandFailure(
        "'\(place.path)' has neither bundles nor .xml files with a <model>", status: .badInput)
    }
    return inside.map { Found(path: $0, label: label($0)) }
  }

  private static func isBundleName(_ path: String) -> Bool {
    ["xcdatamodeld", "xcdatamodel", "momd"].contains(URL(fileURLWithPath: path).pathExtension)
  }

  /// The label of a version without bundle is its folder: single versions in one folder are
  /// versions of one model.
  private func label(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    guard !["xcdatamodeld", "momd"].contains(url.pathExtension) else { return path }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

/// Runs a function that reads models' files; its errors become the command's errors.
func fileFailures<Result>(_ body: () throws(ModelFileError) -> Result) throws -> Result {
  do throws(ModelFileError) {
    return try body()
  } catch { throw CommandFailure(error.description) }
}

extension Diagnostics {
  fileprivate func without(id: String) -> Diagnostics {
    var result = Diagnostics()
    for finding in all where finding.id != id { result.report(finding) }
    return result
  }
}

/// Describes stored databases, as text and as JSON.
enum FixtureText {
  /// A line for each store: `Old/app-3.sqlite: version 'Model 3', 99 rows, framework 866`.
  static func text(_ report: FixtureReport) -> String {
    report.stores.map { store in
      let framework = store.frameworkVersion.map { ", framework \($0)" } ?? ""
      let line = "\(store.path): \(title(store)), \(plural(Int(store.rowCount), "row"))\(framework)"
      return TerminalText.oneLine(line) + "\n"
    }.joined()
  }

  static func summary(_ report: FixtureReport) -> String {
    let covered = report.versions.count { !$0.paths.isEmpty }
    return "\(plural(report.stores.count, "store")); \(covered) of "
      + "\(plural(report.versions.count, "version")) \(covered == 1 ? "has" : "have") one"
  }

  private static func title(_ store: FixtureReport.Store) -> String {
    switch store.match {
    case .versions(let all):
      "version " + all.map { "'\($0.name)'" }.joined(separator: " and ")
    case .ownModel(let identifiers):
      "no version of the bundles; its own model has the identifier "
        + quotedList(identifiers)
    case .unknown: "unknown"
    }
  }

  static func json(_ report: FixtureReport) -> JSONText {
    .object([
      ("stores", .array(report.stores.map(json))),
      (
        "versions",
        .array(
          report.versions.map { version, paths in
            .object([
              ("bundle", .string(version.bundle)), ("name", .string(version.name)),
              ("stores", .array(paths.map { .string($0) })),
            ])
          })
      ),
      (
        "findings",
        .array(
          report.findings.all.map { finding in
            .object([
              ("id", .string(finding.id)), ("severity", .string(finding.severity.rawValue)),
              ("text", .string(finding.text)),
              ("path", finding.location.map { .string($0.file.path) } ?? .null),
            ])
          })
      ),
    ])
  }

  private static func json(_ store: FixtureReport.Store) -> JSONText {
    var match = "unknown"
    var versions: [JSONText] = []
    var identifiers: [JSONText] = []
    switch store.match {
    case .versions(let all):
      match = "version"
      versions = all.map { .string($0.name) }
    case .ownModel(let own):
      match = "own-model"
      identifiers = own.map { .string($0) }
    case .unknown: break
    }
    func number(_ value: Int64?) -> JSONText { value.map { .integer(Int($0)) } ?? .null }
    return .object([
      ("path", .string(store.path)), ("match", .string(match)), ("versions", .array(versions)),
      ("identifiers", .array(identifiers)), ("rows", .integer(Int(store.rowCount))),
      ("rowsWithoutLog", number(store.rowCountWithoutLog)),
      ("namedVersion", store.namedVersion.map { .string($0.name) } ?? .null),
      ("framework", number(store.frameworkVersion)),
    ])
  }
}
