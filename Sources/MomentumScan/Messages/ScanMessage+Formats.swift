import MomentumDiagnostics

/// Messages about formats of predicates and their arguments.
extension ScanMessage {
  static let formatRules: [DiagnosticRule] = [
    argumentTypeRule, comparedTypeRule, extraArgumentRule, interpolationRule, missingArgumentRule,
    quotedInterpolationRule, quotedPlaceholderRule,
  ]

  private static let formatSyntax = DiagnosticRule.Standing.documented(
    "Predicate Programming Guide, Predicate Format String Syntax")

  static let argumentTypeRule = DiagnosticRule(
    "scan.argument-type", .error(.noMeaning("the argument is read as another type than it has")),
    "An argument of a format is not of the type that its conversion takes.",
    """
    '%@' takes an object and '%K' the name of a key. If a Swift Int, Double or Bool is passed for \
    them, Foundation reads its bits as the address of an object, and the program crashes. '%d' \
    takes a whole number and '%f' a Double. If another value is passed for them, its bits are read \
    as such a number, so the predicate compares with a wrong number. Write '%ld' for an Int, '%f' \
    for a Double and '%@' for an object such as a String, or give an NSNumber.
    """, formatSyntax)

  static func argumentType(_ conversion: String, takes: String, found: String, write: String?)
    -> Self
  {
    Self(
      rule: argumentTypeRule,
      text: "'\(conversion)' takes \(takes), but the argument is \(found)"
        + (write.map { "; \($0)" } ?? ""))
  }

  static let comparedTypeRule = DiagnosticRule(
    "scan.compared-type", .warning,
    "An argument of a format is of another type than the property that it is compared with.",
    """
    A value of another type is never equal to the property, and for some types the request raises \
    an exception when it runs. Give a value of the property's type.
    """, .assumed)

  static func comparedType(_ path: String, type: String, found: String) -> Self {
    Self(
      rule: comparedTypeRule, text: "'\(path)' is \(type), but the argument is \(found)")
  }

  static let extraArgumentRule = DiagnosticRule(
    "scan.extra-argument", .warning, "A format has fewer conversions than arguments.",
    """
    The last arguments are ignored. Often somebody deleted a conversion from the format and left \
    its argument. Delete the argument, or add its conversion.
    """, formatSyntax)

  static func extraArgument(takes count: Int, given: Int) -> Self {
    Self(
      rule: extraArgumentRule,
      text: "the format takes \(plural(count, "argument")), and \(given) are given")
  }

  static let interpolationRule = DiagnosticRule(
    "scan.interpolated-format", .warning, "A value is interpolated into a format.",
    """
    The value becomes a part of the text that NSPredicate parses. A text in it is read as a key, a \
    quote in it ends a literal, and whoever chooses the value can change the predicate. Write '%@' \
    and give the value as an argument. For a key write '%K'. If the value is a whole condition, \
    join the conditions with NSCompoundPredicate.
    """, formatSyntax)

  static func interpolation(_ conversion: String) -> Self {
    Self(
      rule: interpolationRule,
      text: "the value is parsed as a part of the predicate; write '\(conversion)' and an argument")
  }

  static let interpolatedCondition = Self(
    rule: interpolationRule,
    text: "the value is parsed as a part of the predicate; join conditions with NSCompoundPredicate"
  )

  static let quotedInterpolationRule = DiagnosticRule(
    "scan.quoted-interpolation", .warning,
    "A value is interpolated between quotes of a format.",
    """
    A quote or a backslash in the value ends or changes the text: "O'Brien" raises an exception, and \
    somebody who chooses the text can add conditions. Write '%@' without quotes and give the value \
    as an argument.
    """, formatSyntax)

  static let quotedInterpolation = Self(
    rule: quotedInterpolationRule,
    text: "a quote in the value ends the text; write '%@' without quotes and an argument")

  static let missingArgumentRule = DiagnosticRule(
    "scan.missing-argument",
    .error(.refused(by: .predicateParser, formatSyntax)),
    "A format has more conversions than arguments.",
    """
    Foundation raises an exception, or reads memory that is not an argument. Give one more \
    argument, or delete the conversion.
    """, formatSyntax)

  static func missingArgument(_ conversion: String, takes count: Int, given: Int) -> Self {
    Self(
      rule: missingArgumentRule,
      text:
        "no argument for '\(conversion)': the format takes \(plural(count, "argument")), and \(given == 0 ? "none is" : "\(given) \(given == 1 ? "is" : "are")") given"
    )
  }

  static let quotedPlaceholderRule = DiagnosticRule(
    "scan.quoted-placeholder", .error(.noMeaning("what is in quotes is text")),
    "A conversion is in quotes.",
    """
    Between quotes '%@' is plain text: the predicate compares with these two characters, and the \
    argument is given to the next conversion or to none. Delete the quotes.
    """, formatSyntax)

  static func quotedPlaceholder(_ conversion: String) -> Self {
    Self(
      rule: quotedPlaceholderRule,
      text: "'\(conversion)' in quotes is text and takes no argument; delete the quotes")
  }
}
