import MomentumDiagnostics

/// What checking a model has to say. Rows and texts stand in the files of the topics.
struct ModelMessage: RuleMessage, Hashable {
  /// What has a name that may not stand twice.
  enum NameKind: String, Sendable, Hashable {
    case composite
    case configuration
    case entity
    case fetchRequest = "fetch request"
    case fetchIndex = "fetch index"
    case property
  }

  /// What refers to an entity.
  enum EntityRole: String, Sendable, Hashable {
    case destination
    case inverse
    case member
    case parent
    case request
  }

  /// An element that names properties. The element is left out where the model has no property of a name.
  enum PropertyList: String, Sendable, Hashable {
    case compoundIndex = "compound index"
    case fetchIndex = "fetch index"
    case uniquenessConstraint = "uniqueness constraint"
  }

  /// What could be meant by a name that is not known.
  struct NameHint: Sendable, Hashable {
    /// The one that was probably meant.
    var near: String?
    /// All there are, where none is near and they are few.
    var known: [String]

    init(near: String? = nil, known: [String] = []) {
      self.near = near
      self.known = known
    }

    /// `; did you mean 'Book'?`, `; there are 'Book', 'Author'`
    var text: String {
      guard near == nil, !known.isEmpty else { return didYouMean(near) }
      return "; there \(known.count == 1 ? "is" : "are") \(quotedList(known))"
    }
  }

  /// Which value of an attribute.
  enum ValueRole: String, Sendable, Hashable {
    case defaultValue = "default"
    case minimum
    case maximum
  }

  let rule: DiagnosticRule
  let text: String
  /// Whether the text says which entity, or what else in the model, it is about.
  var namesItsSubject = false

  static let rules: [DiagnosticRule] =
    valueRules + nameRules + referenceRules + typeRules + [moreFindingsRule]

  static let moreFindingsRule = DiagnosticRule(
    "model.more-findings", .warning, "A model has more findings than are shown.",
    """
    After 1000 findings in one model the others are only counted. Repair those that are shown \
    first; often a few causes account for the rest.
    """,
    .own)

  static func moreFindings(_ count: Int) -> Self {
    Self(
      rule: moreFindingsRule, text: "\(count) more findings in this model", namesItsSubject: true)
  }
}
