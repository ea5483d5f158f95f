import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

/// The properties that a predicate or an expression names.
enum FormatUses {
  static func find(
    _ text: String, of entity: EntityID, in model: ObjectModel, isExpression: Bool
  ) -> [KeyUse] {
    var ignored = Diagnostics()
    let source = SourceFile(path: "", text: text)
    if isExpression {
      return PredicateParser.parseExpression(source, isChecked: true, &ignored)
        .map { KeyUses.find(in: $0, of: entity, model: model) } ?? []
    }
    return PredicateParser.parse(source, isChecked: true, &ignored)
      .map { KeyUses.find(in: $0, of: entity, model: model) } ?? []
  }
}

extension ModelEmbeddedText {
  var isExpression: Bool {
    switch owner {
    case .fetchIndexElement, .derivation: true
    case .fetchRequest, .fetchedProperty, .fetchIndex: false
    }
  }
}

extension CheckedModel {
  /// The predicate or expression in an attribute; `nil` for an attribute with another kind of value.
  func embeddedText(
    at attribute: SyntaxAttribute, in element: SyntaxElement
  ) -> ModelEmbeddedText? {
    let names: [ModelAttributeName?] = [
      .predicateString, .expression, .derivationExpression, .partialIndexPredicate,
    ]
    guard names.contains(attribute.name) else { return nil }
    let start = attribute.valueRange.start
    return syntax.embeddedTexts.first { $0.text.segments.first?.origin.start == start }
  }

  /// What the value of an attribute names.
  ///
  /// - Parameter owner: The entity around the element.
  func symbol(
    of attribute: SyntaxAttribute, in element: SyntaxElement, _ owner: SyntaxElement?
  ) -> ModelSymbol? {
    let value = attribute.value
    func entity() -> ModelSymbol? { model.entity(named: value).map { _ in .entity(value) } }
    func property(of entity: String?) -> ModelSymbol? {
      entity.flatMap { model.entity(named: $0) }.flatMap { symbol(of: value, in: $0) }
    }
    switch (element.kind, attribute.name) {
    case (.entity, .name), (.entity, .parentEntity), (.relationship, .destinationEntity),
      (.relationship, .inverseEntity), (.fetchRequest, .entity), (.memberEntity, .name),
      (.element, .name):
      return entity()
    case (.attribute, .name), (.relationship, .name), (.fetchedProperty, .name),
      (.constraint, .value), (.index, .value), (.fetchIndexElement, .property):
      return property(of: owner?[.name]?.value)
    case (.relationship, .inverseName):
      return property(of: (element[.inverseEntity] ?? element[.destinationEntity])?.value)
    case (.fetchRequest, .name) where owner == nil: return .fetchRequest(value)
    default: return nil
    }
  }
}
