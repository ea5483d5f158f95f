import ArgumentParser
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumSQLite
import MomentumServer

struct MigrateCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract:
      "Migrate a store, or a database on a server, to another version of its model.",
    discussion: """
      A copy is migrated in one transaction, verified, and then replaces the store in one step; the old store \
      is kept as STORE.bak. If the process is killed at any time, the store is either the old one or the new \
      one, and the same command finishes the work. The version that made the store is found by its hashes among \
      those of the bundle, or else is the model that the store keeps of itself.

      Use --preflight to list the rows that would fail, and --rehearse to try the migration on a copy; neither changes \
      the store. Values, rows and links that the target no longer has are dropped, as Core Data drops them; \
      'momentum diff' of the two versions lists them.

      momentum migrate app.sqlite --to App/Model.xcdatamodeld --preflight
      momentum migrate app.sqlite --to 'App/Model.xcdatamodeld@Model 3'
      momentum migrate app.sqlite --to Model.xcdatamodeld --from Old.xcdatamodeld
      momentum migrate app.sqlite --to Model.xcdatamodeld \\
        --mapping Model1to2.xcmappingmodel

      A database on a server is changed in steps with short locks: indexes are made beside the table's use, constraints \
      are added first and checked afterwards, columns are filled in batches. The table momentum_migration notes which \
      steps are done; after an interruption the same command goes on. --plan shows the lock of each step.

      momentum migrate postgresql://app@db/shop --to App/Model.xcdatamodeld --plan
      momentum migrate postgresql://app@db/shop --to App/Model.xcdatamodeld

      Exit status: 1 if rows do not fit the target; 65 if no model fits the store, the file is not a store, its \
      tables do not fit its version hashes, or the migration cannot be inferred; 74 if the file is missing, the \
      store is in use, or the disk fails.
      """)

  /// The action to run instead of the migration.
  enum Mode: String, EnumerableFlag {
    case plan
    case preflight
    case script
    case rehearse

    static func help(for value: Mode) -> ArgumentHelp? {
      switch value {
      case .plan: "Show the steps; nothing runs."
      case .preflight:
        "List the rows that would fail; the store and its log do not change."
      case .script: "Print the steps as an SQL script for this store in its present state only."
      case .rehearse: "Migrate and verify a copy in the folder for temporary files, and delete it."
      }
    }
  }

  @Argument(
    help: ArgumentHelp(
      "The store to migrate, or the address of a database: postgresql://…", valueName: "store"))
  var store: String

  @Option(
    help: ArgumentHelp(
      "The model to migrate to: a bundle's current version, or BUNDLE@VERSION.", valueName: "model")
  )
  var to: String

  @Option(
    help: ArgumentHelp(
      "The bundle in which to look for the model that made the store, or BUNDLE@VERSION to name that model.",
      valueName: "model"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "A mapping model to run, .xcmappingmodel or .cdm, instead of the migration that Core Data infers. If it needs a policy class, use the library MomentumMigrator.",
      valueName: "file"))
  var mapping: String?

  @Flag(exclusivity: .exclusive)
  var mode: Mode?

  @Flag(
    help: "Change the file itself in one transaction; needs no room for a copy, keeps no backup.")
  var inPlace = false

  @Flag(
    help: "Leave columns and indexes as Core Data's own migration does, not as in a fresh store.")
  var asCoreData = false

  @Flag(help: "Do not keep the old store.")
  var noBackup = false

  @Flag(help: "Verify with quick_check instead of integrity_check.")
  var quickCheck = false

  @Flag(help: "With --script for a server: print the way back, if nothing is lost.")
  var back = false

  @Option(help: "How to print what was found and done.")
  var format: OutputFormat = .text

  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if ServerAddress.isAddress(store) { try refuseFileOptions() }
    if back, mode != .script || !ServerAddress.isAddress(store) {
      throw ValidationError("--back belongs to --script for a database on a server")
    }
    if mode != nil, inPlace || noBackup {
      throw ValidationError("--in-place and --no-backup belong to a migration that is carried out")
    }
    if mode == .script, format == .json {
      throw ValidationError(
        "--script prints SQL; --plan --format json prints the same for programs")
    }
    if mode == .script, mapping != nil {
      throw ValidationError(
        "--script is for inferred migrations; values of a mapping model are computed outside of SQL"
      )
    }
    if mapping != nil, asCoreData {
      throw ValidationError(
        "--mapping makes a fresh store, as Core Data does; leave --as-core-data out")
    }
    if inPlace, noBackup {
      throw ValidationError("--in-place keeps no backup anyway; leave --no-backup out")
    }
  }

  /// A server has no file to copy, and one form of tables.
  private func refuseFileOptions() throws {
    let given = [
      (inPlace, "--in-place"), (noBackup, "--no-backup"), (asCoreData, "--as-core-data"),
      (quickCheck, "--quick-check"), (mode == .rehearse, "--rehearse"),
    ].filter(\.0).map(\.1)
    guard given.isEmpty else {
      throw ValidationError(
        "\(given.joined(separator: ", ")) is for a store's file; a database on a server is changed in steps, and a copy of it is made with the server's own tools"
      )
    }
    if mapping != nil {
      throw ValidationError(
        "--mapping is for a store's file; its values are computed outside of SQL. Copy the database to a store with 'momentum copy', migrate that, and copy it back to a new schema"
      )
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    if ServerAddress.isAddress(store) {
      return try ServerMigrationRun(
        address: try ServerRun.address(store), models: try MigrationModels(to: to, from: from),
        mode: mode, isBack: back, isJSON: format == .json, isQuiet: global.quiet
      ).run(console)
    }
    var models = try MigrationModels(to: to, from: from)
    if let mapping {
      let input = try MappingInput.read(mapping)
      guard !input.diagnostics.hasErrors else {
        throw InputRejected(diagnostics: input.diagnostics)
      }
      models.mapping = input.file
    }
    if !models.unreadable.isEmpty, !global.quiet {
      console.note(
        "note: not looked at, since 'momentum check' finds errors in it: "
          + quotedList(models.unreadable))
    }
    do throws(MigrationError) {
      switch mode {
      case .plan, .script: return try showPlan(models, console)
      case .preflight: return try preflight(models, console)
      case .rehearse, nil: return try migrate(models, console)
      }
    } catch {
      return try report(error, console)
    }
  }

  private func migrator(_ models: MigrationModels) -> StoreMigrator {
    let options = MigrationOptions(
      style: asCoreData ? .asCoreData : .fresh, isInPlace: inPlace, keepsBackup: !noBackup,
      verification: quickCheck ? .quick : .full)
    let method = models.mapping.map {
      MigrationMethod.mapping(MappingMigration($0, versions: models.versions))
    }
    return StoreMigrator(options: options, method: method ?? .inferred)
  }
}

// MARK: - Modes

extension MigrateCommand {
  private func showPlan(
    _ models: MigrationModels, _ console: Console
  ) throws(MigrationError) -> ExitStatus {
    let preview = try migrator(models).plan(
      store: store, from: models.source, among: models.candidates.map(\.model), to: models.target)
    noteSource(preview, models, console)
    // JSON always has a plan: print one without steps.
    let plan = preview.plan ?? MigrationPlan(style: asCoreData ? .asCoreData : .fresh)
    switch (mode, format) {
    case (_, .text) where preview.plan == nil: break
    case (.script, _):
      console.writeOutput(
        preview.script(version: models.versionName(of: preview.source)) ?? "")
    case (_, .text):
      console.writeOutput(plan.text())
      noteRoom(plan.cost(), console)
    case (_, .json):
      do { console.writeOutput(try plan.json()) } catch {
        throw .file(path: store, message: "the plan cannot be printed: \(error)")
      }
    }
    return .success
  }

  /// Prints how much disk space the migration needs.
  private func noteRoom(_ cost: MigrationCost, _ console: Console) {
    guard cost.isKnown, !global.quiet else { return }
    let copied = ByteText.short(cost.peakBytes(copying: InputFile.size(store)))
    let journal = ByteText.short(cost.peakBytesInPlace(usesLog: false))
    let log = ByteText.short(cost.peakBytesInPlace(usesLog: true))
    console.note(
      "room needed on the disk: about \(copied) for a copy; in place about \(journal), or \(log) with a write-ahead log"
    )
  }

  private func preflight(
    _ models: MigrationModels, _ console: Console
  ) throws(MigrationError) -> ExitStatus {
    let preview = try migrator(models).preflight(
      store: store, from: models.source, among: models.candidates.map(\.model), to: models.target)
    noteSource(preview, models, console)
    let failing = preview.failures.filter { $0.check.consequence == .fails }
    switch format {
    case .json:
      console.writeOutput(
        JSONText.object([
          ("store", .string(store)), ("target", .string(models.targetName)),
          ("checks", .integer(preview.plan?.checks.count ?? 0)),
          ("failures", .array(preview.failures.map { MigrationReportText.json($0) })),
        ]).versioned().pretty)
    case .text:
      console.writeOutput(preview.failures.map { MigrationReportText.text($0) }.joined())
      if !global.quiet {
        let count = preview.plan?.checks.count ?? 0
        console.note(
          "\(plural(count, "check")), \(failing.count) of them would fail the migration")
      }
    }
    return failing.isEmpty ? .success : .findings
  }

  private func migrate(
    _ models: MigrationModels, _ console: Console
  ) throws(MigrationError) -> ExitStatus {
    let showsProgress = console.errorIsTerminal && !global.quiet
    let watch = InterruptWatch()
    defer {
      watch.stop()
      if showsProgress { console.writeError(ProgressLine.clearing) }
    }
    let progress: (MigrationProgress) -> Void = { progress in
      guard showsProgress else { return }
      console.writeError(ProgressLine.clearing + ProgressLine.text(progress))
    }
    let candidates = models.candidates.map(\.model)
    let outcome =
      mode == .rehearse
      ? try migrator(models).rehearse(
        store: store, from: models.source, among: candidates, to: models.target,
        progress: progress, isCancelled: { watch.isInterrupted })
      : try migrator(models).migrate(
        store: store, from: models.source, among: candidates, to: models.target,
        progress: progress, isCancelled: { watch.isInterrupted })
    if showsProgress { console.writeError(ProgressLine.clearing) }
    switch format {
    case .json:
      console.writeOutput(
        MigrationReportText.json(outcome, store: store, target: models.targetName).versioned()
          .pretty)
    case .text:
      guard !global.quiet else { break }
      console.writeOutput(
        MigrationReportText.text(outcome, store: store, target: models.targetName))
    }
    return .success
  }

  private func noteSource(
    _ preview: MigrationPreview, _ models: MigrationModels, _ console: Console
  ) {
    guard !global.quiet else { return }
    guard preview.plan != nil else {
      console.note("\(store) has the hashes of '\(models.targetName)' already; nothing to do")
      return
    }
    console.note(
      "\(store) was made by \(models.name(of: preview.source)); the target is '\(models.targetName)'"
    )
  }

  // MARK: - Errors

  /// Failing rows are findings; every other error ends the command.
  private func report(_ error: MigrationError, _ console: Console) throws -> ExitStatus {
    let listsRows = if case .rowsFail = error { true } else { false }
    if format == .json, !listsRows {
      console.writeOutput(
        JSONText.object([
          ("store", .string(store)), ("result", .string("refused")),
          ("error", .string(error.description)),
        ]).versioned().pretty)
    }
    switch error {
    case .rowsFail(let failures):
      switch format {
      case .json:
        console.writeOutput(
          JSONText.object([
            ("store", .string(store)), ("result", .string("rows-fail")),
            ("failures", .array(failures.map { MigrationReportText.json($0) })),
          ]).versioned().pretty)
      case .text: console.writeOutput(failures.map { MigrationReportText.text($0) }.joined())
      }
      if !global.quiet {
        console.note("error: rows do not fit the target; the store is as it was")
      }
      return .findings
    case .mapping(let findings):
      var diagnostics = Diagnostics()
      for finding in findings { diagnostics.report(finding) }
      throw InputRejected(diagnostics: diagnostics)
    case .store(let error): throw failure(error)
    case .unknownSource, .tablesDiffer, .notInferrable:
      throw CommandFailure(error.description, status: .badInput)
    case .verification, .busy, .cancelled, .file, .unsettled, .stage:
      throw CommandFailure(error.description)
    }
  }

  /// The error as in all commands, with the file's name where SQLite's message lacks it.
  private func failure(_ error: StoreError) -> CommandFailure {
    var failure = CommandFailure(error)
    guard case .sqlite(let cause) = error else { return failure }
    if cause.reason == .emptyFile {
      failure.text = "'\(store)' is empty; a store is an SQLite database"
    } else if cause.reason == .notADatabase {
      failure.text = "'\(store)' is no SQLite database, or it is encrypted"
    }
    return failure
  }
}
