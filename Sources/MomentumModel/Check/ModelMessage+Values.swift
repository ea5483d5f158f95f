import MomentumDiagnostics

/// Messages about values that XML attributes cannot have.
extension ModelMessage {
  static let valueRules: [DiagnosticRule] = [
    adjustedValueRule, badCountRule, badFlagRule, badValueRule, ignoredValueRule,
    minimumAboveMaximumRule, unknownChoiceRule,
  ]

  static let adjustedValueRule = DiagnosticRule(
    "model.adjusted-value", .warning, "A default or a bound was written for another type.",
    """
    Xcode keeps the text of a default when the type of an attribute is changed, so 'NO' or '0.5' \
    may be the default of a whole number. The text is read as the nearest value of the type: NO as \
    0, a fraction without its decimals, a number outside the range of the type as the limit of the \
    range. Set 'defaultValueString', 'minValueString' or 'maxValueString' to a value of the \
    attribute's type.
    """,
    .observed(
      """
      models that Xcode 4 to 16 wrote: a default is kept when the attribute's type changes
      """))

  static func adjustedValue(_ role: ValueRole, text: String, type: String, used: String) -> Self {
    Self(
      rule: adjustedValueRule,
      text: "\(role.rawValue) '\(text)' is not of type '\(type)'; it is read as \(used)")
  }

  static let badCountRule = DiagnosticRule(
    "model.bad-count", .warning, "A count is not a whole number.",
    """
    'minCount', 'maxCount', 'fetchLimit' and 'fetchBatchSize' count objects, and 0 means no limit. \
    A text that is not a whole number is read as if the XML attribute were not there. Write a \
    whole number, or delete the attribute. A negative number is not reported, because models made \
    in code have -1 for no limit.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func badCount(attribute: String, value: String) -> Self {
    Self(
      rule: badCountRule,
      text:
        "'\(attribute)' has to be a whole number, not '\(value)'; it is read as if it were not there"
    )
  }

  static let badFlagRule = DiagnosticRule(
    "model.bad-flag", .warning, "A flag is neither YES nor NO.",
    """
    Xcode writes flags such as 'optional' and 'toMany' as YES or NO; true, false, 1 and 0 are read \
    too. Another value is read by its first letter, as 'NSString.boolValue' does (that Xcode's \
    compiler does the same is assumed). If that letter means neither yes nor no, the value is read \
    as if the attribute were not there. Set the attribute to YES or NO.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func badFlag(attribute: String, value: String, used: Bool) -> Self {
    Self(
      rule: badFlagRule,
      text:
        "'\(attribute)' has to be YES or NO, not '\(value)'; it is read as \(used ? "YES" : "NO")")
  }

  static let badValueRule = DiagnosticRule(
    "model.bad-value", .warning,
    "A default or a bound cannot be read as a value of the attribute's type.",
    """
    The text is neither a number nor a flag, so a new object has no such default and the bound \
    checks nothing. Version hashes and tables do not depend on the value. Set \
    'defaultValueString', 'minValueString' or 'maxValueString' to a value of the attribute's type, \
    or delete the XML attribute.
    """,
    .assumed)

  static func badValue(_ role: ValueRole, text: String, type: String) -> Self {
    Self(
      rule: badValueRule,
      text:
        "\(role.rawValue) '\(text)' cannot be read as '\(type)' and is left out; \(expectedValue(type)) is expected"
    )
  }

  static let ignoredValueRule = DiagnosticRule(
    "model.ignored-value", .info,
    "An attribute has a default or a bound that its type cannot have.",
    """
    Xcode leaves the text behind when the type of an attribute is changed. It has no effect: dates \
    take 'defaultDateTimeInterval', 'minDateTimeInterval' and 'maxDateTimeInterval' instead, \
    bounds belong to numbers, dates and the length of strings, and the default of a UUID attribute \
    has to be a UUID. Delete the XML attribute, or write the value in the form of the type.
    """,
    .observed(
      """
      models that Xcode 4 to 16 wrote: a default is kept when the attribute's type changes
      """))

  static func ignoredValue(_ role: ValueRole, text: String, type: String) -> Self {
    Self(
      rule: ignoredValueRule,
      text: "\(role.rawValue) '\(text)' has no meaning for type '\(type)'; it is ignored")
  }

  static let minimumAboveMaximumRule = DiagnosticRule(
    "model.minimum-above-maximum", .warning, "A minimum is above the maximum.",
    """
    No value can satisfy both, so every save of an object that has a value fails its \
    validation. Exchange the two values, or delete one. A 'maxCount' of 0 means that there is \
    no maximum.
    """,
    .assumed)

  static let minimumAboveMaximum = Self(
    rule: minimumAboveMaximumRule, text: "the minimum is above the maximum")

  static let unknownChoiceRule = DiagnosticRule(
    "model.unknown-choice", .warning,
    "An XML attribute has a value that is not among the valid ones.",
    """
    'deletionRule', 'codeGenerationType', 'resultType' of a fetch request, and 'type' and 'order' \
    of an index element each take one of a few words, and case matters. Another word is read as if \
    the attribute were absent; the message says what that means. Set it to a word that the message \
    lists.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func unknownChoice(
    attribute: String, value: String, valid: [String], used: String, near: String?
  ) -> Self {
    Self(
      rule: unknownChoiceRule,
      text:
        "'\(attribute)' cannot be '\(value)' and is read as '\(used)'; valid are \(quotedList(valid))\(didYouMean(near))"
    )
  }

  private static func expectedValue(_ type: String) -> String {
    switch AttributeType(xmlName: type) {
    case .integer16, .integer32, .integer64:
      AttributeType(xmlName: type)?.integerRange.map {
        "a whole number from \($0.lowerBound) to \($0.upperBound)"
      } ?? "a whole number"
    case .boolean: "YES or NO"
    case .double, .float, .decimal: "a number such as 0.5"
    case .date: "a number of seconds since 2001-01-01"
    case .string: "a length"
    case .undefined, .binary, .uuid, .uri, .transformable, .objectID, .composite, nil:
      "another value"
    }
  }
}
