public import MomentumCompiler
public import MomentumMigration
public import MomentumSQLite
public import MomentumStore

/// Carries stores from one version of a model to another.
///
/// ```swift
/// let migrator = StoreMigrator()
/// let outcome = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// ```
public struct StoreMigrator: Sendable {
  /// What a plan is made from.
  public struct PlanningInput: Sendable {
    /// As the store's own framework lays them out.
    public var source: CompiledModel
    public var target: CompiledModel
    /// What the store really has, counted.
    public var catalog: StoreCatalog
    public var style: MigrationPlan.Style
  }

  public var options: MigrationOptions

  /// Makes the plan; inference by Core Data's rules unless given.
  public var planning: (@Sendable (PlanningInput) throws(MigrationError) -> MigrationPlan)?

  public init(
    options: MigrationOptions = MigrationOptions(),
    planning: (@Sendable (PlanningInput) throws(MigrationError) -> MigrationPlan)? = nil
  ) {
    self.options = options
    self.planning = planning
  }

  /// What a migration of a store would do.
  public struct Preview: Sendable {
    public var source: MigrationSource
    /// The target as the store's own framework lays it out.
    public var target: CompiledModel
    public var catalog: StoreCatalog
    public var metadata: StoreMetadata
    /// `nil` for a store that has the target's hashes already.
    public var plan: MigrationPlan?
    /// The checks that rows of the store do not pass; empty after ``plan(store:from:among:to:)``, which
    /// does not run them.
    public var failures: [FailedCheck] = []
  }

  /// The plan for a store; nothing runs, and neither the file nor those beside it change.
  ///
  /// - Parameters:
  ///   - source: The model that made the store, where it is known; its hashes must be the store's.
  ///   - versions: The models among which the source is looked for by hash. Where none fits, the model that
  ///     the store keeps itself is taken.
  public func plan(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> Preview {
    throw .notInferrable(reasons: [])
  }

  /// The plan with its checks run on the store's rows, those in its log too; nothing changes.
  public func preflight(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> Preview {
    throw .notInferrable(reasons: [])
  }

  /// Migrates and verifies a copy in the system's folder for temporary files, then deletes it.
  public func rehearse(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel, progress: @escaping (MigrationProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(MigrationError) -> MigrationOutcome {
    throw .notInferrable(reasons: [])
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
    throw .notInferrable(reasons: [])
  }
}
