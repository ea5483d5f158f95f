package import MomentumDiagnostics

/// A message about a SwiftData migration plan.
struct SwiftPlanMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] =
    [
      missingStageRule, notInPlanRule, planOrderRule, sameHashesRule, stageLosesDataRule,
      stageNotInferrableRule, stageVersionsRule, unknownSchemaRule,
    ] + listRules

  private static let threads = DiagnosticRule.Standing.observed(
    "threads of nine public projects about stores that did not open after an update")

  static let notInPlanRule = DiagnosticRule(
    "plan.not-in-plan", .warning, "A VersionedSchema is not in the migration plan.",
    """
    SwiftData looks for a store's version among the schemas of the plan. A store of a version that is not \
    there does not open: 134504 "Cannot use staged migration with an unknown model version." Add the version to \
    'schemas', with a stage to the next one, or delete it if no release ever had it.
    """, threads)

  static func notInPlan(_ schema: String, plan: String) -> Self {
    Self(
      rule: notInPlanRule,
      text: "'\(schema)' is not among the schemas of '\(plan)': stores of it do not open")
  }

  static let unknownSchemaRule = DiagnosticRule(
    "plan.unknown-schema", .warning,
    "A migration plan names a schema that the sources do not have.",
    """
    Momentum does not know the entities of such a version, so it does not check the stages from \
    and to it. Give Momentum a folder that also contains the schema's declaration, or correct the \
    name.
    """, .own)

  static func unknownSchema(_ schema: String, near: String?) -> Self {
    Self(
      rule: unknownSchemaRule,
      text: "no VersionedSchema '\(schema)' is in these sources" + didYouMean(near))
  }

  static let planOrderRule = DiagnosticRule(
    "plan.plan-order", .warning,
    "The schemas of a migration plan are not in the order of their versions.",
    """
    SwiftData migrates from the first schema to the last one, which has to be that of the app. If \
    an older version comes after a newer one, stores are migrated to the older one, and users lose \
    what the newer one added. Write the schemas in the order of their identifiers, and give each \
    version an identifier that is higher than that of the version before it.
    """, .documented("SwiftData, SchemaMigrationPlan.schemas"))

  static func planOrder(
    _ schema: String, _ identifier: String, after other: String, _ otherIdentifier: String
  ) -> Self {
    Self(
      rule: planOrderRule,
      text: "'\(schema)' (\(identifier)) stands after '\(other)' (\(otherIdentifier)) in the plan")
  }

  static let missingStageRule = DiagnosticRule(
    "plan.missing-stage", .warning,
    "A migration plan has no stage between two versions that follow each other.",
    """
    SwiftData cannot migrate a store of the earlier version to the later one. Add a stage: \
    'MigrationStage.lightweight(fromVersion:toVersion:)', or 'custom' if code has to compute \
    values.
    """, .documented("SwiftData, SchemaMigrationPlan.stages"))

  static func missingStage(from: String, to: String) -> Self {
    Self(rule: missingStageRule, text: "no stage leads from '\(from)' to '\(to)'")
  }

  static let stageVersionsRule = DiagnosticRule(
    "plan.stage-versions", .warning,
    "A stage does not lead from a version to the one after it.",
    """
    Stages are run one after the other, from the version of the store to the last one. A stage \
    that skips a version, goes back, or names a version that is not in the plan is never run, or \
    leaves a version without a stage to the next one. Give the stage two versions that follow each \
    other in 'schemas'.
    """, .documented("SwiftData, SchemaMigrationPlan.stages"))

  static func stageVersions(from: String, to: String) -> Self {
    Self(
      rule: stageVersionsRule,
      text: "this stage leads from '\(from)' to '\(to)', which do not follow each other in the plan"
    )
  }

  static let sameHashesRule = DiagnosticRule(
    "plan.same-hashes",
    .error(
      .refused(
        by: .coreData, .observed("the text 'Duplicate version checksums across stages detected'"))),
    "Two versions of a migration plan have the same hashes.",
    """
    SwiftData finds the version of a store by its hashes and refuses a plan in which two versions \
    have the same. Two versions have the same hashes if one is an unchanged copy of the other, or \
    if both list the classes of the app. Give the earlier version copies of the classes as they \
    were ('momentum freeze --swift' writes them), or take the later version out of the plan.
    """, threads)

  static func sameHashes(_ schema: String, other: String) -> Self {
    Self(
      rule: sameHashesRule,
      text: "'\(schema)' has the same hashes as '\(other)': a plan cannot have both")
  }

  static let stageNotInferrableRule = DiagnosticRule(
    "plan.stage-not-inferrable",
    .error(.refused(by: .coreData, .documented("NSMigrationError, inferred mapping models"))),
    "Core Data cannot make the change of a stage by itself.",
    """
    Every stage changes the tables by an inferred migration, also a custom one, whose closures run \
    before and after it. The message names what cannot be inferred. Use two steps: a version in \
    between that Core Data can infer, for example with an optional attribute, then a custom stage \
    that sets the values, then the version with the required attribute.
    """, .documented("SwiftData, MigrationStage"))

  static func stageNotInferrable(from: String, to: String, reason: String) -> Self {
    Self(
      rule: stageNotInferrableRule,
      text: "the stage from '\(from)' to '\(to)' cannot be inferred: \(reason)")
  }

  static let stageLosesDataRule = DiagnosticRule(
    "plan.stage-loses-data", .warning, "A lightweight stage drops data.",
    """
    Values of entities and properties that the new version does not have are deleted from users' \
    stores. If one of them was renamed, write '@Attribute(originalName:)' or \
    '@Relationship(originalName:)'. If its values move to another property, use a custom stage and \
    copy them in 'willMigrate'. If the loss is intended, set this finding to 'allow' for the \
    version, under 'overrides' in .momentum.json.
    """, .documented("Core Data, lightweight migration"))

  static func stageLosesData(from: String, to: String, changes: [String]) -> Self {
    Self(
      rule: stageLosesDataRule,
      text:
        "the lightweight stage from '\(from)' to '\(to)' drops data: \(changes.joined(separator: "; "))"
    )
  }
}

extension DiagnosticCatalogue {
  /// The diagnostics of the review of SwiftData migration plans.
  package static let swiftPlans = DiagnosticCatalogue(SwiftPlanMessage.rules)
}
