package import MomentumModel

// Makes the diagram of a checked model. A box has the properties that its entity declares;
// inherited ones are in the boxes of its ancestors.

extension Diagram {
  /// The diagram of a whole model: entities, then composite types, each in declared order.
  package init(of model: ObjectModel, title: String) {
    self.init(title: title)
    boxes =
      model.entities.map { Box($0, in: model) }
      + model.composites.map { composite in
        Box(
          title: composite.name, kind: .composite,
          rows: composite.elements.map { Row($0, in: model) })
      }
    edges = Diagram.inheritance(in: model) + Diagram.relationships(in: model)
  }

  private static func inheritance(in model: ObjectModel) -> [Edge] {
    model.entityIDs.compactMap { id in
      model[id].parent.map { .inheritance(child: id.index, parent: $0.index) }
    }
  }

  /// One edge for a relationship and its inverse.
  private static func relationships(in model: ObjectModel) -> [Edge] {
    model.entityIDs.flatMap { owner in
      model[owner].relationships.indices.compactMap { index in
        edge(for: RelationshipID(owner, index), in: model)
      }
    }
  }

  /// The edge of a relationship; `nil` if its inverse, which comes first in the model, has the edge
  /// of both.
  private static func edge(for id: RelationshipID, in model: ObjectModel) -> Edge? {
    let relationship = model[id]
    guard let inverse = relationship.inverse, model[inverse].inverse == id else {
      return .oneWay(
        from: id.entity.index, to: End(relationship, at: relationship.destination))
    }
    if inverse == id { return .symmetric(End(relationship, at: id.entity)) }
    let isFirst =
      (id.entity.index, id.index) < (inverse.entity.index, inverse.index)
    // The inverse may be declared by an ancestor of the destination. The edge then ends at that
    // ancestor's box.
    return isFirst
      ? .pair(End(model[inverse], at: id.entity), End(relationship, at: inverse.entity)) : nil
  }
}

extension Diagram.Box {
  init(_ entity: Entity, in model: ObjectModel) {
    self.init(
      title: entity.name, kind: entity.isAbstract ? .abstractEntity : .entity,
      rows: entity.attributes.map { Diagram.Row($0, in: model) }
        + entity.fetchedProperties.map { property in
          Diagram.Row(
            name: property.name, type: property.request.map { model[$0.entity].name } ?? "fetched",
            isOptional: property.isOptional, origin: .fetched)
        })
  }
}

extension Diagram.Row {
  init(_ attribute: Attribute, in model: ObjectModel) {
    let type: String =
      switch attribute.type {
      case .composite(let id): model[id].name
      case .transformable: attribute.valueClass ?? attribute.type.xmlName
      case .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string,
        .boolean, .date, .binary, .uuid, .uri, .objectID:
        attribute.type.xmlName
      }
    let origin: Origin =
      if attribute.derivation != nil { .derived } else if attribute.isTransient { .transient } else
      {
        .stored
      }
    self.init(name: attribute.name, type: type, isOptional: attribute.isOptional, origin: origin)
  }
}

extension Diagram.End {
  fileprivate init(_ relationship: Relationship, at destination: EntityID) {
    let minimum = relationship.leastObjects
    let maximum: Int? =
      if !relationship.isToMany { 1 } else if relationship.maximumCount > 0 {
        max(minimum, relationship.maximumCount)
      } else { nil }
    self.init(
      box: destination.index, name: relationship.name,
      cardinality: Diagram.Cardinality(minimum: minimum, maximum: maximum),
      isOrdered: relationship.isToMany && relationship.isOrdered)
  }
}
