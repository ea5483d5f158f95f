import MomentumDiagnostics

/// Messages about relationships and their delete rules.
extension ReviewMessage {
  static let relationshipRules: [DiagnosticRule] = [
    acrossConfigurationsRule, cascadeCycleRule, noActionRuleRule, nullifyRequiredRule,
    uselessOrderRule,
  ]

  static let acrossConfigurationsRule = DiagnosticRule(
    "model.across-configurations", .warning,
    "A relationship connects entities of configurations that have no entity in common.",
    """
    Each configuration can have a store of its own, and Core Data does not support \
    relationships from one store to another. Add both entities to one configuration, or \
    replace the relationship by a fetched property or by an attribute that holds an \
    identifier.
    """,
    .documented("Core Data Programming Guide, Creating Managed Object Relationships"))

  static func acrossConfigurations(_ name: String, entity: String, destination: String) -> Self {
    Self(
      rule: acrossConfigurationsRule,
      text:
        "relationship '\(name)' leads from '\(entity)' to '\(destination)', which share no configuration; objects of two stores cannot refer to each other",
      namesItsSubject: true)
  }

  static let cascadeCycleRule = DiagnosticRule(
    "model.cascade-cycle", .warning, "A relationship and its inverse both cascade.",
    """
    Deleting one object deletes the objects at the other end, then the objects that are related to \
    these, until all connected objects are gone. Decide which of the two entities owns the other. \
    The relationship of the owner keeps the rule Cascade. Set 'deletionRule' of its inverse to \
    Nullify.
    """,
    .documented("NSDeleteRule.cascadeDeleteRule"))

  static func cascadeCycle(_ name: String, inverse: String) -> Self {
    Self(
      rule: cascadeCycleRule,
      text:
        "'\(name)' and its inverse '\(inverse)' both cascade; deleting one object deletes all that hang together"
    )
  }

  static let noActionRuleRule = DiagnosticRule(
    "model.no-action-rule", .warning, "A relationship has the delete rule No Action.",
    """
    Core Data does not touch the objects at the other end, so they still refer to the deleted \
    one. Reading that reference later raises an exception. Set 'deletionRule' to Nullify, or to \
    Cascade or Deny where the inverse is required, unless code repairs the other side itself.
    """,
    .documented("NSDeleteRule.noActionDeleteRule"))

  static func noActionRule(_ name: String, destination: String) -> Self {
    Self(
      rule: noActionRuleRule,
      text:
        "the delete rule No Action of '\(name)' leaves '\(destination)' objects that refer to what is deleted"
    )
  }

  static let nullifyRequiredRule = DiagnosticRule(
    "model.nullify-required", .warning,
    "Deleting an object nullifies a relationship that is required.",
    """
    The rule Nullify clears the inverse on every object at the other end. The inverse is not \
    optional, so these objects are invalid and the save fails. Set 'deletionRule' to Cascade or \
    Deny, or set 'optional' of the inverse to YES. Whether it is optional is part of the version \
    hash, so do not edit a released version; make this change in a new one.
    """,
    .documented("Core Data Programming Guide, Creating Managed Object Relationships"))

  static func nullifyRequired(_ name: String, inverse: String, destination: String) -> Self {
    Self(
      rule: nullifyRequiredRule,
      text:
        "deleting an object nullifies '\(inverse)' of its '\(destination)' objects, which is required, so the save fails; give '\(name)' the rule Cascade or Deny"
    )
  }

  static let uselessOrderRule = DiagnosticRule(
    "model.ordered-to-one", .info, "A to-one relationship is ordered.",
    """
    One object has no order, so the flag has no effect. Set 'ordered' to NO, or set 'toMany' \
    to YES.
    """,
    .assumed)

  static func uselessOrder(_ name: String) -> Self {
    Self(
      rule: uselessOrderRule, text: "'\(name)' leads to one object, so being ordered has no meaning"
    )
  }
}
