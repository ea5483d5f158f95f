public import MomentumCompiler

/// Carries stores from one version of a model to another.
///
/// ```swift
/// let migrator = StoreMigrator()
/// let outcome = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// ```
///
/// All calls take the model that the store was made with from `from`; without it, the one of `among` with
/// the store's hashes; where none fits, the model that the store keeps itself.
public struct StoreMigrator: Sendable {
  public var options: MigrationOptions
  public var method: MigrationMethod

  public init(
    options: MigrationOptions = MigrationOptions(), method: MigrationMethod = .inferred
  ) {
    self.options = options
    self.method = method
  }

  /// The plan for a store; nothing runs, and neither the file nor those beside it change.
  public func plan(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> MigrationPreview {
    try run(MigrationRequest(store, from: source, among: versions, to: target)) {
      try $0.preview(runsChecks: false)
    }
  }

  /// The plan with its checks run on the store's rows, those in its log too; nothing changes.
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

  /// Migrates a store. After an error, and after the process was killed at any time, the store is the old
  /// one or the new one, and another call finishes the work.
  ///
  /// - Parameters:
  ///   - progress: Called on the calling thread, at most some times a second.
  ///   - isCancelled: Asked on the calling thread, also while a statement runs.
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

  /// Throws every error as the one type of the module's border.
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
  /// A migrator that carries it out. It makes a fresh store whatever the options' style, as Core Data's own
  /// heavyweight migration makes a new file.
  public func migrator(options: MigrationOptions = MigrationOptions()) -> StoreMigrator {
    StoreMigrator(options: options, method: .mapping(self))
  }
}

extension StagedMigration {
  /// A migrator that runs the stages from a store's version to the target's.
  ///
  /// The style of the options does not count: every stage but the last has to leave what the next one is
  /// planned for, which is a fresh store.
  public func migrator(options: MigrationOptions = MigrationOptions()) -> StoreMigrator {
    StoreMigrator(options: options, method: .staged(self))
  }
}
