import MomentumDiagnostics

extension Reviewer {
  /// Reports elements of one kind that continue the same old element: entities, and the attributes
  /// and relationships of each entity.
  mutating func reviewRenamingIdentifiers() {
    reviewIdentifiers(
      model.entityIDs.map { id in
        Named(model[id].name, model[id].renamingIdentifier, syntax.element(of: id))
      })
    for id in model.entityIDs {
      entity = id
      reviewIdentifiers(
        model[id].attributes.indices.map { index in
          let attribute = model[id].attributes[index]
          let element = syntax.element(of: AttributeID(id, index))
          return Named(attribute.name, attribute.renamingIdentifier, element)
        })
      reviewIdentifiers(
        model[id].relationships.indices.map { index in
          let relationship = model[id].relationships[index]
          let element = syntax.element(of: RelationshipID(id, index))
          return Named(relationship.name, relationship.renamingIdentifier, element)
        })
    }
    entity = nil
  }

  private struct Named {
    var name: String
    var identifier: String
    var element: SyntaxElement?

    init(_ name: String, _ identifier: String?, _ element: SyntaxElement?) {
      self.name = name
      self.identifier = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
      self.element = element
    }

    var isRenamed: Bool { identifier != name }
  }

  /// Reports two elements with the same identifier. The finding is at the element whose identifier
  /// differs from its name; if both differ, at the later element.
  private mutating func reviewIdentifiers(_ all: [Named]) {
    guard all.contains(where: \.isRenamed) else { return }
    var first: [String: Named] = [:]
    for named in all {
      guard let earlier = first[named.identifier] else {
        first[named.identifier] = named
        continue
      }
      let (later, firstOwner) = named.isRenamed ? (named, earlier) : (earlier, named)
      // Neither element is renamed, so both have the same name, which the checker reports.
      guard later.isRenamed else { continue }
      let range =
        (later.element?[.elementID] ?? later.element?[.renamingIdentifier])?.valueRange
        ?? nameRange(of: later.element)
      report(
        .repeatedRenamingIdentifier(later.identifier, of: later.name, other: firstOwner.name),
        at: range,
        notes: [("'\(firstOwner.name)' is here", nameRange(of: firstOwner.element))])
    }
  }
}
