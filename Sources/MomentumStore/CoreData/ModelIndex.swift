import MomentumModel

/// A model with its families in order and its properties by name, computed once.
///
/// A class, as every table's layout holds it: copies of its parts took a fifth of the layout of
/// 1,000 tables.
final class ModelIndex: Sendable {
  let model: ObjectModel
  /// Roots by name, each followed by its sub-entities, depth first: the order of entity numbers.
  let ordered: [EntityID]
  /// `Z_ENT`, by `EntityID.index`.
  let numbers: [Int]
  /// The number of the last entity in the family below an entity, by `EntityID.index`.
  let lastNumbers: [Int]
  let children: [[EntityID]]
  /// Nearest first, by `EntityID.index`.
  let lineages: [[EntityID]]
  /// Own attributes with a column, by name.
  private let attributes: [[AttributeID]]
  /// Own relationships that are stored, by name.
  private let relationships: [[RelationshipID]]
  /// The table of each root. SQLite ignores case, and some names are taken by Core Data's own
  /// tables.
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
    // Depth first with a stack of its own: a deep hierarchy needs no deep recursion.
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

  /// The roots in order.
  var roots: [EntityID] { ordered.filter { model[$0].parent == nil } }

  /// A root and all its sub-entities, in order of numbers.
  func family(of root: EntityID) -> [EntityID] {
    let first = numbers[root.index]
    return Array(ordered[(first - 1)..<lastNumbers[root.index]])
  }

  /// Own attributes with a column, by name.
  func storedAttributes(of id: EntityID) -> [AttributeID] { attributes[id.index] }

  /// Own relationships that are stored, by name.
  func storedRelationships(of id: EntityID) -> [RelationshipID] { relationships[id.index] }

  /// The inverse; `nil` if it is transient, since a relationship that is not stored has no key
  /// column.
  func inverse(of id: RelationshipID) -> RelationshipID? {
    model.storedInverse(of: id).flatMap { model[$0].isTransient ? nil : $0 }
  }

  /// The places of an entity's stored properties, own and inherited, in Core Data's dictionary.
  func propertyDictionaryPlaces(of id: EntityID) -> [String: Int] {
    let (names, capacity) = dictionaryKeys(of: id)
    let order = CoreFoundationDictionaryOrder.order(names, capacity: capacity)
    return Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The place of each stored to-many relationship in a walk over all entities by name, each with
  /// its inherited relationships, in the order of the old dictionaries. The first occurrence sets
  /// the place.
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

  /// All stored to-many relationships in a walk over all entities by name, each entity with its
  /// inherited ones, in the order of an old dictionary of its relationships.
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

  /// The places of an entity's stored to-one relationships, own and inherited, in an old dictionary
  /// of these and three more keys.
  ///
  /// Order columns have this order. Source: observed, see `LegacyDictionaryOrder`; two to four more
  /// keys result in the same order everywhere, and three is the number of `Z_PK`, `Z_ENT`, `Z_OPT`
  /// in other dictionaries.
  func toOnePlaces(of entity: EntityID) -> [String: Int] {
    let names = lineage(of: entity).flatMap { storedRelationships(of: $0) }
      .filter { !model[$0].isToMany }.map { model[$0].name }
    return LegacyDictionaryOrder.places(names, capacity: names.count + 3)
  }

  /// The stored properties' names in ascending order, and the capacity of the dictionary: the
  /// number of these, plus `Z_PK`, `Z_ENT`, `Z_OPT`, plus one more for each to-one relationship.
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
