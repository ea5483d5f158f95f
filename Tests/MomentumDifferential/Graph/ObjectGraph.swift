package import MomentumModel

/// Objects in memory: what a store of them holds.
package struct ObjectGraph: Sendable {
  /// A value's place in an object: an attribute, or an element of a composite one.
  package struct Leaf: Sendable, Hashable {
    package var attribute: AttributeID
    /// Names of nested elements, outermost first; empty for the attribute itself.
    package var path: [String]

    package init(_ attribute: AttributeID, path: [String] = []) {
      self.attribute = attribute
      self.path = path
    }
  }

  package struct Object: Sendable {
    package var entity: EntityID
    /// `Z_PK`: counted in each family from 1, in the order of the objects.
    package var primaryKey: Int64
    /// What is not there is NULL.
    package var values: [Leaf: AttributeValue] = [:]
    /// Indexes of objects, in order.
    package var links: [RelationshipID: [Int]] = [:]

    package init(entity: EntityID, primaryKey: Int64) {
      self.entity = entity
      self.primaryKey = primaryKey
    }
  }

  package let model: ObjectModel
  package var objects: [Object] = []
  /// Whether the store that it was read from has rows of join tables without their objects. A join finds
  /// such a row, an object does not.
  package var leftPairsOut = false

  package init(model: ObjectModel) { self.model = model }

  /// The indexes of the objects of an entity and its sub-entities.
  package func members(of entity: EntityID, includesSubentities: Bool = true) -> [Int] {
    objects.indices.filter {
      includesSubentities
        ? model.inherits(objects[$0].entity, from: entity) : objects[$0].entity == entity
    }
  }

  /// Connects two objects in both directions.
  package mutating func link(_ source: Int, _ id: RelationshipID, _ destination: Int) {
    objects[source].links[id, default: []].append(destination)
    guard let inverse = model[id].inverse, inverse != id || source != destination else { return }
    objects[destination].links[inverse, default: []].append(source)
  }

  /// The graph without an object. Keys are counted anew, as an import does.
  package func removing(_ index: Int) -> ObjectGraph {
    var result = self
    result.objects.remove(at: index)
    for position in result.objects.indices {
      for (id, targets) in result.objects[position].links {
        result.objects[position].links[id] = targets.filter { $0 != index }
          .map { $0 > index ? $0 - 1 : $0 }
      }
    }
    var keys: [EntityID: Int64] = [:]
    for position in result.objects.indices {
      let root = model.root(of: result.objects[position].entity)
      keys[root, default: 0] += 1
      result.objects[position].primaryKey = keys[root] ?? 1
    }
    return result
  }

  /// Attributes with their elements in the order of the model, each name of a family's lineage once.
  package static func leaves(of entity: EntityID, in model: ObjectModel) -> [(Leaf, Attribute)] {
    model.attributes(of: entity).flatMap { id in leaves(Leaf(id), model[id], model) }
  }

  private static func leaves(
    _ leaf: Leaf, _ attribute: Attribute, _ model: ObjectModel
  ) -> [(Leaf, Attribute)] {
    guard case .composite(let id) = attribute.type else { return [(leaf, attribute)] }
    return model[id].elements.flatMap { element in
      leaves(Leaf(leaf.attribute, path: leaf.path + [element.name]), element, model)
    }
  }
}
