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

struct FetchCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Run a fetch request on a store, read-only.",
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

      'momentum dump model MODEL' lists the model's entities and requests.
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

  @OptionGroup var meaning: NilOptions

  @Option(help: "How to print the objects.")
  var format: Format = .table

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
    let session = try storeFailures { () throws(StoreError) in
      try FetchSession.open(store, model: compiled, &diagnostics)
    }
    guard let session else { throw InputRejected(diagnostics: diagnostics) }
    let fetch = session.recompiled(compiledFetch)
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    if fetch.request.resultType == .count {
      try count(fetch, session, console)
    } else if format != .table, canStream(fetch) {
      try stream(fetch, session, console)
    } else {
      try rows(fetch, session, console)
    }
    return .success
  }

  private func observer(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) -> (FetchEvent) -> Void {
    guard let sqlDebug else { return { _ in } }
    let log = SQLDebugLog(level: sqlDebug)
    return { event in log.lines(event, of: fetch, in: session).forEach(console.note) }
  }

  private func count(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) throws {
    let observe = observer(fetch, session, console)
    let count = try storeFailures { () throws(StoreError) in
      try session.count(fetch, observe: observe)
    }
    switch format {
    case .table, .csv: console.print(String(count))
    case .json:
      console.writeOutput(JSONText.object([("count", .integer(Int(count)))]).versioned().pretty)
    }
  }

  private func rows(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) throws {
    let observe = observer(fetch, session, console)
    let result = try storeFailures { () throws(StoreError) in
      try session.run(fetch, observe: observe)
    }
    let text = FetchText(session: session, fetch: fetch, columns: result.columns)
    switch format {
    case .table:
      let table = text.table(result)
      let fits = console.outputWidth.map { table.width <= $0 } ?? true
      console.writeOutput(
        expanded || !fits ? table.records(width: console.outputWidth) : table.text)
      let noun = fetch.request.resultType == .dictionaries ? "row" : "object"
      if !global.quiet { console.note(plural(result.rows.count, noun)) }
    case .json:
      try checkSize(of: result)
      console.writeOutput(text.json(result).versioned("rows").pretty)
    case .csv: console.writeOutput(text.csv(result))
    }
  }

  /// Refuses a result that would be too large: a prefetched path through many-to-many relationships
  /// repeats each object many times.
  private func checkSize(of result: FetchResult) throws {
    let limit = 1_000_000
    guard result.prefetched.isEmpty || result.nestedCount(limit: limit) < limit else {
      throw CommandFailure(
        "the prefetched objects are nested more than \(limit) times; prefetch shorter paths, or use --limit",
        status: .badInput)
    }
  }

  // MARK: - Rows as they come

  /// Whether rows can be printed while they are read. All rows have to be read first if a log of
  /// level 3 names every object, if the fetch is in batches, which are sorted, or if relationships
  /// are prefetched, which needs all keys.
  private func canStream(_ fetch: CompiledFetch) -> Bool {
    fetch.request.batchSize == nil && fetch.request.prefetchedRelationships.isEmpty
      && (sqlDebug ?? 0) < 3
  }

  /// The text of the document before the rows, as `versioned` prints it.
  private static let jsonHead =
    "{\n  \"formatVersion\": \(JSONText.formatVersion),\n  \"rows\": "

  /// Prints the rows as they are read, so that a long result is never in memory as a whole. The
  /// text is the same as for all rows at once.
  private func stream(
    _ fetch: CompiledFetch, _ session: FetchSession, _ console: Console
  ) throws {
    let text = FetchText(session: session, fetch: fetch, columns: fetch.columns)
    let isJSON = format == .json
    var isFirst = true
    var pending = isJSON ? "" : text.csvHeader
    do {
      try session.forEachRow(fetch, observe: observer(fetch, session, console)) { row in
        let item = isJSON ? text.json(row).arrayItem : text.csvLine(row)
        pending += isJSON ? (isFirst ? FetchCommand.jsonHead + "[\n" : ",\n") + item : item
        isFirst = false
        // A write for each row would cost more than reading it.
        if pending.utf8.count > 60_000 {
          console.writeOutput(pending)
          pending = ""
        }
        return true
      }
    } catch {
      // Leave the array open: closed, a part of the rows would be a valid document and pass for
      // all.
      console.writeOutput(isFirst ? "" : pending)
      throw CommandFailure("\(error)")
    }
    if isJSON { pending += isFirst ? FetchCommand.jsonHead + "[]\n}\n" : "\n  ]\n}\n" }
    console.writeOutput(pending)
  }
}

extension JSONText {
  /// The text of an array's element as `pretty` prints it. Strings in JSON contain no line ends, so
  /// every line can be indented.
  fileprivate var arrayItem: String {
    "    " + pretty.dropLast().split(separator: "\n").joined(separator: "\n    ")
  }
}
