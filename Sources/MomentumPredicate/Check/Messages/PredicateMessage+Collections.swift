import MomentumDiagnostics

/// Messages about to-many relationships and other collections.
extension PredicateMessage {
  static let collectionRules: [DiagnosticRule] = [
    allInStoreRule, collectionOperatorRule, constantOnLeftOfQuantifierRule, inNeedsCollectionRule,
    listAsValueRule, membershipOfManyRule, multipleToManyRule, quantifierWithoutToManyRule,
    subqueryCollectionRule, toManyRule,
  ]

  static let allInStoreRule = DiagnosticRule(
    "predicate.all", .warning, "Momentum compiles ALL, but Core Data's SQLite store refuses it.",
    """
    The predicate works on objects in memory, and Momentum compiles it to NOT EXISTS. In Core \
    Data, a fetch request with it raises an exception. Write NONE with the opposite condition: \
    'NONE items.price < 5' for 'ALL items.price >= 5'.
    """,
    .observed("an error of Core Data's SQLite store, 'Unsupported predicate'"))

  static func allInStore(_ text: String, rewrite: String?) -> Self {
    Self(
      rule: allInStoreRule,
      text:
        "Unsupported predicate \(text): Core Data's SQLite store refuses ALL; it is compiled here as NOT EXISTS"
        + write(rewrite))
  }

  static let collectionOperatorRule = DiagnosticRule(
    "predicate.collection-operator",
    .error(
      .refused(
        by: .coreData,
        .documented(
          """
          Key-Value Coding Programming Guide, Using Collection Operators: a collection before the \
          operator and, except for @count, a property after it
          """))),
    "A collection operator is in a place where a store cannot compute it.",
    """
    '@count', '@sum', '@avg', '@min' and '@max' directly follow a to-many relationship, and an \
    attribute follows all of them except '@count': 'items.@sum.price', 'items.@count'. Write the \
    path in this form.
    """,
    .observed(
      """
      'Keypath containing KVC aggregate where there shouldn't be one', an exception that logs and \
      comments of public apps quote
      """))

  static func collectionOperator(_ sentence: String, why: String) -> Self {
    Self(rule: collectionOperatorRule, text: "\(sentence): \(why)")
  }

  static let constantOnLeftOfQuantifierRule = DiagnosticRule(
    "predicate.quantifier-side", .error(.noMeaning("the left side has only one value")),
    "A quantifier is not before the to-many key path.",
    """
    ANY, ALL, SOME and NONE ask about the values of the left side. Exchange the two sides and \
    turn the operator round: 'ANY items.price > 5' instead of 'ANY 5 < items.price'.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func constantOnLeftOfQuantifier(rewrite: String?) -> Self {
    Self(
      rule: constantOnLeftOfQuantifierRule,
      text: "a quantifier asks about the left side, which has to be the to-many key path"
        + write(rewrite))
  }

  static let inNeedsCollectionRule = DiagnosticRule(
    "predicate.in",
    .error(.noMeaning("only a collection has elements")),
    "The right side of IN is not a collection.",
    """
    IN asks whether the left side is among the elements of the right one; between strings it \
    asks whether the right one contains the left one. Write a collection such as '{1, 2}', \
    give a list as the argument, or use '=='.
    """,
    .documented("Predicate Programming Guide, Predicate Format String Syntax"))

  static func inNeedsCollection(_ found: String, hint: String) -> Self {
    Self(
      rule: inNeedsCollectionRule,
      text:
        "IN needs a collection such as {1, 2} or a list argument on the right, found \(found); \(hint)"
    )
  }

  static let listAsValueRule = DiagnosticRule(
    "predicate.list", .error(.noMeaning("a collection is not one value")),
    "A collection is used where one value is needed.",
    """
    A value is never equal to a collection, nor less or greater. Write IN to ask for one of \
    several values, and ANY before a to-many relationship.
    """,
    .own)

  static func listAsValue(_ what: String, rewrite: String) -> Self {
    Self(rule: listAsValueRule, text: "\(what) is a collection; write \(rewrite)")
  }

  static let membershipOfManyRule = DiagnosticRule(
    "predicate.two-collections",
    .error(.noMeaning("it is not said which pairs of values have to be compared")),
    "Two to-many relationships are compared with each other.",
    """
    A comparison can use the values of only one to-many relationship. Write a SUBQUERY over one of \
    them, and a comparison with ANY over the other inside.
    """,
    .observed("an error of Core Data's SQLite store, 'multiple to-many keys not allowed here'"))

  static func membershipOfMany(_ why: String, rewrite: String?) -> Self {
    Self(
      rule: membershipOfManyRule,
      text: "multiple to-many keys not allowed here: \(why)" + write(rewrite))
  }

  static let multipleToManyRule = DiagnosticRule(
    "predicate.multiple-to-many",
    .error(
      .refused(
        by: .coreData,
        .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))),
    "A key path crosses more than one to-many relationship.",
    """
    Such a path leads to sets of sets. Core Data's SQLite store allows one to-many relationship in \
    a path and raises an exception for the second. Write a SUBQUERY, fetch from an entity that is \
    closer to the property, or fetch in two steps.
    """,
    .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))

  static func multipleToMany(rewrite: String?) -> Self {
    Self(
      rule: multipleToManyRule,
      text: "multiple to-many keys not allowed here: a path can cross one to-many relationship"
        + write(rewrite))
  }

  static let quantifierWithoutToManyRule = DiagnosticRule(
    "predicate.needless-quantifier", .warning, "A quantifier is before a path to one value.",
    """
    ANY and ALL ask about the many values at the end of a to-many relationship. In a store the \
    quantifier does nothing here, and in memory it raises an exception. Delete the quantifier.
    """,
    .observed("NSPredicate's error 'The left hand side for an ALL or ANY operator must be …'"))

  static func quantifierWithoutToMany(_ path: String) -> Self {
    Self(
      rule: quantifierWithoutToManyRule,
      text:
        "'\(path)' reaches one value, so the quantifier does nothing in a store and fails in memory"
    )
  }

  static let subqueryCollectionRule = DiagnosticRule(
    "predicate.subquery-collection", .error(.noMeaning("there is no collection to search")),
    "The collection of a SUBQUERY is not a to-many relationship.",
    """
    The first operand of SUBQUERY has to be a path that ends in a to-many relationship. End the \
    path there, and write the rest in the predicate of the SUBQUERY.
    """,
    .observed(
      "an error of Core Data's SQLite store, 'Can't have a non-relationship collection element'"))

  static func subqueryCollection(_ sentence: String, why: String) -> Self {
    Self(rule: subqueryCollectionRule, text: "\(sentence): \(why)")
  }

  static let toManyRule = DiagnosticRule(
    "predicate.to-many",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'to-many key not allowed here', an exception at fetch; \
          3lvis/SwiftSync issue 202
          """))),
    "A path to many values is compared without a quantifier.",
    """
    The predicate does not say whether one of the values or all of them have to satisfy the \
    comparison, and Core Data raises an exception. Write ANY or NONE before the path, or compare \
    the number of objects with '@count'.
    """,
    .observed("an error of Core Data's SQLite store, 'to-many key not allowed here'"))

  static func toManyInExpression(_ path: String, rewrite: String?) -> Self {
    Self(
      rule: toManyRule,
      text:
        "to-many key not allowed here: '\(path)' reaches many values, which cannot be computed with"
        + write(rewrite))
  }

  static func toManyWithoutQuantifier(_ path: String, rewrite: String) -> Self {
    Self(
      rule: toManyRule,
      text: "to-many key not allowed here: '\(path)' reaches many values; write \(rewrite)")
  }
}
