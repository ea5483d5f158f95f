internal import MomentumDiagnostics
internal import MomentumModel
internal import MomentumStore

/// A link between two objects of an import; an object is its index in the plan's `objects`.
struct ImportLink: Hashable, Sendable {
  /// The relationship that represents both directions: the one of the pair that comes first in the
  /// model.
  var relationship: RelationshipID
  var source: Int32
  var destination: Int32
  /// The position of the destination in the source's list, from 0, if the relationship is ordered.
  var order: Int32 = 0
  /// The position of the source in the destination's list, from 0, if the inverse relationship is
  /// ordered.
  var inverseOrder: Int32 = 0
}

/// Reads the relationships of an import file as links, each pair once, and checks them against the
/// model.
///
/// A file may have millions of links, so they are numbers in flat lists, and tables by object are
/// made only for relationships whose rules need a table.
struct ImportLinks {
  /// A relationship of one object, which is an index in the plan's `objects`.
  struct Key: Hashable {
    var object: Int32
    var relationship: RelationshipID
  }

  /// The list that one object has for one relationship.
  struct List {
    var key: Key
    var range: SourceRange
    var destinations: Range<Int>
    /// Whether every id of the list was found; otherwise the list cannot be compared with its
    /// inverse.
    var isWhole: Bool
  }

  let source: ImportSource
  let model: ObjectModel
  let schema: StoreSchema
  let checksRules: Bool
  private var ids = ImportIDs()
  /// The lists in the order of the file.
  private(set) var lists: [List] = []
  /// The ids of all lists, one list after the other, as numbers; `resolve` replaces each id by the
  /// index of its object.
  private(set) var destinations: [Int32] = []
  private var ranges: [SourceRange] = []
  /// The lists whose errors were reported, so that one mistake causes one message.
  private(set) var broken: Set<Key> = []

  init(source: ImportSource, model: ObjectModel, schema: StoreSchema, checksRules: Bool) {
    self.checksRules = checksRules
    self.source = source
    self.model = model
    self.schema = schema
  }

  // MARK: - Reading

  /// - Returns: `false` if another object has the id.
  mutating func define(_ id: String, as object: Int32) -> Bool { ids.define(id, as: object) }

  /// Records the id of an object with errors, so that objects that refer to it are not reported
  /// too.
  mutating func defineRefused(_ id: String) { _ = ids.define(id, as: ImportIDs.refused) }

  func object(of id: String) -> Int32? { ids.object(of: id) }

  /// The object's name in messages: its id in quotes, for example `'v1'`.
  func label(_ object: Int32) -> String { ids.name(of: object).map { "'\($0)'" } ?? "an object" }

  mutating func add(_ object: ImportObject, at index: Int32, _ issues: inout Diagnostics) {
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
      let key = Key(object: index, relationship: id)
      guard schema.relationships[id] != nil else {
        report(.notStored(property: member.name), member.nameRange, &issues)
        continue
      }
      guard let nodes = nodes(member, model[id], &issues) else {
        broken.insert(key)
        continue
      }
      let start = destinations.count
      var isWhole = true
      for node in nodes {
        guard case .string(let name) = node.value else {
          report(.expected("an id", found: node.kind), node.range, &issues)
          isWhole = false
          continue
        }
        destinations.append(ids.number(of: name))
        ranges.append(node.range)
      }
      let found = start..<destinations.count
      lists.append(
        List(key: key, range: member.value.range, destinations: found, isWhole: isWhole))
    }
  }

  /// The nodes of the ids that a relationship lists; `nil` if the value is no list of ids, which
  /// was reported.
  private func nodes(
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

  // MARK: - Resolving

  /// Replaces each id by its object; an id that occurs twice in a list is reported and counts once.
  mutating func resolve(_ objects: [ImportPlan.Object], _ issues: inout Diagnostics) {
    var kept = 0
    for index in lists.indices {
      var seen: Set<Int32> = []
      let start = kept
      for place in lists[index].destinations {
        let number = destinations[place]
        if lists[index].destinations.count != 1, !seen.insert(number).inserted {
          report(.repeatedDestination(ids.name(number)), ranges[place], &issues)
          continue
        }
        let object = object(number, ranges[place], lists[index].key.relationship, objects, &issues)
        guard let object else {
          lists[index].isWhole = false
          continue
        }
        destinations[kept] = object
        kept += 1
      }
      lists[index].destinations = start..<kept
      if !lists[index].isWhole { broken.insert(lists[index].key) }
    }
    destinations.removeSubrange(kept...)
    ranges = []
  }

  private func object(
    _ number: Int32, _ range: SourceRange, _ id: RelationshipID, _ objects: [ImportPlan.Object],
    _ issues: inout Diagnostics
  ) -> Int32? {
    guard let index = ids.object(numbered: number) else {
      if ids.isUnknown(number) {
        let name = ids.name(number)
        report(.danglingID(name, near: ids.near(name)), range, &issues)
      }
      return nil
    }
    let relationship = model[id]
    let entity = objects[Int(index)].entity
    guard model.inherits(entity, from: relationship.destination) else {
      report(
        .wrongDestination(
          relationship: relationship.name, expected: model[relationship.destination].name,
          found: model[entity].name), range, &issues)
      return nil
    }
    return index
  }

  mutating func markBroken(_ keys: [Key]) { broken.formUnion(keys) }

  func inverse(of id: RelationshipID) -> RelationshipID? {
    model.storedInverse(of: id).flatMap { schema.relationships[$0] == nil ? nil : $0 }
  }

  func report(_ message: ImportMessage, _ range: SourceRange, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(range))
  }
}

/// Numbers the ids of an import in the order in which they first occur.
private struct ImportIDs {
  static let unknown: Int32 = -1
  static let refused: Int32 = -2

  private var numbers: [String: Int32] = [:]
  /// The index of the object that has an id, by number of the id.
  private var objects: [Int32] = []

  mutating func number(of id: String) -> Int32 {
    if let known = numbers[id] { return known }
    let number = Int32(clamping: objects.count)
    numbers[id] = number
    objects.append(Self.unknown)
    return number
  }

  mutating func define(_ id: String, as object: Int32) -> Bool {
    let number = Int(number(of: id))
    guard objects[number] < 0 else { return false }
    objects[number] = object
    return true
  }

  func object(of id: String) -> Int32? { numbers[id].flatMap { object(numbered: $0) } }

  func object(numbered number: Int32) -> Int32? {
    objects[Int(number)] < 0 ? nil : objects[Int(number)]
  }

  func isUnknown(_ number: Int32) -> Bool { objects[Int(number)] == Self.unknown }

  /// Finds the id with a number by a search, because only messages need ids and a second table
  /// would cost memory.
  func name(_ number: Int32) -> String { numbers.first { $0.value == number }?.key ?? "" }

  func name(of object: Int32) -> String? {
    numbers.first { objects[Int($0.value)] == object }?.key
  }

  func near(_ name: String) -> String? {
    guard numbers.count <= 1000 else { return nil }
    return nearName(to: name, among: numbers.filter { !isUnknown($0.value) }.map(\.key))
  }
}
