import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumSwiftData
import MomentumVersionHash

/// Judges SwiftData migration plans: whether each version has a way to the last one, and what the
/// way costs.
struct SwiftPlanReview {
  let reader: SwiftDataReader
  private var diagnostics = Diagnostics()
  private var forms: [String: DiffedModel] = [:]

  init(_ reader: SwiftDataReader) { self.reader = reader }

  static func review(_ reader: SwiftDataReader, _ diagnostics: inout Diagnostics) {
    guard !reader.plans.isEmpty else { return }
    var review = SwiftPlanReview(reader)
    review.run()
    diagnostics.append(contentsOf: review.diagnostics)
  }

  private mutating func run() {
    for schema in reader.schemas where schema.isVersioned {
      let read = reader.model(of: schema)
      // Findings of the version itself are reported where it is checked.
      if !read.diagnostics.hasErrors { forms[schema.name] = DiffedModel(read.model) }
    }
    for plan in reader.plans {
      let known = reviewSchemas(plan)
      reviewHashes(known, plan)
      reviewStages(plan)
    }
    reviewUnplanned()
  }

  // MARK: - Schemas

  /// - Returns: The schemas of the plan that the sources have.
  private mutating func reviewSchemas(_ plan: SwiftMigrationPlan) -> [SwiftSchema] {
    var known: [SwiftSchema] = []
    for (name, place) in plan.schemas {
      guard let schema = reader.schemas.first(where: { $0.name == name }) else {
        let near = nearName(to: name, among: reader.schemas.map(\.name))
        diagnostics.report(SwiftPlanMessage.unknownSchema(name, near: near), at: place)
        continue
      }
      if let last = known.last, let before = last.identifier, let identifier = schema.identifier,
        !before.lexicographicallyPrecedes(identifier)
      {
        diagnostics.report(
          SwiftPlanMessage.planOrder(
            name, schema.identifierText, after: last.name, last.identifierText), at: place)
      }
      known.append(schema)
    }
    return known
  }

  /// An app may have several plans, for example one that goes back, so a schema is missed only if
  /// no plan has it.
  private mutating func reviewUnplanned() {
    let planned = Set(reader.plans.flatMap(\.schemas).map(\.name))
    for schema in reader.schemas where schema.isVersioned && !planned.contains(schema.name) {
      diagnostics.report(
        SwiftPlanMessage.notInPlan(schema.name, plan: reader.plans[0].name), at: schema.location)
    }
  }

  private mutating func reviewHashes(_ schemas: [SwiftSchema], _ plan: SwiftMigrationPlan) {
    var byDigest: [String: SwiftSchema] = [:]
    for schema in schemas {
      guard let digest = forms[schema.name]?.hashes.digest else { continue }
      if let other = byDigest[digest] {
        diagnostics.report(
          SwiftPlanMessage.sameHashes(schema.name, other: other.name), at: schema.location,
          notes: [Diagnostic.Note("'\(other.name)' is here", at: other.location)])
      } else {
        byDigest[digest] = schema
      }
    }
  }

  // MARK: - Stages

  private mutating func reviewStages(_ plan: SwiftMigrationPlan) {
    let names = plan.schemas.map(\.name)
    let steps = zip(names, names.dropFirst()).map { [$0, $1] }
    for stage in plan.stages {
      guard let from = stage.from, let to = stage.to else { continue }
      guard steps.contains([from, to]) else {
        diagnostics.report(SwiftPlanMessage.stageVersions(from: from, to: to), at: stage.location)
        continue
      }
      judge(stage, from, to)
    }
    let stages = plan.stages.map { [$0.from ?? "", $0.to ?? ""] }
    // A list of stages that is worked out in code cannot be read; then none is missed.
    guard plan.stages.allSatisfy({ $0.from != nil && $0.to != nil }) else { return }
    for step in steps where !stages.contains(step) {
      let place = plan.schemas.first { $0.name == step[1] }?.location ?? plan.location
      diagnostics.report(SwiftPlanMessage.missingStage(from: step[0], to: step[1]), at: place)
    }
  }

  private mutating func judge(_ stage: SwiftMigrationPlan.Stage, _ from: String, _ to: String) {
    guard let old = forms[from], let new = forms[to] else { return }
    let diff = ModelDiffer.diff(old, new)
    if case .impossible(_, let reasons) = diff.inference {
      for reason in reasons {
        diagnostics.report(
          SwiftPlanMessage.stageNotInferrable(from: from, to: to, reason: reason),
          at: stage.location)
      }
      return
    }
    guard stage.kind == .lightweight else { return }
    let losses = diff.changes.filter { $0.assessment.migrationClass == .dropsData }.map(\.summary)
    guard !losses.isEmpty else { return }
    diagnostics.report(
      SwiftPlanMessage.stageLosesData(from: from, to: to, changes: losses), at: stage.location)
  }
}
