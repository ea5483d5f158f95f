import MomentumDiagnostics

/// Messages about names of entities and of stored fetch requests.
extension ScanMessage {
  static let nameRules: [DiagnosticRule] = [
    abstractEntityRule, otherClassRule, unknownEntityRule, unknownTemplateRule,
    templateVariableRule, surplusVariableRule,
  ]

  static let abstractEntityRule = DiagnosticRule(
    "scan.abstract-entity", .error(.refused(by: .coreData, fetchRaises)),
    "An object of an abstract entity is made.",
    """
    An abstract entity has no objects of its own, only those of its sub-entities. Core Data raises \
    an exception when the object is saved. Make an object of a sub-entity.
    """, fetchRaises)

  static func abstractEntity(_ name: String) -> Self {
    Self(
      rule: abstractEntityRule,
      text:
        "entity '\(name)' is abstract, so it has no objects of its own; make one of a sub-entity")
  }

  static let otherClassRule = DiagnosticRule(
    "scan.other-class", .error(.noMeaning("the fetched objects are not of the class")),
    "A request is for objects of one class, and its entity has another one.",
    """
    In 'NSFetchRequest<Person>(entityName: "Order")', the fetched objects are of the class of the \
    entity 'Order', so the cast to 'Person' fails at run time. Correct the name of the entity, or \
    write the class of this entity as the class of the request.
    """, .own)

  static func otherClass(_ className: String, entity: String, entityClass: String) -> Self {
    Self(
      rule: otherClassRule,
      text:
        "the request is for objects of class '\(className)', but those of entity '\(entity)' are of class '\(entityClass)'"
    )
  }

  static let unknownEntityRule = DiagnosticRule(
    "scan.unknown-entity", .error(.refused(by: .coreData, fetchRaises)),
    "The model has no entity of a name in the code.",
    """
    Core Data raises an exception, such as 'could not locate an NSManagedObjectModel for entity \
    name'. Write the name as the model has it. Entities that the program's own code creates are \
    not reported.
    """, fetchRaises)

  static func unknownEntity(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownEntityRule, text: "the model has no entity '\(name)'" + didYouMean(near))
  }

  static let unknownTemplateRule = DiagnosticRule(
    "scan.unknown-fetch-request",
    .error(
      .refused(
        by: .coreData,
        .documented("NSManagedObjectModel.fetchRequestTemplate(forName:), which returns nil"))),
    "The model has no fetch request of a name in the code.",
    """
    Core Data returns nil for a name that the model does not have. Write the name as the model has it.
    """,
    .documented("NSManagedObjectModel.fetchRequestTemplate(forName:)"))

  static func unknownTemplate(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownTemplateRule,
      text: "the model has no fetch request '\(name)'" + didYouMean(near))
  }

  static let templateVariableRule = DiagnosticRule(
    "scan.missing-variable",
    .error(.noMeaning("there is no value to compare with")),
    "A stored fetch request, or a predicate, is used without a value for one of its variables.",
    """
    Every '$NAME' has to be replaced before the fetch; Core Data raises an exception for one that is \
    left. Add the variable to the dictionary of 'fetchRequestFromTemplate(withName:substitutionVariables:)' \
    or 'withSubstitutionVariables(_:)'.
    """,
    .documented("NSManagedObjectModel.fetchRequestFromTemplate(withName:substitutionVariables:)"))

  static func missingVariable(_ name: String, of template: String) -> Self {
    Self(
      rule: templateVariableRule,
      text: "the fetch request '\(template)' needs a value for its variable '\(name)'")
  }

  static func freeVariable(_ name: String) -> Self {
    Self(
      rule: templateVariableRule,
      text:
        "'$\(name)' has no value when the request runs; call 'withSubstitutionVariables' or write '%@'"
    )
  }

  static let surplusVariableRule = DiagnosticRule(
    "scan.surplus-variable", .warning,
    "A variable is given a value, and the stored fetch request has no such variable.",
    """
    Nothing uses the value. The name is probably misspelt, and then the variable that was meant \
    has no value; names of variables distinguish case. Write the name as the predicate in the \
    model has it, but without its dollar sign.
    """, .own)

  static func surplusVariable(_ name: String, of template: String, near: String?) -> Self {
    Self(
      rule: surplusVariableRule,
      text: "the fetch request '\(template)' has no variable '\(name)'" + didYouMean(near))
  }
}
