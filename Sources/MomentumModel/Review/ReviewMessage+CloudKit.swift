import MomentumDiagnostics

/// Messages about parts of a model that CloudKit cannot sync. They are reported only if
/// `.momentum.json` has `cloudKit`.
extension ReviewMessage {
  static let cloudRules: [DiagnosticRule] = [
    cloudDeleteRule, cloudInverseRule, cloudOptionalRule, cloudOrderedRule, cloudReservedNameRule,
    cloudTypeRule, cloudUniqueRule,
  ]

  static let cloudDeleteRule = DiagnosticRule(
    "cloudkit.deny-rule",
    .error(
      .refused(
        by: .coreData,
        .documented("Creating a Core Data Model for CloudKit"))),
    "A relationship of a synced model has the delete rule Deny.",
    """
    Deletions arrive from other devices and cannot be refused, so CloudKit does not support the \
    rule, and the store is not loaded. Set 'deletionRule' to Nullify or Cascade. If an object must \
    not be deleted while other objects refer to it, let code check that before it deletes the \
    object.
    """,
    .documented("Creating a Core Data Model for CloudKit"))

  static func cloudDelete(_ name: String) -> Self {
    Self(rule: cloudDeleteRule, text: "CloudKit cannot sync the delete rule Deny of '\(name)'")
  }

  static let cloudInverseRule = DiagnosticRule(
    "cloudkit.missing-inverse",
    .error(
      .refused(
        by: .coreData, .documented("Creating a Core Data Model for CloudKit"))),
    "A relationship of a synced model has no inverse.",
    """
    Records may arrive in any order, and only an inverse lets Core Data complete a relationship \
    later. If an inverse is missing, a store that syncs with CloudKit is not loaded. Add a \
    relationship from the destination back to this entity, and set 'inverseName' and \
    'inverseEntity' on both relationships.
    """,
    .documented("Creating a Core Data Model for CloudKit"))

  static func cloudInverse(_ name: String) -> Self {
    Self(rule: cloudInverseRule, text: "CloudKit needs an inverse for relationship '\(name)'")
  }

  static let cloudOptionalRule = DiagnosticRule(
    "cloudkit.required-property",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'requires that all attributes be optional, or have a default value \
          set'; CubeLabsNZ/CubeTime pull request 131
          """))),
    "A property of a synced model is required and has no default.",
    """
    A record may arrive without the value, or before the record that it refers to, and then the \
    object would not be valid. A store that syncs with CloudKit is not loaded. Set 'optional' to \
    YES; an attribute may have 'defaultValueString' instead. Whether it is optional is part of the \
    version hash, so do not edit a released version; make this change in a new one.
    """,
    .observed(
      """
      error 134060 of NSPersistentCloudKitContainer; for relationships also Creating a Core \
      Data Model for CloudKit
      """))

  static func cloudOptional(_ name: String, isAttribute: Bool) -> Self {
    Self(
      rule: cloudOptionalRule,
      text: "CloudKit needs '\(name)' to be optional\(isAttribute ? " or to have a default" : "")")
  }

  static let cloudOrderedRule = DiagnosticRule(
    "cloudkit.ordered-relationship",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'CloudKit integration does not support ordered relationships'; \
          CubeLabsNZ/CubeTime pull request 131
          """))),
    "A relationship of a synced model is ordered.",
    """
    CloudKit has no order of references, so a store that syncs with CloudKit is not loaded. \
    Set 'ordered' to NO, add an attribute for the position to the destination, and sort by it.
    """,
    .observed("error 134060 of NSPersistentCloudKitContainer"))

  static func cloudOrdered(_ name: String) -> Self {
    Self(rule: cloudOrderedRule, text: "CloudKit cannot sync the ordered relationship '\(name)'")
  }

  static let cloudReservedNameRule = DiagnosticRule(
    "cloudkit.reserved-name", .warning,
    "The name of an entity of a synced model begins with 'CD_'.",
    """
    Core Data puts 'CD_' before the names of the record types and fields that it creates in \
    CloudKit, to distinguish them from names that others use. An entity whose own name has the \
    prefix cannot be distinguished in this way. Rename the entity, and set its 'elementID' to the \
    old name if stores exist.
    """,
    .assumed)

  static func cloudReservedName(_ name: String) -> Self {
    Self(
      rule: cloudReservedNameRule,
      text: "Core Data puts 'CD_' before names in CloudKit; '\(name)' has it already",
      namesItsSubject: true)
  }

  static let cloudTypeRule = DiagnosticRule(
    "cloudkit.unsupported-type",
    .error(
      .refused(
        by: .coreData,
        .documented("Creating a Core Data Model for CloudKit"))),
    "An attribute of a synced model has a type that CloudKit cannot store.",
    """
    A CloudKit record has no field for the types Undefined and Object ID, so values of them \
    cannot be synced. Set 'attributeType' to another type, for example URI for the address of \
    an object, or set 'transient' to YES.
    """,
    .documented("Creating a Core Data Model for CloudKit"))

  static func cloudType(_ name: String, type: String) -> Self {
    Self(rule: cloudTypeRule, text: "CloudKit has no field for '\(name)' of type '\(type)'")
  }

  static let cloudUniqueRule = DiagnosticRule(
    "cloudkit.unique-constraint",
    .error(
      .refused(
        by: .coreData,
        .documented("Creating a Core Data Model for CloudKit"))),
    "An entity of a synced model has uniqueness constraints.",
    """
    Two devices can add equal objects while they are offline, and CloudKit can refuse neither. A \
    store that syncs with CloudKit is not loaded. Delete 'uniquenessConstraints', and let code \
    look for duplicates after a sync.
    """,
    .documented("Creating a Core Data Model for CloudKit"))

  static func cloudUnique(_ entity: String) -> Self {
    Self(
      rule: cloudUniqueRule,
      text: "CloudKit cannot keep the uniqueness constraints of entity '\(entity)'",
      namesItsSubject: true)
  }
}
