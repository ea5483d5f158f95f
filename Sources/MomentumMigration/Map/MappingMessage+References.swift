import MomentumDiagnostics

/// Messages about names and expressions in a mapping model that do not fit its old or its new
/// model.
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
    "An expression has a value of a type that an attribute does not accept.",
    """
    Core Data raises an exception when an attribute is set to an object of another class. Convert \
    the value in a method of a policy class. If the entity mapping has a policy class, 'momentum \
    check' reports only a warning, because the code of the class may convert the value or ignore \
    the property mapping. 'momentum migrate' cannot run that code and reports an error. A program \
    that uses the library can give a closure for createDestinationInstances of the policy; then \
    this is a warning. If the closure calls insertAsMapped, the attribute of the new object has \
    its default.
    """, .documented("NSManagedObject.setValue(_:forKey:)"))

  static func typeMismatch(of owner: String, from old: String, to new: String) -> Self {
    Self(
      rule: typeMismatchRule,
      text:
        "the expression of \(owner) gives \(old), which an attribute of type \(new) does not take")
  }

  static let unknownEntityRule = DiagnosticRule(
    "mapping.unknown-entity",
    .error(.noMeaning("the model has no such entity")),
    "An entity mapping names an entity that the model lacks.",
    """
    The entity was renamed or removed after the mapping model was made. Open the mapping model in \
    Xcode and choose both models again.
    """, mappingModels)

  static func unknownEntity(_ entity: String, side: String, mapping: String) -> Self {
    Self(
      rule: unknownEntityRule,
      text: "entity mapping '\(mapping)' names '\(entity)', which the \(side) model does not have")
  }

  static let unknownEntityMappingRule = DiagnosticRule(
    "mapping.unknown-entity-mapping",
    .error(.noMeaning("it is not known which objects are meant")),
    "An expression refers to an entity mapping that is not there, or does not fit.",
    """
    The expression finds the objects of a relationship by the name of the entity mapping that made \
    them. So there has to be an entity mapping of this name. Its source has to be the entity to \
    which the key path in the expression leads, and its destination has to be the destination of \
    the relationship. Correct the name in the expression, or change that entity mapping.
    """, mappingModels)

  static func unknownEntityMapping(_ name: String, of owner: String) -> Self {
    Self(
      rule: unknownEntityMappingRule,
      text:
        "the expression of \(owner) names an entity mapping '\(name)', which does not exist, or does not use those objects as its source"
    )
  }

  static let unknownKeyPathRule = DiagnosticRule(
    "mapping.unknown-key-path",
    .error(.noMeaning("the value of the expression cannot be computed")),
    "A key path in an expression does not exist in the old model.",
    """
    Each key of the path has to be a stored property of the entity that the path has reached. A \
    path to one value must not contain a to-many relationship. A key of a stored value, as in \
    '$source.date.year', is 'mapping.unsupported-expression' instead. Correct the expression in \
    the mapping model.
    """, mappingModels)

  static func unknownKeyPath(_ path: String, of owner: String, reason: String) -> Self {
    Self(
      rule: unknownKeyPathRule,
      text: "the expression of \(owner) has a key path '\(path)' that leads nowhere: \(reason)")
  }

  static let unknownPropertyRule = DiagnosticRule(
    "mapping.unknown-property",
    .error(.noMeaning("the new entity has no property for the value")),
    "An entity mapping sets a property that the new entity lacks.",
    """
    The property was renamed or removed after the mapping model was made. Open the mapping model \
    in Xcode and choose both models again.
    """, mappingModels)

  static func unknownProperty(_ name: String, entity: String, mapping: String) -> Self {
    Self(
      rule: unknownPropertyRule,
      text:
        "entity mapping '\(mapping)' has a mapping for '\(name)', which '\(entity)' does not have")
  }

  static let unsupportedExpressionRule = DiagnosticRule(
    "mapping.unsupported-expression", .warning, "Momentum cannot run an expression.",
    """
    Momentum runs constants, '$source' with a key path, 'now()', both methods of '$manager' and \
    methods of '$entityPolicy'. It does not run a key of a value, such as \
    '$source.date.description'. Core Data evaluates any NSExpression, so if the app migrates only \
    with Core Data, nothing has to be changed. 'momentum migrate' and the library refuse the \
    mapping model with an error: compute the value in a method of a policy instead.
    """, mappingModels)

  /// - Parameter isRun: Whether Momentum carries the mapping model out. Only then is this an error:
  ///   Core Data evaluates more expressions than Momentum.
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
    A filter is a predicate over the old entity, and is compiled to SQL; the message says why this \
    one cannot be. Correct the filter; 'momentum predicate' shows all its errors.
    """, .own)

  static func unsupportedFilter(of owner: String, reason: String) -> Self {
    Self(
      rule: unsupportedFilterRule,
      text: "the filter of entity mapping '\(owner)' cannot be used: \(reason)")
  }
}
