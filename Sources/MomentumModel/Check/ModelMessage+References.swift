import MomentumDiagnostics

/// Messages about names that refer to no element, and about relationships without the inverse that
/// they need.
extension ModelMessage {
  static let referenceRules: [DiagnosticRule] = [
    unknownInverseEntityRule, unknownRequestEntityRule, unknownDestinationRule, unknownParentRule,
    unknownMemberRule, inverseElsewhereRule, inverseNotMutualRule, missingInverseRule,
    unknownInverseRule, unknownPropertyRule,
  ]

  static let unknownInverseEntityRule = DiagnosticRule(
    "model.unknown-inverse-entity", .warning,
    "A relationship names an inverse entity that is not in the model.",
    """
    The inverse cannot be found without its entity, so the relationship is read as one without \
    an inverse. Set 'inverseEntity' to the entity that \
    'destinationEntity' names.
    """,
    .assumed)

  static let unknownRequestEntityRule = DiagnosticRule(
    "model.unknown-request-entity", .warning,
    "A fetch request asks for an entity that is not in the model.",
    """
    The fetch request cannot be executed, so it is left out; often the entity was renamed or \
    deleted. Set \
    'entity' to an entity of this model, or delete the fetch request.
    """,
    .documented("NSFetchRequest"))

  static let unknownDestinationRule = DiagnosticRule(
    "model.unknown-destination",
    .error(
      .refused(
        by: .modelCompiler,
        .observed(
          "a destination cannot be nil, says Xcode at build; rentzsch/mogenerator issue 33"))),
    "A relationship leads to an entity that is not in the model.",
    """
    The destination was renamed or deleted, or the name is misspelt; Core Data cannot load \
    such a model. Set 'destinationEntity' to an entity of this model. An entity of another \
    model cannot be a destination.
    """,
    .documented("Configuring Relationships"))

  static let unknownParentRule = DiagnosticRule(
    "model.unknown-parent",
    .error(.noMeaning("the inherited columns and the table of the entity are not known")),
    "An entity inherits from an entity that is not in the model.",
    """
    Its inherited properties and the table that it shares are unknown. Set 'parentEntity' to \
    an entity of this model, or delete it.
    """,
    .assumed)

  static let unknownMemberRule = DiagnosticRule(
    "model.unknown-member", .warning, "A configuration lists an entity that is not in the model.",
    """
    A store of the configuration should hold objects of an entity that the model does not \
    describe; often the entity was renamed or deleted. The member is ignored. Set 'name' of the \
    'memberEntity' to an entity of this model, or delete the element.
    """,
    .assumed)

  static func unknownEntity(_ name: String, role: EntityRole, _ hint: NameHint) -> Self {
    Self(
      rule: unknownEntityRule(role),
      text: "\(role.words) '\(name)' is not in the model\(role.consequence)\(hint.text)")
  }

  private static func unknownEntityRule(_ role: EntityRole) -> DiagnosticRule {
    switch role {
    case .destination: unknownDestinationRule
    case .inverse: unknownInverseEntityRule
    case .member: unknownMemberRule
    case .parent: unknownParentRule
    case .request: unknownRequestEntityRule
    }
  }

  static let inverseElsewhereRule = DiagnosticRule(
    "model.inverse-elsewhere", .warning,
    "An inverse does not belong to the destination of its relationship.",
    """
    The inverse has to be a relationship of the destination entity, of one of its ancestors or of \
    one of its sub-entities. Core Data also loads a model in which the inverse belongs to another \
    entity. But then the objects at the other end do not have the inverse, so Core Data cannot \
    keep the two sides consistent. Set 'inverseEntity' to the value of 'destinationEntity', and \
    'inverseName' to a relationship of that entity.
    """,
    .observed("a test model of MagicalRecord, which Core Data loads"))

  static func inverseElsewhere(_ name: String, owner: String, destination: String) -> Self {
    Self(
      rule: inverseElsewhereRule,
      text:
        "inverse '\(name)' belongs to entity '\(owner)', but the destination is '\(destination)'")
  }

  static let inverseNotMutualRule = DiagnosticRule(
    "model.inverse-not-mutual", .warning,
    "The inverse of a relationship does not name that relationship as its own inverse.",
    """
    The two sides of a relationship should name each other. Core Data also opens a model in which \
    only one side names the other, but then setting one side does not change the other: each \
    to-one relationship has a column of its own. The message names the relationship that is the \
    inverse here. Set its 'inverseName' and 'inverseEntity' to the relationship at the place of \
    the finding. The version hash includes the name of the inverse, so if stores exist, make the \
    change in a new version.
    """,
    .observed(
      """
      four stores of a shipping app: the first digits of their hashes, and their tables, \
      are those of such models
      """
    ))

  static func inverseNotMutual(_ inverse: String, entity: String) -> Self {
    Self(
      rule: inverseNotMutualRule,
      text: "its inverse '\(inverse)' of entity '\(entity)' does not name it as its own inverse")
  }

  static let missingInverseRule = DiagnosticRule(
    "model.missing-inverse", .warning, "A relationship has no inverse.",
    """
    Core Data keeps both sides of a relationship consistent only if each side names the other as \
    its inverse. Without an inverse a deletion leaves references to objects that are gone. Add a \
    relationship from the destination back to this entity, and set 'inverseName' and \
    'inverseEntity' on both relationships.
    """,
    .documented("Core Data Programming Guide, Creating Managed Object Relationships"))

  static func missingInverse(_ name: String, entity: String) -> Self {
    Self(
      rule: missingInverseRule, text: "relationship '\(name)' of entity '\(entity)' has no inverse",
      namesItsSubject: true)
  }

  static let unknownInverseRule = DiagnosticRule(
    "model.unknown-inverse", .warning,
    "The destination of a relationship has no relationship of the inverse's name.",
    """
    The inverse was renamed or deleted, or the name is that of an attribute. The \
    relationship is read as one without an inverse. Set 'inverseName' to a relationship of the destination, or \
    add one.
    """,
    .documented("Core Data Programming Guide, Creating Managed Object Relationships"))

  static func unknownInverse(_ name: String, entity: String, _ hint: NameHint) -> Self {
    Self(
      rule: unknownInverseRule,
      text:
        "no relationship '\(name)' in entity '\(entity)' to be the inverse, so there is none\(hint.text)"
    )
  }

  static let unknownPropertyRule = DiagnosticRule(
    "model.unknown-property", .warning,
    "A uniqueness constraint or a fetch index names a property that the entity does not have.",
    """
    A constraint and an index can name own and inherited properties, and an element of a composite \
    attribute as 'attribute.element'. With another name they are ignored: values are not kept \
    unique, and fetches read every row. Set 'value' of the constraint, or 'property' of the index \
    element, to the name of a property, or delete the XML element.
    """,
    .assumed)

  static func unknownProperty(
    _ name: String, entity: String, list owner: PropertyList, _ hint: NameHint
  ) -> Self {
    Self(
      rule: unknownPropertyRule,
      text:
        "no property '\(name)' in entity '\(entity)'; the \(owner.rawValue) is left out\(hint.text)",
      namesItsSubject: true)
  }
}

extension ModelMessage.EntityRole {
  fileprivate var words: String {
    switch self {
    case .destination: "destination entity"
    case .inverse: "inverse entity"
    case .member: "configuration member"
    case .parent: "parent entity"
    case .request: "fetch request entity"
    }
  }

  /// The end of a message, which says how the model is read in spite of the mistake; empty for an
  /// error.
  fileprivate var consequence: String {
    switch self {
    case .destination, .parent: ""
    case .inverse: ", so there is no inverse"
    case .member: "; the member is left out"
    case .request: "; the fetch request is left out"
    }
  }
}
