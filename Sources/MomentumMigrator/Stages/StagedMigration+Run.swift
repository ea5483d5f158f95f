import MomentumCompiler
import MomentumDiagnostics
public import MomentumMigration
import MomentumRuntime
import MomentumSQLite
import MomentumStore
import MomentumVersionHash

// Carrying the stages out: one plan to look at, and work on the open store stage by stage.

extension StagedMigration {
  /// A migrator that runs the stages from a store's version to the target's.
  ///
  /// - Parameter planning: Plans the lightweight stages; inference by Core Data's rules unless given.
  public func migrator(
    options: MigrationOptions = MigrationOptions(),
    planning: (
      @Sendable (StoreMigrator.PlanningInput) throws(MigrationError) -> MigrationPlan
    )? = nil
  ) -> StoreMigrator {
    var options = options
    // Every stage but the last has to leave what the next one is planned for.
    options.style = .fresh
    let run = StageRun(stages: stages, planning: planning)
    var migrator = StoreMigrator(options: options) {
      (input: StoreMigrator.PlanningInput) throws(MigrationError) in
      let findings = review()
      guard !findings.hasErrors else { throw .mapping(findings.all) }
      return try run.plan(input)
    }
    migrator.perform = { runner, input, _ in try run.perform(input, runner) }
    return migrator
  }
}

/// The stages on their way through one store.
struct StageRun: Sendable {
  let stages: [StagedMigration.Stage]
  let planning: (@Sendable (StoreMigrator.PlanningInput) throws(MigrationError) -> MigrationPlan)?

  /// A stage with its models as the store lays them out.
  private struct Step {
    var stage: StagedMigration.Stage
    var source: CompiledModel
    var target: CompiledModel
  }

  private func steps(_ input: StoreMigrator.PlanningInput) throws(MigrationError) -> [Step] {
    let first = stages.firstIndex {
      $0.source.hashes.checksum == input.source.hashes.checksum
    }
    let last = stages.firstIndex { $0.target.hashes.checksum == input.target.hashes.checksum }
    guard let first, let last, first <= last else {
      let message = StageMessage.notAStage(side: first == nil ? "source" : "target")
      throw .mapping([Diagnostic(message)])
    }
    return stages[first...last].map { stage in
      Step(
        stage: stage, source: stage.source.laidOut(like: input.source),
        target: stage.target.laidOut(like: input.target))
    }
  }

  // MARK: - To look at

  /// All stages in one. Checks are those of the first stage, if nothing runs before it that could repair
  /// the rows; each stage's own checks and counts are looked at when it runs.
  func plan(_ input: StoreMigrator.PlanningInput) throws(MigrationError) -> MigrationPlan {
    var result = MigrationPlan(style: .fresh)
    var catalog = input.catalog
    for (index, step) in try steps(input).enumerated() {
      let plan = try plan(step, catalog).plan
      if index == 0, step.stage.before == nil { result.checks = plan.checks }
      result.steps += work(step.stage.before, "before '\(step.stage.name)'")
      result.steps += plan.steps.map { part in
        var part = part
        part.comment = "'\(step.stage.name)': \(part.comment)"
        return part
      }
      result.steps += work(step.stage.after, "after '\(step.stage.name)'")
      // What the stage leaves: the tables of a new store.
      catalog = StoreCatalog(fresh: step.target.schema)
    }
    return result
  }

  private func work(_ work: StageWork?, _ comment: String) -> [MigrationPlan.Step] {
    switch work {
    case nil: []
    case .sql(let statements):
      [MigrationPlan.Step(comment: comment, statements: statements, isReversible: false)]
    case .code:
      [
        MigrationPlan.Step(
          comment: "\(comment): code of the program", statements: [], isReversible: false)
      ]
    }
  }

  private func plan(
    _ step: Step, _ catalog: StoreCatalog
  ) throws(MigrationError) -> (plan: MigrationPlan, mapping: MappingPlan?) {
    switch step.stage.kind {
    case .lightweight:
      return (try StoreMigrator(planning: planning).plan(input(step, catalog)), nil)
    case .mapping(let migration):
      let plan = try migration.plan(from: step.source, to: step.target, catalog: catalog)
      return (plan.plan, plan)
    }
  }

  private func input(_ step: Step, _ catalog: StoreCatalog) -> StoreMigrator.PlanningInput {
    StoreMigrator.PlanningInput(
      source: step.source, target: step.target, catalog: catalog, style: .fresh)
  }

  // MARK: - To run

  func perform(_ input: StoreMigrator.PlanningInput, _ runner: StepRunner) throws {
    for step in try steps(input) {
      try run(step.stage.before, of: step, step.source, runner)
      let catalog = try StoreCatalog.read(
        from: runner.connection, counting: true, countingBytes: false)
      let (plan, mapping) = try plan(step, catalog)
      let source = SourceReader(runner.connection, runner.gate)
      let checks = CheckRun(source: source, input: self.input(step, catalog))
      let failures = try checks.failures(of: plan, runner.meter)
        .filter { $0.check.consequence == .fails }
      guard failures.isEmpty else { throw MigrationError.rowsFail(failures) }
      let counts = try SourceCounts(of: plan, source)
      if let mapping, case .mapping(let migration) = step.stage.kind {
        try migration.run(mapping, to: step.target, runner)
      } else {
        try runner.run(plan.steps)
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

  /// What a plan promises of its own result, before work of one's own changes it.
  private func verify(
    _ plan: MigrationPlan, _ counts: SourceCounts, _ name: String, _ runner: StepRunner
  ) throws {
    var problems: [String] = []
    for (invariant, before) in zip(plan.invariants, counts.invariants) {
      let after = try SourceReader.value(invariant.resultSQL, runner.connection, runner.gate)
      if before != after { problems.append("'\(name)': \(invariant.name) differ") }
    }
    for (invariant, tolerated) in zip(plan.mustBeZero, counts.tolerated) {
      let count = try SourceReader.number(invariant.resultSQL, runner.connection, runner.gate)
      if count ?? Int64.max > tolerated { problems.append("'\(name)': \(invariant.name)") }
    }
    guard problems.isEmpty else { throw MigrationError.verification(problems) }
  }
}

extension CompiledModel {
  /// The same model as another one is laid out.
  fileprivate func laidOut(like other: CompiledModel) -> CompiledModel {
    CompiledModel(
      CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests),
      frameworkVersion: other.framework.number, keepsHistory: other.schema.history != nil)
  }
}
