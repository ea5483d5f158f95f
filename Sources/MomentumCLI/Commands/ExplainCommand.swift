import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumServer

struct ExplainCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Say how SQLite or a PostgreSQL server runs a fetch request, and which fetch index would help.",
    discussion: """
      For a store, the plan uses its own indexes, statistics and numbers of rows; the store is not changed. \
      For a model, the plan assumes a store with 100,000 rows in each table. An index is recommended only if \
      SQLite, planning again with the index, uses it and reads or sorts less. Without a request, all stored \
      fetch requests of the model are explained.

      momentum explain Models/BubbleTea.xcdatamodeld --request cheapVenues
      momentum explain tea.sqlite --model Models/BubbleTea.xcdatamodeld \\
        --entity Venue --sort name
      momentum explain App/Model.xcdatamodeld --fail-on scan

      For the address of a database the plan is the server's own; the statement is planned and does not run. An \
      index is tried on the server if the extension hypopg is there, and is said to be unproved otherwise.

      momentum explain postgresql://app@db/tea --model App.xcdatamodeld \\
        --entity Venue --where 'name == %@' --arg Tea
      """)

  enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case scan
    case sort
    case never
  }

  @Argument(
    help: ArgumentHelp(
      "A store, the address of a database (postgresql://…), or a model in any form that the other commands take.",
      valueName: "store|model"))
  var path: String

  @Option(
    help: ArgumentHelp(
      "The model that made the store or tables (default: the one that a store keeps).",
      valueName: "model"))
  var model: String?

  @OptionGroup(title: "The request") var request: RequestOptions

  @Option(help: "How to print the plans.")
  var format: OutputFormat = .text

  @Option(
    help:
      "Exit with 1 when a request reads rows that do not meet its condition (scan); with sort, also when it sorts in memory."
  )
  var failOn: FailureThreshold = .never

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if ServerAddress.isAddress(path), model == nil {
      throw ValidationError("name the model of the database with --model")
    }
    let shapes = !request.sortKeys.isEmpty || request.limit != nil || request.offset != nil
    if request.isEmpty, shapes || request.count || !request.variables.isEmpty {
      throw ValidationError("--entity or --request says what is sorted, limited or counted")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if ServerAddress.isAddress(path) { return try runOnServer(console) }
    let isStore = ModelSource.isStore(path)
    if model != nil, !isStore {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure("cannot read '\(path)': no such file")
      }
      throw CommandFailure(
        "'\(path)' is no store; --model goes with a store", status: .usage)
    }
    let compiled = try compiledModel(isStore: isStore)
    let fetches = try self.fetches(compiled, console)
    let planner = try self.planner(compiled, isStore: isStore)
    let plans = try fetches.map { fetch in
      RequestPlan(
        try storeFailures { () throws(StoreError) in try planner.explain(fetch.fetch) })
    }
    write(Array(zip(fetches, plans)), console, isAssumed: !isStore)
    return plans.contains { isFailure($0) } ? .findings : .success
  }

  private func runOnServer(_ console: Console) throws -> ExitStatus {
    let address = try ServerRun.address(path)
    let compiled = try ModelInput.compiled(version.place(model ?? path))
    let fetches = try self.fetches(compiled, console)
    let planner = try storeFailures { () throws(StoreError) in try FetchPlanner(compiled) }
    let session = try ServerRun.wait {
      try await ServerFetchSession.open(address, model: compiled)
    }
    defer {
      // Closing throws nothing that the command could tell: its result is printed.
      _ = try? ServerRun.wait { await session.close() }
    }
    let plans = try fetches.map { named in
      let fetch = named.fetch
      let assumed = try storeFailures { () throws(StoreError) in try planner.explain(fetch) }
      return RequestPlan(
        try ServerRun.wait { try await session.explain(fetch, assumed: assumed) })
    }
    write(Array(zip(fetches, plans)), console, isAssumed: false)
    return plans.contains { isFailure($0) } ? .findings : .success
  }

  /// Reads the model of `--model` or, without it, the one at the path, which a store may keep. The
  /// error for a store that keeps no model says to name one by `--model`.
  private func compiledModel(isStore: Bool) throws -> CompiledModel {
    do {
      return try ModelInput.compiled(version.place(model ?? path))
    } catch let failure as CommandFailure where isStore && model == nil {
      throw CommandFailure(failure.text + " by --model", status: failure.status)
    }
  }

  /// A request, with the name and the condition for the line above its plan.
  private struct NamedFetch {
    var name: String?
    /// The predicate as the user or the model has written it; `nil` for a request without one.
    var condition: String?
    var fetch: CompiledFetch
  }

  private func fetches(_ compiled: CompiledModel, _ console: Console) throws -> [NamedFetch] {
    guard request.isEmpty else {
      var diagnostics = Diagnostics()
      // A request without values for its variables is planned for any values.
      let fetch = compiled.compile(
        request.text, bindsVariables: !request.variables.isEmpty, &diagnostics)
      guard let fetch else { throw request.rejected(diagnostics, compiled.model) }
      global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
      let condition =
        request.predicate
        ?? request.request.flatMap { compiled.model.fetchRequest(named: $0)?.predicateFormat }
      return [NamedFetch(name: request.request, condition: condition, fetch: fetch)]
    }
    var result: [NamedFetch] = []
    for stored in compiled.storedRequests {
      let name = stored.request.name
      if let fetch = compiled.compile(stored) {
        result.append(
          NamedFetch(name: name, condition: stored.request.predicateFormat, fetch: fetch))
      } else if !global.quiet {
        console.note(
          "fetch request '\(TerminalText.oneLine(name))' has errors; 'momentum check' shows them")
      }
    }
    if result.isEmpty, !global.quiet {
      console.note("the model stores no fetch requests; --entity and --where give one")
    }
    return result
  }

  private func planner(_ compiled: CompiledModel, isStore: Bool) throws -> FetchPlanner {
    guard isStore else {
      return try storeFailures { () throws(StoreError) in try FetchPlanner(compiled) }
    }
    var diagnostics = Diagnostics()
    let planner = try storeFailures { () throws(StoreError) in
      try FetchPlanner.open(store: path, model: compiled, &diagnostics)
    }
    guard let planner else { throw InputRejected(diagnostics: diagnostics) }
    return planner
  }

  private func isFailure(_ plan: RequestPlan) -> Bool {
    switch failOn {
    case .scan: plan.findings.has(.scan)
    case .sort: plan.findings.has(.sort)
    case .never: false
    }
  }

  // MARK: - Printing

  private func write(
    _ all: [(fetch: NamedFetch, plan: RequestPlan)], _ console: Console, isAssumed: Bool
  ) {
    switch format {
    case .text:
      console.writeOutput(
        all.map { title($0.fetch, $0.plan) + $0.plan.text }.joined(separator: "\n"))
      if isAssumed, !all.isEmpty, !global.quiet {
        console.note(
          "note: planned for 100,000 rows in each table; a store is planned with its own numbers")
      }
    case .json:
      let requests = all.map { one -> JSONText in
        var members: [(key: String, value: JSONText)] = []
        if let name = one.fetch.name { members.append(("request", .string(name))) }
        if case .object(let rest) = one.plan.json { members += rest }
        return .object(members)
      }
      console.writeOutput(JSONText.array(requests).versioned("requests").pretty)
    }
  }

  /// The line above a plan: `cheapVenues: Venue where price == 1 sorted by name:desc, at most 5`
  private func title(_ fetch: NamedFetch, _ plan: RequestPlan) -> String {
    var text = fetch.name.map { "\($0): " } ?? ""
    text += plan.entity + (fetch.condition.map { " where \($0)" } ?? "")
    if !request.sortKeys.isEmpty {
      text += " sorted by " + request.sortKeys.joined(separator: ", ")
    }
    if let limit = fetch.fetch.request.limit { text += ", at most \(limit)" }
    if let offset = fetch.fetch.request.offset { text += ", without the first \(offset)" }
    return TerminalText.oneLine(text) + "\n"
  }
}

extension RequestOptions {
  /// Whether no option names a request.
  fileprivate var isEmpty: Bool { entity == nil && predicate == nil && request == nil }
}
