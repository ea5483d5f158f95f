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

  @OptionGroup var options: DiffOptions

  var global: GlobalOptions { options.global }

  func run(_ console: Console) throws -> ExitStatus {
    if let database = options.models.first, ServerAddress.isAddress(database) {
      return try compareDatabase(database, console)
    }
    if options.against == nil, options.baseline { try checkBaseline() }
    if options.isHistory { return try MatrixRun(options: options).run(console) }
    var run = DiffRun(options: options)
    if options.against != nil {
      try run.compareWithCommit(console)
    } else {
      try run.compare(options.models[0], options.models[1])
    }
    return try run.finish(console)
  }

  private func compareDatabase(_ database: String, _ console: Console) throws -> ExitStatus {
    guard options.models.count == 2, options.against == nil, !options.matrix, !options.baseline,
      [.text, .json].contains(options.format)
    else {
      throw CommandFailure(
        "a database is compared with one model, and printed as text or json", status: .usage)
    }
    let place = VersionedPath(options.models[1])
    return try DriftRun(database: database, model: place, isJSON: options.format == .json)
      .run(console)
  }

  /// Refuses `--baseline` if the new model is not a bundle on disk: acknowledgements are written
  /// beside it.
  private func checkBaseline() throws {
    guard let new = options.models.last, try DiffConfiguration.beside(.parse(new)) == nil else {
      return
    }
    throw CommandFailure(
      "--baseline writes \(CheckConfiguration.fileName) beside the new model, and '\(new)' is no bundle of the work tree",
      status: .usage)
  }
}
