import MomentumDiagnostics

/// A message of the check of a model. The messages and their rules are in one file for each topic.
struct ModelMessage: RuleMessage, Hashable {
  /// The kind of element whose name has to be unique.
  enum NameKind: String, Sendable, Hashable {
    case composite
    case configuration
    case entity
    case fetchRequest = "fetch request"
    case fetchIndex = "fetch index"
    case property
  }

  /// The kind of element that refers to an entity.
  enum EntityRole: String, Sendable, Hashable {
    case destination
    case inverse
    case member
    case parent
    case request
  }

  /// The kind of element that is a list of properties. If the model lacks one of the properties,
  /// the whole element is left out.
  enum PropertyList: String, Sendable, Hashable {
    case compoundIndex = "compound index"
    case fetchIndex = "fetch index"
    case uniquenessConstraint = "uniqueness constraint"
  }

  /// The names that a message about an unknown name proposes.
  struct NameHint: Sendable, Hashable {
    /// The name that was probably meant.
    var near: String?
    /// All names, if no name is similar and there are few.
    var known: [String]

    init(near: String? = nil, known: [String] = []) {
      self.near = near
      self.known = known
    }

    /// The end of a message: `; did you mean 'Book'?`, or `; there are 'Book', 'Author'`.
    var text: String {
      guard near == nil, !known.isEmpty else { return didYouMean(near) }
      return "; there \(known.count == 1 ? "is" : "are") \(quotedList(known))"
    }
  }

  /// The part of an attribute whose value the message is about.
  enum ValueRole: String, Sendable, Hashable {
    case defaultValue = "default"
    case minimum
    case maximum
  }

  let rule: DiagnosticRule
  let text: String
  /// Whether the text names the element of the model that it is about. Otherwise the message begins
  /// with that element.
  var namesItsSubject = false

  static let rules: [DiagnosticRule] =
    valueRules + nameRules + referenceRules + typeRules + [moreFindingsRule]

  static let moreFindingsRule = DiagnosticRule(
    "model.more-findings", .warning, "A model has more findings than are shown.",
    """
    After 1000 findings in one model the others are only counted. Repair the findings that are \
    shown, then check again; often a few causes account for all the others.
    """,
    .own)

  static func moreFindings(_ count: Int) -> Self {
    Self(
      rule: moreFindingsRule, text: "\(count) more findings in this model", namesItsSubject: true)
  }
}
