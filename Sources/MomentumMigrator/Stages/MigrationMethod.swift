package import MomentumMigration

/// Where the plan of a migration comes from, and how it is run.
///
/// ```swift
/// let migrator = StoreMigrator(method: .mapping(MappingMigration(file)))
/// ```
package enum MigrationMethod: Sendable {
  /// A plan by Core Data's rules of inference.
  case inferred
  /// A plan that was made earlier for this store.
  case planned(MigrationPlan)
  /// A mapping model with the code of its policies.
  case mapping(MappingMigration)
  /// Several migrations one after another, with code or statements between them.
  case staged(StagedMigration)

  /// - Parameter style: The style of inferred plans. A mapping model and stages always make a fresh
  ///   store, as Core Data's heavyweight migration does.
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

/// A plan, and how it is carried out.
struct PlannedWork: Sendable {
  enum Execution: Sendable {
    /// Only the plan's statements are run, so that a script can do the same.
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

  /// Runs the plan inside the transaction of a migration. The caller writes the metadata
  /// afterwards.
  func run(_ runner: StepRunner, _ input: PlanningInput) throws {
    switch execution {
    case .statements: try runner.run(plan.steps)
    case .mapping(let migration, let mapping):
      try migration.run(mapping, to: input.target, runner)
    case .stages(let run): try run.perform(runner)
    }
  }
}
