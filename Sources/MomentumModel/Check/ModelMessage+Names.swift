import MomentumDiagnostics

/// Messages about names that are repeated or missing.
extension ModelMessage {
  static let nameRules: [DiagnosticRule] = [
    duplicateCompositeRule, duplicateConfigurationRule, duplicateEntityRule,
    duplicateFetchIndexRule, duplicateFetchRequestRule, duplicatePropertyRule, caseDiffersRule,
    incompleteElementRule, inheritedPropertyRule, missingAttributeRule,
  ]

  // A repeated name is a warning if the model can be read without the second element, because no
  // entity and no table changes then. Otherwise it is an error.

  static let duplicateCompositeRule = DiagnosticRule(
    "model.duplicate-composite", .warning, "Two composites have one name.",
    """
    Attributes refer to a composite by its name, so the second one is never reached. Rename one of the two, or delete it.
    """,
    .assumed)

  static let duplicateConfigurationRule = DiagnosticRule(
    "model.duplicate-configuration", .warning, "Two configurations have one name.",
    """
    A persistent store asks for its entities by the name of a configuration, so the second of two \
    configurations with one name is never reached. Momentum uses the first one. Rename one of the \
    two, or move the member entities of both into one.
    """,
    .assumed)

  static let duplicateEntityRule = DiagnosticRule(
    "model.duplicate-entity", .error(.noMeaning("stores and hashes are keyed by the name")),
    "Two entities have one name.",
    """
    Core Data finds entities by name and names their tables after them, so one of the two \
    would be lost. This is often what a merge of two branches leaves behind. Rename one of the \
    two, or delete it.
    """,
    .documented("NSManagedObjectModel.entitiesByName"))

  static let duplicateFetchIndexRule = DiagnosticRule(
    "model.duplicate-fetch-index", .warning, "Two fetch indexes of an entity have one name.",
    """
    Core Data makes the name of the SQLite index from those of the entity and the fetch index, and \
    SQLite has no second index of the same name. Momentum uses the first one. Rename one of the \
    two, or delete it.
    """,
    .assumed)

  static let duplicateFetchRequestRule = DiagnosticRule(
    "model.duplicate-fetch-request", .warning, "Two fetch requests have one name.",
    """
    A program asks the model for a fetch request template by its name, so the second one is \
    never reached. Rename one of the two, or delete it.
    """,
    .documented("NSManagedObjectModel.fetchRequestTemplatesByName"))

  static let duplicatePropertyRule = DiagnosticRule(
    "model.duplicate-property",
    .error(
      .refused(
        by: .coreData,
        .observed(
          "NSEntityDescription raises: Entity already contains a property named …; nofelmahmood/Seam issue 22"
        ))),
    "Two properties of an entity or a composite have one name.",
    """
    Attributes, relationships and fetched properties of an entity share one set of names, \
    because key-value coding finds each of them by name. One of the two would be lost. Rename \
    one of them, or delete it.
    """,
    .documented("NSEntityDescription.propertiesByName"))

  static func duplicate(_ kind: NameKind, name: String, owner: String?) -> Self {
    Self(
      rule: duplicateRule(kind),
      text:
        "\(kind.rawValue) '\(name)' is declared twice\(owner.map { " in \($0)" } ?? ""); \(kind.remedy)",
      namesItsSubject: true)
  }

  private static func duplicateRule(_ kind: NameKind) -> DiagnosticRule {
    switch kind {
    case .composite: duplicateCompositeRule
    case .configuration: duplicateConfigurationRule
    case .entity: duplicateEntityRule
    case .fetchIndex: duplicateFetchIndexRule
    case .fetchRequest: duplicateFetchRequestRule
    case .property: duplicatePropertyRule
    }
  }

  static let caseDiffersRule = DiagnosticRule(
    "model.case-differs", .warning, "Two names differ only in case.",
    """
    Core Data tells the names apart, but it writes the names of tables and columns in capitals, so \
    one of the two gets a number after its name. Files that are generated for two such entities \
    overwrite each other where the file system ignores case. Rename one of the two, and set its \
    'elementID' to the old name if stores exist.
    """,
    .assumed)

  static func caseDiffers(_ kind: NameKind, name: String, other: String, owner: String?) -> Self {
    Self(
      rule: caseDiffersRule,
      text:
        "\(kind.rawValue) '\(name)'\(owner.map { " of \($0)" } ?? "") differs from '\(other)' only in case",
      namesItsSubject: true)
  }

  static let incompleteElementRule = DiagnosticRule(
    "model.incomplete-element", .warning,
    "An element lacks an XML attribute and is left out.",
    """
    A fetch request needs a 'name' and an 'entity'. A fetch index, a configuration and a member of \
    a configuration need a 'name'. An element of a fetch index needs a 'property' or an \
    'expression'. An element of a uniqueness constraint or of a compound index needs a 'value', \
    and an entry of the user info a 'key'. An empty value counts as missing. No entity and no \
    table depends on what is left out. Add the attribute, or delete the element.
    """,
    .assumed)

  static func incompleteElement(_ element: String, attribute: String) -> Self {
    Self(
      rule: incompleteElementRule,
      text: "element '\(element)' needs a value for '\(attribute)'; it is left out")
  }

  static let inheritedPropertyRule = DiagnosticRule(
    "model.inherited-property",
    .error(
      .refused(
        by: .coreData,
        .observed(
          "-[NSEntityDescription setProperties:] raises; AFNetworking/AFIncrementalStore pull request 22"
        ))), "An entity declares a property that it inherits already.",
    """
    A sub-entity has all properties of its ancestors, and both declarations would need the same \
    name and the same column of the shared table. Delete the property from the sub-entity, or give \
    it another name.
    """,
    .observed(
      "-[NSEntityDescription setProperties:] raises; AFNetworking/AFIncrementalStore pull request 22"
    ))

  static func inheritedProperty(_ name: String, entity: String, ancestor: String) -> Self {
    Self(
      rule: inheritedPropertyRule,
      text: "property '\(name)' of entity '\(entity)' is inherited from '\(ancestor)' already",
      namesItsSubject: true)
  }

  static let missingAttributeRule = DiagnosticRule(
    "model.missing-attribute",
    .error(
      .refused(
        by: .modelCompiler,
        .observed(
          """
          a destination cannot be nil, says Xcode at build; rentzsch/mogenerator issue 33. For \
          the other attributes it is assumed
          """))),
    "An element lacks an XML attribute without which it means nothing.",
    """
    Entities, properties and composites need a 'name', relationships a 'destinationEntity', \
    composite attributes a 'composite'. An empty value counts as missing. Add the attribute, \
    or delete the element.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func missingAttribute(_ attribute: String, element: String) -> Self {
    Self(rule: missingAttributeRule, text: "element '\(element)' needs a value for '\(attribute)'")
  }
}

extension ModelMessage.NameKind {
  fileprivate var remedy: String {
    switch self {
    case .entity, .property: "rename or remove one"
    case .composite, .configuration, .fetchRequest, .fetchIndex:
      "the first one is used; rename or remove one"
    }
  }
}
