import MomentumDiagnostics

/// Messages about imported objects, their keys and the stored objects that they match.
extension ImportMessage {
  static let objectRules: [DiagnosticRule] = [
    notUniqueRule, abstractEntityRule, duplicateIDRule, duplicateKeyRule, matchedTwiceRule,
    matchesSeveralRule, matchesNoneRule, matchNeedsValueRule, refusedRule, unknownEntityRule,
  ]

  static let notUniqueRule = DiagnosticRule(
    "import.not-unique",
    .error(.refused(by: .coreData, .documented("NSConstraintConflict"))),
    "An object repeats values that have to be unique because of a uniqueness constraint.",
    """
    Another object of the file or of the store already has them. The whole import is rolled back. \
    Change the values, or delete one of the objects.
    """,
    .documented("NSEntityDescription.uniquenessConstraints"))

  package static func notUnique(_ reason: String) -> Self {
    Self(rule: notUniqueRule, text: reason)
  }

  static let abstractEntityRule = DiagnosticRule(
    "import.abstract-entity",
    .error(.refused(by: .coreData, .assumed)),
    "An object has an abstract entity.",
    """
    Only sub-entities of an abstract entity have objects. Set "entity" to one of the \
    sub-entities.
    """,
    .documented("NSEntityDescription.isAbstract"))

  static func abstractEntity(_ name: String) -> Self {
    Self(rule: abstractEntityRule, text: "entity '\(name)' is abstract and cannot have objects")
  }

  static let duplicateIDRule = DiagnosticRule(
    "import.duplicate-id", .error(.noMeaning("the row cannot be stored as it is written")),
    "Two objects of the file have the same id.",
    """
    Relationships refer to objects by id, so an id has to belong to one object. Change one of the \
    ids, and the relationships that refer to it.
    """,
    .own)

  static func duplicateID(_ id: String) -> Self {
    Self(rule: duplicateIDRule, text: "the id '\(id)' belongs to another object already")
  }

  static let duplicateKeyRule = DiagnosticRule(
    "import.duplicate-key", .error(.noMeaning("each key belongs to one row")),
    "Two objects of the file have the same key.",
    """
    An export gives each object its Z_PK as 'key', and objects of an entity and of its \
    sub-entities are in one table. Leave out 'key' for objects that were added by hand, or give \
    all objects new keys with --new-keys.
    """,
    .own)

  static func duplicateKey(_ key: Int64, entity: String) -> Self {
    Self(
      rule: duplicateKeyRule,
      text: "the key \(key) of entity '\(entity)' belongs to another object already")
  }

  static let matchedTwiceRule = DiagnosticRule(
    "import.matched-twice", .error(.noMeaning("the second object would overwrite the first")),
    "Two objects of the file match the same object of the store.",
    """
    They have the same values in the attributes of "match", so the second would overwrite the \
    first. Delete one of them, or match by an attribute in which they differ.
    """,
    .own)

  static func matchedTwice(entity: String, attributes names: [String]) -> Self {
    Self(
      rule: matchedTwiceRule,
      text:
        "two objects of the file have the same \(quotedList(names)) and would be one object of entity '\(entity)'"
    )
  }

  static let matchesSeveralRule = DiagnosticRule(
    "import.matches-several", .error(.noMeaning("it is not known which of the objects is meant")),
    "Several objects of the store have the values by which one object is matched.",
    """
    It is not known which of these objects the import should change or link. Match by an attribute \
    with a uniqueness constraint, by several attributes together, or make the values of the store \
    unique first.
    """,
    .own)

  static func matchesSeveral(entity: String, attributes names: [String]) -> Self {
    Self(
      rule: matchesSeveralRule,
      text:
        "several objects of entity '\(entity)' have the same \(quotedList(names)), by which one is looked for"
    )
  }

  static let matchesNoneRule = DiagnosticRule(
    "import.matches-none", .error(.noMeaning("the relationship leads to nothing")),
    "No object has the value by which a relationship refers to it.",
    """
    Neither the store nor the file has such an object. Correct the value, import the objects \
    first, or add a rule for them to the mapping file.
    """,
    .own)

  static func matchesNone(entity: String, attributes names: [String]) -> Self {
    Self(
      rule: matchesNoneRule,
      text:
        "no object of entity '\(entity)', in the store or in the file, has this \(quotedList(names))"
    )
  }

  static let matchNeedsValueRule = DiagnosticRule(
    "import.match-value", .error(.noMeaning("it is not known which object of the store is meant")),
    "An object that is matched by an attribute has no value for it.",
    """
    A second import of the file would insert the object again. Give the value, or match by another \
    attribute.
    """,
    .own)

  static func matchNeedsValue(_ name: String) -> Self {
    Self(
      rule: matchNeedsValueRule, text: "an object that is matched by '\(name)' needs a value for it"
    )
  }

  static let refusedRule = DiagnosticRule(
    "import.refused",
    .error(.refused(by: .coreData, .documented("NSValidationErrorKey"))),
    "A change of an object of the store breaks a rule of the model.",
    """
    An object that an import updates or links would have too few or too many objects in a \
    relationship, or a value that must be unique. The whole import is rolled back. Correct the \
    file; --no-validation allows numbers of objects that a save would refuse.
    """,
    .documented("Core Data Programming Guide, Object Validation"))

  static func refused(_ why: String) -> Self {
    Self(rule: refusedRule, text: why)
  }

  static let unknownEntityRule = DiagnosticRule(
    "import.unknown-entity", .error(.noMeaning("the row cannot be stored as it is written")),
    "An object is of an entity that is not in the model.",
    """
    The name is misspelt, or belongs to another version of the model. Set "entity" to the name \
    of an entity of this model.
    """,
    .own)

  static func unknownEntity(_ name: String, near: String?) -> Self {
    Self(rule: unknownEntityRule, text: "no entity '\(name)' in the model" + didYouMean(near))
  }
}
