package import MomentumDiagnostics

/// A predicate or an expression inside a model, for the stage that parses it.
package struct ModelEmbeddedText: Sendable, Hashable {
  /// The element that has the text.
  package enum Owner: Sendable, Hashable {
    /// The predicate of a stored fetch request.
    case fetchRequest(name: String)
    /// The predicate of a fetched property's request.
    case fetchedProperty(entity: String, name: String)
    /// The predicate of a partial index.
    case fetchIndex(entity: String, name: String)
    /// The expression of a fetch index element.
    case fetchIndexElement(entity: String, index: String)
    /// The expression of a derived attribute.
    case derivation(entity: String, attribute: String)
  }

  package var owner: Owner
  /// The entity, by its written name, whose properties the text may name.
  package var entityName: String
  package var text: EmbeddedText
}

extension ModelSyntax {
  /// Every predicate and expression of the model: those of entities first, then those of stored
  /// fetch requests, in written order.
  package var embeddedTexts: [ModelEmbeddedText] {
    entities.flatMap { embeddedTexts(in: $0.element) }
      + fetchRequests.compactMap { predicate(of: $0, owner: .fetchRequest(name: name(of: $0))) }
  }

  /// The predicate of a `fetchRequest` element.
  package func predicate(of request: SyntaxElement) -> EmbeddedText? {
    request[.predicateString]?.embedded(in: file)
  }

  private func embeddedTexts(in entity: SyntaxElement) -> [ModelEmbeddedText] {
    let entityName = name(of: entity)
    return entity.children.flatMap { child -> [ModelEmbeddedText] in
      switch child.kind {
      case .attribute:
        let owner = ModelEmbeddedText.Owner.derivation(
          entity: entityName, attribute: name(of: child))
        return embedded(child[.derivationExpression], owner, entityName)
      case .fetchedProperty:
        let owner = ModelEmbeddedText.Owner.fetchedProperty(
          entity: entityName, name: name(of: child))
        return child.children(.fetchRequest).compactMap { predicate(of: $0, owner: owner) }
      case .fetchIndex: return embeddedTexts(inIndex: child, entityName)
      case .model, .entity, .relationship, .fetchRequest, .fetchIndexElement,
        .uniquenessConstraints, .uniquenessConstraint, .constraint, .compoundIndexes,
        .compoundIndex, .index, .configuration, .memberEntity, .composite, .userInfo, .entry,
        .elements, .element:
        return []
      }
    }
  }

  private func embeddedTexts(
    inIndex index: SyntaxElement, _ entityName: String
  ) -> [ModelEmbeddedText] {
    let name = name(of: index)
    let partial = ModelEmbeddedText.Owner.fetchIndex(entity: entityName, name: name)
    let element = ModelEmbeddedText.Owner.fetchIndexElement(entity: entityName, index: name)
    return embedded(index[.partialIndexPredicate], partial, entityName)
      + index.children(.fetchIndexElement).flatMap {
        embedded($0[.expression], element, entityName)
      }
  }

  private func embedded(
    _ attribute: SyntaxAttribute?, _ owner: ModelEmbeddedText.Owner, _ entityName: String
  ) -> [ModelEmbeddedText] {
    guard let attribute, !attribute.value.isEmpty else { return [] }
    return [
      ModelEmbeddedText(owner: owner, entityName: entityName, text: attribute.embedded(in: file))
    ]
  }

  private func predicate(
    of request: SyntaxElement, owner: ModelEmbeddedText.Owner
  ) -> ModelEmbeddedText? {
    embedded(request[.predicateString], owner, request[.entity]?.value ?? "").first
  }

  private func name(of element: SyntaxElement) -> String { element[.name]?.value ?? "" }
}
