public import MomentumCompiler
import MomentumDiff
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
    /// What the store really has, its rows counted; their bytes too where a plan is only to be shown.
    public var catalog: StoreCatalog
    public var style: MigrationPlan.Style
  }

  public var options: MigrationOptions

  /// Makes the plan; inference by Core Data's rules unless given.
  public var planning: (@Sendable (PlanningInput) throws(MigrationError) -> MigrationPlan)?

  /// What runs in the transaction instead of the plan's steps: stages, with work of their own between the
  /// statements. The metadata is written after it.
  package var perform: (@Sendable (StepRunner, PlanningInput, MigrationPlan) throws -> Void)?

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
    /// The same as it stands in the store.
    var metadataBytes: [UInt8]
    /// `nil` for a store that has the target's hashes already.
    public var plan: MigrationPlan?
    /// The checks that rows of the store do not pass; empty after ``plan(store:from:among:to:)``, which
    /// does not run them.
    public var failures: [FailedCheck] = []
    /// Whether stages or policies run instead of the plan's statements.
    var hasOwnWork = false
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
    try named(store) {
      try MigrationTask(self, from: source, among: versions, to: target)
        .preview(store: store, runsChecks: false)
    }
  }

  /// The plan with its checks run on the store's rows, those in its log too; nothing changes.
  public func preflight(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel
  ) throws(MigrationError) -> Preview {
    try named(store) {
      try MigrationTask(self, from: source, among: versions, to: target)
        .preview(store: store, runsChecks: true)
    }
  }

  /// Migrates and verifies a copy in the system's folder for temporary files, then deletes it.
  public func rehearse(
    store: String, from source: CompiledModel? = nil, among versions: [CompiledModel] = [],
    to target: CompiledModel, progress: @escaping (MigrationProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(MigrationError) -> MigrationOutcome {
    try named(store) {
      try MigrationTask(
        self, from: source, among: versions, to: target, progress: progress,
        isCancelled: isCancelled
      ).rehearse(store: store)
    }
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
    try named(store) {
      try MigrationTask(
        self, from: source, among: versions, to: target, progress: progress,
        isCancelled: isCancelled
      ).migrate(store: store)
    }
  }

  func plan(_ input: PlanningInput) throws(MigrationError) -> MigrationPlan {
    if let planning { return try planning(input) }
    let diff = ModelDiffer.diff(
      DiffedModel(input.source.model), DiffedModel(input.target.model))
    let planner = MigrationPlanner(
      old: input.source.planned, new: input.target.planned, catalog: input.catalog,
      style: input.style, diff: diff)
    do throws(PlanFailure) {
      return try planner.plan()
    } catch {
      throw .notInferrable(reasons: error.reasons.map { "\($0.place): \($0.text)" })
    }
  }

  /// Gives every error the one type of the module's border.
  private func named<Result>(
    _ store: String, _ body: () throws -> Result
  ) throws(MigrationError) -> Result {
    do { return try body() } catch { throw MigrationError(error, path: store) }
  }
}
