import MomentumDiagnostics

/// Messages about keys and key paths.
extension PredicateMessage {
  static let keyRules: [DiagnosticRule] = [
    compositeAloneRule, keyBehindAttributeRule, unknownKeyRule, keyOfValueRule, subentityKeyRule,
    transientRule,
  ]

  static func barePosition(_ word: String, isKey: Bool) -> Self {
    Self(
      rule: PredicateSyntaxMessage.barePositionRule,
      text: "'\(word)' here is the position \(word.uppercased()) of an array"
        + (isKey
          ? ", not the key; write '#\(word)' for the key"
          : "; it stands in brackets: 'tags[SIZE]'"),
      ownSeverity: .error)
  }

  static let compositeAloneRule = DiagnosticRule(
    "predicate.composite", .error(.noMeaning("a composite has no column to compare")),
    "A composite attribute is compared as a whole.",
    """
    A composite attribute has no column, only its elements do. Compare an element, such as \
    'address.city', and connect several comparisons with AND.
    """,
    .assumed)

  static func compositeAlone(_ name: String, elements: [String]) -> Self {
    Self(
      rule: compositeAloneRule,
      text:
        "composite attribute '\(name)' cannot be compared as a whole; name one of its elements: "
        + quotedList(elements.map { "\(name).\($0)" }, max: 5, rest: .dots))
  }

  static let keyBehindAttributeRule = DiagnosticRule(
    "predicate.key-behind-attribute",
    .error(.refused(by: .coreData, .assumed)),
    "A key path continues after an attribute.",
    """
    A store knows no properties of an attribute's value, except 'length' of a text. In \
    'birthday.year', a store knows 'birthday', but not 'year'. Delete the keys after the \
    attribute, or filter the fetched objects in memory.
    """,
    .assumed)

  static func keyBehindAttribute(_ name: String, type: String) -> Self {
    Self(
      rule: keyBehindAttributeRule,
      text: "attribute '\(name)' is \(article(type)) and has no keys of its own")
  }

  static let unknownKeyRule = DiagnosticRule(
    "predicate.unknown-key",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'keypath … not found in entity', an exception at fetch; \
          3lvis/SwiftSync issue 73
          """))),
    "An entity has no property of the name of a key.",
    """
    The key is misspelt, or it belongs to another entity; at run time the fetch raises an \
    exception. Write the name of a property of the entity to which the path before the key leads. \
    A word that was meant as text needs quotes. An operator such as 'count' after a to-many \
    relationship needs '@': 'items.@count'.
    """,
    .observed("an error of Core Data's SQLite store, 'keypath … not found in entity'"))

  static func keyOfCollection(_ name: String, operator sign: String) -> Self {
    Self(rule: unknownKeyRule, text: "a to-many relationship has no key '\(name)'; write '\(sign)'")
  }

  static let keyOfValueRule = DiagnosticRule(
    "predicate.key-of-value", .error(.noMeaning("the value has no keys")),
    "A key path continues after a value that has no keys.",
    """
    A variable or an argument is replaced by one value before the fetch, and the result of a \
    computation is not an object. Only the fetched object and the variable of a SUBQUERY have \
    keys. Instead of '$owner.city', write '$city', and give the city of the owner as its value.
    """,
    .own)

  static func keyOfValue(_ what: String, why: String) -> Self {
    Self(rule: keyOfValueRule, text: "\(what) has no keys: \(why)")
  }

  static let subentityKeyRule = DiagnosticRule(
    "predicate.sub-entity-key",
    .error(
      .refused(
        by: .coreData,
        .observed(
          """
          'keypath … not found in entity', an exception at fetch; \
          3lvis/SwiftSync issue 73
          """))),
    "A key belongs to a sub-entity of the entity that is fetched.",
    """
    Objects of the entity do not have the property, although those of a sub-entity do. Core Data \
    raises an exception. Fetch the sub-entity, or move the property to the parent.
    """,
    .observed("an error of Core Data's SQLite store, 'keypath … not found in entity'"))

  static func subentityKey(_ name: String, entity: String, subentity: String) -> Self {
    Self(
      rule: subentityKeyRule,
      text:
        "keypath \(name) not found in entity \(entity): its sub-entity '\(subentity)' declares it, and a fetch of '\(entity)' cannot ask for it; fetch '\(subentity)'"
    )
  }

  static let transientRule = DiagnosticRule(
    "predicate.transient",
    .error(
      .refused(
        by: .coreData,
        .documented(
          """
          Core Data Programming Guide, Persistent Store Types and Behaviors, \
          for sorting; for predicates it is assumed
          """))),
    "A predicate or a sort key uses a property that is not stored.",
    """
    Transient properties, attributes without a type and fetched properties have no column, so \
    SQLite cannot compare or sort by them. Use a stored property, or filter and sort the \
    objects in memory.
    """,
    .documented("Core Data Programming Guide, Persistent Store Types and Behaviors"))

  static func transient(_ name: String, entity: String) -> Self {
    Self(
      rule: transientRule,
      text: "'\(name)' of '\(entity)' is not stored, so a store cannot ask for it")
  }

  static func unknownElement(_ name: String, composite: String, near: String?, all: [String])
    -> Self
  {
    Self(
      rule: unknownKeyRule,
      text: "no element '\(name)' in composite '\(composite)'"
        + (near.map { "; did you mean '\($0)'?" }
          ?? "; it has \(quotedList(all, max: 5, rest: .dots))"))
  }

  static func unknownKey(_ name: String, entity: String, near: String?, hint: String?) -> Self {
    Self(
      rule: unknownKeyRule,
      text: "no property '\(name)' in entity '\(entity)'"
        + (hint.map { "; \($0)" } ?? near.map { "; did you mean '\($0)'?" } ?? ""))
  }
}
