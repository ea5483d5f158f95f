import MomentumDiagnostics

/// Messages about fetch indexes and uniqueness constraints.
extension ReviewMessage {
  static let indexRules: [DiagnosticRule] = [
    badIndexElementRule, badUniquenessRule, emptyIndexRule, optionalUniqueRule, redundantIndexRule,
  ]

  static let badIndexElementRule = DiagnosticRule(
    "model.bad-index-element", .warning,
    "A fetch index has an element that cannot be indexed.",
    """
    The message says which rule the element breaks. Only stored attributes, to-one relationships \
    and elements of composites have a column to index. An R-tree holds only numbers and dates, and \
    five of them at most. The elements of one index are all of the type R-tree, or none of them \
    is, and no property is in it twice. The index is not created, so fetches read every row. Name \
    another property, change the 'type' of the element, or delete the element.
    """,
    .assumed)

  static func badIndexElement(_ name: String, index: String, reason: String) -> Self {
    Self(
      rule: badIndexElementRule, text: "'\(name)' cannot stand in fetch index '\(index)': \(reason)"
    )
  }

  static let badUniquenessRule = DiagnosticRule(
    "model.bad-uniqueness", .error(.refused(by: .coreData, .assumed)),
    "A uniqueness constraint names a property without a column.",
    """
    SQLite enforces a constraint by a unique index over columns. Transient and undefined \
    attributes, whole composites, to-many relationships and fetched properties have none. Name \
    a stored attribute or an element of the composite, or delete the constraint.
    """,
    .documented("NSEntityDescription.uniquenessConstraints"))

  static func badUniqueness(_ name: String, entity: String, reason: String) -> Self {
    Self(
      rule: badUniquenessRule, text: "'\(name)' cannot be unique in '\(entity)': \(reason)",
      namesItsSubject: true)
  }

  static let emptyIndexRule = DiagnosticRule(
    "model.empty-index", .warning, "A fetch index has no elements.",
    """
    There is nothing to index, so no index is created. Add a 'fetchIndexElement', or delete \
    the fetch index.
    """,
    .assumed)

  static func emptyIndex(_ name: String) -> Self {
    Self(rule: emptyIndexRule, text: "fetch index '\(name)' has no elements")
  }

  static let optionalUniqueRule = DiagnosticRule(
    "model.optional-unique", .warning, "A uniqueness constraint contains an optional attribute.",
    """
    SQLite takes all NULL values of a unique index for different, so any number of objects may \
    lack the value. Set 'optional' to NO, unless the constraint is meant for objects that have \
    a value.
    """,
    .documented("SQLite, CREATE INDEX, Unique Indexes"))

  static func optionalUnique(_ name: String, entity: String) -> Self {
    Self(
      rule: optionalUniqueRule,
      text:
        "'\(name)' is optional; any number of '\(entity)' objects may lack it in spite of the uniqueness constraint",
      namesItsSubject: true)
  }

  static let redundantIndexRule = DiagnosticRule(
    "model.redundant-index", .info,
    "A fetch index has a to-one relationship as its only element.",
    """
    Core Data indexes the foreign key of every to-one relationship by itself and leaves such a \
    fetch index out. Delete the fetch index, or add another element to it.
    """,
    .observed("indexes of 178 stores"))

  static func redundantIndex(_ name: String, relationship: String) -> Self {
    Self(
      rule: redundantIndexRule,
      text:
        "fetch index '\(name)' is not created: Core Data indexes relationship '\(relationship)' by itself"
    )
  }
}
