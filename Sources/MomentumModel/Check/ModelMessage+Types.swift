import MomentumDiagnostics

/// Messages about types of attributes, composites and the inheritance of entities.
extension ModelMessage {
  static let typeRules: [DiagnosticRule] = [
    compositeCycleRule, compositeLimitRule, inheritanceCycleRule, inheritanceLimitRule,
    missingDerivationRule, undefinedTypeRule, unknownCompositeRule, unknownTypeRule,
  ]

  static let compositeCycleRule = DiagnosticRule(
    "model.composite-cycle", .error(.noMeaning("the attribute would need columns without end")),
    "A composite contains itself.",
    """
    Each element of a composite attribute has a column of its own, so a composite that leads \
    back to itself would need columns without end. Remove one of the elements that close the \
    circle, or replace it by a relationship to an entity.
    """,
    .assumed)

  static func compositeCycle(_ name: String) -> Self {
    Self(
      rule: compositeCycleRule, text: "composite '\(name)' contains itself", namesItsSubject: true)
  }

  static let compositeLimitRule = DiagnosticRule(
    "model.composite-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "A composite is too deep or too large.",
    """
    Composites can nest 16 deep and can have 1000 elements in all, those of inner composites \
    included. Inner composites multiply, so a small file could demand millions of columns. \
    Split the composite, or make an entity of a part of it.
    """,
    .own)

  static func compositeLimit(_ name: String, depth: Int, leaves: Int) -> Self {
    Self(
      rule: compositeLimitRule,
      text:
        "composite '\(name)' can nest at most \(depth) deep and have at most \(leaves) elements in all",
      namesItsSubject: true)
  }

  static let inheritanceCycleRule = DiagnosticRule(
    "model.inheritance-cycle", .error(.noMeaning("the entity has neither a root nor a table")),
    "An entity inherits from itself.",
    """
    Following 'parentEntity' leads back to the entity, so it has neither a root nor a table. \
    Delete 'parentEntity' from one entity of the circle, or set it to another entity.
    """,
    .assumed)

  static func inheritanceCycle(_ name: String) -> Self {
    Self(
      rule: inheritanceCycleRule,
      text: "entity '\(name)' inherits from itself; give it another parent or none",
      namesItsSubject: true)
  }

  static let inheritanceLimitRule = DiagnosticRule(
    "model.inheritance-limit",
    .error(.noMeaning("a small file could demand more work than a machine has")),
    "An entity has too many ancestors.",
    """
    An entity can have 64 ancestors. All entities of a hierarchy share one table, so no real \
    model comes near. Set 'parentEntity' to an entity that is nearer to the root.
    """,
    .own)

  static func inheritanceLimit(_ name: String, depth: Int) -> Self {
    Self(
      rule: inheritanceLimitRule, text: "entity '\(name)' has more than \(depth) ancestors",
      namesItsSubject: true)
  }

  static let missingDerivationRule = DiagnosticRule(
    "model.missing-derivation", .warning, "A derived attribute has no expression.",
    """
    Without 'derivationExpression' there is nothing to compute, so the attribute is read as a \
    plain one that the program has to set. Add 'derivationExpression', or set 'derived' to NO.
    """,
    .assumed)

  static let missingDerivation = Self(
    rule: missingDerivationRule,
    text: "a derived attribute without an expression is read as a plain one")

  static let undefinedTypeRule = DiagnosticRule(
    "model.undefined-type", .warning, "An attribute that is to be stored has no type.",
    """
    Core Data allows the type Undefined for transient attributes only; an attribute without a \
    type has no column, so its values are lost. Set 'attributeType', or set 'transient' to \
    YES.
    """,
    .documented("NSAttributeType.undefinedAttributeType"))

  static let undefinedType = Self(
    rule: undefinedTypeRule, text: "only a transient attribute can do without a type")

  static let unknownCompositeRule = DiagnosticRule(
    "model.unknown-composite", .error(.noMeaning("the columns of the attribute are not known")),
    "An attribute names a composite that is not in the model.",
    """
    The elements of the attribute are unknown, so it has no columns. Set 'composite' to the \
    name of a composite of this model, or add that composite.
    """,
    .assumed)

  static func unknownComposite(_ name: String, _ hint: NameHint) -> Self {
    Self(rule: unknownCompositeRule, text: "no composite '\(name)' in the model\(hint.text)")
  }

  static let unknownTypeRule = DiagnosticRule(
    "model.unknown-type",
    .error(.noMeaning("neither the column of the attribute nor the hash of its entity is known")),
    "An attribute has a type that Core Data does not have.",
    """
    The type decides how values are stored, so the model cannot be read without it. Set \
    'attributeType' to a type that the message lists, exactly as it is written there, for example \
    'Integer 32'.
    """,
    .documented("NSAttributeType"))

  static func unknownType(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownTypeRule,
      text:
        "no attribute type '\(name)'; valid are \(quotedList(AttributeType.xmlNames))\(didYouMean(near))"
    )
  }
}
