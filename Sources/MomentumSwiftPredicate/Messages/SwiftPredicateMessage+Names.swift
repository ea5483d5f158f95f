import MomentumDiagnostics

/// Messages about names and types in a predicate that do not fit the model.
extension SwiftPredicateMessage {
  static let nameRules: [DiagnosticRule] = [
    unknownClassRule, unknownPropertyRule, typeRule, sortRule,
    identifierSortRule, noClassRule,
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
    Swift infers it from a type in another place. Write '#Predicate<Trip> { … }', so that a reader \
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
    Either the given model is not the one that the code uses: then give that model. Or the \
    property comes from an extension or a protocol, and the fetch fails when it runs: then compare \
    a stored property, or filter the fetched objects in memory.
    """, .own)

  static func unknownProperty(_ name: String, of entity: String, near: String?) -> Self {
    Self(
      rule: unknownPropertyRule,
      text: "'\(entity)' has no property '\(name)'" + didYouMean(near))
  }

  static let typeRule = DiagnosticRule(
    "swift-predicate.type", .warning, "A predicate compares values of different types.",
    """
    With the property types of the given model, Swift would refuse the comparison. Probably the \
    model is another version than the one that the code uses: give that version. Otherwise compare \
    values of one type.
    """, .own)

  static func type(_ left: String, _ right: String) -> Self {
    Self(rule: typeRule, text: "\(left) cannot be compared with \(right)")
  }

  static let sortRule = DiagnosticRule(
    "swift-predicate.sort", .warning, "A sort descriptor names what a store cannot sort by.",
    """
    A store sorts by attributes of the object or of a to-one object. For a relationship or a \
    stored struct the fetch throws 'unsupportedSortDescriptor'. Sort by an attribute, or sort the \
    fetched objects in memory.
    """, .documented("SwiftData, SwiftDataError.unsupportedSortDescriptor"))

  static func sort(_ path: String, why: String) -> Self {
    Self(rule: sortRule, text: "a store cannot sort by '\(path)', \(why)")
  }

  static let identifierSortRule = DiagnosticRule(
    "swift-predicate.sort-identifier", .info, "A sort descriptor sorts by the object's identifier.",
    """
    What SwiftData does with such a descriptor is not documented, and no log shows it, so the \
    request is not translated. A program cannot rely on an order of identifiers: sort by an \
    attribute, for example the date of creation.
    """, .own)

  static func identifierSort(_ name: String) -> Self {
    Self(rule: identifierSortRule, text: "how SwiftData sorts by '\(name)' is not known")
  }
}
