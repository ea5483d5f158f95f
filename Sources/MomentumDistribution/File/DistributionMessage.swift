package import MomentumDiagnostics

/// The messages about plan files and about user info.
struct DistributionMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [
    crossingRule, formatRule, missingEntityRule, pathRule, undecidedRule, unknownNameRule,
    userInfoRule,
  ]

  static let crossingRule = DiagnosticRule(
    "distribution.crossing",
    .error(.noMeaning("no foreign key can hold a key that refers to a row of another server")),
    "A relationship leads from one server to another under the plan.",
    """
    Rows of one root are on one server, and a foreign key is checked there alone. The notes say what \
    can be done: choose another path or placement, list a to-one relationship in 'unenforced', or \
    change the model.
    """,
    .documented("Citus, Creating and Modifying Distributed Objects, Adding/Removing Constraints"))

  static func crossing(_ name: String, _ reason: String) -> Self {
    Self(rule: crossingRule, text: "'\(name)' \(reason)")
  }

  static let formatRule = DiagnosticRule(
    "distribution.format", .error(.noMeaning("the plan cannot be read")),
    "A plan file has an unknown member or a value of the wrong kind.",
    """
    The file has the members 'formatVersion' (1), 'root', 'entities' and 'unenforced'. Each entity \
    has 'placement', which is 'root', 'colocated', 'reference' or 'undecided'; a co-located one has \
    'path', and may have 'allowsOptional'; 'reason' is text for the reader. \
    'momentum distribute MODEL --write' writes a file of this form.
    """,
    .own)

  static func format(_ what: String, expected: String) -> Self {
    Self(rule: formatRule, text: "\(what) is \(expected)")
  }

  static let missingEntityRule = DiagnosticRule(
    "distribution.missing-entity",
    .error(.noMeaning("the placement of the entity's table is not known")),
    "A plan file does not name an entity of the model.",
    """
    The entity was added after the plan was written, or got another parent. Run \
    'momentum distribute MODEL --write', which keeps the decisions of the file and adds the entity, \
    and review the result.
    """,
    .own)

  static func missingEntity(_ name: String) -> Self {
    Self(rule: missingEntityRule, text: "the plan does not place the entity '\(name)'")
  }

  static let pathRule = DiagnosticRule(
    "distribution.path",
    .error(.noMeaning("the path does not say which root a row belongs to")),
    "The path of a co-located entity does not lead to the root.",
    """
    A path names to-one relationships, the first one of the entity itself and the last one to the \
    root. Each must be required, or the entry has '"allowsOptional": true': then the program gives \
    the root's key of each row itself. The model may have changed after the plan was written.
    """,
    .own)

  static func path(_ path: String, of entity: String, _ reason: String) -> Self {
    Self(rule: pathRule, text: "the path '\(path)' of '\(entity)' \(reason)")
  }

  static let undecidedRule = DiagnosticRule(
    "distribution.undecided",
    .error(.noMeaning("the placement of the entity's table is not known")),
    "A plan file leaves the placement of an entity open.",
    """
    The model alone does not decide where the entity's rows belong. The notes list what can be \
    decided. Write the decision into the file, or into the entity's user info under the key \
    'distribution'.
    """,
    .own)

  static func undecided(_ entity: String, _ reason: String) -> Self {
    Self(rule: undecidedRule, text: "the placement of '\(entity)' is undecided: \(reason)")
  }

  static let unknownNameRule = DiagnosticRule(
    "distribution.unknown-name",
    .error(.noMeaning("the plan is about something that is not in the model")),
    "A plan file names an entity or relationship that is not in the model.",
    """
    It was renamed or deleted after the plan was written, it has a parent and shares the parent's \
    table, or the name is misspelt. Correct the name, or delete the entry.
    """,
    .own)

  static func unknownName(_ what: String, _ name: String, near: String?) -> Self {
    let hint = near.map { "; did you mean '\($0)'?" } ?? ""
    return Self(rule: unknownNameRule, text: "no \(what) '\(name)' in the model\(hint)")
  }

  static func renamed(_ name: String, to newName: String) -> Self {
    Self(rule: unknownNameRule, text: "the entity '\(name)' is called '\(newName)' now")
  }

  static func sharesTable(_ name: String, with parent: String) -> Self {
    Self(
      rule: unknownNameRule,
      text: "'\(name)' shares the table of '\(parent)', which the plan places")
  }

  static let userInfoRule = DiagnosticRule(
    "distribution.user-info", .warning,
    "The user info 'distribution' of an entity or relationship cannot be used.",
    """
    The value is left out of account. An entity may have 'root' (one of the model), 'reference', or \
    'by' and a path of to-one relationships; a to-one relationship may have 'unenforced'. Entities \
    with a parent share the table of their topmost ancestor, which has the value.
    """,
    .own)

  static func userInfo(_ value: String, of name: String, expected: String) -> Self {
    Self(
      rule: userInfoRule,
      text: "'distribution' of '\(name)' is '\(value)'; it can be \(expected)")
  }
}

extension DiagnosticCatalogue {
  /// The rules about distribution plans.
  package static let distribution = DiagnosticCatalogue(DistributionMessage.rules)
}
