import MomentumDiagnostics

/// Messages about names of entities, classes and properties.
extension ReviewMessage {
  static let nameRules: [DiagnosticRule] = [
    abstractLeafRule, duplicateClassRule, keywordRule, repeatedRenamingIdentifierRule,
    reservedNameRule,
  ]

  static let abstractLeafRule = DiagnosticRule(
    "model.abstract-leaf", .info, "An abstract entity has no sub-entities.",
    """
    Objects of an abstract entity cannot be made, and no entity inherits from this one, so it has \
    no use. Set 'isAbstract' to NO, or add an entity with this one as 'parentEntity'.
    """,
    .documented("NSEntityDescription.isAbstract"))

  static func abstractLeaf(_ name: String) -> Self {
    Self(
      rule: abstractLeafRule,
      text: "entity '\(name)' is abstract and has no sub-entities; no object of it can be made",
      namesItsSubject: true)
  }

  static let duplicateClassRule = DiagnosticRule(
    "model.duplicate-class", .warning, "One class would be generated for two entities.",
    """
    Both entities have the same 'representedClassName' and a 'codeGenerationType'. Xcode would \
    write the class twice, so the project does not compile. Set 'representedClassName' of one \
    entity to another name. Without 'codeGenerationType' the project compiles, but if both \
    entities then share a class that is written by hand, Core Data cannot tell which entity a \
    class method such as 'entity()' means.
    """,
    .observed(
      """
      Core Data's warning 'Multiple NSEntityDescriptions claim the NSManagedObject subclass \
      …'
      """))

  static func duplicateClass(_ name: String, entity: String, other: String) -> Self {
    Self(
      rule: duplicateClassRule,
      text: "class '\(name)' would be generated for both '\(entity)' and '\(other)'",
      namesItsSubject: true)
  }

  static let keywordRule = DiagnosticRule(
    "model.swift-keyword", .info, "A property has the name of a Swift keyword.",
    """
    Code has to write the name in backticks wherever the compiler takes it for the keyword. \
    Core Data is not affected. Rename the property, and set its 'elementID' to the old name if \
    stores exist.
    """,
    .documented("The Swift Programming Language, Lexical Structure"))

  static func keyword(_ name: String) -> Self {
    Self(
      rule: keywordRule, text: "'\(name)' is a keyword of Swift; code has to write it in backticks")
  }

  static let repeatedRenamingIdentifierRule = DiagnosticRule(
    "model.repeated-renaming-identifier", .warning,
    "Two elements of one kind have the same renaming identifier.",
    """
    A renaming identifier says which element of the previous version an element was; an element \
    without an identifier has its own name as identifier. If two elements have the same \
    identifier, a migration cannot tell which of them takes the old values. It then pairs elements \
    by name, and an element with a new name starts empty. Decide which of the two elements takes \
    the old values. If the other one has the identifier as its 'elementID', delete that. If it has \
    the identifier as its name, give it another 'elementID'.
    """,
    .documented("Using lightweight migration; what Core Data does with two is assumed"))

  static func repeatedRenamingIdentifier(_ identifier: String, of name: String, other: String)
    -> Self
  {
    Self(
      rule: repeatedRenamingIdentifierRule,
      text: identifier == other
        ? "'\(name)' has the renaming identifier '\(identifier)', but '\(other)' is still there under that name"
        : "'\(name)' and '\(other)' have one renaming identifier, '\(identifier)'; the old values can go to one of them only"
    )
  }

  static let reservedNameRule = DiagnosticRule(
    "model.reserved-name",
    .error(.refused(by: .coreData, .documented("NSPropertyDescription.name"))),
    "A property has the name of a member of NSObject or NSManagedObject.",
    """
    Core Data finds properties by methods of their name, so the property hides the existing \
    method or is hidden by it. Code that calls the method gets the wrong object or crashes. \
    Rename the property, and set its 'elementID' to the old name if stores exist.
    """,
    .documented("NSPropertyDescription.name"))

  static func reservedName(_ name: String, owner: String) -> Self {
    Self(
      rule: reservedNameRule,
      text: "a property cannot be called '\(name)', which is a method of \(owner)")
  }
}
