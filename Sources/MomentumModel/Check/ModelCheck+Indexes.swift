// Checks the lists that name properties or entities: constraints, indexes, configurations.

extension ModelCheck {
  mutating func checkUniquenessConstraints(of id: EntityID) -> [[String]] {
    syntax.entities[id.index].element.children(.uniquenessConstraints)
      .flatMap { $0.children(.uniquenessConstraint) }
      .compactMap { names($0.children(.constraint), in: .uniquenessConstraint, of: id) }
  }

  /// Reads the compound indexes of the format before Xcode 9. Model compilers repeat fetch indexes
  /// as compound indexes, so a list may also have the names `self` and `entity`: the columns of an
  /// object's key and of its entity.
  mutating func checkCompoundIndexes(of id: EntityID) -> [[String]] {
    syntax.entities[id.index].element.children(.compoundIndexes)
      .flatMap { $0.children(.compoundIndex) }
      .compactMap {
        names($0.children(.index), in: .compoundIndex, of: id, besides: ["self", "entity"])
      }
  }

  mutating func checkFetchIndexes(of id: EntityID) -> [FetchIndex] {
    let entity = syntax.entities[id.index].element
    return unique(
      entity.children(.fetchIndex), .fetchIndex, owner: ModelSubject("entity", name(of: entity))
    ).compactMap { _, index in checkFetchIndex(index, of: id) }
  }

  /// Reads a fetch index; returns `nil` if a property is unknown, because an index over the
  /// remaining properties would be a different index.
  private mutating func checkFetchIndex(
    _ index: SyntaxElement, of id: EntityID
  ) -> FetchIndex? {
    let outer = subject
    subject = ModelSubject("fetch index", name(of: index), of: outer)
    defer { subject = outer }
    let written = index.children(.fetchIndexElement)
    let elements = written.compactMap { checkElement($0, of: id) }
    guard elements.count == written.count else { return nil }
    return FetchIndex(
      name: name(of: index), elements: elements,
      partialPredicate: text(index, .partialIndexPredicate))
  }

  private mutating func checkElement(
    _ element: SyntaxElement, of id: EntityID
  ) -> FetchIndex.Element? {
    let kinds: [FetchIndex.Kind] = [.binary, .rTree]
    let kind = choice(
      element, .type, among: kinds.map { ($0.rawValue, $0) },
      absent: (FetchIndex.Kind.binary.rawValue, .binary))
    let isAscending = choice(
      element, .order, among: [("ascending", true), ("descending", false)],
      absent: ("ascending", true))
    let key: FetchIndex.Key
    if let expression = text(element, .expression) {
      key = .expression(expression)
    } else if let property = value(of: .property, in: element),
      checkProperty(property, in: .fetchIndex, of: id)
    {
      key = .property(property.value)
    } else {
      return nil
    }
    return FetchIndex.Element(key, kind: kind, isAscending: isAscending)
  }

  /// The names of the properties in a list; `nil` if the list is empty or contains an unknown name.
  ///
  /// - Parameter others: Names that are valid although no property has them.
  private mutating func names(
    _ elements: [SyntaxElement], in list: ModelMessage.PropertyList, of id: EntityID,
    besides others: Set<String> = []
  ) -> [String]? {
    let names = elements.compactMap { element -> String? in
      guard let name = value(of: .value, in: element),
        others.contains(name.value) || checkProperty(name, in: list, of: id)
      else { return nil }
      return name.value
    }
    return names.isEmpty || names.count < elements.count ? nil : names
  }

  /// Whether the entity has the property, or the element `composite.element` of a composite
  /// attribute; reports an unknown name.
  private mutating func checkProperty(
    _ name: SyntaxAttribute, in list: ModelMessage.PropertyList, of id: EntityID
  ) -> Bool {
    if property(name.value, of: id) != nil || isElementOfComposite(name.value, of: id) {
      return true
    }
    let hint = hint(name.value) { $0.propertyNames(of: id) }
    report(
      .unknownProperty(
        name.value, entity: self.name(of: syntax.entities[id.index].element), list: list, hint),
      at: name.valueRange, replacing: (name.valueRange, with: hint.near))
    return false
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
    unique(syntax.configurations, .configuration).map { _, element in
      subject = ModelSubject("configuration", name(of: element))
      defer { subject = nil }
      return Configuration(
        name: name(of: element),
        members: element.children(.memberEntity).compactMap { member in
          value(of: .name, in: member).flatMap { entity($0, as: .member) }
        }, usedWithCloudKit: flag(element, .usedWithCloudKit))
    }
  }
}
