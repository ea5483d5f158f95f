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
    Each version is listed once in 'schemas', from the oldest to the newest. Delete one of the \
    two; if the second one was meant to be another version, correct its name.
    """, .own)

  static func repeatedSchema(_ name: String) -> Self {
    Self(rule: repeatedSchemaRule, text: "'\(name)' is among the schemas of the plan already")
  }

  static let repeatedStageRule = DiagnosticRule(
    "plan.repeated-stage", .warning, "A migration plan has two stages between the same versions.",
    """
    There can be one stage from a version to the next. Which of the two SwiftData runs is not \
    documented. Delete one; if it was meant for other versions, correct their names.
    """, .own)

  static func repeatedStage(from: String, to: String) -> Self {
    Self(
      rule: repeatedStageRule, text: "the plan has a stage from '\(from)' to '\(to)' already")
  }

  static let unreadSchemasRule = DiagnosticRule(
    "plan.unread-schemas", .warning,
    "The schemas of a migration plan cannot be read in the sources.",
    """
    A list is read if it is written as one, '[SchemaV1.self, SchemaV2.self]', also by the name of \
    a variable, and if such lists are joined with '+'. A list that is computed at run time is not \
    read, so missing versions and stages of this plan are not found. Write all schemas into one \
    list.
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
    A stage is read if it is written in the list or is the value of a variable that the list \
    names, and has its two versions as 'SchemaV1.self'. A stage that is computed at run time is \
    not read, so missing stages of this plan are not found, and these stages are not checked. \
    Write the stages into the list.
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
