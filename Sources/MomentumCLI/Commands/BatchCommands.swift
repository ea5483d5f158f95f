import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

struct UpdateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Set properties of all objects that meet a condition.",
    discussion: """
      Works like NSBatchUpdateRequest: one UPDATE changes all rows or none, and Z_OPT of each row goes up by one. \
      Unlike Core Data, it refuses values that a save would refuse, unless --no-validation is given.

      momentum update staff.sqlite --model Staff.xcdatamodeld --entity Contract \\
        --where 'supplierName == %@' --arg Ostwind \\
        --set 'sumPlanned=sumPlanned * 1.1' --dry-run
      momentum update tea.sqlite --model BubbleTea.xcdatamodeld --entity Venue \\
        --all --set favorite=NO --set 'name:=uppercase:(name)' --set location=nil

      A value is written as in a CSV file of 'import': text, 5, 1.5, YES or NO, 2024-02-01T18:30:00Z, a UUID, \
      base64 for bytes, nil, Person/p3 for an object. KEY:=EXPRESSION computes the value from the object's own \
      values; for numbers, Booleans and dates KEY=EXPRESSION does so too.
      """)

  @Argument(help: .changedStore)
  var store: String

  @OptionGroup var batch: BatchOptions

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A property and its value; repeat for more.", valueName: "key=value"))
  var assignments: [String] = []

  /// Parsed only to explain that `update` has no `--limit`: an app could not run the same request.
  @Option(parsing: .unconditional, help: .hidden)
  var limit: String?

  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue, help: .hidden)
  var sortKeys: [String] = []

  @Flag(help: "Allow values that a save would refuse, as Core Data's batch update does.")
  var noValidation = false

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    try batch.check("update")
    guard limit == nil, sortKeys.isEmpty else {
      throw ValidationError(
        "update has no \(limit == nil ? "--sort" : "--limit"): an NSBatchUpdateRequest takes an entity and a predicate and no fetch request; say by --where which objects to update"
      )
    }
    guard !assignments.isEmpty else {
      throw ValidationError("--set KEY=VALUE says what to set; repeat it for more")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(batch.model))
    var diagnostics = Diagnostics()
    let fetch = try batch.fetch(compiled, &diagnostics)
    let read = BatchAssignment.read(
      assignments, of: fetch.request.entity, in: compiled, checksRules: !noValidation,
      &diagnostics)
    guard let read else { throw InputRejected(diagnostics: diagnostics) }
    let session = try batch.session(store, compiled, console, &diagnostics)
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    session.rules.checksValues = !noValidation
    let result = try batchFailures { () throws(StoreFailure) in
      try session.update(fetch, set: read)
    }
    batch.print(result, "update", to: console)
    return .success
  }
}

struct DeleteCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete all objects that meet a condition.",
    discussion: """
      Works like NSBatchDeleteRequest: deletes all objects or none. Cascade also deletes the objects at the \
      other end, and Nullify clears foreign keys and rows of join tables. If an object that stays would then \
      lack an object that it requires, nothing is deleted. Unlike Core Data, a Deny rule prevents the deletion.

      momentum delete tea.sqlite --model BubbleTea.xcdatamodeld --entity Venue \\
        --where 'specialCount == 0' --dry-run --sql-debug 1

      With a limit only the first objects in the order of --sort are deleted; among equal ones, or without \
      --sort, those with the lowest keys.

      momentum delete log.sqlite --model Log.xcdatamodeld --entity Entry \\
        --all --sort date --limit 1000
      """)

  @Argument(help: .changedStore)
  var store: String

  @OptionGroup var batch: BatchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Delete at most this many objects, not counting those that Cascade deletes.", valueName: "n"))
  var limit: Int?

  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Which objects are first for --limit, as for 'fetch'; repeat for more.",
      valueName: "key[:desc][:comparison]"))
  var sortKeys: [String] = []

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    try batch.check("delete")
    // Core Data reads 0 as "no limit": `--limit 0` would delete every object.
    if let limit, limit < 1 {
      throw ValidationError("--limit is a number from 1; leave it out to delete all objects")
    }
    if limit == nil, !sortKeys.isEmpty {
      throw ValidationError("--sort says which objects --limit takes first; give --limit too")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let compiled = try ModelInput.compiled(version.place(batch.model))
    var diagnostics = Diagnostics()
    let fetch = try batch.fetch(compiled, sortKeys: sortKeys, limit: limit, &diagnostics)
    let session = try batch.session(store, compiled, console, &diagnostics)
    global.report(diagnostics, to: console.writeError, isTerminal: console.errorIsTerminal)
    let result = try batchFailures { () throws(StoreFailure) in try session.delete(fetch) }
    batch.print(result, "delete", to: console)
    return .success
  }
}

extension ArgumentHelp {
  fileprivate static let changedStore = ArgumentHelp(
    "The store to change; one of another model version is refused.", valueName: "store")
}

/// The options that `update` and `delete` share.
struct BatchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The model that made the store.", valueName: "model"))
  var model: String

  @Option(help: ArgumentHelp("The entity whose objects to change.", valueName: "name"))
  var entity: String

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("An NSPredicate format, such as \"name == %@\".", valueName: "format"))
  var predicate: String?

  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue, help: .predicateArgument)
  var arguments: [String] = []

  @Flag(help: "Use every object of the entity, instead of --where.")
  var all = false

  @Flag(name: .customLong("no-subentities"), help: "Leave out objects of sub-entities.")
  var excludesSubentities = false

  @Flag(help: "Do everything, print the number of objects, and roll it back.")
  var dryRun = false

  @Option(help: "How to print the number of objects.")
  var format: OutputFormat = .text

  @Option(
    help: ArgumentHelp(
      "Print the statements to standard error; from level 2 on, with their bindings.",
      valueName: "level"))
  var sqlDebug: Int?

  func check(_ verb: String) throws {
    try SQLDebugOption.check(sqlDebug)
    if predicate == nil, !all {
      throw ValidationError(
        "--where says which objects to \(verb); give --all to \(verb) every object of the entity")
    }
    if predicate != nil, all {
      throw ValidationError("--all takes every object of the entity, and --where some of them")
    }
    if predicate == nil, !arguments.isEmpty {
      throw ValidationError("--arg gives a value to the format of --where")
    }
  }

  func fetch(
    _ compiled: CompiledModel, sortKeys: [String] = [], limit: Int? = nil,
    _ diagnostics: inout Diagnostics
  ) throws -> CompiledFetch {
    let text = RequestInput(
      entity: entity, predicate: predicate, arguments: arguments, sortKeys: sortKeys, limit: limit,
      includesSubentities: !excludesSubentities)
    guard let fetch = compiled.compile(text, &diagnostics) else {
      throw InputRejected(diagnostics: diagnostics)
    }
    return fetch
  }

  func session(
    _ store: String, _ compiled: CompiledModel, _ console: Console,
    _ diagnostics: inout Diagnostics
  ) throws -> BatchSession {
    let session = try storeFailures { () throws(StoreError) in
      try BatchSession.open(store, model: compiled, &diagnostics)
    }
    guard let session else { throw InputRejected(diagnostics: diagnostics) }
    session.isDryRun = dryRun
    if let sqlDebug {
      let log = SQLDebugLog(level: sqlDebug)
      session.observe = { log.statement($0).forEach(console.note) }
    }
    return session
  }

  /// Prints the result of a batch command: `updated 3 objects`,
  /// `would delete 2 objects and 5 that go along`
  func print(_ result: BatchSession.Result, _ verb: String, to console: Console) {
    switch format {
    case .json:
      console.writeOutput(
        JSONText.object([
          ("formatVersion", .integer(1)), ("dryRun", .bool(dryRun)),
          ("matched", .integer(result.matched)), ("cascaded", .integer(result.cascaded)),
        ]).pretty)
    case .text:
      let along = result.cascaded == 0 ? "" : " and \(result.cascaded) that go along"
      console.print(
        (dryRun ? "would \(verb) " : "\(verb)d ") + plural(result.matched, "object") + along)
    }
  }
}

/// Runs a change of a store. A change that breaks a rule of the model ends the command as bad
/// input.
private func batchFailures<Result>(
  _ body: () throws(StoreFailure) -> Result
) throws -> Result {
  do throws(StoreFailure) {
    return try body()
  } catch {
    throw CommandFailure(error)
  }
}
