import MomentumDiagnostics

/// The element of the model that a finding is about: `attribute 'title' of entity 'Book'`.
struct ModelSubject: Sendable, Hashable {
  let text: String

  init(_ kind: String, _ name: String, of owner: ModelSubject? = nil) {
    text = "\(kind) '\(name)'" + (owner.map { " of \($0.text)" } ?? "")
  }
}

/// A message about an element of a model, whose text may or may not name that element.
protocol ModelFinding: DiagnosticMessage {
  /// Whether the text names the element that it is about.
  var namesItsSubject: Bool { get }
}

/// A message that begins with its element, unless the text names the element already:
///
///     attribute 'pages' of entity 'Book': 'optional' has to be YES or NO, not 'x'; it is read as NO
struct SubjectMessage<Message: ModelFinding>: DiagnosticMessage {
  let message: Message
  let subject: ModelSubject?

  var id: String { message.id }
  var severity: Severity { message.severity }
  var text: String {
    guard let subject, !message.namesItsSubject else { return message.text }
    return "\(subject.text): \(message.text)"
  }
}

extension ModelMessage: ModelFinding {
  var namesItsSubject: Bool {
    switch self {
    case .caseDiffers, .compositeCycle, .compositeLimit, .duplicate, .inheritanceCycle,
      .inheritanceLimit, .inheritedProperty, .missingInverse, .moreFindings, .unknownProperty:
      true
    case .adjustedValue, .badCount, .badFlag, .badValue, .ignoredValue, .incompleteElement,
      .inverseElsewhere, .inverseNotMutual, .minimumAboveMaximum, .missingAttribute,
      .missingDerivation, .undefinedType, .unknownChoice, .unknownComposite, .unknownEntity,
      .unknownInverse, .unknownType:
      false
    }
  }
}

extension ReviewMessage: ModelFinding {
  var namesItsSubject: Bool {
    switch self {
    case .abstractLeaf, .acrossConfigurations, .badUniqueness, .cloudReservedName, .cloudUnique,
      .duplicateClass, .noDefault, .optionalUnique:
      true
    case .badDerivation, .badIndexElement, .cascadeCycle, .cloudDelete, .cloudInverse,
      .cloudOptional, .cloudOrdered, .cloudType, .defaultOutOfBounds, .emptyIndex,
      .fetchedPropertyWithoutRequest, .insecureTransformer, .keyword, .noActionRule,
      .nullifyRequired, .optionalScalar, .redundantIndex, .repeatedRenamingIdentifier,
      .reservedName, .uselessOrder:
      false
    }
  }
}
