import MomentumDiagnostics

/// Messages about comparisons of strings.
extension PredicateMessage {
  static let stringRules: [DiagnosticRule] = [
    foreignWildcardRule, ignoredOptionsRule, likeWithoutWildcardRule, patternRule,
    stringOperatorOnOtherRule, substringRule,
  ]

  static let foreignWildcardRule = DiagnosticRule(
    "predicate.foreign-wildcard", .warning, "A pattern of LIKE has the wildcards of SQL.",
    """
    In a predicate '*' stands for any characters and '?' for one, while '%' and '_' are ordinary \
    characters, so the pattern is compared as a whole text. Write '*' instead of '%', and '?' \
    instead of '_'. If you mean the characters themselves, write '=='.
    """,
    .documented("Predicate Programming Guide, String Comparisons"))

  static func foreignWildcard(_ text: String, rewrite: String) -> Self {
    Self(
      rule: foreignWildcardRule,
      text:
        "\(text) has no wildcard of LIKE, where '*' stands for any text and '?' for one character; write \(rewrite)"
    )
  }

  static let ignoredOptionsRule = DiagnosticRule(
    "predicate.ignored-options", .warning,
    "A comparison of other values than strings has options.",
    """
    The options c, d, n and l say how strings are compared; numbers, dates and objects have \
    neither case nor accents. The options are ignored. Delete them, or compare with a string \
    attribute.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func ignoredOptions(_ why: String) -> Self {
    Self(rule: ignoredOptionsRule, text: "\(why), so the options are left out")
  }

  static let likeWithoutWildcardRule = DiagnosticRule(
    "predicate.like-without-wildcard", .note, "LIKE has a pattern without a wildcard.",
    """
    Unlike in SQL, '%' is no wildcard; '*' stands for any characters and '?' for one. Without \
    them LIKE compares the whole text. Write '==' for that, or add '*'.
    """,
    .documented("Predicate Programming Guide, String Comparisons"))

  static func likeWithoutWildcard(_ text: String) -> Self {
    Self(
      rule: likeWithoutWildcardRule,
      text: "\(text) has neither '*' nor '?', so LIKE compares the whole text as '==' does")
  }

  static let patternRule = DiagnosticRule(
    "predicate.pattern",
    .error(
      .refused(
        by: .predicateParser,
        .observed("'Can't do regex matching', an exception; Appboy/appboy-ios-sdk issue 243"))),
    "A pattern after MATCHES is not a regular expression.",
    """
    MATCHES takes a regular expression as ICU reads it, which has to match the whole text. \
    Foundation raises an exception for any other. In the text of a predicate a backslash is \
    written twice. Correct the pattern.
    """,
    .observed("NSPredicate's error 'Can't do regex matching, reason: Can't open pattern …'"))

  static func pattern(_ text: String) -> Self {
    Self(
      rule: patternRule,
      text: "Can't do regex matching: \(text) is no regular expression that ICU can read")
  }

  static let stringOperatorOnOtherRule = DiagnosticRule(
    "predicate.string-operator", .error(.noMeaning("only strings contain or match strings")),
    "A string operator is applied to something that is not a string.",
    """
    CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES work on strings only, and Core Data \
    raises an exception for a number, a date or nil. Compare by == or <, or use a string \
    attribute.
    """,
    .observed(
      """
      an error of Core Data's SQLite store, 'unimplemented SQL generation for predicate'
      """))

  static func stringOperatorOnOther(_ text: String, why: String, hint: String?) -> Self {
    Self(
      rule: stringOperatorOnOtherRule,
      text: "unimplemented SQL generation for predicate : (\(text)): \(why)"
        + (hint.map { "; \($0)" } ?? ""))
  }

  static let substringRule = DiagnosticRule(
    "predicate.substring", .note, "IN with one text on its right looks for a part of this text.",
    """
    Between two texts, IN is true if the right one contains the left one. To look for one of \
    several values, put braces around them.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func substring(_ text: String, rewrite: String) -> Self {
    Self(
      rule: substringRule,
      text:
        "\(text) is one text, so this asks whether it contains the left side; for one of several write \(rewrite)"
    )
  }
}
