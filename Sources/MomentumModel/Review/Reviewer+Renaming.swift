import MomentumDiagnostics

extension Reviewer {
  /// Elements of one kind that claim to have been the same one: entities, and each entity's attributes and
  /// relationships.
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

  /// Said at the element that has an identifier of its own, of two such at the later one.
  private mutating func reviewIdentifiers(_ all: [Named]) {
    guard all.contains(where: \.isRenamed) else { return }
    var first: [String: Named] = [:]
    for named in all {
      guard let other = first[named.identifier] else {
        first[named.identifier] = named
        continue
      }
      let (later, kept) = named.isRenamed ? (named, other) : (other, named)
      // Two of one name are an error of their own.
      guard later.isRenamed else { continue }
      let range =
        (later.element?[.elementID] ?? later.element?[.renamingIdentifier])?.valueRange
        ?? nameRange(of: later.element)
      report(
        .repeatedRenamingIdentifier(later.identifier, of: later.name, other: kept.name), at: range,
        notes: [("'\(kept.name)' is here", nameRange(of: kept.element))])
    }
  }
}
