// What names properties or entities in lists: constraints, indexes, configurations.

extension ModelCheck {
  mutating func checkUniquenessConstraints(of id: EntityID) -> [[String]] {
    syntax.entities[id.index].element.children(.uniquenessConstraints)
      .flatMap { $0.children(.uniquenessConstraint) }
      .map { names($0.children(.constraint), of: id) }.filter { !$0.isEmpty }
  }

  mutating func checkCompoundIndexes(of id: EntityID) -> [[String]] {
    syntax.entities[id.index].element.children(.compoundIndexes)
      .flatMap { $0.children(.compoundIndex) }
      .map { names($0.children(.index), of: id) }.filter { !$0.isEmpty }
  }

  mutating func checkFetchIndexes(of id: EntityID) -> [FetchIndex] {
    syntax.entities[id.index].element.children(.fetchIndex).map { index in
      FetchIndex(
        name: name(of: index),
        elements: index.children(.fetchIndexElement).compactMap { checkElement($0, of: id) },
        partialPredicate: text(index, .partialIndexPredicate))
    }
  }

  private mutating func checkElement(
    _ element: SyntaxElement, of id: EntityID
  ) -> FetchIndex.Element? {
    let kinds: [FetchIndex.Kind] = [.binary, .rTree]
    let kind = choice(element, .type, among: kinds.map { ($0.rawValue, $0) })
    let isAscending = choice(element, .order, among: [("ascending", true), ("descending", false)])
    let key: FetchIndex.Key
    if let expression = text(element, .expression) {
      key = .expression(expression)
    } else if let property = required(element, .property) {
      checkProperty(property, of: id)
      key = .property(property.value)
    } else {
      return nil
    }
    return FetchIndex.Element(key, kind: kind ?? .binary, isAscending: isAscending ?? true)
  }

  private mutating func names(_ elements: [SyntaxElement], of id: EntityID) -> [String] {
    elements.compactMap { element in
      guard let value = required(element, .value) else { return nil }
      checkProperty(value, of: id)
      return value.value
    }
  }

  /// A property's name, or `composite.element` for a part of a composite attribute.
  private mutating func checkProperty(_ name: SyntaxAttribute, of id: EntityID) {
    if property(name.value, of: id) != nil || isElementOfComposite(name.value, of: id) { return }
    let hint = hint(name.value) { $0.propertyNames(of: id) }
    report(
      .unknownProperty(
        name.value, entity: self.name(of: syntax.entities[id.index].element), hint),
      at: name.valueRange, replacing: (name.valueRange, with: hint.near))
  }

  private func isElementOfComposite(_ path: String, of id: EntityID) -> Bool {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let (owner, found) = property(parts[0], of: id),
      case .attribute(let index) = found.kind
    else { return false }
    var element = syntax.entities[owner.index].attributes[index]
    for part in parts.dropFirst() {
      guard let composite = text(element, .composite).flatMap({ compositeIDs[$0] }),
        let next = syntax.composites[composite.index].children(.attribute).first(where: {
          name(of: $0) == part
        })
      else { return false }
      element = next
    }
    return true
  }

  mutating func checkConfigurations() -> [Configuration] {
    syntax.configurations.map { element in
      Configuration(
        name: name(of: element),
        members: element.children(.memberEntity).compactMap { member in
          required(member, .name).flatMap { entity($0, as: .member) }
        }, usedWithCloudKit: flag(element, .usedWithCloudKit))
    }
  }
}
