import MomentumDiagnostics

/// A message of a review with the entity in front, where the message does not name it itself:
///
///     entity 'Book': the default of 'pages' is outside its bounds; …
struct EntityMessage: DiagnosticMessage {
  let message: ReviewMessage
  let entity: String?

  var id: String { message.id }
  var severity: Severity { message.severity }
  var text: String {
    guard let entity, !message.namesItsEntity else { return message.text }
    return "entity '\(entity)': \(message.text)"
  }
}

extension ReviewMessage {
  fileprivate var namesItsEntity: Bool {
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
