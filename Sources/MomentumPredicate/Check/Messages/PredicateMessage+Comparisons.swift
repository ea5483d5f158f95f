package import MomentumDiagnostics

/// Messages about comparisons of values.
extension PredicateMessage {
  static let comparisonRules: [DiagnosticRule] = [
    alwaysFalseRule, ambiguousTypeRule, betweenNeedsTwoRule, boundsReversedRule, castRule,
    constantConditionRule, differentTypesRule, nullInListRule, nullNeedsEqualityRule, orderRule,
    valueRule, valueRangeRule,
  ]

  static let alwaysFalseRule = DiagnosticRule(
    "predicate.always-false", .warning, "A comparison is never true.",
    """
    No text contains, begins with, ends with or matches the empty text in a predicate, not even \
    the empty text itself: "name CONTAINS ''" finds no object. And no object of a to-many \
    relationship is nil: 'ANY books == nil' finds no object either. Correct the constant, write \
    'books.@count == 0' to find objects without related ones, or leave the comparison out.
    """,
    .observed("NSPredicate, in public test suites"))

  static func alwaysFalse(_ what: String) -> Self {
    Self(rule: alwaysFalseRule, text: "\(what) never holds, not even for the empty text")
  }

  static let ambiguousTypeRule = DiagnosticRule(
    "predicate.ambiguous-type", .error(.noMeaning("the type in which to compare is not known")),
    "The type of a comparison is not known.",
    """
    Both sides are variables or nil, so nothing says which type the values have and how to compare \
    them. Compare with a key path or with a constant.
    """,
    .own)

  static let ambiguousType = Self(
    rule: ambiguousTypeRule,
    text:
      "the type of this comparison is not known: both sides are variables, nil or empty; compare with a key path or a constant"
  )

  static let betweenNeedsTwoRule = DiagnosticRule(
    "predicate.between",
    .error(.noMeaning("a range has one lower and one upper bound")),
    "BETWEEN does not have exactly two bounds.",
    """
    BETWEEN takes a collection of a lower and an upper bound; the range includes both bounds. \
    Write 'x BETWEEN {1, 10}', or give a list of two values as the argument.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func betweenNeedsTwo(found: Int) -> Self {
    Self(
      rule: betweenNeedsTwoRule,
      text:
        "BETWEEN needs a collection of exactly two bounds, {low, high}, found \(plural(found, "value"))"
    )
  }

  static let boundsReversedRule = DiagnosticRule(
    "predicate.reversed-bounds", .warning, "The lower bound of BETWEEN is above the upper one.",
    """
    BETWEEN takes the lower bound first, so nothing lies between these two and no object is \
    found. Exchange the bounds.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func boundsReversed(_ low: String, _ high: String) -> Self {
    Self(
      rule: boundsReversedRule,
      text: "nothing lies between \(low) and \(high): the lower bound comes first")
  }

  static let castRule = DiagnosticRule(
    "predicate.cast", .error(.noMeaning("no stored value is of the class")),
    "CAST cannot make a value of this class.",
    """
    CAST makes a date of a number or of an ISO 8601 text, a number of a text or a date, a text of \
    a number, and a UUID or a URL of a text. Other classes have no value in a store. Name one of \
    these classes, as in "CAST(5, 'NSDate')", or give the value as an argument.
    """,
    .observed("NSExpression's error 'Don't know how to cast …', in public implementations"))

  static func cast(_ what: String, known: String) -> Self {
    Self(rule: castRule, text: "\(what); CAST knows \(known)")
  }

  static let constantConditionRule = DiagnosticRule(
    "predicate.constant-condition", .warning, "A comparison is the same for every object.",
    """
    Both sides are constants. Often one of them was meant as a key, but is in quotes. Remove the \
    quotes, or write TRUEPREDICATE or FALSEPREDICATE.
    """,
    .own)

  static func constantCondition(_ value: Bool?, hasText: Bool) -> Self {
    Self(
      rule: constantConditionRule,
      text: "both sides are constants, so this is "
        + (value.map { $0 ? "always true" : "always false" } ?? "the same for every object")
        + (hasText
          ? "; a key that was meant stands without quotes"
          : "; write TRUEPREDICATE or FALSEPREDICATE, or nothing"))
  }

  static let differentTypesRule = DiagnosticRule(
    "predicate.type-mismatch", .error(.noMeaning("values of the two types cannot be compared")),
    "Two properties of different types are compared.",
    """
    Numbers can be compared with numbers of any type, and objects with objects of the same entity \
    hierarchy. For other pairs a comparison has no meaning, although SQLite would have a result. \
    Compare properties of the same type.
    """,
    .own)

  static func differentTypes(
    _ left: String, _ leftType: String, _ right: String, _ rightType: String
  ) -> Self {
    Self(
      rule: differentTypesRule,
      text: "'\(left)' is \(leftType) and '\(right)' is \(rightType); the two are never equal")
  }

  static func neverNull(_ path: String, rewrite: String) -> Self {
    Self(
      rule: alwaysFalseRule,
      text: "none of the objects of '\(path)' is ever nil; for no objects write '\(rewrite)'")
  }

  static let nullInListRule = DiagnosticRule(
    "predicate.nil-in-list", .warning, "A collection after IN contains nil.",
    """
    IN never finds a missing value, and in SQL a NOT IN with nil in its list finds nothing at all. \
    Delete nil, and use '== nil' for missing values.
    """,
    .documented("SQLite, The IN and NOT IN operators"))

  static let nullInList = Self(
    rule: nullInListRule,
    text:
      "IN never finds nil, and NOT IN with nil in its list finds no object at all; remove nil and add a comparison with '== nil'"
  )

  static let nullNeedsEqualityRule = DiagnosticRule(
    "predicate.nil-order", .error(.noMeaning("nil has no order")),
    "Nil is compared by something other than == and !=.",
    """
    Nil is neither less nor greater than a value and is in no range, so the comparison would be \
    true for no object. Write '== nil' or '!= nil', and combine it with another comparison.
    """,
    .documented("Predicate Programming Guide, Using Null Values"))

  static func nullNeedsEquality(_ text: String, rewrite: String) -> Self {
    Self(
      rule: nullNeedsEqualityRule,
      text:
        "nil can be compared by == and != only, not by \(text): the comparison would hold for no object\(rewrite)"
    )
  }

  static let orderRule = DiagnosticRule(
    "predicate.order", .error(.noMeaning("the values have no order")),
    "Values without an order are compared as less or greater.",
    """
    Objects, UUIDs, URLs and bytes can only be equal or not; the order of their stored form has no \
    meaning. Compare with '==' or '!=', or compare an attribute that is a number, a text or a \
    date.
    """,
    .own)

  static func order(_ what: String, what kind: String) -> Self {
    Self(rule: orderRule, text: "'\(what)' is \(kind), which has no order; compare by == or !=")
  }

  package static let valueRule = DiagnosticRule(
    "predicate.value-type", .error(.noMeaning("the value is not of the type to compare with")),
    "A value is not of the type that the comparison needs.",
    """
    Each constant and argument is read as a value of the property on the other side. Numbers are \
    written without quotes, strings with quotes, and Booleans as YES or NO; a date is given as an \
    argument such as 2026-05-04T12:00:00Z. Write the value in that form.
    """,
    .own)

  static func value(_ what: String, of other: String, type: String, hint: String?) -> Self {
    Self(
      rule: valueRule,
      text: "\(what) is no value of \(quoted(other)), which is \(type)"
        + (hint.map { "; \($0)" } ?? ""))
  }

  static let valueRangeRule = DiagnosticRule(
    "predicate.value-range", .warning, "A value lies outside the range of the attribute's type.",
    """
    No stored value of the attribute can be equal to it, so '==' is true for no object, and a \
    comparison such as '<' for all objects or for none. Correct the value, or change the type of \
    the attribute.
    """,
    .own)

  static func valueNever(_ what: String, of other: String, why: String) -> Self {
    Self(rule: valueRangeRule, text: "\(quoted(other)) is never \(what): \(why)")
  }

  static func valueRange(_ what: String, of other: String, type: String) -> Self {
    Self(
      rule: valueRangeRule,
      text: "\(quoted(other)) is never \(what): it lies outside the range of \(type)")
  }
}
