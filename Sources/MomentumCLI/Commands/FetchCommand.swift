import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumServer

struct FetchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Run a fetch request on a store, read-only.",
    usage: """
      momentum fetch <store> --model <model> --entity <name> [--where <format> [--arg <value> ...]]
          [--select <property> ...] [--group-by <key> ...] [--having <format>] [--distinct]
          [--sort <key[:desc][:comparison]> ...] [--limit <n>] [--offset <n>] [--batch-size <n>]
          [--no-subentities] [--prefetch <path> ...] [--result <result>] [--count]
          [--null-semantics <semantics>] [--format <format>] [--expanded]
          [--sql-debug <level>]
      momentum fetch <store> --model <model> --request <name> [--var <name=value> ...] [...]
      """,
    discussion: """
      momentum fetch tea.sqlite --model Models/BubbleTea.xcdatamodeld \\
        --entity Venue --where 'specialCount > 0'
      momentum fetch tea.sqlite --model Models/BubbleTea.xcdatamodeld \\
        --request venueFR --var NAME='Sago House'
      momentum fetch staff.sqlite --model Models/Staff.xcdatamodeld \\
        --entity Contract --select supplierName \\
        --select '@sum.sumPlanned AS total' --group-by supplierName \\
        --sort total:desc

      On a server the tables are those of the plain layout, as 'create' and 'copy' make them. The result is that \
      of a store, except for what the article PostgreSQL names; JSON and CSV are printed as the rows come. \
      Prefetching and batches are for stores only.

      momentum fetch postgresql://app@db/tea --model App.xcdatamodeld \\
        --entity Venue --where 'specialCount > 0' --sort name

      'momentum dump model MODEL' lists the model's entities and requests.
      """)

  @Argument(
    help: ArgumentHelp(
      "The store to read, or the address of a database: postgresql://…; it is not changed.",
      valueName: "store"))
  var store: String

  @Option(help: ArgumentHelp("The model that made the store or tables.", valueName: "model"))
  var model: String

  @OptionGroup(title: "The request") var request: RequestOptions

  @OptionGroup var meaning: NilOptions

  @Option(help: "How to print the objects.")
  var format: FetchOutput.Format = .table

  @Flag(
    help:
      "Print each row as a record, with a line for each property. This is the default if the terminal is too narrow for the table."
  )
  var expanded = false

  @Option(
    help: ArgumentHelp(
      "Print to standard error what -com.apple.CoreData.SQLDebug prints at level 1, 2, 3 or 4.",
      valueName: "level"))
  var sqlDebug: Int?

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    try SQLDebugOption.check(sqlDebug)
    if ServerAddress.isAddress(store) { try ServerFetchRun.check(request) }
    if expanded, format != .table {
      throw ValidationError(
        "--expanded is about tables; it goes with no --format \(format.rawValue)")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(model))
    var diagnostics = Diagnostics()
    let compiledFetch = compiled.compile(
      request.text, options: meaning.queryOptions, &diagnostics)
    diagnostics = strictness.apply(to: diagnostics)
    guard let compiledFetch, !diagnostics.hasErrors else {
      throw request.rejected(diagnostics, compiled.model)
    }
    if ServerAddress.isAddress(store) {
      return try ServerFetchRun(
        address: try ServerRun.address(store), model: compiled, fetch: compiledFetch,
        sqlDebug: sqlDebug, form: form(console)
      ).run {
        global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
      }
    }
    let session = try storeFailures { () throws(StoreError) in
      try FetchSession.open(store, model: compiled, &diagnostics)
    }
    guard let session else { throw InputRejected(diagnostics: diagnostics) }
    let fetch = session.recompiled(compiledFetch)
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    try run(fetch, session, FetchOutput(form(console), session.model, fetch))
    return .success
  }

  private func form(_ console: Console) -> FetchOutput.Form {
    FetchOutput.Form(
      format: format, isExpanded: expanded, isQuiet: global.quiet, console: console)
  }

  private func run(
    _ fetch: CompiledFetch, _ session: FetchSession, _ output: FetchOutput
  ) throws {
    let observe = sqlDebug.map { level in
      output.observer(SQLDebugLog(level: level), session.logged)
    }
    if fetch.request.resultType == .count {
      output.count(
        try storeFailures { () throws(StoreError) in
          try session.count(fetch, observe: observe)
        })
    } else if output.streams(logLevel: sqlDebug) {
      let stream = output.stream()
      do {
        try session.forEachRow(fetch, observe: observe) { row in
          stream.write(row)
          return true
        }
      } catch {
        stream.fail()
        throw CommandFailure("\(error)")
      }
      stream.finish()
    } else {
      try output.rows(
        try storeFailures { () throws(StoreError) in try session.run(fetch, observe: observe) })
    }
  }
}
