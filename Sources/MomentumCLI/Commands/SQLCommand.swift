import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumQuery
import MomentumRuntime
import MomentumSQL

struct SQLCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Compile a fetch request to the SQL that Core Data would run.",
    usage: """
      momentum sql <model> --entity <name> [--where <format> [--arg <value> ...]]
          [--select <property> ...] [--group-by <key> ...] [--having <format>] [--distinct]
          [--sort <key[:desc][:comparison]> ...] [--limit <n>] [--offset <n>]
          [--batch-size <n>] [--prefetch <path> ...] [--no-subentities] [--result <result>]
          [--count] [--null-semantics <semantics>]
          [--layout <layout>] [--dialect <dialect>] [--format <format>] [--sql-debug <level>]
      momentum sql <model> --request <name> [--var <name=value> ...] [...]
      momentum sql <model> --swift <file[:line]> [--layout <layout>] [--dialect <dialect>]
      momentum sql <model> --distributed [--plan <file>] [--request <name> | --entity <name> ...]
      """,
    discussion: """
      momentum sql Models/BubbleTea.xcdatamodeld --entity Venue \\
        --where 'priceInfo.priceCategory == "$"'
      momentum sql Models/BubbleTea.xcdatamodeld --request venueFR \\
        --var NAME='Bubble & Co' --format pretty
      momentum sql Models/Staff.xcdatamodeld --entity Contract \\
        --select supplierName --select 'count:(sumPlanned) AS n' \\
        --group-by supplierName --having '$n > 3'

      With --swift the SQL of the requests that a Swift file makes with SwiftData is
      printed, each below its place and the meaning of its placeholders:

      momentum sql Models/Trips.swift --swift Models/Trips.swift

      With --distributed the request, or without one every stored request, is printed for
      the servers of the plan that 'momentum distribute' made, below the servers that
      answer it: one shard with the condition that says which, all shards, or none.

      momentum sql Models/App.xcdatamodeld --distributed --entity Task \\
        --where 'project.account == $ACCOUNT'

      With --batch-size or --prefetch all statements of a fetch are printed, each
      below a comment. 'momentum dump model MODEL' lists the model's entities and
      requests.
      """)

  /// `pretty` is text with line breaks.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case pretty
    case json
  }

  @Argument(help: .model)
  var model: String

  @OptionGroup(title: "The request") var request: RequestOptions

  @Option(help: .swiftRequests)
  var swift: String?

  @Flag(help: "Print which servers of a distribution answer, and PostgreSQL's statement for them.")
  var distributed = false

  @Option(
    help: ArgumentHelp(
      "The plan file of --distributed (default: distribution.json beside the model).",
      valueName: "file"))
  var plan: String?

  @OptionGroup var meaning: NilOptions

  @Option(help: "The tables to query: those of 'momentum schema' with the same layout.")
  var layout: SchemaCommand.Layout = .coreData

  @Option(help: DialectOption.help)
  var dialect = DialectOption(.sqlite)

  @Option(help: "How to print the statement: text has the exact bytes, pretty breaks lines.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Print the lines that -com.apple.CoreData.SQLDebug prints before the statement runs, at level 1, 2, 3 or 4.",
      valueName: "level"))
  var sqlDebug: Int?

  @OptionGroup var strictness: CoreDataOption
  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    try SQLDebugOption.check(sqlDebug)
    if sqlDebug != nil, format != .text {
      throw ValidationError("--sql-debug prints text")
    }
    if sqlDebug != nil, layout != .coreData {
      throw ValidationError("--sql-debug prints Core Data's log, which knows its own layout only")
    }
    if layout == .coreData { try dialect.checkHasCoreDataLayout() }
    if plan != nil, !distributed { throw ValidationError("--plan goes with --distributed") }
    if distributed, swift != nil || sqlDebug != nil {
      throw ValidationError("--distributed goes neither with --swift nor with --sql-debug")
    }
    if swift != nil, request.isGiven || sqlDebug != nil || format == .pretty {
      throw ValidationError(
        "--swift reads the requests of a Swift file; leave out the options of a request, --sql-debug and --format pretty"
      )
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if let swift { return try runSwift(swift, console) }
    if distributed { return try runDistributed(console) }
    let compiled = try ModelInput.compiled(version.place(model))
    var diagnostics = Diagnostics()
    let fetch = compiled.compile(
      request.text, target: target, options: meaning.queryOptions,
      &diagnostics)
    diagnostics = strictness.apply(to: diagnostics)
    guard let fetch, !diagnostics.hasErrors else {
      throw request.rejected(diagnostics, compiled.model)
    }
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    let statements = statements(of: fetch, compiled)
    for note in notes(statements, fetch) where !global.quiet { console.note("note: \(note)") }
    if let sqlDebug {
      let log = SQLDebugLog(level: sqlDebug)
      statements.flatMap { log.statement($0.sql) }.forEach(console.print)
      return .success
    }
    let dates = fetch.request.predicate?.dates(in: compiled.model) ?? []
    let text = StatementText(
      statements: statements, isPretty: format == .pretty, dates: layout == .coreData ? dates : [])
    switch format {
    case .text, .pretty: console.writeOutput(text.text)
    case .json: console.writeOutput(text.json.versioned().pretty)
    }
    return .success
  }

  /// Prints the requests of a Swift file.
  private func runSwift(_ place: String, _ console: Console) throws -> ExitStatus {
    let input = try SwiftRequestInput.read(place, model: model, version: version)
    let text = SwiftRequestText(input: input, target: target, options: meaning.queryOptions)
    switch format {
    case .text, .pretty:
      global.report(
        strictness.apply(to: input.diagnostics), to: console.writeError,
        isTerminal: console.errorIsTerminal)
      console.writeOutput(text.script)
    case .json: console.writeOutput(text.json(withSQL: true).versioned().pretty)
    }
    return input.areCompiled ? .success : .findings
  }

  private func statements(
    of fetch: CompiledFetch, _ compiled: CompiledModel
  ) -> [FetchStatement] {
    switch layout {
    case .coreData: compiled.statements(of: fetch)
    case .plain: [FetchStatement(title: "the rows of the request", sql: fetch.sql)]
    }
  }

  /// Notes about properties of the request that the statement does not show.
  private func notes(_ statements: [FetchStatement], _ fetch: CompiledFetch) -> [String] {
    guard layout == .plain else { return [] }
    var notes: [String] = []
    if fetch.request.batchSize != nil || !fetch.request.prefetchedRelationships.isEmpty {
      notes.append(
        "--batch-size and --prefetch have statements on Core Data's tables only; this one gives all rows at once"
      )
    }
    let names = RegisteredNames.of(statements.map(\.sql.text).joined(separator: " "))
    if dialect.dialect.queries.registersFunctions, !names.isEmpty {
      notes.append(
        "SQLite alone does not have \(names.joined(separator: ", ")); Momentum's connection registers it (\"Functions\" in PlainLayout.md)"
      )
    }
    return notes
  }

  private var target: QueryTarget {
    switch layout {
    case .coreData: .coreData
    case .plain: .plain(dialect.dialect)
    }
  }
}

/// Checks the level of `--sql-debug`, in every command that has it.
enum SQLDebugOption {
  static func check(_ level: Int?) throws {
    if let level, !(1...4).contains(level) {
      throw ValidationError("--sql-debug is 1, 2, 3 or 4")
    }
  }
}

extension SQLBinding {
  /// A value as JSON; a blob is an object with its bytes in hexadecimal, a parameter an object with
  /// its name.
  var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .parameter(let name): .object([("variable", .string(name))])
    }
  }
}

extension SQLValue {
  /// Numbers and text unchanged, NULL as null, a blob as `{"hex": "…"}`.
  var json: JSONText {
    switch self {
    case .null: .null
    case .integer(let value): .integer(Int(value))
    case .real(let value): .number(value)
    case .text(let value): .string(value)
    case .blob(let bytes): .object([("hex", .string(bytes.hexadecimal))])
    }
  }
}
