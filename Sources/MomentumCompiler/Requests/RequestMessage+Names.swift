package import MomentumDiagnostics

/// Messages about entities, stored fetch requests and relationships that a request names.
extension RequestMessage {
  static let nameRules: [DiagnosticRule] = [
    ignoredOptionRule, immutableRule, noEntityRule, prefetchLengthRule, tooLongRule,
    unknownEntityRule, unknownRelationshipRule, unknownStoredRequestRule, unusableStoredRequestRule,
  ]

  static let ignoredOptionRule = DiagnosticRule(
    "request.ignored-option", .warning, "An option has no meaning for the result of a request.",
    """
    Only dictionaries can be distinct, only objects can be fetched in batches or with prefetching, \
    and IDs and counts have no properties. Core Data ignores such an option, and Momentum does \
    too. Delete it, or choose another result type.
    """,
    .documented("NSFetchRequest.returnsDistinctResults"))

  static func ignoredOption(_ what: String, needs: String) -> Self {
    Self(rule: ignoredOptionRule, text: "\(what) has a meaning for \(needs) only and is left out")
  }

  static let immutableRule = DiagnosticRule(
    "request.immutable",
    .error(
      .refused(
        by: .coreData, .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)"))),
    "A program tries to change a stored fetch request.",
    """
    The request belongs to the model, so every caller that asks for it by name shares it. Core \
    Data raises an exception. Make a copy and change the copy. On the command line, leave out the \
    entity and the predicate, because the stored request has its own; all other options change a \
    copy.
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
    .error(.noMeaning("it is not known which table to search")),
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
    A path to prefetch can have 20 relationships. Each of them needs a statement of its own and \
    adds a level of nesting to the result. Shorten the path.
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
    Some operations do not exist in SQL and are written with an operand twice: '^' in SQLite, \
    'sqrt:' and comparisons with options in PostgreSQL. If they are nested, each level doubles the \
    text. Use fewer levels, or compute the inner value when the objects are saved.
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
    Attributes come with their objects and need no prefetching. Correct the name, or leave the \
    attribute out.
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
    .error(.noMeaning("there is no such request")),
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
    .error(.noMeaning("its predicate cannot be compiled")),
    "The predicate of a stored fetch request has errors.",
    """
    The fetch request cannot be compiled as long as its predicate is wrong or uses something that \
    Momentum does not compile. Run 'momentum check' on the model, and correct 'predicateString' at \
    the places that it shows.
    """,
    .own)

  static func unusableStoredRequest(_ name: String) -> Self {
    Self(
      rule: unusableStoredRequestRule,
      text: "the predicate of fetch request '\(name)' has errors; 'momentum check' shows them")
  }
}
