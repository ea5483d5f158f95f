import MomentumDiagnostics

/// A message about a batch update or batch delete.
struct BatchMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    expressionTypeRule, missingValueRule, notSettableRule, setSpellingRule, setTwiceRule,
    unknownKeyRule, valueRuleRule,
  ]

  static let expressionTypeRule = DiagnosticRule(
    "batch.expression-type",
    .error(.noMeaning("the value cannot be converted to the attribute's type")),
    "An expression has a value of another type than the attribute.",
    """
    The column would hold a value that the attribute's type does not allow, and the object could \
    not be read any more. Write an expression of the attribute's type. A constant is written after \
    '=', as in 'active=NO', and an expression after ':='.
    """,
    .documented("NSBatchUpdateRequest.propertiesToUpdate"))

  static func expressionType(key: String, expected: String) -> Self {
    Self(rule: expressionTypeRule, text: "the expression for '\(key)' has to give \(expected)")
  }

  static let missingValueRule = DiagnosticRule(
    "batch.missing-value", .error(.noMeaning("an object without the value cannot be read")),
    "A property that is not optional would be set to nil.",
    """
    Core Data's batch update writes nil, and afterwards cannot read the object: 'missing mandatory \
    data'. Give a value. With --no-validation Momentum writes nil too.
    """,
    .observed("notes of tests on iOS 13 to 18"))

  static func missingValue(key: String, entity: String) -> Self {
    Self(
      rule: missingValueRule,
      text: "'\(key)' of entity '\(entity)' is not optional and cannot be set to nil")
  }

  static let notSettableRule = DiagnosticRule(
    "batch.not-settable", .error(.noMeaning("there is no column for the value")),
    "A property cannot be set by a batch update.",
    """
    Stored attributes of the entity itself, elements of composite attributes and to-one \
    relationships can be set. Derived attributes are computed by the store, transient attributes \
    have no column, and a to-many relationship is set by its inverse in the objects at its other \
    end. Name one of the properties that can be set, or set the value of each object in code.
    """,
    .own)

  static func notSettable(key: String, why: String) -> Self {
    Self(rule: notSettableRule, text: "'\(key)' cannot be set: \(why)")
  }

  static let setSpellingRule = DiagnosticRule(
    "batch.set-spelling", .error(.noMeaning("it is not known what to set")),
    "A value is not given as key=value.",
    """
    Write 'key=value' with a value of the property's type, 'key=nil', or 'key:=expression', and \
    quote it for the shell.
    """,
    .own)

  static func setSpelling(_ text: String) -> Self {
    Self(
      rule: setSpellingRule,
      text: "a value is set by key=value, or by key:=expression, not by '\(text)'")
  }

  static let setTwiceRule = DiagnosticRule(
    "batch.set-twice", .error(.noMeaning("a column holds only one value")),
    "One property is set twice.",
    """
    Only one of the values could be kept. Leave one out.
    """,
    .own)

  static func setTwice(_ key: String) -> Self {
    Self(rule: setTwiceRule, text: "'\(key)' can be set once")
  }

  static let unknownKeyRule = DiagnosticRule(
    "batch.unknown-key", .error(.noMeaning("there is no such property")),
    "The entity has no property of the name.",
    """
    Core Data raises 'Invalid string key' for it. Correct the name; 'momentum dump model' lists \
    the properties.
    """,
    .documented("NSBatchUpdateRequest.propertiesToUpdate"))

  static func unknownKey(_ key: String, entity: String, near: String?) -> Self {
    Self(
      rule: unknownKeyRule,
      text: "no property '\(key)' in entity '\(entity)'"
        + didYouMean(near))
  }

  static let valueRuleRule = DiagnosticRule(
    "batch.value", .error(.noMeaning("the attribute cannot hold the value")),
    "A value does not fit its property.",
    """
    The value has another type, or breaks a rule of the model, so that the object could not be \
    saved again. Correct the value; --no-validation allows a value that breaks a rule, but never a \
    value of another type.
    """,
    .own)

  static func valueRule(key: String, rule: String) -> Self {
    Self(rule: valueRuleRule, text: "the value of '\(key)' has to be \(rule)")
  }
}
