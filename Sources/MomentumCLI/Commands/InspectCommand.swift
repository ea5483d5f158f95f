import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQLite
import MomentumServer

struct InspectCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract:
      "Print a store's metadata, row counts, its own model, and the version that matches; or the drift of a database.",
    discussion: """
      Neither the file nor its -wal file changes. With --model every version of the bundle is compared by hash. \
      If none matches, the most similar version is compared with the model that the store keeps of itself, \
      property by property.

      momentum inspect App.sqlite --model App/Model.xcdatamodeld
      momentum inspect App.sqlite --recover-model xml > Model.xcdatamodel/contents

      For the address of a database it says whether the tables are as the model says: missing tables, columns, \
      types, NOT NULL, defaults, constraints, foreign keys and indexes, each with its property. Exit status 1 means \
      that something differs. Nothing in the database changes; other tables of the schema are no difference.

      momentum inspect postgresql://app@db/shop --model App.xcdatamodeld
      """)

  @Argument(
    help: ArgumentHelp(
      "The store to look into, or the address of a database; neither is changed.",
      valueName: "store"))
  var store: String

  @Option(
    help: ArgumentHelp(
      "A bundle whose versions are compared by hash, or BUNDLE@VERSION.", valueName: "model"))
  var model: String?

  /// How a recovered model is printed.
  enum Recovery: String, ExpressibleByArgument, CaseIterable {
    case json
    case xml
  }

  @Option(
    help: ArgumentHelp(
      "Print the model that the store keeps in Z_MODELCACHE instead of the report: as 'dump model' does, or as a contents file.",
      valueName: "json|xml"))
  var recoverModel: Recovery?

  @Option(help: "How to print the report.")
  var format: OutputFormat = .text

  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if recoverModel != nil, model != nil {
      throw ValidationError(
        "--recover-model prints the store's own model; --model has no use there")
    }
    if ServerAddress.isAddress(store), model == nil {
      throw ValidationError("name the model of the database with --model")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let recoverModel { return try printModel(recoverModel, console) }
    if ServerAddress.isAddress(store), let model {
      return try DriftRun(database: store, model: VersionedPath(model), isJSON: format == .json)
        .run(console)
    }
    let progress = StepProgress("reading", console, isQuiet: global.quiet)
    defer { progress.clear() }
    let report = try storeFailures { () throws(StoreError) in
      try StoreInspector().inspect(store) { progress.show($0, of: $1, $2) }
    }
    progress.clear()
    let matches = try model.map {
      try VersionMatches(of: VersionedPath($0), store: store, metadata: report.metadata)
    }
    switch format {
    case .json: console.writeOutput(StoreReportText.json(report, matches).versioned().pretty)
    case .text:
      console.writeOutput(StoreReportText.text(report, matches, width: console.outputWidth))
    }
    let isSound = report.integrity.isSound
    return isSound && matches?.isNone != true ? .success : .findings
  }
}

extension InspectCommand {
  private func printModel(_ recovery: Recovery, _ console: Console) throws -> ExitStatus {
    let input = try ModelInput.read(store)
    switch recovery {
    case .xml: console.writeOutput(input.file.contents.text)
    case .json:
      guard let compiled = input.compiled else {
        throw InputRejected(diagnostics: input.diagnostics)
      }
      console.writeOutput(compiled.model.json.versioned().pretty)
    }
    return .success
  }
}
