import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumVersionHash

// Carries out the stages of a migration: makes one plan for previews, and runs each stage on the
// open store.

extension StagedMigration {
  /// The stages from a store's version to the target's.
  func run(_ input: PlanningInput) throws(MigrationError) -> StageRun {
    let findings = review()
    guard !findings.hasErrors else { throw .mapping(findings.all) }
    return try StageRun(stages, input)
  }
}

/// The stages for one store.
struct StageRun: Sendable {
  /// A stage with its models in the store's layout.
  private struct Step {
    var stage: StagedMigration.Stage
    var source: CompiledModel
    var target: CompiledModel
  }

  /// The plan of one stage, and how it is carried out.
  private enum StagePlan {
    case statements(MigrationPlan)
    case mapping(MappingMigration, MappingPlan)

    var plan: MigrationPlan {
      switch self {
      case .statements(let plan): plan
      case .mapping(_, let mapping): mapping.plan
      }
    }
  }

  private let steps: [Step]

  init(
    _ stages: [StagedMigration.Stage], _ input: PlanningInput
  ) throws(MigrationError) {
    let first = stages.firstIndex {
      $0.source.hashes.checksum == input.source.hashes.checksum
    }
    let last = stages.firstIndex { $0.target.hashes.checksum == input.target.hashes.checksum }
    guard let first, let last, first <= last else {
      let message = StageMessage.notAStage(side: first == nil ? "source" : "target")
      throw .mapping([Diagnostic(message)])
    }
    steps = stages[first...last].map { stage in
      Step(
        stage: stage, source: stage.source.laidOut(like: input.source),
        target: stage.target.laidOut(like: input.target))
    }
  }

  // MARK: - Plan

  /// One plan with the steps of all stages. Its checks are those of the first stage, unless the
  /// app's work runs before it and could repair rows. The checks and counts of other stages are
  /// made when they run.
  ///
  /// - Parameter catalog: The tables of the store before the first stage.
  func plan(_ catalog: StoreCatalog) throws(MigrationError) -> MigrationPlan {
    var result = MigrationPlan(style: .fresh)
    var catalog = catalog
    for (index, step) in steps.enumerated() {
      let plan = try plan(step, catalog).plan
      if index == 0, step.stage.before == nil { result.checks = plan.checks }
      result.steps += work(step.stage.before, "before '\(step.stage.name)'")
      result.steps += plan.steps.map { part in
        var part = part
        part.comment = "'\(step.stage.name)': \(part.comment)"
        return part
      }
      result.steps += work(step.stage.after, "after '\(step.stage.name)'")
      // After the stage the store has the tables of a fresh store.
      catalog = StoreCatalog(fresh: step.target.schema)
    }
    return result
  }

  private func work(_ work: StageWork?, _ comment: String) -> [MigrationPlan.Step] {
    switch work {
    case nil: []
    case .sql(let statements):
      [
        MigrationPlan.Step(
          comment: comment, statements: statements.map { .other($0) }, isReversible: false)
      ]
    case .code:
      [
        MigrationPlan.Step(
          comment: "\(comment): code of the program", statements: [], isReversible: false)
      ]
    }
  }

  private func plan(
    _ step: Step, _ catalog: StoreCatalog
  ) throws(MigrationError) -> StagePlan {
    switch step.stage.kind {
    case .lightweight:
      return .statements(try input(step, catalog).inferredPlan(style: .fresh))
    case .mapping(let migration):
      return .mapping(
        migration, try migration.plan(from: step.source, to: step.target, catalog: catalog))
    }
  }

  private func input(_ step: Step, _ catalog: StoreCatalog) -> PlanningInput {
    PlanningInput(source: step.source, target: step.target, catalog: catalog)
  }

  // MARK: - Run

  func perform(_ runner: StepRunner) throws {
    for step in steps {
      try run(step.stage.before, of: step, step.source, runner)
      let catalog = try StoreCatalog.read(from: runner.connection, counting: .rows)
      let stagePlan = try plan(step, catalog)
      let plan = stagePlan.plan
      let source = SourceReader(runner.connection, runner.faults)
      let checks = RowChecks(source: source, input: input(step, catalog))
      let failures = try checks.failures(of: plan, runner.meter)
        .filter { $0.check.consequence == .fails }
      guard failures.isEmpty else { throw MigrationError.rowsFail(failures) }
      let counts = try SourceCounts(of: plan, source)
      switch stagePlan {
      case .statements(let plan): try runner.run(plan.steps)
      case .mapping(let migration, let mapping):
        try migration.run(mapping, to: step.target, runner)
      }
      try verify(plan, counts, step.stage.name, runner)
      try run(step.stage.after, of: step, step.target, runner)
    }
  }

  private func run(
    _ work: StageWork?, of step: Step, _ model: CompiledModel, _ runner: StepRunner
  ) throws {
    switch work {
    case nil: return
    case .sql(let statements):
      for statement in statements { try runner.execute(statement) }
    case .code(let body):
      do {
        try body(StageStore(model: model, runner: runner))
      } catch let error as MigrationError {
        throw error
      } catch let error as SQLiteError {
        throw error
      } catch {
        throw MigrationError.stage(name: step.stage.name, message: "\(error)")
      }
    }
  }

  /// Verifies what the plan of a stage promises, before the app's own work after the stage changes
  /// rows.
  private func verify(
    _ plan: MigrationPlan, _ counts: SourceCounts, _ name: String, _ runner: StepRunner
  ) throws {
    var problems: [String] = []
    for (invariant, before) in zip(plan.invariants, counts.invariants) {
      let after = try SourceReader.value(
        invariant.result, runner.connection, runner.faults)
      if before != after { problems.append("'\(name)': \(invariant.name) differ") }
    }
    for (invariant, tolerated) in zip(plan.mustBeZero, counts.tolerated) {
      let count = try SourceReader.number(
        invariant.result, runner.connection, runner.faults)
      if count ?? Int64.max > tolerated { problems.append("'\(name)': \(invariant.name)") }
    }
    guard problems.isEmpty else { throw MigrationError.verification(problems) }
  }
}

extension CompiledModel {
  /// The same model, laid out for the same framework as another model.
  fileprivate func laidOut(like other: CompiledModel) -> CompiledModel {
    CompiledModel(
      CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests),
      frameworkVersion: other.framework.number, keepsHistory: other.schema.history != nil)
  }
}
