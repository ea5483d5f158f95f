import MomentumDiagnostics
import MomentumModel

/// An element of one of the two models of a diff.
enum ElementReference: Sendable, Hashable {
  case model
  case entity(EntityID)
  case attribute(AttributeID)
  case relationship(RelationshipID)
  /// A fetched property by its index in the entity. The next cases also have indexes in a list of
  /// their entity or of the model.
  case fetchedProperty(EntityID, Int)
  case constraint(EntityID, Int)
  case fetchIndex(EntityID, Int)
  case compoundIndex(EntityID, Int)
  case composite(CompositeID)
  case configuration(Int)
  case fetchRequest(Int)

  /// The entity that declares the element, or the entity itself; `nil` for elements of the model.
  var entity: EntityID? {
    switch self {
    case .entity(let id): id
    case .attribute(let id): id.entity
    case .relationship(let id): id.entity
    case .fetchedProperty(let id, _), .constraint(let id, _), .fetchIndex(let id, _),
      .compoundIndex(let id, _):
      id
    case .model, .composite, .configuration, .fetchRequest: nil
    }
  }
}

extension DiffedModel {
  /// The names and location of an element of this model.
  func place(of reference: ElementReference) -> ModelChange.Place {
    ModelChange.Place(
      entity: reference.entity.map { model[$0].name }, name: name(of: reference),
      location: location(of: reference))
  }

  private func name(of reference: ElementReference) -> String? {
    switch reference {
    case .model, .entity: nil
    case .attribute(let id): model[id].name
    case .relationship(let id): model[id].name
    case .fetchedProperty(let id, let index): model[id].fetchedProperties[index].name
    case .constraint(let id, let index):
      model[id].uniquenessConstraints[index].joined(separator: ",")
    case .fetchIndex(let id, let index): model[id].fetchIndexes[index].name
    case .compoundIndex(let id, let index): model[id].compoundIndexes[index].joined(separator: ",")
    case .composite(let id): model[id].name
    case .configuration(let index): model.configurations[index].name
    case .fetchRequest(let index): model.fetchRequests[index].name
    }
  }

  /// The location of the element's name, or of the element if it has no name.
  private func location(of reference: ElementReference) -> SourceLocation? {
    guard let syntax, let element = element(of: reference, in: syntax) else { return nil }
    return syntax.location(element[.name]?.valueRange ?? element.nameRange).written
  }

  /// The element in the model's file; `nil` if the file does not belong to this model.
  func element(of reference: ElementReference, in syntax: ModelSyntax) -> SyntaxElement? {
    switch reference {
    case .model: syntax.root
    case .entity(let id): syntax.element(of: id)
    case .attribute(let id): syntax.element(of: id)
    case .relationship(let id): syntax.element(of: id)
    case .fetchedProperty(let id, let index):
      syntax.entities.indices.contains(id.index)
        ? DiffedModel.element(index, of: syntax.entities[id.index].fetchedProperties) : nil
    case .constraint(let id, let index):
      syntax.element(of: id)?.children(.uniquenessConstraints)
        .flatMap { $0.children(.uniquenessConstraint) }
        .first {
          $0.children(.constraint).map { $0[.value]?.value }
            == model[id].uniquenessConstraints[index]
        }
    // Search by name: the checker leaves out indexes that it cannot read, so positions differ.
    case .fetchIndex(let id, let index):
      DiffedModel.element(
        named: model[id].fetchIndexes[index].name,
        of: syntax.element(of: id)?.children(.fetchIndex) ?? [])
    case .compoundIndex(let id, let index):
      syntax.element(of: id)?.children(.compoundIndexes)
        .flatMap { $0.children(.compoundIndex) }
        .first {
          $0.children(.index).map { $0[.value]?.value } == model[id].compoundIndexes[index]
        }
    case .composite(let id): DiffedModel.element(id.index, of: syntax.composites)
    case .configuration(let index):
      DiffedModel.element(named: model.configurations[index].name, of: syntax.configurations)
    case .fetchRequest(let index):
      DiffedModel.element(named: model.fetchRequests[index].name, of: syntax.fetchRequests)
    }
  }

  private static func element(
    named name: String, of elements: [SyntaxElement]
  ) -> SyntaxElement? {
    elements.first { $0[.name]?.value == name }
  }

  private static func element(
    _ index: Int, of elements: some RandomAccessCollection<SyntaxElement>
  ) -> SyntaxElement? {
    index >= 0 && index < elements.count
      ? elements[elements.index(elements.startIndex, offsetBy: index)] : nil
  }
}
