package import MomentumDiagnostics

/// Messages about arguments and variables.
extension PredicateMessage {
  static let argumentRules: [DiagnosticRule] = [
    argumentInStoredRule, missingArgumentRule, missingVariableRule, shadowedVariableRule,
    tooManyArgumentsRule, unknownVariableRule, variableTwiceRule, variableTypesRule,
    variableValueRule,
  ]

  static let argumentInStoredRule = DiagnosticRule(
    "predicate.argument-in-model", .error(.noMeaning("there is no value to compare with")),
    "A predicate of the model has an argument.",
    """
    A predicate that a model stores gets no arguments, so '%@' has no value there. Write '$NAME', \
    and give the value when you make the request from its template.
    """,
    .documented("NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)"))

  static func argumentInStored(_ conversion: String, variable: String) -> Self {
    Self(
      rule: argumentInStoredRule,
      text:
        "a predicate of the model has no arguments, so '\(conversion)' has no value; write '$\(variable)' and substitute it when the request is made"
    )
  }

  static func argumentKey(_ name: String, entity: String, near: String?) -> Self {
    Self(
      rule: unknownKeyRule,
      text: "the argument '\(name)' names no property of entity '\(entity)'"
        + didYouMean(near))
  }

  package static let missingArgumentRule = DiagnosticRule(
    "predicate.missing-argument",
    .error(.refused(by: .predicateParser, .assumed)), "A conversion has no argument.",
    """
    Each '%@', '%K', '%d' and so on takes one argument, in the order of the text. Foundation \
    raises an exception, or reads memory that is not an argument. Give one more argument, or \
    delete the conversion.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func missingArgument(_ text: String, index: Int, given: Int) -> Self {
    Self(
      rule: missingArgumentRule,
      text: "no argument for '\(text)', conversion number \(index): "
        + (given == 0
          ? "none is given" : given == 1 ? "only 1 is given" : "only \(given) are given"))
  }

  package static let missingVariableRule = DiagnosticRule(
    "predicate.missing-variable", .error(.noMeaning("there is no value to compare with")),
    "A variable of a predicate has no value.",
    """
    Every '$NAME' has to be replaced before the fetch; Core Data raises an exception for one \
    that is left. Give a value for the variable.
    """,
    .documented("NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)"))

  static func missingVariable(_ name: String) -> Self {
    Self(rule: missingVariableRule, text: "no value for '$\(name)'")
  }

  static let shadowedVariableRule = DiagnosticRule(
    "predicate.shadowed-variable", .warning, "A SUBQUERY's variable hides another.",
    """
    Inside the inner SUBQUERY the name means its own object, and the outer object cannot be used. \
    Give each SUBQUERY a variable of its own.
    """,
    .own)

  static func shadowedVariable(_ name: String) -> Self {
    Self(
      rule: shadowedVariableRule,
      text: "'$\(name)' hides the variable of the same name around it; give each SUBQUERY its own")
  }

  package static let tooManyArgumentsRule = DiagnosticRule(
    "predicate.too-many-arguments", .warning,
    "More arguments are given than the predicate has conversions.",
    """
    The last arguments are ignored. Often a '%@' is in quotes, where it is plain text. Delete the \
    quotes, or delete the arguments.
    """,
    .own)

  static func tooManyArguments(expected: Int, given: Int, quoted: String?) -> Self {
    Self(
      rule: tooManyArgumentsRule,
      text:
        "the format takes \(plural(expected, "argument")), given are \(given); the rest is left out"
        + (quoted.map { "; '\($0)' inside quotes is text, no conversion" } ?? ""))
  }

  static let unknownVariableRule = DiagnosticRule(
    "predicate.unknown-variable", .error(.noMeaning("the predicate has no place for the value")),
    "A value is given for a variable that the predicate does not have.",
    """
    The name is probably misspelt; names of variables distinguish case. Write the name as the \
    predicate has it, but without its dollar sign.
    """,
    .own)

  static func unknownVariable(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownVariableRule,
      text: "the predicate has no variable '$\(name)'"
        + (near.map { "; did you mean '$\($0)'?" } ?? ""))
  }

  static let variableTwiceRule = DiagnosticRule(
    "predicate.variable-twice", .error(.noMeaning("one variable cannot have two values")),
    "A variable is given two values.",
    """
    The same value is used wherever the variable occurs, so it is not known which of the two is \
    meant. Give only one of them; for IN, give several values as one list.
    """,
    .own)

  static func variableTwice(_ name: String) -> Self {
    Self(rule: variableTwiceRule, text: "'$\(name)' is given a value twice")
  }

  static let variableTypesRule = DiagnosticRule(
    "predicate.variable-types", .error(.noMeaning("one value cannot be of two types")),
    "A variable is used as two types.",
    """
    The same value is used wherever the variable occurs, so it has to be of the same type in all \
    places. It also has to stand for a list in all places or in none. Use two variables of \
    different names.
    """,
    .own)

  static func variableTypes(_ name: String, _ first: String, _ second: String) -> Self {
    Self(
      rule: variableTypesRule, text: "'$\(name)' is \(first) in one place and \(second) in another")
  }

  static let variableValueRule = DiagnosticRule(
    "predicate.variable-type",
    .error(.noMeaning("the value cannot be used as the variable's type")),
    "The value given for a variable is not of its type.",
    """
    A variable has the type of the property that it is compared with, and after IN or BETWEEN it \
    stands for a list with commas between the elements. Give a value of the type that the message \
    names.
    """,
    .own)

  static func variableValue(_ name: String, type: String) -> Self {
    Self(rule: variableValueRule, text: "the value of '$\(name)' is no \(type)")
  }
}
