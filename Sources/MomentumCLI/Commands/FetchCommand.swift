import ArgumentParser
import Foundation
import Momentum
import MomentumDiagnostics
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumSQLite

struct FetchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Run a fetch request on a store, read-only.",
    discussion: """
      momentum fetch tea.sqlite --model Models/BubbleTea.xcdatamodeld --entity Venue --where 'specialCount > 0'
      momentum fetch tea.sqlite --model Models/BubbleTea.xcdatamodeld --request venueFR --var NAME='Sago House'
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case csv
  }

  @Argument(help: ArgumentHelp("The store to read; it is not changed.", valueName: "store"))
  var store: String

  @Option(help: ArgumentHelp("The model that made the store.", valueName: "model"))
  var model: String

  @OptionGroup(title: "The request") var request: RequestOptions

  @Option(help: "How to print the objects.")
  var format: Format = .table

  @Option(
    help: ArgumentHelp(
      "Print to standard error what -com.apple.CoreData.SQLDebug prints at level 1, 2 or 3.",
      valueName: "level"))
  var sqlDebug: Int?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if let sqlDebug, !(1...3).contains(sqlDebug) {
      throw ValidationError("--sql-debug is 1, 2 or 3")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(model, version: version.modelVersion)
    var diagnostics = Diagnostics()
    guard let fetch = compiled.compile(request.text, &diagnostics) else {
      throw InputRejected(diagnostics: diagnostics)
    }
    let session = try storeFailures { () throws(StoreError) in
      try FetchSession.open(store, model: compiled, &diagnostics)
    }
    guard let session else { throw InputRejected(diagnostics: diagnostics) }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    if request.count {
      try count(fetch, session, console)
    } else {
      try rows(fetch, session, console)
    }
    return .success
  }

  private func count(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) throws {
    let log = sqlDebug.map { SQLDebugLog(level: $0) }
    log?.statement(fetch.sql).forEach(console.note)
    let start = ContinuousClock.now
    let count = try storeFailures { () throws(StoreError) in try session.count(fetch) }
    log?.counted(count, totalSeconds: start.duration(to: .now).seconds).forEach(console.note)
    switch format {
    case .table, .csv: console.print(String(count))
    case .json: console.writeOutput(JSONText.object([("count", .integer(Int(count)))]).pretty)
    }
  }

  private func rows(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) throws {
    let log = sqlDebug.map { SQLDebugLog(level: $0) }
    log?.statement(fetch.sql).forEach(console.note)
    let start = ContinuousClock.now
    let result = try storeFailures { () throws(StoreError) in try session.run(fetch) }
    let seconds = start.duration(to: .now).seconds
    let names = result.rows.map { session.objectName($0, fetch) }
    let entity = session.model.model[fetch.request.entity].name
    log?.fetched(
      fetch.sql, entity: entity,
      objects: names.map { "x-coredata://\(session.metadata.uuid)/\($0)" }, fetchSeconds: seconds,
      totalSeconds: seconds
    ).forEach(console.note)
    let text = FetchText(model: session.model.model, result: result, objects: names)
    switch format {
    case .table:
      console.writeOutput(text.table)
      if !global.quiet { console.note(plural(names.count, "object")) }
    case .json: console.writeOutput(text.json.pretty)
    case .csv: console.writeOutput(text.csv)
    }
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
