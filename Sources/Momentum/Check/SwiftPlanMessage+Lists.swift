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
    Each version is listed once in 'schemas', from the oldest to the newest. If the second entry \
    was meant to be another version, that version is missing from the plan, and its stores do not \
    open. In this case correct the name; otherwise delete one of the two entries.
    """, .own)

  static func repeatedSchema(_ name: String) -> Self {
    Self(rule: repeatedSchemaRule, text: "'\(name)' is among the schemas of the plan already")
  }

  static let repeatedStageRule = DiagnosticRule(
    "plan.repeated-stage", .warning, "A migration plan has two stages between the same versions.",
    """
    There can be one stage from a version to the next. Which of the two stages SwiftData runs is \
    not documented. Delete one of them. If one of them was meant for other versions, correct its \
    versions instead.
    """, .own)

  static func repeatedStage(from: String, to: String) -> Self {
    Self(
      rule: repeatedStageRule, text: "the plan has a stage from '\(from)' to '\(to)' already")
  }

  static let unreadSchemasRule = DiagnosticRule(
    "plan.unread-schemas", .warning,
    "The schemas of a migration plan cannot be read in the sources.",
    """
    Momentum reads a list that is written out, '[SchemaV1.self, SchemaV2.self]', a variable with \
    such a list as its value, and such lists that are joined with '+'. It does not read a list \
    that is computed at run time, so missing versions and stages of this plan are not found. Write \
    all schemas into one list.
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
    SwiftData changes the tables by an inferred migration. The migration fails at rows that the \
    new version does not allow: a row without a value for a required property (134110), or two \
    rows with the same value of a unique property. Give a new property a default, or make it \
    optional. Existing rows can be corrected in 'willMigrate' of a custom stage, which runs on the \
    old version: there remove duplicates, and set the values of a property that becomes required.
    """, .documented("SwiftData, MigrationStage; Core Data, lightweight migration"))

  static func stageDependsOnData(
    _ kind: SwiftMigrationPlan.Stage.Kind, from: String, to: String, effect: String
  ) -> Self {
    Self(
      rule: stageDependsOnDataRule,
      text: "the \(kind.rawValue) stage from '\(from)' to '\(to)' may fail: \(effect)")
  }
}
