package import MomentumDifferential
import MomentumModel
import MomentumSQL
import MomentumStore

/// What a migration does to objects, computed on the objects themselves and by tags: it knows neither the
/// correspondence of names nor tables.
package struct MigrationOracle {
  /// What is to be expected of a migration.
  package enum Outcome: Sendable {
    /// No mapping can be inferred.
    case refused(String)
    /// Objects do not fit the new model: `missing Order.size`, `duplicates of Order.key`.
    case fails([String])
    case succeeds(ExpectedObjects)
  }

  let old: EvolvingModel
  let new: EvolvingModel
  let graph: ObjectGraph
  let newModel: ObjectModel
  var oldModel: ObjectModel { graph.model }
  /// By index in the old model: the new entity.
  let destinations: [EntityID?]

  /// - Parameter graph: Objects of `old.model`.
  package init(from old: EvolvingModel, to new: EvolvingModel, graph: ObjectGraph) {
    self.old = old
    self.new = new
    self.graph = graph
    newModel = new.model
    destinations = old.entities.map { entity in new.index(of: entity.tag).map { EntityID($0) } }
  }

  package func outcome() -> Outcome {
    if let reason = obstacle() { return .refused(reason) }
    var expected = ExpectedObjects(graph: ObjectGraph(model: newModel))
    var problems: Set<String> = []
    // By index in the old graph.
    var places = [Int?](repeating: nil, count: graph.objects.count)
    for (index, object) in graph.objects.enumerated() {
      guard let entity = destinations[object.entity.index] else { continue }
      places[index] = expected.graph.objects.count
      expected.graph.objects.append(migrate(object, to: entity, &problems))
    }
    addLinks(places, &expected)
    problems.formUnion(duplicates(expected.graph))
    return problems.isEmpty ? .succeeds(expected) : .fails(problems.sorted())
  }

  // MARK: - What cannot be inferred

  private func obstacle() -> String? {
    for (index, entity) in old.entities.enumerated() {
      guard let destination = new.index(of: entity.tag) else { continue }
      for pair in attributePairs(index, destination) {
        guard !Self.isCompatible(pair.old, pair.new) else { continue }
        return "type of \(newModel[EntityID(destination)].name).\(pair.new.attribute.name)"
      }
    }
    return mergedRoots()
  }

  /// Rows of two old tables in one new one.
  private func mergedRoots() -> String? {
    for root in new.entities.indices where new.entities[root].parent == nil {
      let sources = Set(
        new.family(root).compactMap { old.index(of: new.entities[$0].tag) }.map { old.root($0) })
      if sources.count > 1 { return "roots merged in \(new.entities[root].entity.name)" }
    }
    return nil
  }

  private typealias AttributePair = (
    old: EvolvingModel.EvolvingAttribute, new: EvolvingModel.EvolvingAttribute
  )

  private func attributePairs(_ oldEntity: Int, _ newEntity: Int) -> [AttributePair] {
    let near = old.lineage(oldEntity).flatMap { old.entities[$0].attributes }
    return new.lineage(newEntity).flatMap { new.entities[$0].attributes }.compactMap { far in
      near.first { !$0.tags.isDisjoint(with: far.tags) }.map { ($0, far) }
    }
  }

  private static func isCompatible(
    _ old: EvolvingModel.EvolvingAttribute, _ new: EvolvingModel.EvolvingAttribute
  ) -> Bool {
    let (left, right) = (old.attribute.type, new.attribute.type)
    if old.attribute.isTransient || new.attribute.isTransient { return true }
    // Decimals and what is no number need a mapping model. Numbers do not become Boolean here: a column keeps a
    // number that no object has.
    let numbers: [AttributeType] = [.integer16, .integer32, .integer64, .double, .float]
    return left == right || (numbers + [.boolean]).contains(left) && numbers.contains(right)
  }

  // MARK: - Values

  private func migrate(
    _ object: ObjectGraph.Object, to entity: EntityID, _ problems: inout Set<String>
  ) -> ObjectGraph.Object {
    var result = ObjectGraph.Object(entity: entity, primaryKey: object.primaryKey)
    let sources = oldModel.attributes(of: object.entity)
    for id in newModel.attributes(of: entity) {
      let attribute = newModel[id]
      guard attribute.isPlain else { continue }
      let tags = new.entities[id.entity.index].attributes[id.index].tags
      let source = sources.first { source in
        !old.entities[source.entity.index].attributes[source.index].tags.isDisjoint(with: tags)
      }.flatMap { oldModel[$0].isTransient ? nil : $0 }
      for (leaf, element) in Self.leaves(ObjectGraph.Leaf(id), attribute, newModel) {
        let value = value(of: leaf, element, source: source, object)
        result.values[leaf] = value
        if value == nil, !element.isOptional {
          problems.insert("missing \(newModel[id.entity].name).\(attribute.name)")
        }
      }
    }
    return result
  }

  private func value(
    of leaf: ObjectGraph.Leaf, _ element: Attribute, source: AttributeID?,
    _ object: ObjectGraph.Object
  ) -> AttributeValue? {
    guard let source else { return element.defaultValue }
    if !leaf.path.isEmpty {
      // An element that the composite had before.
      let known = Self.leaves(ObjectGraph.Leaf(source), oldModel[source], oldModel)
      guard known.contains(where: { $0.0.path == leaf.path }) else { return element.defaultValue }
    }
    guard let value = object.values[ObjectGraph.Leaf(source, path: leaf.path)] else {
      return element.isOptional ? nil : element.defaultValue
    }
    switch (value, element.type) {
    case (.integer(let number), .double), (.integer(let number), .float):
      return .double(Double(number))
    case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32),
      (.boolean(let flag), .integer64):
      return .integer(flag ? 1 : 0)
    case (.boolean(let flag), .double), (.boolean(let flag), .float): return .double(flag ? 1 : 0)
    case (.double(let number), .integer16), (.double(let number), .integer32),
      (.double(let number), .integer64):
      return .integer(Self.whole(number))
    case _: return value
    }
  }

  /// The number without its fraction; one that no integer has is the nearest one.
  private static func whole(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }

  static func leaves(
    _ leaf: ObjectGraph.Leaf, _ attribute: Attribute, _ model: ObjectModel
  ) -> [(ObjectGraph.Leaf, Attribute)] {
    guard case .composite(let id) = attribute.type else { return [(leaf, attribute)] }
    return model[id].elements.flatMap { element in
      leaves(
        ObjectGraph.Leaf(leaf.attribute, path: leaf.path + [element.name]), element, model)
    }
  }

  // MARK: - Uniqueness

  /// Constraints of a table count for all its rows, whatever their entity.
  private func duplicates(_ graph: ObjectGraph) -> [String] {
    newModel.entityIDs.flatMap { entity in
      newModel[entity].uniquenessConstraints.compactMap { list -> String? in
        let ids = list.compactMap { name -> AttributeID? in
          guard case .attribute(let id)? = newModel.property(named: name, in: entity) else {
            return nil
          }
          return id
        }
        guard ids.count == list.count else { return nil }
        var seen: Set<[SQLValue]> = []
        for object in graph.objects
        where newModel.root(of: object.entity) == newModel.root(of: entity) {
          let values = ids.compactMap { object.values[ObjectGraph.Leaf($0)].map(Self.comparable) }
          guard values.count == ids.count else { continue }
          if !seen.insert(values).inserted {
            return "duplicates of \(newModel[entity].name).\(list.joined(separator: ","))"
          }
        }
        return nil
      }
    }
  }

  /// As an index of SQLite tells values apart: by bytes, and numbers by their size.
  private static func comparable(_ value: AttributeValue) -> SQLValue {
    switch value.stored {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number == 0 ? 0 : number)
    // Swift takes texts for equal that differ in bytes.
    case .text(let text): .blob(Array(text.utf8))
    case .blob(let bytes): .blob(bytes)
    case .null: .null
    }
  }
}
