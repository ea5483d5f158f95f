import MomentumDiagnostics

/// Names and expressions of a mapping model that mean nothing for its two models.
extension MappingMessage {
  static let referenceRules: [DiagnosticRule] = [
    typeMismatchRule, unknownEntityRule, unknownEntityMappingRule, unknownKeyPathRule,
    unknownPropertyRule, unsupportedExpressionRule, unsupportedFilterRule,
  ]

  static let typeMismatchRule = DiagnosticRule(
    "mapping.type-mismatch",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'Unacceptable type of value for attribute', an exception; \
          wordpress-mobile/WordPress-iOS issue 1992
          """))),
    "An expression gives a value that an attribute does not take.",
    """
    Core Data raises an exception when an attribute is set to an object of another class. \
    Convert the value in a method of a policy. A warning where the entity mapping has a policy \
    class: its code may convert the value, or need not read the property mapping. 'momentum \
    migrate' runs no policies; in the library it is a warning where createDestinationInstances \
    of that policy is given, and insertAsMapped leaves the attribute at its default.
    """, .documented("NSManagedObject.setValue(_:forKey:)"))

  static func typeMismatch(of owner: String, from old: String, to new: String) -> Self {
    Self(
      rule: typeMismatchRule,
      text:
        "the expression of \(owner) gives \(old), which an attribute of type \(new) does not take")
  }

  static let unknownEntityRule = DiagnosticRule(
    "mapping.unknown-entity",
    .error(.noMeaning("there are no objects to take or to make")),
    "An entity mapping names an entity that the model lacks.",
    """
    The entity was renamed or removed after the mapping model was made. Open it in Xcode and \
    choose both models anew.
    """, mappingModels)

  static func unknownEntity(_ entity: String, side: String, mapping: String) -> Self {
    Self(
      rule: unknownEntityRule,
      text: "entity mapping '\(mapping)' names '\(entity)', which the \(side) model does not have")
  }

  static let unknownEntityMappingRule = DiagnosticRule(
    "mapping.unknown-entity-mapping",
    .error(.noMeaning("which objects it means is not known")),
    "An expression refers to an entity mapping that is not there, or does not fit.",
    """
    The objects of a relationship are found by the entity mapping that made them. It has to \
    have that name, take the objects that the key path gives, and make what the relationship \
    holds.
    """, mappingModels)

  static func unknownEntityMapping(_ name: String, of owner: String) -> Self {
    Self(
      rule: unknownEntityMappingRule,
      text:
        "the expression of \(owner) names an entity mapping '\(name)', which does not exist or makes nothing of those objects"
    )
  }

  static let unknownKeyPathRule = DiagnosticRule(
    "mapping.unknown-key-path",
    .error(.noMeaning("the value of the expression cannot be computed")),
    "A key path in an expression leads nowhere in the old model.",
    """
    A key has to be a stored property of the old entity, step by step. A path to one value may \
    not go through a to-many relationship. A key of a stored value, as in '$source.date.year', \
    is 'mapping.unsupported-expression' instead. Correct the expression in the mapping model.
    """, mappingModels)

  static func unknownKeyPath(_ path: String, of owner: String, reason: String) -> Self {
    Self(
      rule: unknownKeyPathRule,
      text: "the expression of \(owner) has a key path '\(path)' that leads nowhere: \(reason)")
  }

  static let unknownPropertyRule = DiagnosticRule(
    "mapping.unknown-property",
    .error(.noMeaning("the new entity has no place for the value")),
    "An entity mapping sets a property that the new entity lacks.",
    """
    The property was renamed or removed after the mapping model was made. Open it in Xcode and \
    choose both models anew.
    """, mappingModels)

  static func unknownProperty(_ name: String, entity: String, mapping: String) -> Self {
    Self(
      rule: unknownPropertyRule,
      text:
        "entity mapping '\(mapping)' has a mapping for '\(name)', which '\(entity)' does not have")
  }

  static let unsupportedExpressionRule = DiagnosticRule(
    "mapping.unsupported-expression", .warning, "Momentum does not carry out an expression.",
    """
    Constants, '$source' with a key path, 'now()', both methods of '$manager' and methods of \
    '$entityPolicy' are carried out, but no key of a value ('$source.date.description'), for \
    which Core Data asks the object that holds the value. Core Data evaluates any NSExpression, so an app that \
    migrates with Core Data alone can leave it. 'momentum migrate' and the library refuse the \
    mapping model, and there it is an error: compute the value in a method of a policy instead.
    """, mappingModels)

  /// Core Data evaluates what Momentum does not, so this is an error only where Momentum is to run it.
  static func unsupportedExpression(of owner: String, reason: String, isRun: Bool) -> Self {
    Self(
      rule: unsupportedExpressionRule,
      text: isRun
        ? "the expression of \(owner) is not carried out: \(reason)"
        : "the expression of \(owner) is for Core Data alone, 'momentum migrate' does not carry it out: \(reason)",
      ownSeverity: isRun ? .error : nil)
  }

  static let unsupportedFilterRule = DiagnosticRule(
    "mapping.unsupported-filter", .error(.noMeaning("the rows that it chooses cannot be found")),
    "The filter of an entity mapping cannot be used.",
    """
    It is a predicate over the old entity, compiled to SQL like any other; the message says \
    what keeps it from that. 'momentum predicate' shows it in full.
    """, .own)

  static func unsupportedFilter(of owner: String, reason: String) -> Self {
    Self(
      rule: unsupportedFilterRule,
      text: "the filter of entity mapping '\(owner)' cannot be used: \(reason)")
  }
}
