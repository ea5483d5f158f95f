import ArgumentParser
import Foundation
import MomentumDiagnostics
import MomentumGit
import MomentumMigrationTesting
import MomentumMigrator
import MomentumModelFiles

struct FreezeCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Keep versions as they are: a populated store for each, or a copy of a Swift schema.",
    discussion: """
      Each version of the bundle gets a store with made-up rows that follow the model's rules. The manifest \
      frozen.json in the same folder has the versions' hashes. The same version gives the same bytes, so commit \
      the files to the repository.

      A file with other contents is never overwritten. A version that was edited after it was frozen is an \
      error, because stores of users no longer match it. With --force, files are overwritten, edited versions \
      are frozen again, and a frozen.json that cannot be read is replaced. A version that cannot be read is \
      reported, and the others are frozen.

      With --check nothing is written: exit status 1 means that a store is missing, that a version was edited, \
      or that a file has other contents. --tests writes a Swift file for 'swift test' that migrates every \
      frozen store to the current version.

      Exit status: 1 for a store that is missing with --check, a file with other contents or an edited version, \
      65 if a version cannot be frozen or frozen.json cannot be read.

      With --swift, a VersionedSchema gets copies of the classes, structs and enums that its hashes depend on and \
      that stand outside of it, in a file 'SchemaV1+Frozen.swift' beside it; later edits of the app's types then do \
      not reach the version. With --at the copies have the form of that commit, and what was edited inside the \
      version gets its former text back. The result is read back before it is written: the hashes are those of the \
      commit, or nothing is written.

      momentum freeze --swift Sources/Models@SchemaV1 --at v1.0
      momentum freeze App/Model.xcdatamodeld --output Tests/Fixtures
      momentum freeze App/Model.xcdatamodeld --output Fixtures --released 'v*'
      momentum freeze App/Model.xcdatamodeld --output Tests/Fixtures --check
      momentum freeze Model.xcdatamodeld --output Fixtures --tests Frozen.swift
      """)

  @Argument(
    help: ArgumentHelp(
      "The .xcdatamodeld, or BUNDLE@VERSION for one version of it; Swift sources with their version.",
      valueName: "bundle"))
  var model: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to write to; with --swift the file for the copies.", valueName: "path"))
  var output: String?

  @Flag(help: "Freeze a SwiftData schema by copies of its declarations.")
  var swift = false

  @Option(
    help: ArgumentHelp(
      "With --swift: the commit that has the form to keep (default: the files as they are).",
      valueName: "ref"))
  var at: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The versions to freeze (default: all).", valueName: "name")
  )
  var versions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Freeze the versions that are in a commit with a matching tag: 'v*'.", valueName: "pattern"))
  var released: String?

  @Option(help: ArgumentHelp("How many rows each entity gets.", valueName: "number"))
  var rows = 8

  @Option(help: ArgumentHelp("The seed of the made-up values.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Overwrite files with other contents, and freeze edited versions again.")
  var force = false

  @Flag(help: "Write nothing; exit with 1 if a file would be written or refused.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Also write a Swift file with a test that migrates each frozen store.", valueName: "file"))
  var tests: String?

  @Option(help: "How to print.")
  var format: OutputFormat = .text

  @OptionGroup var global: GlobalOptions

  private var bundle: String { VersionedPath(model).path }

  mutating func validate() throws {
    if swift {
      guard versions.isEmpty, released == nil, tests == nil, !force else {
        throw ValidationError("--swift goes with --at, --output and --check only")
      }
      return
    }
    guard at == nil else { throw ValidationError("--at goes with --swift only") }
    guard output != nil else {
      throw ValidationError("Missing expected argument '--output <path>'")
    }
    if let version = VersionedPath(model).version {
      guard versions.isEmpty, released == nil else {
        throw ValidationError(
          "'@\(version)' chooses the version; --versions and --released do not go with it")
      }
      versions = [version]
    }
    guard (0...100_000).contains(rows) else {
      throw ValidationError("--rows is a number from 0 to 100000")
    }
    if released != nil, !versions.isEmpty {
      throw ValidationError("--released chooses the versions; --versions does not go with it")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if swift { return try freezeSwift(console) }
    return try freezeStores(into: output ?? "", console)
  }

  /// Writes the copies of a SwiftData schema.
  private func freezeSwift(_ console: Console) throws -> ExitStatus {
    let changes = try SwiftFreezeRun(place: VersionedPath(model), commit: at, output: output)
      .changes()
    for change in changes {
      if !check { _ = try OutputFile.write(change.text, to: change.path) }
      console.print(TerminalText.oneLine("\(change.path): \(check ? "to be written" : "written")"))
    }
    if changes.isEmpty, !global.quiet {
      console.note("'\(model)' depends on nothing outside of it; nothing to write")
    }
    return check && !changes.isEmpty ? .findings : .success
  }

  private func freezeStores(into output: String, _ console: Console) throws -> ExitStatus {
    var known = BundleVersions()
    var diagnostics = Diagnostics()
    try fileFailures { () throws(ModelFileError) in try known.add(bundle: bundle, &diagnostics) }
    if known.all.isEmpty { throw InputRejected(diagnostics: diagnostics) }
    let names = try chosen(known)
    let chosen = known.all.filter { names.contains($0.name) }
    let unreadable = known.unreadable.filter { names.contains($0.name) }
    let freezer = StoreFreezer(
      seed: StoreSeed(rowsPerEntity: rows, number: seed), overwrites: force, isDryRun: check)
    let progress = StepProgress("freezing", console, isQuiet: global.quiet)
    defer { progress.clear() }
    let report: StoreFreezer.Report
    do throws(FreezeFailure) {
      report = try freezer.freeze(
        chosen, of: known.all, unreadable: unreadable, into: output
      ) { progress.show($0, of: chosen.count, $1) }
      progress.clear()
    } catch {
      throw CommandFailure(error.description, status: error.isOfModel ? .badInput : .failure)
    }
    if report.hasUnusableManifest {
      throw InputRejected(
        diagnostics: report.findings,
        hints: ["'\(output)/\(FrozenManifest.fileName)' is written anew with --force"])
    }
    if let tests, !check { try write(tests, fixtures: output, chosen, console) }
    show(report, in: output, console)
    return status(report)
  }

  /// The names of the versions to freeze, including those that cannot be read.
  private func chosen(_ known: BundleVersions) throws -> Set<String> {
    let all = known.all.map(\.name) + known.unreadable.map(\.name)
    guard let released else {
      return Set(try versions.isEmpty ? all : versions.map { try find($0, among: all) })
    }
    let chosen: Set<String>
    do throws(GitError) {
      chosen = try releasedVersions(all, pattern: released)
    } catch { throw CommandFailure(error) }
    if chosen.isEmpty {
      throw CommandFailure(
        "no version of '\(bundle)' stands in a commit with a tag that matches '\(released)'; "
          + "in a shallow clone fetch the tags first (git fetch --unshallow --tags)",
        status: .badInput)
    }
    return chosen
  }

  /// The bundle's versions whose files are in a tagged commit, at the present path of the bundle.
  private func releasedVersions(
    _ names: [String], pattern: String
  ) throws(GitError) -> Set<String> {
    let repository = try GitRepository.containing(path: bundle)
    var place = repository.path
    while place.hasSuffix("/") { place.removeLast() }
    let paths = names.map { "\(place)/\($0).xcdatamodel/contents" }
    let commits = try repository.tags(matching: [pattern]).map(\.commit)
    let found = Set(try repository.ids(of: paths, in: commits).values.flatMap(\.keys))
    return Set(zip(names, paths).filter { found.contains($0.1) }.map(\.0))
  }

  private func find(_ name: String, among names: [String]) throws -> String {
    if names.contains(name) { return name }
    let near = nearName(to: name, among: names).map { "; did you mean '\($0)'?" }
    throw CommandFailure(
      "'\(bundle)' has no version '\(name)'"
        + (near ?? "; it has " + quotedList(names)),
      status: .badInput)
  }

  private func status(_ report: StoreFreezer.Report) -> ExitStatus {
    if !report.unusableVersions.isEmpty { return .badInput }
    let wouldWrite =
      check && report.stores.contains { $0.action == .written || $0.action == .overwritten }
    return report.findings.hasErrors || wouldWrite ? .findings : .success
  }

  private func show(
    _ report: StoreFreezer.Report, in output: String, _ console: Console
  ) {
    switch format {
    case .json: console.writeOutput(json(report).versioned().pretty)
    case .text:
      for store in report.stores {
        let action = check && store.action == .written ? "missing" : store.action.rawValue
        console.print(
          TerminalText.oneLine(
            "\(output)/\(store.file): \(action), \(plural(store.rowCount, "row"))"))
      }
      global.report(report.findings, to: console.writeError, isTerminal: console.errorIsTerminal)
    }
  }

  private func json(_ report: StoreFreezer.Report) -> JSONText {
    .object([
      (
        "stores",
        .array(
          report.stores.map {
            .object([
              ("version", .string($0.version)), ("file", .string($0.file)),
              ("action", .string($0.action.rawValue)), ("rows", .integer($0.rowCount)),
            ])
          })
      ),
      (
        "findings",
        .array(
          report.findings.all.map {
            .object([
              ("id", .string($0.id)), ("severity", .string($0.severity.rawValue)),
              ("text", .string($0.text)),
            ])
          })
      ),
    ])
  }

  private func write(
    _ path: String, fixtures output: String, _ chosen: [BundleVersions.Version], _ console: Console
  ) throws {
    let scaffold = MigrationTestScaffold(
      file: path, bundle: bundle, fixtures: output, versions: chosen.map(\.name))
    // Refuse to replace a test file that the user wrote or changed.
    let existing = FileManager.default.contents(atPath: path)
    if let existing, !force, !existing.starts(with: Data(MigrationTestScaffold.firstLine.utf8)) {
      throw CommandFailure("'\(path)' was not made by 'momentum freeze'; --force writes over it")
    }
    if try OutputFile.write(scaffold.text, to: path), !global.quiet {
      console.note("wrote \(path)")
    }
  }
}
