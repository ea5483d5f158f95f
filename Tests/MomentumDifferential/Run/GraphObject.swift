package import MomentumEvaluation
import MomentumModel
package import MomentumPredicate

/// The objects of a graph as the evaluator asks for them.
package final class GraphObjects: Sendable {
  let graph: ObjectGraph
  /// By object, then by key.
  private let attributes: [[String: PredicateValue]]
  private let relationships: [[String: RelationshipID]]
  private let identities: [ObjectIdentity]
  private let indexes: [ObjectIdentity: Int]

  package init(_ graph: ObjectGraph) {
    self.graph = graph
    let model = graph.model
    attributes = graph.objects.map { object in
      var values: [String: PredicateValue] = [:]
      for id in model.attributes(of: object.entity) {
        let leaf = ObjectGraph.Leaf(id)
        values[model[id].name] = Self.value(leaf, model[id], object, model)
      }
      return values
    }
    let known = model.entityIDs.map { entity in
      var names: [String: RelationshipID] = [:]
      for id in model.relationships(of: entity) { names[model[id].name] = id }
      return names
    }
    relationships = graph.objects.map { known[$0.entity.index] }
    identities = graph.objects.map { object in
      ObjectIdentity(
        kind: model[model.root(of: object.entity)].name, number: object.primaryKey)
    }
    var indexes: [ObjectIdentity: Int] = [:]
    for (index, identity) in identities.enumerated() { indexes[identity] = index }
    self.indexes = indexes
  }

  private static func value(
    _ leaf: ObjectGraph.Leaf, _ attribute: Attribute, _ object: ObjectGraph.Object,
    _ model: ObjectModel
  ) -> PredicateValue {
    guard case .composite(let id) = attribute.type else {
      return object.values[leaf].map { PredicateValue($0) } ?? .null
    }
    return .dictionary(
      PredicateDictionary(
        model[id].elements.map { element in
          let inner = ObjectGraph.Leaf(leaf.attribute, path: leaf.path + [element.name])
          return (.string(element.name), value(inner, element, object, model))
        }))
  }

  package func object(_ index: Int) -> PredicateValue {
    .object(GraphObject(objects: self, index: index, identity: identities[index]))
  }

  func value(forKey key: String, of index: Int) throws(UnknownKey) -> PredicateValue {
    if let value = attributes[index][key] { return value }
    guard let id = relationships[index][key] else { throw UnknownKey(key) }
    let targets = graph.objects[index].links[id] ?? []
    let relationship = graph.model[id]
    guard relationship.isToMany else { return targets.first.map { object($0) } ?? .null }
    let set = PredicateSet(targets.map { object($0) })
    return relationship.isOrdered ? .orderedSet(set) : .set(set)
  }

  /// An argument as the evaluator takes it.
  package func value(_ argument: PredicateArgument) -> PredicateValue {
    switch argument {
    case .value(let value): return PredicateValue(value)
    case .null: return .null
    case .text(let text): return .string(text)
    case .list(let elements): return .array(elements.map { value($0) })
    case .fetch, .key:
      preconditionFailure("the generator makes no argument that is a request or a bare key")
    case .object(let reference):
      let root = graph.model.root(of: reference.entity)
      let identity = ObjectIdentity(kind: graph.model[root].name, number: reference.primaryKey)
      return indexes[identity].map { object($0) } ?? .object(MissingObject(identity: identity))
    }
  }
}

/// One object of a graph.
private struct GraphObject: EvaluatedObject {
  let objects: GraphObjects
  let index: Int
  let identity: ObjectIdentity

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    try objects.value(forKey: key, of: index)
  }
}

/// An object that an argument names and nobody has.
private struct MissingObject: EvaluatedObject {
  let identity: ObjectIdentity

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue { .null }
}
