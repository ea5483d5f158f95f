import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumSwiftData

/// Checks the stages of a SwiftData migration plan: whether they lead from each version to the
/// next, and what they do to the rows of stores.
struct SwiftStageReview {
  let plan: SwiftMigrationPlan
  let reader: SwiftDataReader
  /// The versions that can be read, by name.
  let forms: [String: DiffedModel]
  private var diagnostics = Diagnostics()

  init(_ plan: SwiftMigrationPlan, _ reader: SwiftDataReader, _ forms: [String: DiffedModel]) {
    self.plan = plan
    self.reader = reader
    self.forms = forms
  }

  static func review(
    _ plan: SwiftMigrationPlan, _ reader: SwiftDataReader, _ forms: [String: DiffedModel],
    _ diagnostics: inout Diagnostics
  ) {
    var review = SwiftStageReview(plan, reader, forms)
    review.run()
    diagnostics.append(contentsOf: review.diagnostics)
  }

  // MARK: - Which stages there are

  private mutating func run() {
    var names: [String] = []
    for schema in plan.schemas where !names.contains(schema.name) { names.append(schema.name) }
    let steps = zip(names, names.dropFirst()).map { [$0, $1] }
    var seen: [[String]] = []
    // Steps between two versions whose stage exists but names an unknown version. They are not
    // reported as missing.
    var misnamed: [[String]] = []
    for stage in plan.stages {
      guard let from = stage.from, let to = stage.to else { continue }
      if reportUnknown([from, to], stage, names) {
        misnamed += steps.filter { $0[0] == from || $0[1] == to }
        continue
      }
      if seen.contains([from, to]) {
        diagnostics.report(
          SwiftPlanMessage.repeatedStage(from: from, to: to), at: stage.location)
        continue
      }
      seen.append([from, to])
      guard steps.contains([from, to]) else {
        // If a part of the list of schemas cannot be read, a version between the two may be in it,
        // and then the stage is right.
        if plan.unreadSchemas.isEmpty {
          diagnostics.report(
            SwiftPlanMessage.stageVersions(from: from, to: to), at: stage.location)
        }
        continue
      }
      judge(stage, from, to)
    }
    // A stage that cannot be read may be the one that seems to be missing.
    guard plan.unreadStages.isEmpty, plan.unreadSchemas.isEmpty,
      plan.stages.allSatisfy({ $0.from != nil && $0.to != nil })
    else { return }
    for step in steps where !seen.contains(step) && !misnamed.contains(step) {
      let place = plan.schemas.first { $0.name == step[1] }?.location ?? plan.location
      diagnostics.report(SwiftPlanMessage.missingStage(from: step[0], to: step[1]), at: place)
    }
  }

  /// Reports the versions of a stage that neither the plan nor the sources have.
  ///
  /// - Returns: Whether there is such a version.
  private mutating func reportUnknown(
    _ versions: [String], _ stage: SwiftMigrationPlan.Stage, _ names: [String]
  ) -> Bool {
    let known = reader.schemas.map(\.name)
    let unknown = versions.filter { !names.contains($0) && !known.contains($0) }
    for name in unknown {
      diagnostics.report(
        SwiftPlanMessage.unknownSchema(name, near: nearName(to: name, among: known)),
        at: stage.location)
    }
    return !unknown.isEmpty
  }

  // MARK: - What a stage does

  private mutating func judge(_ stage: SwiftMigrationPlan.Stage, _ from: String, _ to: String) {
    guard let old = forms[from], let new = forms[to], old.model.unknownForm == nil,
      new.model.unknownForm == nil
    else { return }
    let diff = ModelDiffer.diff(old, new)
    if case .impossible(_, let reasons) = diff.inference {
      for reason in reasons {
        diagnostics.report(
          SwiftPlanMessage.stageNotInferrable(from: from, to: to, reason: reason),
          at: stage.location)
      }
      return
    }
    for change in diff.changes {
      for assessment in change.assessments where fails(assessment, in: stage) {
        diagnostics.report(
          SwiftPlanMessage.stageDependsOnData(
            stage.kind, from: from, to: to, effect: assessment.effect), at: stage.location,
          notes: assessment.repair.map { [Diagnostic.Note("repair: \($0)")] } ?? [])
      }
    }
    guard stage.kind == .lightweight else { return }
    let losses = diff.changes.filter { $0.assessment.migrationClass == .dropsData }.map(\.summary)
    guard !losses.isEmpty else { return }
    diagnostics.report(
      SwiftPlanMessage.stageLosesData(from: from, to: to, changes: losses), at: stage.location)
  }

  /// Whether a stage fails for some rows. `willMigrate` runs before the tables change and can put
  /// rows right, but it cannot set a property that the old version does not have.
  private func fails(_ assessment: Assessment, in stage: SwiftMigrationPlan.Stage) -> Bool {
    guard assessment.migrationClass == .dependsOnData else { return false }
    let isPrepared = stage.kind == .custom && stage.hasWillMigrate
    return !isPrepared || assessment.rule == .attributeAddedRequired
  }
}
