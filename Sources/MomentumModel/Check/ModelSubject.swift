import MomentumDiagnostics

/// The element of the model that a finding is about: `attribute 'title' of entity 'Book'`.
struct ModelSubject: Sendable, Hashable {
  let text: String

  init(_ kind: String, _ name: String, of owner: ModelSubject? = nil) {
    text = "\(kind) '\(name)'" + (owner.map { " of \($0.text)" } ?? "")
  }
}

/// A message about an element of a model, whose text may or may not name that element.
protocol ModelFinding: RuleMessage {
  /// Whether the text names the element that it is about.
  var namesItsSubject: Bool { get }
}

/// A message that begins with its element, unless the text names the element already:
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
