internal import MomentumCompiler
internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumStore

/// An object of a seed while it is built.
struct SeedObject {
  var entity: EntityID
  /// The values by attribute. An attribute without a value is NULL.
  var values: [AttributeID: JSONText] = [:]
  /// The indexes of linked objects in `SeedBuilder.objects`, in order. Of a relationship and its
  /// inverse, only the one that comes first in the model has the link. If a to-many relationship is
  /// its own inverse, both objects have it.
  var links: [RelationshipID: [Int]] = [:]
  var isDropped = false
}

/// Makes the objects of a model, then removes those that break a rule.
struct SeedBuilder {
  let model: ObjectModel
  let schema: StoreSchema
  let seed: StoreSeed
  var objects: [SeedObject] = []
  private var reasons: [EntityID: String] = [:]

  init(compiled: CompiledModel, seed: StoreSeed) {
    model = compiled.model
    schema = compiled.schema
    self.seed = seed
  }

  mutating func build() -> SeededObjects {
    let concrete = model.entityIDs.filter { !model[$0].isAbstract }
    for entity in concrete {
      var values = SeedValues(model: model, schema: schema, entity: entity, seed: seed)
      for row in 0..<seed.rowsPerEntity {
        guard let made = values.row(row) else {
          reasons[entity] = values.missing.map { "attribute '\($0)' needs a value" }
          continue
        }
        objects.append(SeedObject(entity: entity, values: made))
      }
    }
    link()
    dropBroken()
    var counts: [String: Int] = [:]
    for entity in concrete { counts[model[entity].name] = 0 }
    for object in objects where !object.isDropped {
      counts[model[object.entity].name, default: 0] += 1
    }
    var unfilled: [String: String] = [:]
    for entity in concrete where counts[model[entity].name] == 0 && seed.rowsPerEntity > 0 {
      unfilled[model[entity].name] = reasons[entity] ?? "no object keeps the model's rules"
    }
    return SeededObjects(text: text, counts: counts, unfilled: unfilled)
  }

  // MARK: - Rules

  /// Drops objects until all others follow the model's rules. This takes several rounds, because an
  /// object may require one that was dropped.
  private mutating func dropBroken() {
    var changed = true
    while changed {
      changed = false
      let counts = linkCounts()
      var seen: Set<[String]> = []
      for index in objects.indices where !objects[index].isDropped {
        let reason =
          brokenCount(index, counts) ?? (isRepeated(index, &seen) ? "values repeat" : nil)
        guard let reason else { continue }
        objects[index].isDropped = true
        reasons[objects[index].entity] = reason
        changed = true
      }
    }
  }

  private struct Place: Hashable {
    var object: Int
    var relationship: RelationshipID
  }

  /// The number of links of each object and relationship, counted in both directions.
  private func linkCounts() -> [Place: Int] {
    var result: [Place: Int] = [:]
    for (index, object) in objects.enumerated() where !object.isDropped {
      for (id, destinations) in object.links {
        for other in destinations where !objects[other].isDropped {
          result[Place(object: index, relationship: id), default: 0] += 1
          let isGivenTwice = model[id].inverse == id && model[id].isToMany
          if !isGivenTwice, let inverse = model.storedInverse(of: id),
            schema.relationships[inverse] != nil
          {
            result[Place(object: other, relationship: inverse), default: 0] += 1
          }
        }
      }
    }
    return result
  }

  private func brokenCount(_ index: Int, _ counts: [Place: Int]) -> String? {
    for id in model.relationships(of: objects[index].entity) where schema.relationships[id] != nil {
      let relationship = model[id]
      let count = counts[Place(object: index, relationship: id)] ?? 0
      let isTooFew =
        count == 0 ? relationship.leastObjects > 0 : count < relationship.minimumCount
      if isTooFew || relationship.maximumCount > 0 && count > relationship.maximumCount {
        return
          "relationship '\(relationship.name)' needs objects of '\(model[relationship.destination].name)'"
      }
    }
    return nil
  }

  /// Whether another object already has the same unique values. NULL is never equal to NULL.
  private func isRepeated(_ index: Int, _ seen: inout Set<[String]>) -> Bool {
    let object = objects[index]
    for owner in model.lineage(of: object.entity) {
      for (number, names) in model[owner].uniquenessConstraints.enumerated() {
        var key = ["\(owner.index) \(number)"]
        for name in names {
          switch model.property(named: name, in: object.entity) {
          case .attribute(let id): if let value = object.values[id] { key.append(value.compact) }
          case .relationship(let id):
            if let first = destination(of: id, from: index) { key.append("\(first)") }
          case .fetchedProperty, nil: break
          }
        }
        if key.count == names.count + 1, !seen.insert(key).inserted { return true }
      }
    }
    return false
  }

  /// The object of a to-one relationship, whichever of the two objects has the link.
  private func destination(of id: RelationshipID, from index: Int) -> Int? {
    if let own = objects[index].links[id]?.first(where: { !objects[$0].isDropped }) { return own }
    guard let inverse = model.storedInverse(of: id) else { return nil }
    return objects.indices.first {
      !objects[$0].isDropped && objects[$0].links[inverse]?.contains(index) == true
    }
  }

  // MARK: - Text

  private var text: String {
    let items = objects.indices.filter { !objects[$0].isDropped }.map { index in
      let object = objects[index]
      let attributes = model.attributes(of: object.entity).filter { isGiven($0, object.entity) }
        .map { (model[$0].name, object.values[$0] ?? .null) }
      return JSONText.object([
        ("entity", .string(model[object.entity].name)), ("id", .string("o\(index)")),
        ("attributes", .object(attributes)), ("relationships", .object(relationships(object))),
      ])
    }
    // Write each object on its own line, so that two texts can be compared by lines.
    return "{\"objects\": [\n" + items.map(\.compact).joined(separator: ",\n") + "\n]}\n"
  }

  /// Whether an import accepts a value for the attribute: it is stored, and no attribute of a
  /// sub-entity has the same name.
  private func isGiven(_ id: AttributeID, _ entity: EntityID) -> Bool {
    SeedValues.isStored(id, model, schema)
      && model.property(named: model[id].name, in: entity) == .attribute(id)
  }

  private func relationships(_ object: SeedObject) -> [(key: String, value: JSONText)] {
    model.relationships(of: object.entity).compactMap { id in
      let targets = (object.links[id] ?? []).filter { !objects[$0].isDropped }
        .map { JSONText.string("o\($0)") }
      guard let first = targets.first else { return nil }
      return (model[id].name, model[id].isToMany ? .array(targets) : first)
    }
  }
}
