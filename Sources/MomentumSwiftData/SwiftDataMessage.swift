package import MomentumDiagnostics

/// A message about SwiftData sources.
struct SwiftDataMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String
  /// Whether the finding leaves the version hash of its entity unknown.
  var leavesHashUnknown = false
  /// Whether the finding is about a name that the sources do not declare.
  var dependsOnUndeclared: Bool {
    [Self.noTypeRule.id, Self.unknownTypeRule.id, Self.unknownMacroRule.id].contains(rule.id)
  }

  static let rules: [DiagnosticRule] = [
    ambiguousTypeRule, conditionalPropertyRule, conditionalTypeRule, foreignClassRule,
    inverseOnBothSidesRule, noTypeRule, severalListsRule, undecidedInverseRule, unknownInverseRule,
    unknownMacroRule, unknownModelRule, unknownTypeRule, unlistedModelRule, unobservedRule,
    unreadArgumentRule, unreadModelsRule,
  ]

  private static let pairs = DiagnosticRule.Standing.observed(
    "the sources and the hashes of 331 entities in 14 public projects")

  // MARK: - Properties

  static let ambiguousTypeRule = DiagnosticRule(
    "swiftdata.ambiguous-type", .warning,
    "The sources declare several types of one name, which are stored differently.",
    """
    Targets of a project may each have a type of this name, and nothing says which one the \
    property means. Give Momentum the folder of one target. Until then the attribute has no type, \
    and the entity gets no version hash, so Momentum cannot tell which stores match it.
    """, .own)

  static func ambiguousType(_ type: String, of name: String) -> Self {
    Self(
      rule: ambiguousTypeRule,
      text: "several types could be the '\(type)' of '\(name)': the hash is unknown",
      leavesHashUnknown: true)
  }

  static let conditionalPropertyRule = DiagnosticRule(
    "swiftdata.conditional-property", .warning,
    "A property, or a part of a struct or enum that a property stores, is inside an '#if'.",
    """
    The version hash of the entity depends on how the app is built. Momentum reads the declaration \
    as if the condition were true, and the entity gets no version hash, so Momentum cannot tell \
    which stores match it. Declare the property without a condition, or the same way in each \
    clause. Conditions that are true wherever SwiftData is, such as 'canImport(SwiftUI)', do no \
    harm.
    """, .own)

  static func conditionalProperty(_ name: String, condition: String) -> Self {
    Self(
      rule: conditionalPropertyRule,
      text: "'\(name)' is only there if '\(condition)' is true: the hash is unknown",
      leavesHashUnknown: true)
  }

  static func differingProperty(_ name: String, condition: String) -> Self {
    Self(
      rule: conditionalPropertyRule,
      text: "the declaration of '\(name)' depends on '\(condition)': the hash is unknown",
      leavesHashUnknown: true)
  }

  static let conditionalTypeRule = DiagnosticRule(
    "swiftdata.conditional-type", .warning,
    "A model class, or a type that a property stores, is inside an '#if'.",
    """
    Whether the type exists, or which members it has, depends on how the app is built. Momentum \
    reads the first declaration, and the entity gets no version hash, so Momentum cannot tell \
    which stores match it. Declare the type without a condition. A condition around all classes of \
    the schema does no harm.
    """, .own)

  static func conditionalType(_ name: String, condition: String) -> Self {
    Self(
      rule: conditionalTypeRule,
      text: "'\(name)' is only there if '\(condition)' is true: the hash is unknown",
      leavesHashUnknown: true)
  }

  static func differingType(_ name: String) -> Self {
    Self(
      rule: conditionalTypeRule,
      text: "the declaration of '\(name)' depends on an '#if': the hash is unknown",
      leavesHashUnknown: true)
  }

  static let noTypeRule = DiagnosticRule(
    "swiftdata.no-type", .warning, "The type of a property cannot be seen in the source.",
    """
    Swift takes the type from the value after '='. Here the value calls or uses something that the \
    sources do not declare, or that is declared without a written type. Write the type of the \
    property: 'var name: String = …'. Until then the attribute has no type, and the entity gets no \
    version hash, so Momentum cannot tell which stores match it.
    """, .own)

  static func noType(_ name: String) -> Self {
    Self(
      rule: noTypeRule,
      text: "the type of '\(name)' does not follow from its value: write it after a colon",
      leavesHashUnknown: true)
  }

  static let unknownTypeRule = DiagnosticRule(
    "swiftdata.unknown-type", .warning, "The sources do not declare the type of a property.",
    """
    How SwiftData stores a value depends on its type: a class is the destination of a \
    relationship, a struct or an enum has a column for each part. Give Momentum a folder that also \
    contains the declaration. Until then the attribute has no type, and the entity gets no version \
    hash, so Momentum cannot tell which stores match it.
    """, .own)

  static func unknownType(_ type: String, of name: String) -> Self {
    Self(
      rule: unknownTypeRule,
      text: "the type '\(type)' of '\(name)' is not declared in these sources: the hash is unknown",
      leavesHashUnknown: true)
  }

  static let unobservedRule = DiagnosticRule(
    "swiftdata.unobserved", .warning,
    "How SwiftData stores a part of a model class has not been seen in any store.",
    """
    Momentum's rules come from stores and from the hashes that projects publish, and none of these \
    has the construct that the message names. Momentum reads it in its likely form, but the entity \
    gets no version hash, because a wrong hash would say that stores can be opened when they \
    cannot. If you need the hash, 'momentum inspect STORE --model SOURCES' shows it for a store \
    that the app wrote. The sources need no change.
    """, pairs)

  static func unobserved(_ what: String, entity: String) -> Self {
    Self(
      rule: unobservedRule,
      text:
        "how SwiftData stores \(what) has not been observed: the hash of '\(entity)' is unknown",
      leavesHashUnknown: true)
  }

  static let unreadArgumentRule = DiagnosticRule(
    "swiftdata.unread-argument", .warning,
    "An argument of a SwiftData macro is not written as a literal.",
    """
    The macro takes its arguments as they are written, and so does Momentum. Momentum ignores the \
    argument, and the entity gets no version hash, so Momentum cannot tell which stores match it. \
    Write the option, the text or the key path itself as the argument.
    """, .own)

  static func unreadArgument(_ name: String) -> Self {
    Self(
      rule: unreadArgumentRule,
      text: "this argument for '\(name)' cannot be read: write an option, a literal or a key path",
      leavesHashUnknown: true)
  }

  static let unknownMacroRule = DiagnosticRule(
    "swiftdata.unknown-macro", .warning,
    "A macro or property wrapper that is not SwiftData's is in a model class.",
    """
    A macro may add, change or remove properties, which cannot be seen in the source. Momentum \
    reads what is written, and the entity gets no version hash, so Momentum cannot tell which \
    stores match it. If you need the hash, write the code that the macro expands to in its place.
    """, .own)

  static func unknownMacro(_ macro: String, on name: String) -> Self {
    Self(
      rule: unknownMacroRule,
      text: "what '\(macro)' makes of '\(name)' is not known: the hash is unknown",
      leavesHashUnknown: true)
  }

  // MARK: - Inverses

  static let undecidedInverseRule = DiagnosticRule(
    "swiftdata.undecided-inverse", .warning,
    "It is not known which relationships SwiftData takes as inverse to each other.",
    """
    SwiftData may take two relationships as inverse to each other if each leads to the class of \
    the other. Here none of the relationships carries '@Relationship'. No store has shown what \
    SwiftData does then, and the version hashes of both entities depend on it, so Momentum \
    computes none. If the app is not released yet, write '@Relationship(inverse:)' on one of the \
    two relationships. Otherwise 'momentum inspect STORE --model SOURCES' with a store of the app \
    finds out whether the two are inverse. If they are, write '@Relationship(inverse:)' on one of \
    them; if they are not, write '@Relationship' without arguments. This keeps the hashes of the \
    app.
    """, pairs)

  static func undecidedInverse(_ one: String, _ other: String) -> Self {
    Self(
      rule: undecidedInverseRule,
      text:
        "whether '\(one)' and '\(other)' are inverse to each other is undecided: write '@Relationship(inverse:)' on one of them",
      leavesHashUnknown: true)
  }

  static func undecidedOwnInverse(_ name: String) -> Self {
    Self(
      rule: undecidedInverseRule,
      text: "whether '\(name)' is its own inverse is undecided: the hash is unknown",
      leavesHashUnknown: true)
  }

  static func severalInverses(_ one: String, _ others: [String]) -> Self {
    Self(
      rule: undecidedInverseRule,
      text:
        "which of \(quotedList(others, max: 5)) is the inverse of '\(one)' is undecided: write '@Relationship(inverse:)'",
      leavesHashUnknown: true)
  }

  static let unknownInverseRule = DiagnosticRule(
    "swiftdata.unknown-inverse",
    .error(.noMeaning("the key path leads to no relationship")),
    "The inverse of a relationship does not exist.",
    """
    'inverse:' takes a key path that begins with the class at the other end and names a \
    relationship of this class, such as '\\Author.books'. Correct the class or the name, or leave \
    'inverse:' out.
    """, .documented("SwiftData, Relationship(_:deleteRule:…inverse:)"))

  static func unknownInverse(_ inverse: String, of name: String) -> Self {
    Self(
      rule: unknownInverseRule,
      text: "the inverse of '\(name)' leads to no relationship '\(inverse)' of its destination")
  }

  static func inverseOfOtherClass(
    _ inverse: String, of name: String, root: String, destination: String
  ) -> Self {
    Self(
      rule: unknownInverseRule,
      text:
        "the inverse of '\(name)' cannot be '\(inverse)': the destination is '\(destination)', not '\(root)'"
    )
  }

  static let inverseOnBothSidesRule = DiagnosticRule(
    "swiftdata.inverse-on-both-sides", .warning,
    "Both sides of a relationship name the other one as inverse.",
    """
    The compiler refuses it: 'Circular reference resolving attached macro'. Write 'inverse:' on one \
    side only; it holds for both.
    """, .observed("threads about this error of the compiler"))

  static func inverseOnBothSides(_ one: String, _ other: String) -> Self {
    Self(
      rule: inverseOnBothSidesRule,
      text: "'\(one)' and '\(other)' name each other as inverse: Swift compiles it on one side only"
    )
  }

  // MARK: - Schemas

  static let unknownModelRule = DiagnosticRule(
    "swiftdata.unknown-model",
    .error(.noMeaning("the entities of the schema are not known")),
    "A schema lists a class that the sources do not have.",
    """
    Without this class the entities of the schema are not known. Give Momentum a folder that also \
    contains the declaration of the class, or correct its name in the list. If the class is \
    declared without '@Model', write '@Model' before it.
    """, .own)

  static func unknownModel(_ name: String, near: String?) -> Self {
    Self(
      rule: unknownModelRule,
      text: "no '@Model' class '\(name)' is in these sources" + didYouMean(near))
  }

  static let unreadModelsRule = DiagnosticRule(
    "swiftdata.unread-models", .warning,
    "The list of a schema's classes cannot be read in the sources.",
    """
    The classes of a schema decide which entities its stores have. Momentum reads a list that is \
    written out, '[A.self, B.self]', a variable with such a list as its value, and such lists that \
    are joined with '+'. It does not read a list that depends on a call, a condition or '#if': the \
    schema gets the classes that could be read, and its version hashes are unknown. 'momentum \
    check --against' then cannot say whether a released version was edited. Write all classes into \
    one list.
    """, .own)

  /// - Parameter schema: The name of the `VersionedSchema`; `nil` for a container's list.
  static func unreadModels(of schema: String?, _ reason: UnreadList.Reason) -> Self {
    Self(
      rule: unreadModelsRule,
      text:
        "the list of classes \(schema.map { "of '\($0)'" } ?? "of this container") cannot be read, so its hashes are unknown: \(reason.text); write it as '[A.self, B.self]'",
      leavesHashUnknown: true)
  }

  static let unlistedModelRule = DiagnosticRule(
    "swiftdata.unlisted-model", .warning,
    "A relationship leads to a class that the schema does not list.",
    """
    SwiftData adds such a class to the schema by itself, so the class is a part of the version \
    although its list does not show it. Whoever reads the list may edit the class without noticing \
    that this changes the version. Add the class to 'models'.
    """, .documented("SwiftData, Schema: related models are added"))

  static func unlistedModel(_ name: String, of schema: String, by property: String) -> Self {
    Self(
      rule: unlistedModelRule,
      text: "'\(property)' leads to '\(name)', which '\(schema)' does not list; it is part of it")
  }

  static let foreignClassRule = DiagnosticRule(
    "swiftdata.foreign-class", .warning,
    "A class refers to a class outside its schema instead of the schema's own class of that name.",
    """
    An old version that refers to a class of the app changes whenever that class changes. Then the \
    hashes of the version differ from those of released stores, and these stores do not open any \
    more. Refer to the class that the schema declares, for example 'SchemaV1.Author'.
    """, .observed("threads of three projects whose users lost access to their stores"))

  static func foreignClass(_ name: String, own: String, schema: String) -> Self {
    Self(
      rule: foreignClassRule,
      text: "this refers to '\(name)', but the class of '\(schema)' is '\(own)'")
  }

  static let severalListsRule = DiagnosticRule(
    "swiftdata.several-lists", .warning,
    "Containers list different model classes, and no list includes the classes of all others.",
    """
    Momentum reads only the longest list that is given to 'Schema' or 'ModelContainer'; the note \
    shows it. Classes that are only in other lists are not checked. If the lists belong to several \
    targets, such as an app and a tool, give Momentum the folder of one target. If they belong to \
    one app, declare an enum that conforms to 'VersionedSchema' and whose 'models' has the classes \
    of the store: Momentum then reads this enum and ignores the lists.
    """, .own)

  static let severalLists = Self(
    rule: severalListsRule,
    text: "this container has classes that the longest list of these sources does not have")
}

extension DiagnosticCatalogue {
  /// The diagnostics of reading SwiftData sources.
  package static let swiftData = DiagnosticCatalogue(SwiftDataMessage.rules)
}
