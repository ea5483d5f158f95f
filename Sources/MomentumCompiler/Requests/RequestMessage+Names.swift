package import MomentumDiagnostics

/// Messages about entities, stored fetch requests and relationships that a request names.
extension RequestMessage {
  static let nameRules: [DiagnosticRule] = [
    ignoredOptionRule, immutableRule, noEntityRule, prefetchLengthRule, tooLongRule,
    unknownEntityRule, unknownRelationshipRule, unknownStoredRequestRule, unusableStoredRequestRule,
  ]

  static let ignoredOptionRule = DiagnosticRule(
    "request.ignored-option", .warning, "An option has no meaning for what is fetched.",
    """
    Distinct rows are rows of dictionaries; batches and prefetching are about objects; IDs and \
    counts have no properties. Core Data passes over such an option, and it is left out here. \
    Delete it, or ask for another result.
    """,
    .documented("NSFetchRequest.returnsDistinctResults"))

  static func ignoredOption(_ what: String, needs: String) -> Self {
    Self(rule: ignoredOptionRule, text: "\(what) has a meaning for \(needs) only and is left out")
  }

  static let immutableRule = DiagnosticRule(
    "request.immutable",
    .error(.noMeaning("the rows or columns that are asked for are not known")),
    "A stored fetch request is to be changed.",
    """
    It belongs to the model, and everyone who asks for it by name gets the same. Core Data \
    raises an exception. Take a copy and change that: on the command line all options but the \
    entity and the predicate change a copy.
    """,
    .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)"))

  static func immutable(_ name: String) -> Self {
    Self(
      rule: immutableRule,
      text:
        "fetch request '\(name)' belongs to the model and cannot be changed; change a copy of it")
  }

  package static let noEntityRule = DiagnosticRule(
    "request.no-entity",
    .error(.noMeaning("the rows or columns that are asked for are not known")),
    "A request names no entity.",
    """
    A fetch looks for the objects of one entity and its sub-entities. Give the name of an \
    entity, or of a fetch request that the model stores.
    """,
    .documented("NSFetchRequest"))

  static let noEntity = Self(
    rule: noEntityRule, text: "a request needs an entity, or the name of a stored fetch request")

  static let prefetchLengthRule = DiagnosticRule(
    "request.prefetch-length", .error(.noMeaning("a path through all objects would have no end")),
    "A path to prefetch is too long.",
    """
    Each relationship of the path is a statement of its own and a level of nesting in the \
    result. Shorten the path.
    """,
    .own)

  static func prefetchLength(max: Int) -> Self {
    Self(rule: prefetchLengthRule, text: "a path to prefetch has at most \(max) relationships")
  }

  static let tooLongRule = DiagnosticRule(
    "request.too-long",
    .error(.noMeaning("a small text could demand more work than a machine has")),
    "The SQL of a request would be too long.",
    """
    Some computations have no word in SQL and are written with an operand twice: '^' in SQLite, \
    'sqrt:' and comparisons with options in PostgreSQL. Nested in each other they double the text \
    with each level. Nest less, or compute the inner value where the objects are saved.
    """,
    .own)

  static func tooLong(bytesMax: Int) -> Self {
    Self(
      rule: tooLongRule,
      text:
        "the SQL of the request would be longer than \(bytesMax) bytes, because SQL writes an operand of some computations twice; nest them less"
    )
  }

  package static let unknownEntityRule = DiagnosticRule(
    "request.unknown-entity",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'could not locate an NSEntityDescription', an exception; \
          magicalpanda/MagicalRecord issue 953
          """))),
    "The model has no entity of the name that a request gives.",
    """
    The name is misspelt, or belongs to another model or version. Names distinguish case. Give \
    the name of an entity of this model.
    """,
    .documented("NSFetchRequest"))

  static func unknownEntity(_ name: String, near: String?) -> Self {
    Self(rule: unknownEntityRule, text: "the model has no entity '\(name)'" + didYouMean(near))
  }

  static let unknownRelationshipRule = DiagnosticRule(
    "request.unknown-relationship",
    .error(.refused(by: .coreData, .assumed)),
    "A path to prefetch names no relationship.",
    """
    Each part of the path is a relationship of the entity that the part before it leads to. \
    Attributes come with their objects and need no prefetching.
    """,
    .documented("NSFetchRequest.relationshipKeyPathsForPrefetching"))

  static func unknownRelationship(_ name: String, entity: String, near: String?) -> Self {
    Self(
      rule: unknownRelationshipRule,
      text: "no relationship '\(name)' to prefetch in entity '\(entity)'"
        + didYouMean(near))
  }

  package static let unknownStoredRequestRule = DiagnosticRule(
    "request.unknown-stored-request",
    .error(.noMeaning("the rows or columns that are asked for are not known")),
    "The model has no fetch request of that name.",
    """
    Core Data returns nil for a template that does not exist. Give the name of a \
    'fetchRequest' of this model, or give an entity and a predicate instead.
    """,
    .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)"))

  static func unknownStoredRequest(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownStoredRequestRule,
      text: "the model has no fetch request '\(name)'" + didYouMean(near))
  }

  static let unusableStoredRequestRule = DiagnosticRule(
    "request.unusable-stored-request",
    .error(.noMeaning("the rows or columns that are asked for are not known")),
    "The predicate of a stored fetch request has errors.",
    """
    The fetch request cannot be compiled as long as its predicate is wrong or uses what is not \
    compiled here. Run 'momentum check' on the model, and correct 'predicateString' at the \
    places that it shows.
    """,
    .own)

  static func unusableStoredRequest(_ name: String) -> Self {
    Self(
      rule: unusableStoredRequestRule,
      text: "the predicate of fetch request '\(name)' has errors; 'momentum check' shows them")
  }
}
