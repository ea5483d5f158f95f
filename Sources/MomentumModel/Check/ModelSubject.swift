import MomentumDiagnostics

/// What a finding is about: `attribute 'title' of entity 'Book'`.
struct ModelSubject: Sendable, Hashable {
  let text: String

  init(_ kind: String, _ name: String, of owner: ModelSubject? = nil) {
    text = "\(kind) '\(name)'" + (owner.map { " of \($0.text)" } ?? "")
  }
}

/// A message about a model that may name what it is about.
protocol ModelFinding: RuleMessage {
  /// Whether the text says which entity, or what else in the model, it is about.
  var namesItsSubject: Bool { get }
}

/// A message with its subject in front, where the message does not name its subject itself:
///
///     attribute 'pages' of entity 'Book': 'optional' has to be YES or NO, not 'x'; it is read as NO
struct SubjectMessage<Message: ModelFinding>: RuleMessage {
  let message: Message
  let subject: ModelSubject?

  var rule: DiagnosticRule { message.rule }
  var text: String {
    guard let subject, !message.namesItsSubject else { return message.text }
    return "\(subject.text): \(message.text)"
  }
}

extension ModelMessage: ModelFinding {}

extension ReviewMessage: ModelFinding {}
