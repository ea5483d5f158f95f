import MomentumDiagnostics

/// Messages about values of attributes and about derived properties.
extension ReviewMessage {
  static let attributeRules: [DiagnosticRule] = [
    badDerivationRule, defaultOutOfBoundsRule, fetchedPropertyWithoutRequestRule,
    insecureTransformerRule, noDefaultRule, optionalScalarRule,
  ]

  static let badDerivationRule = DiagnosticRule(
    "model.bad-derivation",
    .error(
      .refused(by: .coreData, .documented("NSDerivedAttributeDescription.derivationExpression"))),
    "A derived attribute has an expression that a store cannot compute.",
    """
    A derivation can be a key path to an attribute, '@count' or '@sum' over a to-many \
    relationship, 'canonical:()', 'uppercase:()' or 'lowercase:()' of a string, or 'now()', \
    and its result has to be of the attribute's type. Adding a store with any other derivation \
    fails. Correct 'derivationExpression', or set 'derived' to NO and set the value in code.
    """,
    .documented("NSDerivedAttributeDescription"))

  static func badDerivation(_ name: String, reason: String) -> Self {
    Self(rule: badDerivationRule, text: "the derivation of '\(name)' cannot be computed: \(reason)")
  }

  static let defaultOutOfBoundsRule = DiagnosticRule(
    "model.default-out-of-bounds", .warning, "The default of an attribute is outside its bounds.",
    """
    Bounds are checked when an object is saved, and the save fails as long as the object keeps \
    the default. The bounds of a string are those of its length. Change the default, or change \
    the minimum or the maximum.
    """,
    .documented("Core Data Programming Guide, Object Validation"))

  static func defaultOutOfBounds(_ name: String) -> Self {
    Self(
      rule: defaultOutOfBoundsRule,
      text:
        "the default of '\(name)' is outside its bounds; an object that keeps it cannot be saved")
  }

  static let fetchedPropertyWithoutRequestRule = DiagnosticRule(
    "model.fetched-property-without-request", .warning,
    "A fetched property has no fetch request.",
    """
    Its value is the result of the fetch request, so reading the property fails. Add a \
    'fetchRequest' element with 'entity' and 'predicateString', or delete the property.
    """,
    .assumed)

  static func fetchedPropertyWithoutRequest(_ name: String) -> Self {
    Self(
      rule: fetchedPropertyWithoutRequestRule,
      text: "fetched property '\(name)' has no fetch request; reading it fails")
  }

  static let insecureTransformerRule = DiagnosticRule(
    "model.insecure-transformer", .warning,
    "A transformable attribute uses a transformer that decodes any class.",
    """
    The default transformer and 'NSKeyedUnarchiveFromData' make objects of any class that an \
    archive names, so a manipulated store can make objects that nobody expects. Set \
    'valueTransformerName' to 'NSSecureUnarchiveFromData'. It decodes collections, strings, \
    numbers, dates, data, URLs and UUIDs; register a subclass of it for other classes.
    """,
    .observed("a warning of Core Data since iOS 13 and of Xcode 12 on"))

  static func insecureTransformer(_ name: String, transformer: String?) -> Self {
    Self(
      rule: insecureTransformerRule,
      text:
        "transformable '\(name)' uses \(transformer.map { "'\($0)'" } ?? "the default transformer"), which decodes any class; 'NSSecureUnarchiveFromData' does not"
    )
  }

  static let noDefaultRule = DiagnosticRule(
    "model.required-without-default", .info, "A required attribute has no default.",
    """
    A new object cannot be saved before the attribute is set. When the attribute is added to a \
    model that has stores, the migration of a store with objects of the entity fails, because \
    these objects would have no value. Add 'defaultValueString', or 'defaultDateTimeInterval' for \
    a date, or set 'optional' to YES. Whether an attribute is optional is part of the version \
    hash, so do not edit a released version; make this change in a new one.
    """,
    .documented(
      """
      Core Data Model Versioning and Data Migration Programming Guide, Lightweight Migration
      """))

  static func noDefault(_ names: [String], entity: String) -> Self {
    Self(
      rule: noDefaultRule,
      text:
        "\(quotedList(names, max: 8)) of '\(entity)' \(names.count == 1 ? "is" : "are") required without a default; a new object cannot be saved before \(names.count == 1 ? "it is" : "they are") set, and migration has no value for old ones",
      namesItsSubject: true)
  }

  static let optionalScalarRule = DiagnosticRule(
    "model.optional-scalar", .info, "An optional attribute is a scalar in code.",
    """
    A scalar property such as 'Int16' has no nil, so a missing value reads as 0, NO or the \
    reference date, and code cannot tell a missing value from a stored one. Set \
    'usesScalarValueType' to NO, or set 'optional' to NO and add 'defaultValueString'.
    """,
    .observed("classes that Xcode 8 to 16 generated"))

  static func optionalScalar(_ name: String, type: String) -> Self {
    Self(
      rule: optionalScalarRule,
      text:
        "'\(name)' is optional, but a scalar \(type) has no nil; a missing value reads as \(zero(type))"
    )
  }

  /// The value of a scalar property that was never set, as a message shows it.
  private static func zero(_ type: String) -> String {
    switch type {
    case "Bool": "false"
    case "TimeInterval": "2001-01-01"
    default: "0"
    }
  }
}
