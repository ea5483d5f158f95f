import MomentumDiagnostics

/// A message of the reader of compiled models.
struct CompiledModelMessage: RuleMessage, Hashable {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    badArchiveRule, noModelRule, lostEntityRule, lostExpressionRule, lostPropertyRule,
    optimizedModelRule,
  ]

  static let badArchiveRule = DiagnosticRule(
    "compiled.bad-archive", .error(.noMeaning("the meaning of the bytes is not known")),
    "A compiled model is not a keyed archive that can be read.",
    """
    A '.mom' file, like the model that a store keeps, is a binary property list of the kind \
    that NSKeyedArchiver writes. This one is truncated, damaged or another file. Compile the \
    model again, or read the '.xcdatamodeld' folder instead.
    """,
    .observed("compiled models and the models that some 100 stores keep"))

  static func badArchive(reason: String) -> Self {
    Self(rule: badArchiveRule, text: "the compiled model cannot be read: \(reason)")
  }

  static let noModelRule = DiagnosticRule(
    "compiled.no-model", .error(.noMeaning("the archive contains something else")),
    "A keyed archive holds something other than a model.",
    """
    The root of a compiled model is an NSManagedObjectModel. The file is another archive, for \
    example a mapping model or a document. Give the path of a '.mom' file or a '.momd' folder.
    """,
    .observed("compiled models and the models that some 100 stores keep"))

  static func noModel(found: String) -> Self {
    Self(
      rule: noModelRule,
      text: "the archive holds a '\(found)'; a compiled model holds a 'NSManagedObjectModel'")
  }

  static let lostEntityRule = DiagnosticRule(
    "compiled.lost-entity",
    .error(.noMeaning("a relationship, a parent or a request refers to nothing")),
    "A compiled model refers to an entity that it does not contain.",
    """
    A parent, a destination or the entity of a fetch request is missing from the archive, so \
    the model is incomplete and is refused. Compile the model again.
    """,
    .observed("compiled models and the models that some 100 stores keep"))

  static func lostEntity(_ name: String, of owner: String) -> Self {
    Self(rule: lostEntityRule, text: "\(owner) refers to an entity '\(name)' that is not there")
  }

  static let lostExpressionRule = DiagnosticRule(
    "compiled.lost-expression", .warning,
    "An archived predicate or expression is of an unknown kind.",
    """
    The derivation, fetch index or fetch request that it belongs to is left out, because without \
    the expression it would mean something else. The rest of the model is read. Read the \
    '.xcdatamodeld' folder instead, which has the text.
    """,
    .own)

  static func lostExpression(_ owner: String) -> Self {
    Self(
      rule: lostExpressionRule,
      text: "the archived predicate or expression of \(owner) is of an unknown kind; it is left out"
    )
  }

  static let lostPropertyRule = DiagnosticRule(
    "compiled.lost-property", .warning,
    "A compiled model has a property of an unknown kind.",
    """
    Attributes, relationships and fetched properties are known; the archive names another \
    class. The property is left out, so the hash of its entity differs from the one that Core \
    Data computes. Read the '.xcdatamodeld' folder instead.
    """,
    .own)

  static func lostProperty(_ owner: String, kind: String) -> Self {
    Self(rule: lostPropertyRule, text: "\(owner) is of the unknown kind '\(kind)'; it is left out")
  }

  static let optimizedModelRule = DiagnosticRule(
    "compiled.optimized-model", .error(.noMeaning("the format is not known")),
    "An optimized model cannot be read.",
    """
    The compiler writes an '.omo' file beside the '.mom' file of the current version. Both \
    mean the same, but the format of '.omo' files is not public. Give the path of the '.mom' \
    file or of the '.momd' folder.
    """,
    .own)

  static let optimizedModel = Self(
    rule: optimizedModelRule,
    text: "an optimized model cannot be read; give the '.mom' file that stands beside it")
}
