import MomentumDiagnostics

/// Messages about expressions that a store cannot compute.
extension PredicateMessage {
  static let storeRules: [DiagnosticRule] = [
    arithmeticRule, fetchRequestRule, functionArgumentRule, havingRule, storeRefusesRule,
    unsupportedRule, unsupportedFunctionRule,
  ]

  static let arithmeticRule = DiagnosticRule(
    "predicate.arithmetic", .error(.noMeaning("the computation has no result")),
    "A computation has no result.",
    """
    A constant is divided by zero, the result of constants is too large, an operand is nil, or \
    dates are multiplied. A number of seconds can be added to a date, and the difference of two \
    dates is a number of seconds. Correct the operands.
    """,
    .own)

  static func arithmetic(_ why: String) -> Self {
    Self(rule: arithmeticRule, text: why)
  }

  static let fetchRequestRule = DiagnosticRule(
    "predicate.fetch", .error(.noMeaning("the request or what to compute is not known")),
    "A FETCH cannot be compiled.",
    """
    FETCH takes a fetch request, a context, and YES or NO. YES counts the objects, NO fetches \
    them. The request is an argument, or the name of a fetch request that the model stores; the \
    context is ignored. Correct the name, or set the last operand to YES or NO.
    """,
    .documented("NSFetchRequestExpression"))

  static func fetchRequest(_ why: String) -> Self {
    Self(rule: fetchRequestRule, text: why)
  }

  static let functionArgumentRule = DiagnosticRule(
    "predicate.function-argument",
    .error(.noMeaning("the function has no result for such an operand")),
    "A function or an operator has an operand of a wrong type.",
    """
    Arithmetic takes numbers, 'lowercase:' a text, 'modulus:by:' whole numbers. Give a value of \
    the type that the message names, or convert it by CAST.
    """,
    .documented("NSExpression"))

  static func functionArgument(_ function: String, takes: String, found: String) -> Self {
    Self(rule: functionArgumentRule, text: "\(function) takes \(takes), found \(found)")
  }

  static let havingRule = DiagnosticRule(
    "predicate.having", .error(.noMeaning("a group has no single value of the key path")),
    "A having predicate uses a key path or an aggregate.",
    """
    A having predicate is a condition about the fetched values, by name: '$headcount > 5', where \
    'headcount' is the name of a fetched expression. Core Data raises an exception for a key path \
    and for a function. Fetch the value as an expression with a name, and write this name after \
    '$'.
    """,
    .observed("errors of Core Data's SQLite store, 'keypath headcount not found in entity …'"))

  static func having(_ what: String, sentence: String, rewrite: String) -> Self {
    Self(
      rule: havingRule,
      text:
        "\(sentence): a having predicate knows the fetched values only, by name, and \(what); \(rewrite)"
    )
  }

  static let storeRefusesRule = DiagnosticRule(
    "predicate.store-refuses", .warning,
    "Core Data's SQLite store refuses an expression that Momentum can compile.",
    """
    SQL can compute the expression, but in Core Data a fetch request with it raises an exception, \
    and the message begins with the text of that exception. If the predicate has to work in Core \
    Data too, write what the message proposes. If the message says 'is not known to compute', the \
    exception is only assumed, because no log with it was found. The article CoreDataSupport has a \
    table of all functions and operators. '--strict-core-data', or "strictCoreData" in \
    .momentum.json, makes this finding an error.
    """,
    .observed("errors of Core Data's SQLite store in public logs"))

  static func storeRefuses(sentence: String, why: String) -> Self {
    Self(rule: storeRefusesRule, text: "\(sentence): \(why)")
  }

  static func tooDeep(levelsMax limit: Int) -> Self {
    Self(
      rule: PredicateSyntaxMessage.tooDeepRule,
      text:
        "what is compiled cannot nest deeper than \(limit) levels; join conditions by AND and OR without parentheses"
    )
  }

  static func unknownFunction(_ name: String, near: String?) -> Self {
    Self(
      rule: PredicateSyntaxMessage.unknownFunctionRule,
      text: "unable to parse function name '\(name)' into supported selector (\(name))"
        + didYouMean(near))
  }

  static let unsupportedRule = DiagnosticRule(
    "predicate.unsupported",
    .error(
      .refused(
        by: .coreData,
        .documented(
          """
          NSExpression, Set Expressions, for UNION, INTERSECT and MINUS; the \
          others are assumed
          """))),
    "A construct of the language has no meaning in a store.",
    """
    Positions in a relationship, UNION and similar operators, ANYKEY, type identifiers and calls \
    of methods need objects in memory. Write what the message proposes, or filter the fetched \
    objects.
    """,
    .observed(
      "an error of Core Data's SQLite store, 'unimplemented SQL generation for predicate'"))

  static func unsupported(_ text: String, why: String, rewrite: String?) -> Self {
    Self(
      rule: unsupportedRule,
      text: "unimplemented SQL generation for predicate : (\(text)): \(why)"
        + write(rewrite))
  }

  static let unsupportedFunctionRule = DiagnosticRule(
    "predicate.function", .error(.noMeaning("a store cannot compute the function")),
    "A store cannot compute a function.",
    """
    Functions over all rows, such as 'sum:(price)', can only be in a fetched expression; in a \
    predicate, use '@count', '@sum', '@avg', '@min' or '@max' of a to-many relationship. Calls of \
    methods and functions of locations need objects in memory. Write a collection operator such as \
    'items.@sum.price', or filter in memory.
    """,
    .observed("an error of Core Data's SQLite store, 'Unsupported function expression …'"))

  static func unsupportedFunction(_ text: String, why: String) -> Self {
    Self(rule: unsupportedFunctionRule, text: "Unsupported function expression \(text): \(why)")
  }
}
