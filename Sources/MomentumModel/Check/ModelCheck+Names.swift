import MomentumDiagnostics

/// A property by its name, within its entity.
struct OwnProperty {
  enum Kind {
    /// The index among the entity's attributes.
    case attribute(Int)
    /// The index among the entity's relationships.
    case relationship(Int)
    case fetchedProperty
  }

  var kind: Kind
  /// Where the name stands.
  var range: SourceRange
}

// Who is called what, and that no two are called the same.

extension ModelCheck {
  mutating func collectNames() {
    for (index, element) in unique(syntax.entities.map(\.element), .entity) {
      entityIDs[name(of: element)] = EntityID(index)
    }
    for (index, element) in unique(syntax.composites, .composite) {
      compositeIDs[name(of: element)] = CompositeID(index)
    }
    for composite in syntax.composites {
      _ = unique(
        composite.children(.attribute), .property,
        owner: ModelSubject("composite", name(of: composite)))
    }
    for entity in syntax.entities { properties.append(collectProperties(of: entity.element)) }
  }

  private mutating func collectProperties(of entity: SyntaxElement) -> [String: OwnProperty] {
    let kinds: [ModelElementKind] = [.attribute, .relationship, .fetchedProperty]
    let elements = entity.children.filter { kinds.contains($0.kind) }
    var indexes: [ModelElementKind: Int] = [:]
    let kindsByPosition = elements.map { element -> OwnProperty.Kind in
      let index = indexes[element.kind, default: 0]
      indexes[element.kind] = index + 1
      switch element.kind {
      case .attribute: return .attribute(index)
      case .relationship: return .relationship(index)
      default: return .fetchedProperty
      }
    }
    var result: [String: OwnProperty] = [:]
    let owner = ModelSubject("entity", name(of: entity))
    for (index, element) in unique(elements, .property, owner: owner) {
      result[name(of: element)] = OwnProperty(
        kind: kindsByPosition[index], range: element[.name]?.valueRange ?? element.nameRange)
    }
    return result
  }

  /// The elements that have a name of their own, with their positions; the others are reported.
  mutating func unique(
    _ elements: [SyntaxElement], _ kind: ModelMessage.NameKind, owner: ModelSubject? = nil
  ) -> [(Int, SyntaxElement)] {
    let outer = subject
    subject = owner
    defer { subject = outer }
    var seen: [String: SourceRange] = [:]
    var lowercased: [String: (name: String, range: SourceRange)] = [:]
    var result: [(Int, SyntaxElement)] = []
    for (index, element) in elements.enumerated() {
      guard let name = name(of: element, kind) else { continue }
      if let first = seen[name.value] {
        report(
          .duplicate(kind, name: name.value, owner: owner?.text), at: name.valueRange,
          notes: [("'\(name.value)' stands here first", first)])
        continue
      }
      let key = name.value.lowercased()
      if let other = lowercased[key] {
        report(
          .caseDiffers(kind, name: name.value, other: other.name, owner: owner?.text),
          at: name.valueRange,
          notes: [("'\(other.name)' stands here", other.range)])
      } else {
        lowercased[key] = (name.value, name.valueRange)
      }
      seen[name.value] = name.valueRange
      result.append((index, element))
    }
    return result
  }

  /// The name; an error where an entity, a property or a composite has none, since its table or column needs the name.
  /// Other elements are not stored and are left out with a warning.
  private mutating func name(
    of element: SyntaxElement, _ kind: ModelMessage.NameKind
  ) -> SyntaxAttribute? {
    switch kind {
    case .entity, .property, .composite: required(element, .name)
    case .configuration, .fetchRequest, .fetchIndex: value(of: .name, in: element)
    }
  }
}
