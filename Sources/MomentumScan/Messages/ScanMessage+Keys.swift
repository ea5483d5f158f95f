import MomentumDiagnostics

/// Messages about keys outside of predicates, and about sort descriptors.
extension ScanMessage {
  static let keyRules: [DiagnosticRule] = [
    unknownKeyRule, keyInNoEntityRule, keyKindRule, sortBlockRule, sortSelectorRule,
    sortToManyRule, valueTypeRule,
  ]

  static let unknownKeyRule = DiagnosticRule(
    "scan.unknown-key", .error(.refused(by: .coreData, fetchRaises)),
    "An entity has no property of the name of a key.",
    """
    The key is misspelt, or it belongs to another entity. A fetch raises 'keypath … not found in \
    entity', and key-value coding raises 'not key value coding-compliant for the key'. Computed \
    properties of the class are not in the store, so a fetch cannot use them. Write the name of a \
    property of the entity.
    """, fetchRaises)

  static func unknownKey(_ name: String, entity: String, near: String?, isDeclared: Bool) -> Self {
    Self(
      rule: unknownKeyRule,
      text: isDeclared
        ? "'\(name)' is a property of the class, but not of entity '\(entity)', so a store does not know it"
        : "no property '\(name)' in entity '\(entity)'" + didYouMean(near))
  }

  static let keyInNoEntityRule = DiagnosticRule(
    "scan.key-in-no-entity", .warning,
    "No entity of the model has a property of the name of a key.",
    """
    The code does not show which objects the key is for, and no entity has such a property. If the \
    objects are managed objects, a fetch raises 'keypath … not found in entity': correct the name. \
    If they are not, disable the rule at this place: '// momentum:disable:next \
    scan.key-in-no-entity'.
    """, .own)

  static func keyInNoEntity(_ name: String, near: String?) -> Self {
    Self(
      rule: keyInNoEntityRule,
      text: "no entity of the model has a property '\(name)'" + didYouMean(near))
  }

  static let keyKindRule = DiagnosticRule(
    "scan.key-kind", .error(.refused(by: .coreData, fetchRaises)),
    "A key names a property of another kind than the call takes.",
    """
    'mutableSetValue(forKey:)' takes a to-many relationship, 'relationshipKeyPathsForPrefetching' \
    takes relationships, and 'propertiesToUpdate' attributes. Core Data raises an exception for \
    other properties. Name a property of the kind that the message asks for, or call a method for \
    the kind of this property, such as 'setValue(_:forKey:)'.
    """, fetchRaises)

  static func keyKind(_ name: String, entity: String, found: String, takes: String) -> Self {
    Self(
      rule: keyKindRule,
      text: "'\(name)' of entity '\(entity)' is \(found), and \(takes) is needed here")
  }

  static let sortBlockRule = DiagnosticRule(
    "scan.sort-block", .error(.refused(by: .coreData, fetchRaises)),
    "A fetch is sorted with a comparator.",
    """
    SQLite cannot run a closure of the program: Core Data raises 'unsupported NSSortDescriptor \
    (comparator blocks are not supported)'. Sort by a stored property, or sort the fetched objects.
    """, fetchRaises)

  static let sortBlock = Self(
    rule: sortBlockRule,
    text: "a store cannot run a comparator; sort by a property, or sort the fetched objects")

  static let sortSelectorRule = DiagnosticRule(
    "scan.sort-selector", .error(.refused(by: .coreData, fetchRaises)),
    "A fetch is sorted with a selector that a store does not know.",
    """
    The SQLite store knows 'compare:', 'caseInsensitiveCompare:', 'localizedCompare:', \
    'localizedCaseInsensitiveCompare:' and 'localizedStandardCompare:'; all but the first only for \
    strings. For others Core Data raises 'unsupported NSSortDescriptor selector'. Use one of these \
    selectors, or sort the fetched objects.
    """, fetchRaises)

  static func sortSelector(_ selector: String, near: String?) -> Self {
    Self(
      rule: sortSelectorRule,
      text: "a store cannot sort with '\(selector)'" + didYouMean(near))
  }

  static func stringSelector(_ selector: String, key: String, type: String) -> Self {
    Self(
      rule: sortSelectorRule, text: "'\(selector)' compares strings, but '\(key)' is \(type)")
  }

  static let sortToManyRule = DiagnosticRule(
    "scan.sort-to-many", .error(.refused(by: .coreData, fetchRaises)),
    "A fetch is sorted by many values of each object.",
    """
    A path over a to-many relationship has no single value, and a store does not compute '@count' \
    for a sort. Core Data raises an exception. Store the value in an attribute, for example a \
    derived one, or sort the fetched objects.
    """, fetchRaises)

  static func sortToMany(_ path: String) -> Self {
    Self(
      rule: sortToManyRule,
      text: "'\(path)' has many values for each object, so nothing can be sorted by it")
  }

  static func sortComputed(_ path: String) -> Self {
    Self(
      rule: sortToManyRule,
      text: "'\(path)' is computed from many objects, and a store cannot sort by that")
  }

  static let valueTypeRule = DiagnosticRule(
    "scan.value-type", .error(.refused(by: .coreData, fetchRaises)),
    "A value of another type than the attribute has is set.",
    """
    Core Data checks the class of a value that is set by key-value coding, and raises \
    'Unacceptable type of value for attribute'. Give a value of the attribute's type.
    """, fetchRaises)

  static func valueType(_ name: String, entity: String, type: String, found: String) -> Self {
    Self(
      rule: valueTypeRule,
      text: "'\(name)' of entity '\(entity)' is \(type), but the value is \(found)")
  }
}
