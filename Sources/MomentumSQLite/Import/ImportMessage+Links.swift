import MomentumDiagnostics

/// Messages about relationships of imported objects.
extension ImportMessage {
  static let linkRules: [DiagnosticRule] = [
    conflictRule, countRule, danglingIDRule, givenTwiceRule, repeatedDestinationRule,
    toManyForToOneRule, toOneForToManyRule, wrongDestinationRule,
  ]

  static let conflictRule = DiagnosticRule(
    "import.conflict", .error(.noMeaning("the row cannot be stored as it is written")),
    "The two sides of a relationship contradict each other.",
    """
    A relationship may be given on either object, or on both if they say the same. In this file \
    one object names the other, but the other object's list for the inverse does not name the \
    first. Correct one of the lists, or give the relationship on one side only.
    """,
    .own)

  static func conflict(relationship: String, inverse: String) -> Self {
    Self(
      rule: conflictRule,
      text: "'\(relationship)' and its inverse '\(inverse)' have to say the same")
  }

  static let countRule = DiagnosticRule(
    "import.count",
    .error(
      .refused(
        by: .coreData,
        .documented(
          """
          NSValidationRelationshipExceedsMaximumCountError and its counterpart \
          for too few
          """))),
    "A to-many relationship has too few or too many objects.",
    """
    Links that other objects name count too. Core Data checks 'minCount' and 'maxCount' when an \
    object is saved, and would refuse the object at its next save. Add or remove ids until the \
    number fits.
    """,
    .documented("Core Data Programming Guide, Object Validation"))

  static func countTooSmall(relationship: String, minimum: Int) -> Self {
    Self(rule: countRule, text: "relationship '\(relationship)' needs at least \(minimum) objects")
  }

  static func countTooLarge(relationship: String, maximum: Int) -> Self {
    Self(
      rule: countRule, text: "relationship '\(relationship)' can have at most \(maximum) objects")
  }

  static let danglingIDRule = DiagnosticRule(
    "import.dangling-id", .error(.noMeaning("the row cannot be stored as it is written")),
    "No object of the file has the id that a relationship names.",
    """
    Ids are local to the file; objects that are in the store already are found by "match" in a \
    mapping file. Correct the id, or add the object to the file.
    """,
    .own)

  static func danglingID(_ id: String, near: String?) -> Self {
    Self(rule: danglingIDRule, text: "no object has the id '\(id)'" + didYouMean(near))
  }

  static let givenTwiceRule = DiagnosticRule(
    "import.given-twice", .error(.noMeaning("the row cannot be stored as it is written")),
    "A to-one relationship would lead to two objects.",
    """
    Two objects name the same object in a relationship, but the inverse of this relationship leads \
    to one object only. Remove that object's id from one of the two.
    """,
    .own)

  static func givenTwice(relationship: String, object: String) -> Self {
    Self(
      rule: givenTwiceRule,
      text: "to-one relationship '\(relationship)' of \(object) can lead to one object only")
  }

  static let repeatedDestinationRule = DiagnosticRule(
    "import.repeated-destination",
    .error(.noMeaning("the row cannot be stored as it is written")),
    "A relationship names one object twice.",
    """
    An object can be in a to-many relationship only once. Delete one of the two ids.
    """,
    .own)

  static func repeatedDestination(_ id: String) -> Self {
    Self(rule: repeatedDestinationRule, text: "the id '\(id)' can stand in a relationship once")
  }

  static let toManyForToOneRule = DiagnosticRule(
    "import.list-for-to-one", .error(.noMeaning("the row cannot be stored as it is written")),
    "A to-one relationship has a list as its value.",
    """
    It leads to one object, so its value is an id, or null for none. Replace the list by one \
    id.
    """,
    .own)

  static func toManyForToOne(_ name: String) -> Self {
    Self(
      rule: toManyForToOneRule,
      text: "relationship '\(name)' is to-one and takes one id, not a list")
  }

  static let toOneForToManyRule = DiagnosticRule(
    "import.value-for-to-many", .error(.noMeaning("the row cannot be stored as it is written")),
    "A to-many relationship has one id as its value.",
    """
    Its value is a list of ids, even for a single object. Put the id in brackets.
    """,
    .own)

  static func toOneForToMany(_ name: String) -> Self {
    Self(
      rule: toOneForToManyRule, text: "relationship '\(name)' is to-many and takes a list of ids")
  }

  static let wrongDestinationRule = DiagnosticRule(
    "import.wrong-destination", .error(.noMeaning("the row cannot be stored as it is written")),
    "A relationship names an object of another entity.",
    """
    The object has to be of the destination entity or of a sub-entity of it. Name another \
    object, or correct the "entity" of that one.
    """,
    .own)

  static func wrongDestination(relationship: String, expected: String, found: String) -> Self {
    Self(
      rule: wrongDestinationRule,
      text: "relationship '\(relationship)' leads to '\(expected)', not to '\(found)'")
  }
}
