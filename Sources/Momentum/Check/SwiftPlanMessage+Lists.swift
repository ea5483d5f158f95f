import MomentumDiagnostics
import MomentumSwiftData

extension SwiftPlanMessage {
  static let listRules = [
    repeatedSchemaRule, repeatedStageRule, stageDependsOnDataRule, unreadSchemasRule,
    unreadStagesRule,
  ]

  static let repeatedSchemaRule = DiagnosticRule(
    "plan.repeated-schema", .warning, "A migration plan lists a schema twice.",
    """
    Each version has one place in 'schemas', from the oldest to the newest. Take one of the two out; if the second \
    one was meant to be another version, correct its name.
    """, .own)

  static func repeatedSchema(_ name: String) -> Self {
    Self(rule: repeatedSchemaRule, text: "'\(name)' is among the schemas of the plan already")
  }

  static let repeatedStageRule = DiagnosticRule(
    "plan.repeated-stage", .warning, "A migration plan has two stages between the same versions.",
    """
    A step has one stage. Which of the two SwiftData runs is not documented. Take one out; if it was meant for \
    other versions, correct their names.
    """, .own)

  static func repeatedStage(from: String, to: String) -> Self {
    Self(
      rule: repeatedStageRule, text: "the plan has a stage from '\(from)' to '\(to)' already")
  }

  static let unreadSchemasRule = DiagnosticRule(
    "plan.unread-schemas", .warning,
    "The schemas of a migration plan cannot be read in the sources.",
    """
    A list is read if it is written as one, '[SchemaV1.self, SchemaV2.self]', also by the name of a variable, and if \
    such lists are joined with '+'. What only the running app knows is not guessed: missing versions and stages of \
    this plan are not found. Write the list out.
    """, .own)

  static func unreadSchemas(of plan: String, _ reason: UnreadList.Reason) -> Self {
    Self(
      rule: unreadSchemasRule,
      text:
        "the schemas of '\(plan)' cannot be read: \(reason.text); write them as '[SchemaV1.self, SchemaV2.self]'"
    )
  }

  static let unreadStagesRule = DiagnosticRule(
    "plan.unread-stages", .warning, "The stages of a migration plan cannot be read in the sources.",
    """
    A stage is read if it is written in the list or is the value of a variable that the list names, and has its two \
    versions as 'SchemaV1.self'. What only the running app knows is not guessed: missing stages of this plan are not \
    found, and these stages are not judged. Write them out.
    """, .own)

  static func unreadStages(of plan: String, _ reason: UnreadList.Reason) -> Self {
    Self(
      rule: unreadStagesRule,
      text:
        "stages of '\(plan)' cannot be read: \(reason.text); missing stages are not found")
  }

  static let stageDependsOnDataRule = DiagnosticRule(
    "plan.stage-depends-on-data", .warning, "A stage fails for stores with certain rows.",
    """
    SwiftData changes the tables by an inferred migration, which stops at rows that the new version does not \
    allow: a row that has no value for a required property (134110), two rows with the same value of a unique one. \
    Give a new property a default or make it optional. Rows that exist can be put right in 'willMigrate' of a \
    custom stage, which runs on the old version: remove duplicates, fill what becomes required.
    """, .documented("SwiftData, MigrationStage; Core Data, lightweight migration"))

  static func stageDependsOnData(
    _ kind: SwiftMigrationPlan.Stage.Kind, from: String, to: String, effect: String
  ) -> Self {
    Self(
      rule: stageDependsOnDataRule,
      text: "the \(kind.rawValue) stage from '\(from)' to '\(to)' may fail: \(effect)")
  }
}
