import MomentumModel

/// A model with its entities in the order of their numbers and its properties by name, computed
/// once.
///
/// It is a class because the layout of every table holds it: copying its parts took a fifth of the
/// time to lay out 1,000 tables.
final class ModelIndex: Sendable {
  let model: ObjectModel
  /// The entities in the order of their numbers: roots by name, each followed by its sub-entities,
  /// depth first.
  let ordered: [EntityID]
  /// The `Z_ENT` of each entity; the index is `EntityID.index`.
  let numbers: [Int]
  /// The greatest `Z_ENT` among each entity and its sub-entities; the index is `EntityID.index`.
  let lastNumbers: [Int]
  let children: [[EntityID]]
  /// Each entity followed by its ancestors, the nearest first; the index is `EntityID.index`.
  let lineages: [[EntityID]]
  /// The attributes with a column that each entity declares, sorted by name; the index is
  /// `EntityID.index`.
  private let attributes: [[AttributeID]]
  /// The stored relationships that each entity declares, sorted by name; the index is
  /// `EntityID.index`.
  private let relationships: [[RelationshipID]]
  /// The table of each root entity. A name gets a number if it differs from another one only in
  /// case, which SQLite ignores, or if a table of Core Data's own has it.
  private let tables: [EntityID: String]

  init(_ model: ObjectModel) {
    self.model = model
    var children = [[EntityID]](repeating: [], count: model.entities.count)
    var roots: [EntityID] = []
    for id in model.entityIDs {
      if let parent = model[id].parent, parent.index < children.count {
        children[parent.index].append(id)
      } else {
        roots.append(id)
      }
    }
    func byName(_ ids: [EntityID]) -> [EntityID] {
      ids.map { ($0, model[$0].name.lowercased(), model[$0].name) }
        .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
    }
    children = children.map(byName)
    var numbers = [Int](repeating: 0, count: model.entities.count)
    var ordered: [EntityID] = []
    var lineages = [[EntityID]](repeating: [], count: model.entities.count)
    // The order is depth first. An explicit stack is used, because a deep hierarchy could overflow
    // the call stack.
    var stack = Array(byName(roots).reversed())
    while let id = stack.popLast() {
      ordered.append(id)
      numbers[id.index] = ordered.count
      lineages[id.index] = [id] + (model[id].parent.map { lineages[$0.index] } ?? [])
      stack += children[id.index].reversed()
    }
    var lastNumbers = numbers
    for id in ordered.reversed() {
      guard let parent = model[id].parent else { continue }
      lastNumbers[parent.index] = max(lastNumbers[parent.index], lastNumbers[id.index])
    }
    self.children = children
    self.numbers = numbers
    self.lastNumbers = lastNumbers
    self.ordered = ordered
    self.lineages = lineages
    var tables: [EntityID: String] = [:]
    var names = UniqueNames(taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    for root in ordered where model[root].parent == nil {
      tables[root] = names.claim("Z" + model[root].name.uppercased())
    }
    self.tables = tables
    attributes = model.entityIDs.map { id in
      let named = model[id].attributes.enumerated().compactMap { index, attribute in
        attribute.isTransient ? nil : (AttributeID(id, index), attribute.name)
      }
      return named.sorted { $0.1 < $1.1 }.map(\.0)
    }
    relationships = model.entityIDs.map { id in
      let named = model[id].relationships.enumerated().compactMap { index, relationship in
        relationship.isTransient ? nil : (RelationshipID(id, index), relationship.name)
      }
      return named.sorted { $0.1 < $1.1 }.map(\.0)
    }
  }

  func number(of id: EntityID) -> Int { numbers[id.index] }
  func lineage(of id: EntityID) -> [EntityID] { lineages[id.index] }
  func root(of id: EntityID) -> EntityID { lineages[id.index].last ?? id }
  func table(of id: EntityID) -> String { tables[root(of: id)] ?? "" }
  func hasSubentities(_ id: EntityID) -> Bool { !children[id.index].isEmpty }

  /// The root entities in the order of their numbers.
  var roots: [EntityID] { ordered.filter { model[$0].parent == nil } }

  /// A root and all its sub-entities, in order of numbers.
  func family(of root: EntityID) -> [EntityID] {
    let first = numbers[root.index]
    return Array(ordered[(first - 1)..<lastNumbers[root.index]])
  }

  /// The attributes with a column that the entity declares, sorted by name.
  func storedAttributes(of id: EntityID) -> [AttributeID] { attributes[id.index] }

  /// The stored relationships that the entity declares, sorted by name.
  func storedRelationships(of id: EntityID) -> [RelationshipID] { relationships[id.index] }

  /// The stored inverse of a relationship; `nil` if the inverse is transient, since a relationship
  /// that is not stored has no key column.
  func inverse(of id: RelationshipID) -> RelationshipID? {
    model.storedInverse(of: id).flatMap { model[$0].isTransient ? nil : $0 }
  }

  /// The index of each stored property of an entity, own or inherited, in the order of Core Data's
  /// dictionary of them.
  func propertyDictionaryPlaces(of id: EntityID) -> [String: Int] {
    let (names, capacity) = dictionaryKeys(of: id)
    let order = CoreFoundationDictionaryOrder.order(names, capacity: capacity)
    return Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The position of each stored to-many relationship in a list of all entities by name, each with
  /// its own and inherited relationships, these in the order of Core Foundation's dictionaries
  /// before 2008. A relationship has the position where it occurs first.
  func toManyRanks() -> [RelationshipID: Int] {
    var ranks: [RelationshipID: Int] = [:]
    for entity in model.entityIDs.sorted(by: { model[$0].name < model[$1].name }) {
      let relationships = lineage(of: entity).flatMap { storedRelationships(of: $0) }
        .filter { model[$0].isToMany && ranks[$0] == nil }
      guard relationships.count > 1 else {
        for id in relationships { ranks[id] = ranks.count }
        continue
      }
      let (names, capacity) = dictionaryKeys(of: entity)
      let places = LegacyDictionaryOrder.places(names, capacity: capacity)
      func place(_ id: RelationshipID) -> Int { places[model[id].name] ?? names.count }
      for id in relationships.sorted(by: { place($0) < place($1) }) { ranks[id] = ranks.count }
    }
    return ranks
  }

  /// All stored to-many relationships, in this order: all entities by name, each entity with its
  /// own and inherited relationships, these in the order of a dictionary before 2008.
  ///
  /// Columns of join tables are numbered in this order. Source: observed, see
  /// `LegacyDictionaryOrder`.
  func toManyWalk() -> [RelationshipID] {
    var walk: [RelationshipID] = []
    var met: Set<RelationshipID> = []
    for entity in model.entityIDs.sorted(by: { model[$0].name < model[$1].name }) {
      let relationships = lineage(of: entity).flatMap { storedRelationships(of: $0) }
      let names = relationships.map { model[$0].name }
      let places = LegacyDictionaryOrder.places(names, capacity: names.count)
      func place(_ id: RelationshipID) -> Int { places[model[id].name] ?? names.count }
      for id in relationships.sorted(by: { place($0) < place($1) })
      where model[id].isToMany && met.insert(id).inserted {
        walk.append(id)
      }
    }
    return walk
  }

  /// The index of each stored to-one relationship of an entity, own or inherited, in a dictionary
  /// before 2008 that holds these relationships and three more keys.
  ///
  /// Order columns have this order. Source: observed, see `LegacyDictionaryOrder`; two to four more
  /// keys result in the same order everywhere, and three is the number of `Z_PK`, `Z_ENT`, `Z_OPT`
  /// in other dictionaries.
  func toOnePlaces(of entity: EntityID) -> [String: Int] {
    let names = lineage(of: entity).flatMap { storedRelationships(of: $0) }
      .filter { !model[$0].isToMany }.map { model[$0].name }
    return LegacyDictionaryOrder.places(names, capacity: names.count + 3)
  }

  /// The names of the stored properties in ascending order, and the capacity of the dictionary: the
  /// number of these names, plus three for `Z_PK`, `Z_ENT`, `Z_OPT`, plus one more for each to-one
  /// relationship.
  private func dictionaryKeys(of id: EntityID) -> (names: [String], capacity: Int) {
    var names: [String] = []
    var capacity = 3
    for owner in lineage(of: id) {
      names += storedAttributes(of: owner).map { model[$0].name }
      for relationship in storedRelationships(of: owner) {
        names.append(model[relationship].name)
        if !model[relationship].isToMany { capacity += 1 }
      }
    }
    names.sort()
    return (names, names.count + capacity)
  }
}
