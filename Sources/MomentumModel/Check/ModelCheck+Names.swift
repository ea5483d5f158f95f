import MomentumDiagnostics

/// A property of one entity, found by its name.
struct OwnProperty {
  enum Kind {
    /// The index among the entity's attributes.
    case attribute(Int)
    /// The index among the entity's relationships.
    case relationship(Int)
    case fetchedProperty
  }

  var kind: Kind
  /// The place of the name in the file.
  var range: SourceRange
}

// Collects the names of elements and reports repeated ones.

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

  /// The elements whose name no earlier element has, each with its index in `elements`; reports the
  /// other elements.
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
      if let similar = lowercased[key] {
        report(
          .caseDiffers(kind, name: name.value, other: similar.name, owner: owner?.text),
          at: name.valueRange,
          notes: [("'\(similar.name)' stands here", similar.range)])
      } else {
        lowercased[key] = (name.value, name.valueRange)
      }
      seen[name.value] = name.valueRange
      result.append((index, element))
    }
    return result
  }

  /// Returns the name of an element; `nil` if it has none, which is reported. A missing name of an
  /// entity, property or composite is an error, because tables and columns are named after them.
  /// Other elements are only left out, with a warning.
  private mutating func name(
    of element: SyntaxElement, _ kind: ModelMessage.NameKind
  ) -> SyntaxAttribute? {
    switch kind {
    case .entity, .property, .composite: required(element, .name)
    case .configuration, .fetchRequest, .fetchIndex: value(of: .name, in: element)
    }
  }
}
