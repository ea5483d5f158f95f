public import MomentumMigration

/// Where the plan of a migration comes from, and what runs it.
///
/// ```swift
/// let migrator = StoreMigrator(method: .mapping(MappingMigration(file)))
/// ```
public enum MigrationMethod: Sendable {
  /// Core Data's rules of inference.
  case inferred
  /// A plan that was made before, for this store.
  case planned(MigrationPlan)
  /// A mapping model with the code of its policies.
  case mapping(MappingMigration)
  /// Several migrations one after another, with code or statements between them.
  case staged(StagedMigration)

  /// - Parameter style: For inferred plans. A mapping model and stages make a fresh store, as Core Data's
  ///   heavyweight migration does.
  func plan(
    _ input: PlanningInput, style: MigrationPlan.Style
  ) throws(MigrationError) -> PlannedWork {
    switch self {
    case .inferred:
      return PlannedWork(plan: try input.inferredPlan(style: style), execution: .statements)
    case .planned(let plan):
      return PlannedWork(plan: plan, execution: .statements)
    case .mapping(let migration):
      let mapping = try migration.plan(
        from: input.source, to: input.target, catalog: input.catalog)
      return PlannedWork(plan: mapping.plan, execution: .mapping(migration, mapping))
    case .staged(let migration):
      let run = try migration.run(input)
      return PlannedWork(plan: try run.plan(input.catalog), execution: .stages(run))
    }
  }
}

/// A plan and what carries it out.
struct PlannedWork: Sendable {
  enum Execution: Sendable {
    /// The plan's statements and nothing else: only then a script can do the same.
    case statements
    case mapping(MappingMigration, MappingPlan)
    case stages(StageRun)
  }

  var plan: MigrationPlan
  var execution: Execution

  var isStatementsOnly: Bool {
    switch execution {
    case .statements: true
    case .mapping, .stages: false
    }
  }

  /// Belongs into the transaction of a migration; the store's metadata is written after it.
  func run(_ runner: StepRunner, _ input: PlanningInput) throws {
    switch execution {
    case .statements: try runner.run(plan.steps)
    case .mapping(let migration, let mapping):
      try migration.run(mapping, to: input.target, runner)
    case .stages(let run): try run.perform(runner)
    }
  }
}
