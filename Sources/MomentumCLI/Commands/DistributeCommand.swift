import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDistribution
import MomentumGeneration

struct DistributeCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "distribute",
    abstract: "Plan which entity's rows go where on several PostgreSQL servers.",
    usage: """
      momentum distribute <model> [--root <entity>] [--plan <file>] [--write] [--format <format>]
      momentum distribute <model> --engine <engine> [--worker <parameters> ...]
          [--partitions <n>] [--output <folder>]
      momentum distribute <model> --engine postgresql --worker <parameters> ...
          --partitions <n> --move <partition> --to <parameters> [--output <folder>]
      momentum distribute <model> --diagram <file>
      """,
    discussion: """
      A root is an entity whose objects own the others: an account, a workspace.
      An entity with one path of required to-one relationships to the root is
      co-located: its rows are on the server of their root. A reference table has a
      copy on every server. The plan says which, why, and what does not fit.

      momentum distribute App.xcdatamodeld
      momentum distribute App.xcdatamodeld --write

      The option --write makes distribution.json beside the model, to be reviewed
      and kept with it; a file that is there keeps its decisions. User info
      'distribution' decides too. Of an entity: root, reference, or a path such as
      'by project.account'. Of a relationship: unenforced.

      The option --engine prints the tables for an engine, by the plan of the file:
        citus         create_distributed_table and create_reference_table
        postgresql    hash partitions as foreign tables: a script for the
                      coordinator and one for each worker
        cockroachdb, yugabytedb
                      tables whose primary keys begin with the root's key

      momentum distribute App.xcdatamodeld --engine citus | psql -1 -f - app
      momentum distribute App.xcdatamodeld --engine postgresql --output scripts \\
        --worker 'host=10.0.0.2 dbname=app' --worker 'host=10.0.0.3 dbname=app'

      With --move and --to, the scripts move a partition to a worker, which is added
      if it is none of --worker; name all of these and the first --partitions.

      momentum distribute App.xcdatamodeld --engine postgresql --partitions 8 \\
        --worker 'host=10.0.0.2 dbname=app' --worker 'host=10.0.0.3 dbname=app' \\
        --move 5 --to 'host=10.0.0.4 dbname=app' --output move

      Exit status 1: something is undecided, or no entity can be a root.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

  @Argument(help: .model)
  var model: String

  @Option(
    help: ArgumentHelp("The entity to judge as root, instead of the best.", valueName: "name"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      "The plan file (default: distribution.json beside the model).", valueName: "file"))
  var plan: String?

  @Flag(help: "Write the plan file; decisions of a file that is there are kept.")
  var write = false

  @Option(help: "How to print the plan.")
  var format: Format = .text

  @Option(help: "Print the tables of the plan for an engine.")
  var engine: DistributionEngine?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The connection of a worker, without a password: 'host=… port=… dbname=… user=…'; repeat for more (default: three to fill in).",
      valueName: "parameters"))
  var worker: [String] = []

  @Option(
    help: ArgumentHelp(
      "The number of hash partitions (default: four for each worker, so that some can move to a later worker).",
      valueName: "n"))
  var partitions: Int?

  @Option(
    help: ArgumentHelp(
      "Print scripts that move a partition to another worker.", valueName: "partition"))
  var move: Int?

  @Option(
    help: ArgumentHelp(
      "The worker that gets the partition, as in --worker.", valueName: "parameters"))
  var to: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the scripts (default: standard output).", valueName: "folder"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw the model as SVG with a colour for each placement.", valueName: "file"))
  var diagram: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if engine != .postgreSQL, !worker.isEmpty || partitions != nil || output != nil {
      throw ValidationError("--worker, --partitions and --output go with --engine postgresql")
    }
    if engine != nil, root != nil || write || diagram != nil || format == .json {
      throw ValidationError(
        "--engine prints the tables of the plan file; leave out --root, --write, --diagram and --format"
      )
    }
    if let partitions, !(1...1024).contains(partitions) {
      throw ValidationError("--partitions is a number from 1 to 1024")
    }
    if (move == nil) != (to == nil) { throw ValidationError("--move and --to go together") }
    if let move {
      guard let partitions, engine == .postgreSQL, !worker.isEmpty else {
        throw ValidationError(
          "--move goes with --engine postgresql, --partitions and each --worker of the tables")
      }
      guard (0..<partitions).contains(move) else {
        throw ValidationError("--move is a number from 0 to \(partitions - 1)")
      }
    }
    if worker.count > 256 { throw ValidationError("--worker can be given 256 times") }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let input = try DistributionInput.read(place, plan: plan, root: root)
    global.report(input.findings, to: console.writeError, isTerminal: console.errorIsTerminal)
    if let engine { return try printTables(engine, input, console) }
    let text = DistributionText(
      analysis: input.analysis, candidates: input.analysis.candidates(input.decisions))
    switch format {
    case .text: console.writeOutput(text.text)
    case .json: console.writeOutput(text.json.versioned().pretty)
    }
    guard let best = text.candidates.first else { return .findings }
    if let diagram {
      let title = Generation.name(of: place.path)
      try note(diagram, best.picture(of: input.compiled.model, title: title), console)
    }
    if write {
      try note(input.planPath, PlanFile.text(best, input.analysis), console)
    } else if input.file != nil, root == nil {
      // The judgement above is of the file's decisions; the check also finds what it leaves out.
      _ = try input.plan()
    }
    return best.isComplete ? .success : .findings
  }

  private func note(_ path: String, _ text: String, _ console: Console) throws {
    let isNew = try OutputFile.write(text, to: path)
    if !global.quiet { console.note("\(path): \(isNew ? "written" : "unchanged")") }
  }

  // MARK: - Tables

  private func printTables(
    _ engine: DistributionEngine, _ input: DistributionInput, _ console: Console
  ) throws -> ExitStatus {
    let schema = try input.schema()
    switch engine {
    case .citus: console.writeOutput(schema.citusScript)
    case .cockroachDB, .yugabyteDB: console.writeOutput(schema.script(byPrimaryKey: engine))
    case .postgreSQL:
      let servers =
        try worker.isEmpty ? (1...3).map(ShardServer.init(placeholder:)) : parsed(worker)
      // Each worker begins with a partition; later it may lose it.
      let count = partitions ?? 4 * servers.count
      let partitionCount = move == nil ? max(count, servers.count) : count
      let shards = ForeignShards(
        schema, servers: servers, partitionCount: partitionCount)
      var scripts = shards.scripts
      if let move, let to { scripts = shards.move(move, to: try parsed([to])[0]) }
      guard let output else {
        for (name, text) in scripts { console.writeOutput("-- \(name)\n\(text)\n") }
        return .success
      }
      do {
        try FileManager.default.createDirectory(
          atPath: output, withIntermediateDirectories: true)
      } catch { throw CommandFailure("cannot make a folder '\(output)'") }
      for (name, text) in scripts { try note("\(output)/\(name)", text, console) }
    }
    return .success
  }

  private func parsed(_ texts: [String]) throws -> [ShardServer] {
    try texts.map { text in
      do throws(ShardServer.Refusal) {
        return try ShardServer(text)
      } catch {
        switch error {
        case .noParameter(let word):
          throw ValidationError("--worker takes parameters such as host=10.0.0.2, not '\(word)'")
        case .password:
          throw ValidationError(
            "--worker takes no password: scripts are kept; give it to the user mapping on the coordinator"
          )
        case .unknown(let name):
          throw ValidationError(
            "--worker takes host, hostaddr, port, dbname, user, sslmode and service, not '\(name)'")
        }
      }
    }
  }
}

extension DistributionEngine: ExpressibleByArgument {}
