import MomentumDiagnostics

extension Reviewer {
  mutating func reviewRelationship(_ id: RelationshipID) {
    let relationship = model[id]
    let element = syntax.element(of: id)
    reviewName(relationship.name, element)
    if relationship.isOrdered, !relationship.isToMany {
      report(
        .uselessOrder(relationship.name),
        at: element?[.ordered]?.valueRange ?? nameRange(of: element),
        fixIt: setting(.ordered, to: "NO", of: element))
    }
    reviewDeleteRule(id, element)
    reviewConfigurations(id, element)
  }

  private mutating func reviewDeleteRule(_ id: RelationshipID, _ element: SyntaxElement?) {
    let relationship = model[id]
    let range = element?[.deletionRule]?.valueRange ?? nameRange(of: element)
    let destination = model[relationship.destination].name
    switch relationship.deleteRule {
    case .noAction:
      // Without an inverse, no object on the other side keeps a reference to the deleted one.
      guard let inverse = relationship.inverse else { return }
      // A fix-it proposes Nullify only if the inverse is optional. A required inverse cannot become
      // nil, and no other single rule is clearly right.
      report(
        .noActionRule(relationship.name, destination: destination), at: range,
        fixIt: model[inverse].isOptional ? setting(.deletionRule, to: "Nullify", of: element) : nil)
    case .nullify:
      guard let inverse = relationship.inverse, !model[inverse].isOptional,
        !model[inverse].isToMany, !model[inverse].isTransient
      else { return }
      report(
        .nullifyRequired(
          relationship.name, inverse: model[inverse].name, destination: destination),
        at: range,
        notes: [
          ("'\(model[inverse].name)' is required", nameRange(of: syntax.element(of: inverse)))
        ])
    case .cascade:
      // One finding for each pair of relationships; a relationship that is its own inverse counts
      // as a pair.
      guard let inverse = relationship.inverse, model[inverse].deleteRule == .cascade,
        isFirst(id, of: inverse), reachesMany(id, inverse)
      else { return }
      report(
        .cascadeCycle(relationship.name, inverse: model[inverse].name), at: range,
        notes: [
          ("'\(model[inverse].name)' cascades back", nameRange(of: syntax.element(of: inverse)))
        ])
    case .deny: return
    }
  }

  /// Whether a deletion that cascades in both directions can delete many objects. With two to-one
  /// relationships between entities that have different root entities, it ends after one step.
  private func reachesMany(_ id: RelationshipID, _ inverse: RelationshipID) -> Bool {
    model[id].isToMany || model[inverse].isToMany
      || model.root(of: id.entity) == model.root(of: model[id].destination)
  }

  private func isFirst(_ id: RelationshipID, of inverse: RelationshipID) -> Bool {
    (id.entity.index, id.index) <= (inverse.entity.index, inverse.index)
  }

  /// Reports a relationship between entities that share no configuration. An entity that no
  /// configuration lists is in the default configuration only, so it is not compared.
  private mutating func reviewConfigurations(_ id: RelationshipID, _ element: SyntaxElement?) {
    let destination = model[id].destination
    guard let ownConfigurations = configurations[id.entity],
      let destinationConfigurations = configurations[destination],
      ownConfigurations.isDisjoint(with: destinationConfigurations)
    else { return }
    report(
      .acrossConfigurations(
        model[id].name, entity: model[id.entity].name, destination: model[destination].name),
      at: element?[.destinationEntity]?.valueRange ?? nameRange(of: element))
  }

  mutating func reviewFetchedProperties(of id: EntityID) {
    let elements = syntax.entities[id.index].fetchedProperties
    for (property, element) in zip(model[id].fetchedProperties, elements) {
      reviewName(property.name, element)
      if property.request == nil {
        report(.fetchedPropertyWithoutRequest(property.name), at: nameRange(of: element))
      }
    }
  }
}
