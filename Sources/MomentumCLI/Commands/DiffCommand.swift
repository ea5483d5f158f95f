import ArgumentParser
import Momentum
import MomentumDiagnostics
import MomentumMigration
import MomentumReports
import MomentumServer

struct DiffCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what differs between two models, and what that means for users' stores.",
    discussion: """
      OLD and NEW are bundles (their current versions), versions ('Model.xcdatamodeld@Model 3'), contents \
      files, compiled models, stores that keep their model, or any of these in a commit \
      ('origin/main:App/Model.xcdatamodeld'; the path begins at the repository's root, or with ./).

      Every change has a class, from harmless to serious:
        nothing          existing stores open as they are
        lossless         stores migrate by themselves and lose nothing
        drops-data       stores migrate by themselves and silently lose values, rows or links
        depends-on-data  fails, or leaves rows that cannot be read or saved, if rows do not fit
        unproven         no evidence shows what happens
        not-inferrable   fails for every store; needs a mapping model, a stage or code of your own

      Exit status 1 means that there is a change of the class of --fail-on or a worse one, and that .momentum.json \
      beside the bundle does not acknowledge it; to write acknowledgements, use --baseline. With --against, an edit of a \
      version that is in no release does not fail, because only developers have stores of the old form. --released \
      names the releases, and with --strict every version at the ref counts as released, as in 'momentum check \
      --against', which also says whether a released version was edited.

      momentum diff Model.xcdatamodeld@Model Model.xcdatamodeld
      momentum diff App/Model.xcdatamodeld --against origin/main
      momentum diff --against origin/main --format markdown --fail-on never
      momentum diff user.sqlite App/Model.xcdatamodeld
      momentum diff Model.xcdatamodeld --matrix --oldest 'Model 4'
      momentum diff Model.xcdatamodeld --format html > history.html

      If OLD is the address of a database, prints what differs between its tables and the model, as 'inspect' does; \
      exit status 1 means that something differs.

      momentum diff postgresql://app@db.example.org/shop App/Model.xcdatamodeld
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
    case html
    case sarif
    case junit
    case github
    case gitlab
  }

  @Argument(
    help: ArgumentHelp(
      "OLD and NEW; or one bundle with --against or --matrix.", valueName: "model"))
  var models: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare with the model at this branch, tag or commit; for a branch, at the commit where the current branch began. Without a model: every model of the repository.",
      valueName: "ref"))
  var against: String?

  @OptionGroup var commit: CommitOptions

  @Flag(help: "Compare every version of the bundle with its current one, as Core Data does.")
  var matrix = false

  @Option(
    help: ArgumentHelp("With --matrix: leave out the versions before this one.", valueName: "name"))
  var oldest: String?

  @Option(
    help: "How to print the changes: markdown for pull requests, html a page of the history.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp("Exit with 1 when there are changes of this class.", valueName: "class"))
  var failOn: FailureClass = .dropsData

  @Flag(
    help:
      "Write acknowledgements of all changes that would fail into .momentum.json beside the bundle, so that only later changes fail."
  )
  var baseline = false

  @OptionGroup var global: GlobalOptions

  /// Whether all versions of one bundle are compared.
  var isHistory: Bool {
    matrix || (format == .html && against == nil && models.count == 1)
  }

  mutating func validate() throws {
    let count = models.count
    try commit.validate(against: against)
    if commit.at != nil, baseline {
      throw ValidationError("--baseline writes files, so it takes no --at")
    }
    if oldest != nil, !isHistory { throw ValidationError("--oldest needs --matrix") }
    if isHistory {
      guard count == 1, against == nil else {
        throw ValidationError("--matrix takes one bundle, and no --against")
      }
      guard VersionedPath(models[0]).version == nil else {
        throw ValidationError(
          "--matrix looks at all versions of a bundle; --oldest leaves out those before one")
      }
      guard [.text, .json, .markdown, .html].contains(format) else {
        throw ValidationError("--matrix can be printed as text, json, markdown and html")
      }
    } else if against != nil {
      guard count <= 1 else { throw ValidationError("--against takes one model, or none for all") }
    } else if count != 2 {
      throw ValidationError("give OLD and NEW, or one model with --against REF or --matrix")
    }
    if format == .html, !isHistory, against != nil, count == 0 {
      throw ValidationError("--format html shows one model; name it")
    }
  }

  func usesColor(_ console: Console) -> Bool {
    global.usesColor(isTerminal: console.outputIsTerminal)
  }
}

extension DiffCommand {
  func run(_ console: Console) throws -> ExitStatus {
    if let database = models.first, ServerAddress.isAddress(database) {
      return try compareDatabase(database, console)
    }
    if against == nil, baseline { try checkBaseline() }
    if isHistory { return try MatrixRun(options: self).run(console) }
    var run = DiffRun(options: self)
    if against != nil {
      try run.compareWithCommit(console)
    } else {
      try run.compare(models[0], models[1])
    }
    return try run.finish(console)
  }

  private func compareDatabase(_ database: String, _ console: Console) throws -> ExitStatus {
    guard models.count == 2, against == nil, !matrix, !baseline,
      [.text, .json].contains(format)
    else {
      throw CommandFailure(
        "a database is compared with one model, and printed as text or json", status: .usage)
    }
    let place = VersionedPath(models[1])
    return try DriftRun(database: database, model: place, isJSON: format == .json)
      .run(console)
  }

  /// Refuses `--baseline` if the new model is not a bundle on disk: acknowledgements are written
  /// beside it.
  private func checkBaseline() throws {
    guard let new = models.last, try DiffConfiguration.beside(.parse(new)) == nil else {
      return
    }
    throw CommandFailure(
      "--baseline writes \(CheckConfiguration.fileName) beside the new model, and '\(new)' is no bundle of the work tree",
      status: .usage)
  }
}
