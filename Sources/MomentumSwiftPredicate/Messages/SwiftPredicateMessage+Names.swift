import MomentumDiagnostics

/// Names and types that do not fit the model.
extension SwiftPredicateMessage {
  static let nameRules: [DiagnosticRule] = [
    unknownClassRule, unknownPropertyRule, typeRule, sortRule, noClassRule,
  ]

  static let unknownClassRule = DiagnosticRule(
    "swift-predicate.unknown-class", .warning, "The class of a predicate is not in the model.",
    """
    The predicate is not checked. Its class may belong to another schema or to another version; give the \
    model that has it.
    """, .own)

  static func unknownClass(_ name: String, near: String?) -> Self {
    Self(rule: unknownClassRule, text: "the model has no class '\(name)'" + didYouMean(near))
  }

  static let noClassRule = DiagnosticRule(
    "swift-predicate.no-class", .info, "The class of a predicate cannot be seen in the file.",
    """
    Swift works it out from a type that stands elsewhere. Write '#Predicate<Trip> { … }', so that a reader \
    knows it too. Until then the predicate is not checked.
    """, .own)

  static func noClass(_ kind: String) -> Self {
    Self(
      rule: noClassRule, text: "the class of this '\(kind)' is not written here: '\(kind)<Trip>'")
  }

  static let unknownPropertyRule = DiagnosticRule(
    "swift-predicate.unknown-property", .warning,
    "A predicate or a sort uses a property that the class does not have.",
    """
    Either the model given is not the one that the code uses, or the property comes from an extension or a \
    protocol, and the fetch fails when it runs.
    """, .own)

  static func unknownProperty(_ name: String, of entity: String, near: String?) -> Self {
    Self(
      rule: unknownPropertyRule,
      text: "'\(entity)' has no property '\(name)'" + didYouMean(near))
  }

  static let typeRule = DiagnosticRule(
    "swift-predicate.type", .warning, "A predicate compares values of different types.",
    """
    Swift refuses the comparison with the types of the model. The model given may be another version than \
    the code.
    """, .own)

  static func type(_ left: String, _ right: String) -> Self {
    Self(rule: typeRule, text: "\(left) cannot be compared with \(right)")
  }

  static let sortRule = DiagnosticRule(
    "swift-predicate.sort", .warning, "A sort descriptor names what a store cannot sort by.",
    """
    A store sorts by attributes of the object or of a to-one object. A relationship or a stored struct \
    throws 'unsupportedSortDescriptor'.
    """, .documented("SwiftData, SwiftDataError.unsupportedSortDescriptor"))

  static func sort(_ path: String, why: String) -> Self {
    Self(rule: sortRule, text: "a store cannot sort by '\(path)', \(why)")
  }
}
