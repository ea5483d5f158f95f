import MomentumModel
import MomentumSQL

/// The library as plain lists of objects, changed by the simplest code: what a store is compared with.
struct ReferenceGraph {
  typealias Key = StoredGraph.Key

  /// Why a change is refused, as far as a failure tells it.
  enum Refusal: Error, Equatable {
    case validation
    case noObject
    case request
  }

  let model: ObjectModel
  private(set) var objects: [Key: StoredGraph.Object] = [:]
  private(set) var highestKeys: [String: Int64] = [:]
  private var touched: Set<Key> = []
  private var new: Set<Key> = []

  init(_ model: ObjectModel) {
    self.model = model
    for entity in model.entities where entity.parent == nil { highestKeys[entity.name] = 0 }
  }

  // MARK: - Transactions

  mutating func begin() {
    touched = []
    new = []
  }

  /// Looks at the rules of everything; the store looks at what has changed.
  mutating func commit() throws {
    for key in touched.subtracting(new) { objects[key]?.lock += 1 }
    for (_, object) in objects {
      for relationship in relationships(object.entity) {
        let count = links(object, relationship).count
        if count == 0 {
          if !relationship.isOptional { throw Refusal.validation }
          continue
        }
        guard relationship.isToMany else { continue }
        if count < relationship.minimumCount { throw Refusal.validation }
        if relationship.maximumCount > 0, count > relationship.maximumCount {
          throw Refusal.validation
        }
      }
    }
  }

  /// After each change: unique indexes do not wait.
  func checkUnique() throws {
    try checkUnique(["Member", "Club"], ["name"])
    try checkUnique(["Book"], ["isbn", "title"])
  }

  private func checkUnique(_ entities: [String], _ names: [String]) throws {
    var seen: Set<[SQLValue]> = []
    for (_, object) in objects where entities.contains(object.entity) {
      let values = names.compactMap { object.values[$0] }
      // NULL is like nothing else.
      guard values.count == names.count else { continue }
      if !seen.insert(values).inserted { throw Refusal.validation }
    }
  }

  // MARK: - The model

  func root(_ entity: String) -> String {
    model.entity(named: entity).map { model[model.root(of: $0)].name } ?? ""
  }

  func relationships(_ entity: String) -> [Relationship] {
    model.entity(named: entity).map { model.relationships(of: $0).map { model[$0] } } ?? []
  }

  func relationship(_ name: String, of entity: String) -> Relationship? {
    relationships(entity).first { $0.name == name }
  }

  func destination(_ relationship: Relationship, _ key: Int64) -> Key {
    Key(root: root(model[relationship.destination].name), key: key)
  }

  private func inverse(_ relationship: Relationship) -> Relationship? {
    relationship.inverse.map { model[$0] }
  }

  func links(_ object: StoredGraph.Object, _ relationship: Relationship) -> [Int64] {
    object.links[relationship.name] ?? []
  }

  private func links(_ key: Key, _ relationship: Relationship) -> [Int64] {
    objects[key]?.links[relationship.name] ?? []
  }

  private func inherits(_ entity: String, from other: EntityID) -> Bool {
    model.entity(named: entity).map { model.inherits($0, from: other) } ?? false
  }

  // MARK: - Objects

  mutating func insert(_ entity: String, _ given: [String: SQLValue]) throws {
    let root = root(entity)
    let number = (highestKeys[root] ?? 0) + 1
    let key = Key(root: root, key: number)
    var object = StoredGraph.Object(entity: entity, lock: 1)
    for relationship in relationships(entity) { object.links[relationship.name] = [] }
    objects[key] = object
    try set(key, given)
    highestKeys[root] = number
    new.insert(key)
  }

  mutating func update(_ entity: String, _ number: Int64, _ given: [String: SQLValue]) throws {
    let key = Key(root: root(entity), key: number)
    guard let object = objects[key], object.entity == entity else { throw Refusal.noObject }
    try set(key, given)
  }

  private mutating func set(_ key: Key, _ given: [String: SQLValue]) throws {
    guard let object = objects[key] else { return }
    let known = relationships(object.entity)
    let values = given.filter { name, value in
      value != .null && !known.contains { $0.name == name }
    }
    // Those that the store computes are compared on their own.
    if values != object.values {
      objects[key]?.values = values
      touched.insert(key)
    }
    for relationship in known where !relationship.isToMany {
      guard case .integer(let other)? = given[relationship.name] else {
        for old in links(key, relationship) { disconnect(key, relationship, old) }
        continue
      }
      // A key that a rule of no action has left may stay.
      guard !links(key, relationship).contains(other) else { continue }
      guard let far = objects[destination(relationship, other)],
        inherits(far.entity, from: relationship.destination)
      else { throw Refusal.noObject }
      connect(key, relationship, other)
    }
  }

  mutating func delete(_ entity: String, _ number: Int64) throws {
    let first = Key(root: root(entity), key: number)
    guard objects[first]?.entity == entity else { throw Refusal.noObject }
    var doomed: Set<Key> = [first]
    var waiting = [first]
    while let key = waiting.popLast() {
      guard let object = objects[key] else { continue }
      for relationship in relationships(object.entity) where relationship.deleteRule == .cascade {
        for other in links(object, relationship) {
          let far = destination(relationship, other)
          if objects[far] != nil, doomed.insert(far).inserted { waiting.append(far) }
        }
      }
    }
    for key in doomed {
      guard let object = objects[key] else { continue }
      for relationship in relationships(object.entity) where relationship.deleteRule == .deny {
        let rest = links(object, relationship).map { destination(relationship, $0) }
        if rest.contains(where: { objects[$0] != nil && !doomed.contains($0) }) {
          throw Refusal.validation
        }
      }
    }
    for key in doomed {
      guard let object = objects[key] else { continue }
      for relationship in relationships(object.entity) {
        for other in links(object, relationship) {
          let far = destination(relationship, other)
          guard objects[far] != nil, !doomed.contains(far) else { continue }
          forget(key.key, far, relationship)
        }
      }
    }
    for key in doomed {
      objects[key] = nil
      // Of a to-many relationship without inverse the key stands in the row that is gone.
      for (holder, object) in objects {
        for relationship in relationships(object.entity)
        where relationship.isToMany && relationship.inverse == nil
          && destination(relationship, key.key) == key
        {
          objects[holder]?.links[relationship.name]?.removeAll { $0 == key.key }
        }
      }
    }
  }

  /// What an object that stays loses when one that had it goes.
  private mutating func forget(_ key: Int64, _ far: Key, _ relationship: Relationship) {
    let back = inverse(relationship)
    if relationship.deleteRule == .noAction {
      // A key in its own row stays there; what is read from other rows goes with them.
      if let back, back.isToMany { objects[far]?.links[back.name]?.removeAll { $0 == key } }
      return
    }
    if let back {
      objects[far]?.links[back.name]?.removeAll { $0 == key }
      touched.insert(far)
    } else if relationship.isToMany {
      touched.insert(far)
    }
  }

  // MARK: - Links

  private mutating func connect(_ key: Key, _ relationship: Relationship, _ other: Int64) {
    guard !links(key, relationship).contains(other) else { return }
    let far = destination(relationship, other)
    if !relationship.isToMany {
      for old in links(key, relationship) { disconnect(key, relationship, old) }
    }
    let back = inverse(relationship)
    if let back, !back.isToMany {
      for old in links(far, back) {
        disconnect(destination(back, old), relationship, other)
      }
    }
    if back == nil, relationship.isToMany {
      // One column in the other row, so that one object can have it.
      for holder in objects.keys where links(holder, relationship).contains(other) {
        guard
          self.relationship(relationship.name, of: objects[holder]?.entity ?? "") == relationship
        else { continue }
        objects[holder]?.links[relationship.name]?.removeAll { $0 == other }
        touched.insert(holder)
      }
      touched.insert(far)
    }
    objects[key]?.links[relationship.name]?.append(other)
    touched.insert(key)
    if let back {
      if !links(far, back).contains(key.key) { objects[far]?.links[back.name]?.append(key.key) }
      touched.insert(far)
    }
  }

  private mutating func disconnect(_ key: Key, _ relationship: Relationship, _ other: Int64) {
    let far = destination(relationship, other)
    objects[key]?.links[relationship.name]?.removeAll { $0 == other }
    touched.insert(key)
    if let back = inverse(relationship) {
      objects[far]?.links[back.name]?.removeAll { $0 == key.key }
      touched.insert(far)
    } else if relationship.isToMany {
      touched.insert(far)
    }
  }

  mutating func change(
    _ name: String, of entity: String, _ number: Int64, _ change: LibraryStore.ToManyChange
  ) throws {
    let key = Key(root: root(entity), key: number)
    guard let object = objects[key], object.entity == entity,
      let relationship = relationship(name, of: entity)
    else { throw Refusal.noObject }
    let old = links(object, relationship)
    switch change {
    case .add(let list, let index):
      if index != nil, !relationship.isOrdered { throw Refusal.request }
      if let index, !(0...old.count).contains(index) { throw Refusal.request }
      try connectAll(key, relationship, list)
      guard let index else { return }
      let rest = { (part: ArraySlice<Int64>) in part.filter { !list.contains($0) } }
      order(key, relationship, rest(old[..<index]) + unique(list) + rest(old[index...]))
    case .remove(let list):
      for other in list where links(key, relationship).contains(other) {
        disconnect(key, relationship, other)
      }
    case .replace(let list):
      for other in old where !list.contains(other) { disconnect(key, relationship, other) }
      try connectAll(key, relationship, list)
      if relationship.isOrdered { order(key, relationship, unique(list)) }
    case .reorder(let list):
      guard relationship.isOrdered, list.sorted() == old.sorted() else { throw Refusal.request }
      order(key, relationship, list)
    }
  }

  private func unique(_ list: [Int64]) -> [Int64] {
    var seen: Set<Int64> = []
    return list.filter { seen.insert($0).inserted }
  }

  private mutating func connectAll(
    _ key: Key, _ relationship: Relationship, _ list: [Int64]
  ) throws {
    for other in list {
      guard let far = objects[destination(relationship, other)],
        inherits(far.entity, from: relationship.destination)
      else { throw Refusal.noObject }
      connect(key, relationship, other)
    }
  }

  private mutating func order(_ key: Key, _ relationship: Relationship, _ list: [Int64]) {
    guard links(key, relationship) != list else { return }
    objects[key]?.links[relationship.name] = list
    touched.insert(key)
  }
}
