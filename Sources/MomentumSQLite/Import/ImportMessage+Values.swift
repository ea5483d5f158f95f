import MomentumDiagnostics

/// Messages about values of imported attributes.
extension ImportMessage {
  static let valueRules: [DiagnosticRule] = [
    derivedAttributeRule, missingValueRule, notStoredRule, outOfRangeRule, unknownPropertyRule,
    unsupportedTypeRule, wrongTypeRule,
  ]

  static let derivedAttributeRule = DiagnosticRule(
    "import.derived-attribute", .error(.noMeaning("the row cannot be stored as it is written")),
    "A value is given for a derived attribute.",
    """
    The store computes the value when the object is written, so a given one would be \
    overwritten. Delete the attribute from the object.
    """,
    .documented("NSDerivedAttributeDescription"))

  static func derivedAttribute(_ name: String) -> Self {
    Self(
      rule: derivedAttributeRule,
      text: "attribute '\(name)' is derived; its value is computed and cannot be given")
  }

  static let missingValueRule = DiagnosticRule(
    "import.missing-value",
    .error(.refused(by: .coreData, .documented("NSValidationMissingMandatoryPropertyError"))),
    "A required property has no value.",
    """
    The property is not optional and has no default, so Core Data could not save the object. \
    Add a value to the object, or set 'optional' to YES in the model. A relationship may also \
    be given from the other side.
    """,
    .documented("Core Data Programming Guide, Object Validation"))

  static func missingValue(property: String, entity: String) -> Self {
    Self(
      rule: missingValueRule,
      text: "'\(property)' of entity '\(entity)' is not optional and needs a value")
  }

  static let notStoredRule = DiagnosticRule(
    "import.not-stored", .error(.noMeaning("the row cannot be stored as it is written")),
    "A value is given for a property that is not stored.",
    """
    Transient properties and attributes without a type have no column in which the value could \
    be kept. Delete the property from the object.
    """,
    .own)

  static func notStored(property name: String) -> Self {
    Self(rule: notStoredRule, text: "'\(name)' is not stored and cannot be given")
  }

  static let outOfRangeRule = DiagnosticRule(
    "import.out-of-range", .error(.noMeaning("the row cannot be stored as it is written")),
    "A value breaks a rule of its attribute.",
    """
    The value is outside the range of its type, below the minimum, above the maximum, or a \
    string of the wrong length or form. Core Data would refuse the object at its next save. \
    Give a value that satisfies the rule in the message.
    """,
    .documented("Core Data Programming Guide, Object Validation"))

  static func outOfRange(property: String, rule: String) -> Self {
    Self(rule: outOfRangeRule, text: "the value of '\(property)' has to be \(rule)")
  }

  static let unknownPropertyRule = DiagnosticRule(
    "import.unknown-property", .error(.noMeaning("the row cannot be stored as it is written")),
    "An object has a value for a property that its entity does not have.",
    """
    Attributes and relationships are different keys of an object, so a relationship under \
    "attributes" is unknown too. Correct the name, or move the value to the other key.
    """,
    .own)

  static func unknownProperty(kind: String, name: String, entity: String, near: String?) -> Self {
    Self(
      rule: unknownPropertyRule,
      text: "no \(kind) '\(name)' in entity '\(entity)'" + didYouMean(near))
  }

  static let unsupportedTypeRule = DiagnosticRule(
    "import.unsupported-type", .error(.noMeaning("the row cannot be stored as it is written")),
    "Values of the attribute's type cannot be imported.",
    """
    An attribute of the type Object ID refers to a row of a store, which a file cannot name. \
    Delete the attribute from the object, and set it in code.
    """,
    .own)

  static func unsupportedType(property: String, type: String) -> Self {
    Self(
      rule: unsupportedTypeRule,
      text: "values of type \(type) cannot be imported, as for '\(property)'")
  }

  static let wrongTypeRule = DiagnosticRule(
    "import.wrong-type", .error(.noMeaning("the row cannot be stored as it is written")),
    "A value is not of the attribute's type.",
    """
    Numbers and Booleans are written without quotes. A date is a string such as \
    "2026-01-31T12:00:00Z", or a number of seconds since 2001. A decimal is a number or a string. \
    UUIDs and URIs are strings. Binary and transformable values are strings in base64. A composite \
    is an object with its elements as keys. Write the value in the form that the message asks for.
    """,
    .own)

  static func wrongType(property: String, expected: String, found: String) -> Self {
    Self(rule: wrongTypeRule, text: "'\(property)' takes \(expected), not \(found)")
  }
}
