package import MomentumDiagnostics

/// A message of the reader of model files. ModelFileMessage+Bundles.swift has the messages about
/// bundles.
package struct ModelFileMessage: RuleMessage, Hashable {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] =
    bundleRules + [
      moreUnknownRule, notAModelRule, unexpectedTextRule, unknownAttributeRule, unknownElementRule,
    ]

  static let moreUnknownRule = DiagnosticRule(
    "model.more-unknown", .warning,
    "A file has more unknown elements and attributes than are shown.",
    """
    After 200 of them the others are only counted. Such a file was probably not written by Xcode. \
    Check that it is a model. If it is, repair what is shown, then check again.
    """,
    .own)

  static func moreUnknown(_ count: Int) -> Self {
    Self(
      rule: moreUnknownRule, text: "\(count) more elements and attributes of this file are unknown")
  }

  static let notAModelRule = DiagnosticRule(
    "model.not-a-model", .error(.noMeaning("no entity is described")),
    "The outermost element of a file is not 'model'.",
    """
    The file is well-formed XML, but of another kind, for example a storyboard or a mapping \
    model. Give the path of a data model.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func notAModel(_ name: String) -> Self {
    Self(rule: notAModelRule, text: "the outermost element has to be 'model', not '\(name)'")
  }

  static let unexpectedTextRule = DiagnosticRule(
    "model.unexpected-text", .warning, "There is text between the tags of a model.",
    """
    All information of a model is in XML attributes. Text between tags has no meaning and is \
    ignored; often an edit or a merge of two branches has left it there. Delete the text.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func unexpectedText(_ element: String) -> Self {
    Self(rule: unexpectedTextRule, text: "text in element '\(element)' has no meaning in a model")
  }

  static let unknownAttributeRule = DiagnosticRule(
    "model.unknown-attribute", .warning,
    "An element has an unknown XML attribute.",
    """
    The attribute is ignored, so a misspelt 'optional' or 'toMany' silently has its default. \
    Correct the name, or delete the attribute. An attribute that a newer Xcode writes is \
    harmless, as long as its meaning is not needed.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func unknownAttribute(_ name: String, in element: String, near: String?) -> Self {
    Self(
      rule: unknownAttributeRule,
      text: "element '\(element)' has no attribute '\(name)'; it is ignored"
        + didYouMean(near))
  }

  static let unknownElementRule = DiagnosticRule(
    "model.unknown-element", .warning, "An element is in a place where it is not allowed.",
    """
    The element is ignored with everything in it. Correct the name, move the element to its \
    place, or delete it.
    """,
    .observed("models that Xcode 4 to 16 wrote"))

  static func unknownElement(_ name: String, in element: String, near: String?) -> Self {
    Self(
      rule: unknownElementRule,
      text: "no element '\(name)' can stand in '\(element)'; it is ignored"
        + didYouMean(near))
  }
}
