import MomentumDiagnostics

/// Messages about predicates that compile in Swift, but end the process or fail when the request
/// runs.
extension SwiftPredicateMessage {
  static let crashRules: [DiagnosticRule] = [
    relationshipNilRule, conditionalRule, optionalChainRule, conditionalInListRule,
    optionalCollectionCountRule, optionalCollectionRule, emptinessComparedRule, twoStepsRule,
    genericRootRule, constantPropertyRule, compositeFieldRule, notStoredRule, wholeObjectRule,
  ]

  static let relationshipNilRule = DiagnosticRule(
    "swift-predicate.relationship-nil", .warning,
    "A predicate compares an optional relationship with nil.",
    """
    On iOS 26 '$0.owner == nil' in a '@Query' ended apps with SIGTRAP and a damaged heap. Add a \
    Bool attribute that says whether the object has an owner, and ask for this attribute instead, \
    or filter the fetched objects in memory.
    """, .observed("meshtastic/Meshtastic-Apple #1900, with 21 crashes counted"))

  static func relationshipNil(_ path: String) -> Self {
    Self(
      rule: relationshipNilRule,
      text: "'\(path)' is an optional relationship, and comparing it with nil crashes on iOS 26")
  }

  static let conditionalRule = DiagnosticRule(
    "swift-predicate.conditional", .warning, "A predicate has 'if' or '? :'.",
    """
    SwiftData turns 'if' and '? :' into a TERNARY expression. SQLite then reads every row, because \
    no index contains the value of such an expression. A library in the app that prints the \
    predicate, for example to report slow fetches, crashes the app. Join conditions with '&&' and \
    '||'. Momentum itself compiles a condition on nil to AND and OR, with the same result.
    """, .observed("getsentry/sentry-cocoa #3553, and the notes of an app on iOS 26.5 and 27"))

  static func conditional(_ word: String) -> Self {
    Self(
      rule: conditionalRule,
      text:
        "SwiftData turns '\(word)' into TERNARY: no index serves it, and tools that print it crash")
  }

  static let optionalChainRule = DiagnosticRule(
    "swift-predicate.optional-chain", .info, "A predicate compares the end of an optional chain.",
    """
    SwiftData turns '$0.owner?.name == name' into TERNARY, in SQL a CASE, so that SQLite looks at every row. \
    For a large table, keep the compared value in an attribute of the fetched class.
    """, .observed("notes of an app on iOS 26.5 and 27, with the SQL that was logged"))

  static func optionalChain(_ path: String) -> Self {
    Self(
      rule: optionalChainRule,
      text: "SwiftData turns '\(path)' into TERNARY, in SQL a CASE: no index serves it")
  }

  static let conditionalInListRule = DiagnosticRule(
    "swift-predicate.conditional-in-list", .warning,
    "A list is asked whether it contains an expression with '??', '?.' or '? :'.",
    """
    In 'names.contains($0.name ?? "")', the fetch raises 'unimplemented SQL generation for \
    predicate … (bad LHS)', because the left side of IN is then a TERNARY expression. Momentum \
    compiles the predicate. For SwiftData, make the property required, or unwrap it with 'if let' \
    around 'contains'.
    """, .observed("a log of a SwiftData app on iOS 27"))

  static func conditionalInList(_ value: String) -> Self {
    Self(
      rule: conditionalInListRule,
      text:
        "'\(value)' becomes a TERNARY on the left of IN, for which SwiftData has no SQL (bad LHS)")
  }

  static let optionalCollectionCountRule = DiagnosticRule(
    "swift-predicate.optional-collection-count", .warning,
    "A predicate asks an optional to-many relationship for its number of objects.",
    """
    '$0.items?.isEmpty ?? true' ends the process with 'Keypath containing KVC aggregate where there \
    shouldn't be one'. Declare the array without '?' and with '= []'. Momentum reads an absent array as \
    an empty one, as the store has it.
    """, .observed("a log of a SwiftData app on iOS 26 and 27"))

  static func optionalCollectionCount(_ path: String) -> Self {
    Self(
      rule: optionalCollectionCountRule,
      text:
        "'\(path)' is an optional array: its count in a chain ends the process with 'Keypath containing KVC aggregate'"
    )
  }

  static let optionalCollectionRule = DiagnosticRule(
    "swift-predicate.optional-collection", .warning,
    "A predicate compares an optional to-many relationship with nil, or unwraps it.",
    """
    The fetch raises 'to-many key not allowed here': a store has no nil for a to-many relationship. \
    Declare the array without '?' and with '= []', and ask 'isEmpty'. Momentum reads an absent array as an \
    empty one.
    """, .observed("logs of SwiftData apps"))

  static func optionalCollection(_ path: String) -> Self {
    Self(
      rule: optionalCollectionRule,
      text: "'\(path)' is an optional array: the fetch raises 'to-many key not allowed here'")
  }

  static let emptinessComparedRule = DiagnosticRule(
    "swift-predicate.emptiness-compared", .warning,
    "A predicate compares 'isEmpty' of a relationship with true or false.",
    """
    '$0.items.isEmpty == false' crashes when it runs. Write '!$0.items.isEmpty' instead. In place \
    of a comparison with true, write '$0.items.isEmpty'.
    """, .observed("the predicates guide of swiftdata-pro"))

  static func emptinessCompared(_ rewrite: String) -> Self {
    Self(
      rule: emptinessComparedRule,
      text: "comparing 'isEmpty' of a relationship with a Bool crashes; write '\(rewrite)'")
  }

  static let twoStepsRule = DiagnosticRule(
    "swift-predicate.two-optional-steps", .warning,
    "A predicate compares 'persistentModelID' after two optional relationships.",
    """
    '$0.owner?.company?.persistentModelID == id' crashes when it runs. Keep the identifier in an \
    attribute, or fetch in two steps: first the objects of the first relationship, here the owners \
    in the company, and then the objects of these owners.
    """, .observed("NoahKamara/CompoundPredicate #1"))

  static func twoSteps(_ path: String) -> Self {
    Self(rule: twoStepsRule, text: "'\(path)' crosses two optional relationships, which crashes")
  }

  static let genericRootRule = DiagnosticRule(
    "swift-predicate.generic-root", .warning,
    "The class of a predicate is a generic parameter.",
    """
    The predicate works in debug builds. In optimised builds the fetch ends with 'Couldn't find \
    \\X.<computed …> on X with fields': the key path goes through the protocol of the generic \
    parameter, and SwiftData does not know this key path. 'try?' does not prevent it. Write one \
    predicate for each class. Momentum cannot compile a generic predicate, because its class is \
    not known.
    """, .observed("swiftlang/swift-foundation #1483 and scout #1152"))

  static func genericRoot(_ name: String) -> Self {
    Self(
      rule: genericRootRule,
      text:
        "'\(name)' is a generic parameter: in optimised builds SwiftData does not find the key paths"
    )
  }

  static let constantPropertyRule = DiagnosticRule(
    "swift-predicate.constant-property", .warning, "A predicate uses a property that is a 'let'.",
    """
    Foundation takes the key path of a 'let' for one of several components, and the fetch fails \
    with a message such as 'KeyPaths with multiple components are not supported'. Declare the \
    property with 'var', with 'private(set)' if needed.
    """, .observed("swiftlang/swift-foundation #1174 and #1173"))

  static func constantProperty(_ name: String) -> Self {
    Self(
      rule: constantPropertyRule,
      text: "'\(name)' is declared by 'let', and predicates with it fail; declare it by 'var'")
  }

  static let compositeFieldRule = DiagnosticRule(
    "swift-predicate.struct-field", .warning, "A predicate uses a property of a stored struct.",
    """
    Such a predicate compiles, and crashes in a '@Query' on iOS 17. Store the value in an \
    attribute of its own.
    """, .observed("mjtsai.com 2024-08-26, and the predicates guide of swiftdata-pro"))

  static func structField(_ path: String) -> Self {
    Self(rule: compositeFieldRule, text: "'\(path)' is inside a struct, which crashes on iOS 17")
  }

  static let notStoredRule = DiagnosticRule(
    "swift-predicate.not-stored", .warning,
    "A predicate or a sort uses a property that is not stored.",
    """
    A computed property, '@Transient' and '@Attribute(.ephemeral)' have no column. The predicate \
    compiles, but the fetch crashes or throws 'unsupportedKeyPath'. Compare stored properties, or \
    filter the fetched objects in memory.
    """, .observed("ls1intum/artemis-ios #181, and the predicates guide of swiftdata-pro"))

  static func notStored(_ name: String, why: String) -> Self {
    Self(rule: notStoredRule, text: "'\(name)' is \(why), and a store has no column for it")
  }

  static let wholeObjectRule = DiagnosticRule(
    "swift-predicate.whole-object", .warning, "A predicate compares whole objects.",
    """
    Whether '$0.company == company' works depends on the SDK. Compare 'persistentModelID' with a \
    constant that is assigned before the predicate: 'let id = company.persistentModelID'.
    """, .observed("hackernoon.com, #Predicate explained"))

  static func wholeObject(_ path: String) -> Self {
    Self(
      rule: wholeObjectRule,
      text: "'\(path)' is a whole object; compare its 'persistentModelID' with an identifier")
  }
}
