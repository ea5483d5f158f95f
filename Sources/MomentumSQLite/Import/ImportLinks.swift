internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumStore

/// Two objects of an import that a relationship connects.
struct ImportLink: Hashable {
  /// The relationship under which both directions are kept: of a pair, the one that stands first in
  /// the model.
  var relationship: RelationshipID
  var source: Int
  var destination: Int
  /// The place of the destination among the source's, from 0.
  var order = 0
  /// The place of the source among the destination's in the inverse, from 0.
  var inverseOrder = 0
}

/// The relationships of an import file → links, each pair once, checked against the model.
struct ImportLinks {
  private let source: ImportSource
  private let model: ObjectModel
  private let schema: StoreSchema
  private let objects: [ImportObject]
  private let indexes: [String: Int]
  /// Also ids of objects that were refused, so that one mistake gives one message.
  private let knownIDs: Set<String>
  private let checksRules: Bool

  /// A list as one object gives it for one relationship.
  private struct Given {
    var range: SourceRange
    var destinations: [Int]
    /// Whether every id in it could be resolved.
    var isWhole: Bool
  }

  private struct Key: Hashable {
    var object: Int
    var relationship: RelationshipID
  }

  private var given: [Key: Given] = [:]
  /// Those whose two directions differ, so that one mistake gives one message.
  private var conflicts: Set<Key> = []
  /// In the order of the file.
  private var keys: [Key] = []

  init(
    source: ImportSource, model: ObjectModel, schema: StoreSchema, objects: [ImportObject],
    knownIDs: Set<String>, checksRules: Bool
  ) {
    self.checksRules = checksRules
    self.source = source
    self.model = model
    self.schema = schema
    self.objects = objects
    self.knownIDs = knownIDs
    var indexes: [String: Int] = [:]
    for (index, object) in objects.enumerated() {
      if let id = object.id, indexes[id] == nil { indexes[id] = index }
    }
    self.indexes = indexes
  }

  mutating func links(_ issues: inout Diagnostics) -> [ImportLink] {
    for index in objects.indices { read(index, &issues) }
    checkBothSides(&issues)
    let links = ordered(merged())
    checkCounts(links, &issues)
    return links
  }

  // MARK: - Reading

  private mutating func read(_ index: Int, _ issues: inout Diagnostics) {
    let object = objects[index]
    for member in object.relationships {
      guard
        case .relationship(let id)? = model.property(named: member.name, in: object.entity)
      else {
        let names = model.relationships(of: object.entity).map { model[$0].name }
        report(
          .unknownProperty(
            kind: "relationship", name: member.name, entity: model[object.entity].name,
            near: nearName(to: member.name, among: names)), member.nameRange, &issues)
        continue
      }
      guard schema.relationships[id] != nil else {
        report(.notStored(property: member.name), member.nameRange, &issues)
        continue
      }
      guard let nodes = destinations(member, model[id], &issues) else { continue }
      let found = nodes.map { resolve($0, id, &issues) }
      checkRepeats(nodes, &issues)
      let key = Key(object: index, relationship: id)
      keys.append(key)
      given[key] = Given(
        range: member.value.range, destinations: unique(found.compactMap { $0 }),
        isWhole: !found.contains(nil))
    }
  }

  /// The ids a member names; `nil` after a diagnostic on its shape.
  private func destinations(
    _ member: JSONMember, _ relationship: Relationship, _ issues: inout Diagnostics
  ) -> [JSONNode]? {
    let node = member.value
    switch (node.value, relationship.isToMany) {
    case (.null, _): return []
    case (.string, false): return [node]
    case (.array(let nodes), true): return nodes
    case (.array, false): report(.toManyForToOne(relationship.name), node.range, &issues)
    case (.string, true): report(.toOneForToMany(relationship.name), node.range, &issues)
    case (.boolean, _), (.number, _), (.object, _):
      report(.expected("an id", found: node.kind), node.range, &issues)
    }
    return nil
  }

  private func resolve(
    _ node: JSONNode, _ id: RelationshipID, _ issues: inout Diagnostics
  ) -> Int? {
    guard case .string(let name) = node.value else {
      report(.expected("an id", found: node.kind), node.range, &issues)
      return nil
    }
    guard let index = indexes[name] else {
      if !knownIDs.contains(name) {
        let near = nearName(to: name, among: knownIDs.count > 1000 ? [] : knownIDs)
        report(.danglingID(name, near: near), node.range, &issues)
      }
      return nil
    }
    let relationship = model[id]
    let entity = objects[index].entity
    guard model.inherits(entity, from: relationship.destination) else {
      report(
        .wrongDestination(
          relationship: relationship.name, expected: model[relationship.destination].name,
          found: model[entity].name), node.range, &issues)
      return nil
    }
    return index
  }

  private func checkRepeats(_ nodes: [JSONNode], _ issues: inout Diagnostics) {
    var seen: Set<String> = []
    for node in nodes {
      guard case .string(let name) = node.value, !seen.insert(name).inserted else { continue }
      report(.repeatedDestination(name), node.range, &issues)
    }
  }

  private func unique(_ indexes: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return indexes.filter { seen.insert($0).inserted }
  }

  // MARK: - Both directions

  private func inverse(of id: RelationshipID) -> RelationshipID? {
    model.storedInverse(of: id).flatMap { schema.relationships[$0] == nil ? nil : $0 }
  }

  /// Where an object gives a relationship and its destination gives the inverse, the latter has to
  /// name the object.
  private mutating func checkBothSides(_ issues: inout Diagnostics) {
    for key in keys {
      guard let list = given[key], let inverse = inverse(of: key.relationship) else { continue }
      for destination in list.destinations {
        let otherKey = Key(object: destination, relationship: inverse)
        guard let other = given[otherKey], other.isWhole, !other.destinations.contains(key.object)
        else { continue }
        conflicts.formUnion([key, otherKey])
        issues.report(
          ImportMessage.conflict(
            relationship: model[key.relationship].name, inverse: model[inverse].name),
          at: source.location(list.range),
          notes: [.init("the inverse is given here", at: source.location(other.range))])
      }
    }
  }

  /// Every link once, in the order of the file.
  private func merged() -> [ImportLink] {
    var result: [ImportLink] = []
    var seen: Set<ImportLink> = []
    func add(_ link: ImportLink) {
      if seen.insert(link).inserted { result.append(link) }
    }
    for key in keys {
      let inverse = inverse(of: key.relationship)
      for destination in given[key]?.destinations ?? [] {
        let (source, id) = (key.object, key.relationship)
        if let inverse, Self.isBefore(inverse, id) {
          add(ImportLink(relationship: inverse, source: destination, destination: source))
        } else {
          add(ImportLink(relationship: id, source: source, destination: destination))
          // A relationship that is its own inverse leads back as well.
          if inverse == id {
            add(ImportLink(relationship: id, source: destination, destination: source))
          }
        }
      }
    }
    return result
  }

  private static func isBefore(_ left: RelationshipID, _ right: RelationshipID) -> Bool {
    (left.entity.index, left.index) < (right.entity.index, right.index)
  }

  /// Gives each link its two places: as the list has them that names it, else in the order of the file.
  private func ordered(_ links: [ImportLink]) -> [ImportLink] {
    var places: [Key: [Int: Int]] = [:]
    for (key, list) in given {
      places[key] = Dictionary(
        uniqueKeysWithValues: list.destinations.enumerated().map { ($1, $0) })
    }
    var counts: [Key: Int] = [:]
    func place(_ key: Key, _ other: Int) -> Int {
      if let place = places[key]?[other] { return place }
      defer { counts[key, default: 0] += 1 }
      return counts[key, default: 0]
    }
    return links.map { link in
      var link = link
      link.order = place(
        Key(object: link.source, relationship: link.relationship), link.destination)
      if let inverse = inverse(of: link.relationship), inverse != link.relationship {
        link.inverseOrder = place(
          Key(object: link.destination, relationship: inverse), link.source)
      }
      return link
    }
  }

  // MARK: - Counts

  private func checkCounts(_ links: [ImportLink], _ issues: inout Diagnostics) {
    var counts: [Key: Int] = [:]
    for link in links {
      counts[Key(object: link.source, relationship: link.relationship), default: 0] += 1
      if let inverse = inverse(of: link.relationship), inverse != link.relationship {
        counts[Key(object: link.destination, relationship: inverse), default: 0] += 1
      }
    }
    for (index, object) in objects.enumerated() {
      for id in model.relationships(of: object.entity) where schema.relationships[id] != nil {
        let key = Key(object: index, relationship: id)
        // One message is enough for a list that could not be read.
        guard given[key]?.isWhole != false, !conflicts.contains(key),
          !isGivenWrongly(model[id].name, key)
        else { continue }
        check(counts[key] ?? 0, id, object, given[key]?.range ?? object.range, &issues)
      }
    }
  }

  private func isGivenWrongly(_ name: String, _ key: Key) -> Bool {
    given[key] == nil && objects[key.object].relationships.contains { $0.name == name }
  }

  private func check(
    _ count: Int, _ id: RelationshipID, _ object: ImportObject, _ range: SourceRange,
    _ issues: inout Diagnostics
  ) {
    let relationship = model[id]
    let name = relationship.name
    // A second object of a to-one relationship has no place, whatever is checked.
    guard checksRules || !relationship.isToMany && count > 1 else { return }
    if count == 0 {
      if relationship.leastObjects > 0 {
        report(
          .missingValue(property: name, entity: model[object.entity].name), range, &issues)
      }
    } else if !relationship.isToMany {
      if count > 1 {
        let label = object.id.map { "'\($0)'" } ?? "an object"
        report(.givenTwice(relationship: name, object: label), range, &issues)
      }
    } else if count < relationship.minimumCount {
      report(
        .countTooSmall(relationship: name, minimum: relationship.minimumCount), range, &issues)
    } else if relationship.maximumCount > 0, count > relationship.maximumCount {
      report(
        .countTooLarge(relationship: name, maximum: relationship.maximumCount), range, &issues)
    }
  }

  private func report(
    _ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics
  ) {
    issues.report(message, at: source.location(range))
  }
}
