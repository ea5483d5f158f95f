import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles
import MomentumSwiftData
import MomentumVersionHash

/// Checks SwiftData migration plans: whether stages lead from each version to the last one, and
/// what the stages do to stored rows.
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
      // Findings about the version itself are reported by the check of the version.
      if !read.diagnostics.hasErrors { forms[schema.name] = DiffedModel(read.model) }
    }
    for plan in reader.plans {
      reportUnread(plan)
      let known = reviewSchemas(plan)
      reviewHashes(known, plan)
      SwiftStageReview.review(plan, reader, forms, &diagnostics)
    }
    reviewUnplanned()
  }

  private mutating func reportUnread(_ plan: SwiftMigrationPlan) {
    for unread in plan.unreadSchemas {
      diagnostics.report(
        SwiftPlanMessage.unreadSchemas(of: plan.name, unread.reason), at: unread.location)
    }
    for unread in plan.unreadStages {
      diagnostics.report(
        SwiftPlanMessage.unreadStages(of: plan.name, unread.reason), at: unread.location)
    }
  }

  // MARK: - Schemas

  /// - Returns: The schemas of the plan that the sources declare, each once.
  private mutating func reviewSchemas(_ plan: SwiftMigrationPlan) -> [SwiftSchema] {
    var known: [SwiftSchema] = []
    for (name, place) in plan.schemas {
      guard let schema = reader.schemas.first(where: { $0.name == name }) else {
        let near = nearName(to: name, among: reader.schemas.map(\.name))
        diagnostics.report(SwiftPlanMessage.unknownSchema(name, near: near), at: place)
        continue
      }
      if known.contains(where: { $0.name == name }) {
        diagnostics.report(SwiftPlanMessage.repeatedSchema(name), at: place)
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

  /// An app may have several plans, for example one that goes back, so a schema is reported only if
  /// no plan has it.
  private mutating func reviewUnplanned() {
    guard reader.plans.allSatisfy(\.unreadSchemas.isEmpty) else { return }
    let planned = Set(reader.plans.flatMap(\.schemas).map(\.name))
    for schema in reader.schemas where schema.isVersioned && !planned.contains(schema.name) {
      diagnostics.report(
        SwiftPlanMessage.notInPlan(schema.name, plan: reader.plans[0].name), at: schema.location)
    }
  }

  private mutating func reviewHashes(_ schemas: [SwiftSchema], _ plan: SwiftMigrationPlan) {
    var earlier: [(schema: SwiftSchema, form: DiffedModel)] = []
    for schema in schemas {
      guard let form = forms[schema.name] else { continue }
      // `hasSameHashes` also compares unknown forms: versions that differ only in parts whose
      // stored form is not known are not equal.
      if let other = earlier.first(where: { $0.form.hasSameHashes(as: form) })?.schema {
        diagnostics.report(
          SwiftPlanMessage.sameHashes(schema.name, other: other.name), at: schema.location,
          notes: [Diagnostic.Note("'\(other.name)' is here", at: other.location)])
      } else {
        earlier.append((schema, form))
      }
    }
  }
}
