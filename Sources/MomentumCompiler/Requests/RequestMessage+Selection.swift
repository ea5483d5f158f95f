import MomentumDiagnostics

/// Messages about the selection of a request.
extension RequestMessage {
  static let selectionRules: [DiagnosticRule] = [
    aggregateOfAllRule, duplicateNameRule, emptySelectionRule, propertyOfObjectsRule,
    resultTypeRule, selectionNameRule, severalKeysRule, toManyToFetchRule, variableInSelectionRule,
  ]

  static let aggregateOfAllRule = DiagnosticRule(
    "request.aggregate-of-all", .warning,
    "A value of single objects is selected together with an aggregate of all objects.",
    """
    Without groups an aggregate makes one row of all objects, and a key path beside it would have \
    the value of some object: SQLite picks one, PostgreSQL refuses the statement. Group by the key \
    path, or leave it out.
    """,
    .documented("SQLite, SELECT, Bare columns in an aggregate query"))

  static func aggregateOfAll(_ text: String, aggregate: String) -> Self {
    Self(
      rule: aggregateOfAllRule,
      text:
        "'\(aggregate)' makes one row of all, and '\(text)' in it is that of any of them; group by it, or leave it out"
    )
  }

  static let duplicateNameRule = DiagnosticRule(
    "request.duplicate-name",
    .error(.noMeaning("a dictionary has each name only once")),
    "Two selected properties have the same name.",
    """
    The names are the keys of the resulting dictionaries, and a dictionary has each key only once. \
    Core Data recurses until the process crashes (rdar 14568695). Give one of them another name \
    with AS.
    """,
    .observed("rdar 14568695"))

  static func duplicateName(_ name: String) -> Self {
    Self(
      rule: duplicateNameRule,
      text:
        "two selected properties have the name '\(name)', on which Core Data recurses until it crashes; name one with AS"
    )
  }

  static let emptySelectionRule = DiagnosticRule(
    "request.empty-selection",
    .error(.noMeaning("nothing is selected")),
    "A selection is empty.",
    """
    There is nothing before AS, or nothing at all. Write a key path such as 'owner.name', \
    'objectID', or an expression such as 'count:(name) AS names'.
    """,
    .own)

  static let emptySelection = Self(
    rule: emptySelectionRule,
    text: "a selection is a key path, 'objectID' or an expression, with or without AS and a name")

  static let propertyOfObjectsRule = DiagnosticRule(
    "request.property-of-objects",
    .error(.noMeaning("an object has no property for the value")),
    "A request for objects selects something that is not a property of the entity.",
    """
    The selected properties are filled into the objects, which cannot hold the value of an \
    expression or a property of a related object. Fetch dictionaries instead of objects.
    """,
    .documented("NSFetchRequest.propertiesToFetch"))

  static func propertyOfObjects(_ text: String) -> Self {
    Self(
      rule: propertyOfObjectsRule,
      text:
        "'\(text)' cannot be fetched into objects, which take attributes and to-one relationships of their own; fetch dictionaries"
    )
  }

  static let resultTypeRule = DiagnosticRule(
    "request.result-type",
    .error(.noMeaning("the value cannot be converted to the type")),
    "A selected expression cannot be converted to the type after its name.",
    """
    A name may be followed by a type, 'sum:(days) AS total: Integer 64', like the result type of \
    an expression description. Numbers, Booleans and dates can be converted to each other; texts, \
    bytes and objects keep their type. Write one of Xcode's names of attribute types, or leave the \
    type out.
    """,
    .documented("NSExpressionDescription.expressionResultType"))

  static func resultType(_ text: String, found: String, wanted: String) -> Self {
    Self(rule: resultTypeRule, text: "'\(text)' is \(found), which is not given as \(wanted)")
  }

  static func unknownResultType(_ name: String, near: String?) -> Self {
    Self(rule: resultTypeRule, text: "no attribute type is named '\(name)'" + didYouMean(near))
  }

  static let selectionNameRule = DiagnosticRule(
    "request.selection-name",
    .error(.noMeaning("the name is not known")),
    "The name of a selected value cannot be read.",
    """
    A name follows AS. It is one word of letters, digits and underscores, or any text in quotes. \
    Sort keys and predicates over groups use this name. Write AS before the name, and put a name \
    with other characters in quotes.
    """,
    .own)

  static let selectionName = Self(
    rule: selectionNameRule,
    text: "the name behind AS is one word of letters, digits and underscores, or stands in quotes")

  static func selectionWithoutAs(_ text: String, rewrite: String) -> Self {
    Self(
      rule: selectionNameRule,
      text: "'\(text)' is a key path and a name, with AS between them; write '\(rewrite)'")
  }

  static let severalKeysRule = DiagnosticRule(
    "request.several-keys",
    .error(.noMeaning("it is not known where one key ends")),
    "Several keys are given where one is expected.",
    """
    Each selected property and each sort key is given by itself; a comma does not separate two \
    keys, because an expression may contain commas. Give the keys one by one, in their order.
    """,
    .own)

  static func severalKeys(_ text: String, keys: [String], what: String) -> Self {
    Self(
      rule: severalKeysRule,
      text: "'\(text)' is \(keys.count) \(what); give each by itself, as "
        + keys.prefix(3).map { "'\($0)'" }.joined(separator: " and "))
  }

  static let toManyToFetchRule = DiagnosticRule(
    "request.to-many-to-fetch",
    .error(
      .refused(
        by: .coreData,
        .documented(
          """
          NSFetchRequest.propertiesToFetch: attributes, to-one relationships, or expressions
          """))),
    "A selected key path crosses a to-many relationship.",
    """
    A dictionary has one value for each name, and the path leads to many. Core Data raises an \
    exception with the first words of the message. Put the path into an aggregate, as in \
    'count:(contracts)', or fetch objects and prefetch the relationship.
    """,
    .observed("FreeCoreData's tests against Core Data of macOS 26 and 27"))

  static func toManyToFetch(_ path: String) -> Self {
    Self(
      rule: toManyToFetchRule,
      text:
        "Invalid to-many relationship in setPropertiesToFetch: '\(path)' reaches many values; count or sum them, as in 'count:(\(path))'"
    )
  }

  static let variableInSelectionRule = DiagnosticRule(
    "request.variable-in-selection",
    .error(.noMeaning("the variable has no value")),
    "A selected expression has a variable.",
    """
    Only predicates can have variables: in the predicate of a request they get values, and in a \
    predicate over groups they name selected values. Write the value itself.
    """,
    .own)

  static func variableInSelection(_ name: String) -> Self {
    Self(
      rule: variableInSelectionRule,
      text: "'$\(name)' has no value in a selection; write the value itself")
  }
}
