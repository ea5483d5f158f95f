public import MomentumCompiler

/// Migrates stores from one version of a model to another.
///
/// ```swift
/// let migrator = StoreMigrator()
/// let outcome = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// ```
///
/// The model that the store was made with is `from` if it is given. Otherwise it is the version in
/// `among` that has the store's hashes; if none has them, the model that the store itself contains.
public struct StoreMigrator: Sendable {
  /// How the stores are migrated.
  public var options: MigrationOptions
  package var method: MigrationMethod

  /// A migrator that infers the migration from the two versions, by Core Data's rules.
  ///
  /// ``MappingMigration/migrator(options:)`` and ``StagedMigration/migrator(options:)`` make the
  /// other kinds.
  public init(options: MigrationOptions = MigrationOptions()) {
    self.init(options: options, method: .inferred)
  }

  package init(options: MigrationOptions = MigrationOptions(), method: MigrationMethod) {
    self.options = options
    self.method = method
  }

  /// The plan for a store. Nothing is run, and neither the file nor the files beside it change.
  public func plan(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> MigrationPreview {
    try run(MigrationRequest(store, from: source, among: versions, to: target)) {
      try $0.preview(runsChecks: false)
    }
  }

  /// The plan, and the result of its checks on the store's rows, including those in its log.
  /// Nothing changes.
  public func preflight(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> MigrationPreview {
    try run(MigrationRequest(store, from: source, among: versions, to: target)) {
      try $0.preview(runsChecks: true)
    }
  }

  /// Migrates and verifies a copy in the system's folder for temporary files, then deletes it.
  public func rehearse(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel, progress: @escaping (MigrationProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(MigrationError) -> MigrationOutcome {
    try run(
      MigrationRequest(store, from: source, among: versions, to: target),
      ProgressMeter(report: progress, isCancelled: isCancelled)
    ) { try $0.rehearse() }
  }

  /// Migrates a store. After an error, or if the process is killed, the store is either the old one
  /// or the new one; another call completes the migration.
  ///
  /// - Parameters:
  ///   - progress: Called on the calling thread, several times a second at most.
  ///   - isCancelled: Called on the calling thread, also while a statement runs.
  public func migrate(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel, progress: @escaping (MigrationProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(MigrationError) -> MigrationOutcome {
    try run(
      MigrationRequest(store, from: source, among: versions, to: target),
      ProgressMeter(report: progress, isCancelled: isCancelled)
    ) { try $0.migrate() }
  }

  /// Runs a task and converts every error to `MigrationError`.
  private func run<Result>(
    _ request: MigrationRequest, _ meter: ProgressMeter = .silent,
    _ body: (MigrationTask) throws -> Result
  ) throws(MigrationError) -> Result {
    do {
      return try body(MigrationTask(request, method: method, options: options, meter: meter))
    } catch {
      throw MigrationError(error, path: request.store)
    }
  }
}

extension MappingMigration {
  /// A migrator that carries out this mapping model. It always makes a fresh store, whatever the
  /// style in the options, because Core Data's own heavyweight migration makes a new file.
  public func migrator(options: MigrationOptions = MigrationOptions()) -> StoreMigrator {
    StoreMigrator(options: options, method: .mapping(self))
  }
}

extension StagedMigration {
  /// A migrator that runs the stages from a store's version to the target's.
  ///
  /// The style in the options is ignored: each stage is planned for a store in fresh form, so the
  /// stage before it must leave this form.
  public func migrator(options: MigrationOptions = MigrationOptions()) -> StoreMigrator {
    StoreMigrator(options: options, method: .staged(self))
  }
}
