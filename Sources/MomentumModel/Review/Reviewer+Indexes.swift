import MomentumDiagnostics

extension Reviewer {
  /// Reports elements of uniqueness constraints that have no column or may be nil. Only stored
  /// attributes and stored to-one relationships, own or inherited, have a column.
  mutating func reviewUniqueness(of id: EntityID) {
    let elements = syntax.entities[id.index].element.children(.uniquenessConstraints)
      .flatMap { $0.children(.uniquenessConstraint) }.flatMap { $0.children(.constraint) }
    for element in elements {
      guard let written = element[.value] else { continue }
      let name = written.value
      let entity = model[id].name
      switch model.property(named: name, in: id) {
      case .attribute(let attribute):
        if let reason = obstacle(toColumn: attribute) {
          report(.badUniqueness(name, entity: entity, reason: reason), at: written.valueRange)
        } else if model[attribute].isOptional {
          report(.optionalUnique(name, entity: entity), at: written.valueRange)
        }
      case .relationship(let relationship):
        if model[relationship].isToMany {
          report(
            .badUniqueness(name, entity: entity, reason: "it leads to many objects"),
            at: written.valueRange)
        }
      case .fetchedProperty:
        report(
          .badUniqueness(name, entity: entity, reason: "it is a fetched property"),
          at: written.valueRange)
      // The name is an element of a composite, such as `address.city`. The checker has made sure
      // that it exists.
      case nil: break
      }
    }
  }

  mutating func reviewIndexes(of id: EntityID) {
    // The elements are found by their names and not by position: the model does not have the
    // indexes that could not be read.
    let elements = Dictionary(
      syntax.entities[id.index].element.children(.fetchIndex).map { ($0[.name]?.value ?? "", $0) }
    ) { first, _ in first }
    for index in model[id].fetchIndexes {
      guard let element = elements[index.name] else { continue }
      if index.elements.isEmpty {
        report(.emptyIndex(index.name), at: nameRange(of: element))
      }
      reviewElements(of: index, in: id, element)
    }
  }

  private mutating func reviewElements(
    of index: FetchIndex, in id: EntityID, _ element: SyntaxElement
  ) {
    let isMixed = Set(index.elements.map(\.kind)).count > 1
    var seen: Set<String> = []
    for written in element.children(.fetchIndexElement) {
      guard let property = written[.property] else { continue }
      let isRTree = written[.type]?.value == FetchIndex.Kind.rTree.rawValue
      var reason: String?
      switch model.property(named: property.value, in: id) {
      case .attribute(let attribute):
        reason = obstacle(toColumn: attribute)
        if isRTree, reason == nil, !model[attribute].type.isNumber, model[attribute].type != .date {
          reason = "an R-tree holds numbers"
        }
      case .relationship(let relationship):
        if model[relationship].isToMany {
          reason = "it leads to many objects"
        } else if isRTree {
          reason = "an R-tree holds numbers"
        } else if index.elements.count == 1 {
          report(
            .redundantIndex(index.name, relationship: property.value), at: nameRange(of: element))
        }
      case .fetchedProperty: reason = "it is a fetched property"
      // The name is an element of a composite, such as `address.city`. The checker has made sure
      // that it exists.
      case nil: break
      }
      if reason == nil, isMixed {
        reason = "an index is an R-tree with all of its elements or none"
      }
      if reason == nil, isRTree, index.elements.count > 5 { reason = "an R-tree has five at most" }
      if reason == nil, !seen.insert(property.value).inserted { reason = "it is there already" }
      if let reason {
        report(
          .badIndexElement(property.value, index: index.name, reason: reason),
          at: property.valueRange)
      }
    }
  }

  /// The reason why an attribute has no column; `nil` if it has one.
  private func obstacle(toColumn id: AttributeID) -> String? {
    if model[id].isTransient { return "it is transient, so it has no column" }
    switch model[id].type {
    case .composite: return "it is a composite; name one of its elements"
    case .undefined: return "it has no type, so it has no column"
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binary, .uuid, .uri, .transformable, .objectID:
      return nil
    }
  }
}
