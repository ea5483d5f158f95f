import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumTestSupport

/// A change of a library, by keys.
enum LibraryChange: Sendable, Hashable {
  case insert(String, [String: SQLValue])
  case update(String, Int64, [String: SQLValue])
  case delete(String, Int64)
  case toMany(String, String, Int64, LibraryStore.ToManyChange)
  /// Changes in an inner transaction that throws at its end.
  indirect case takenBack([LibraryChange])

  private struct Stop: Error {}

  func apply(to graph: inout ReferenceGraph) throws {
    switch self {
    case .insert(let entity, let values): try graph.insert(entity, values)
    case .update(let entity, let key, let values): try graph.update(entity, key, values)
    case .delete(let entity, let key): try graph.delete(entity, key)
    case .toMany(let name, let entity, let key, let change):
      try graph.change(name, of: entity, key, change)
    case .takenBack: break
    }
  }

  func apply(to library: LibraryStore) throws {
    switch self {
    case .insert(let entity, let values): try library.insert(entity, values)
    case .update(let entity, let key, let values): try library.update(entity, key, values)
    case .delete(let entity, let key): try library.delete(entity, key)
    case .toMany(let name, let entity, let key, let change):
      try library.change(name, of: entity, key, change)
    case .takenBack(let changes):
      do {
        try library.store.transaction {
          for change in changes { try change.apply(to: library) }
          throw Stop()
        }
      } catch is Stop {} catch is StoreFailure {}
    }
  }
}

/// Makes changes that mostly can be done.
struct ChangeGenerator {
  private static let entities = LibraryStore.kinds.keys.filter { $0 != "Party" }.sorted()

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func one<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : list[number(0..<list.count)]
  }

  mutating func change(of graph: ReferenceGraph) -> LibraryChange {
    let kind = number(0..<100)
    let keys = graph.objects.keys.sorted()
    guard kind >= 25, let key = one(keys), let object = graph.objects[key] else {
      let entity = one(Self.entities) ?? "Sticker"
      return .insert(entity, values(entity, nil, graph))
    }
    if kind < 50 { return .update(object.entity, key.key, values(object.entity, object, graph)) }
    if kind < 58 { return .delete(object.entity, key.key) }
    let toMany = graph.relationships(object.entity).filter(\.isToMany)
    guard let relationship = one(toMany) else {
      return .update(object.entity, key.key, values(object.entity, object, graph))
    }
    return .toMany(
      relationship.name, object.entity, key.key,
      toManyChange(relationship, object.links[relationship.name] ?? [], graph))
  }

  private mutating func toManyChange(
    _ relationship: Relationship, _ old: [Int64], _ graph: ReferenceGraph
  ) -> LibraryStore.ToManyChange {
    let some = keys(relationship, graph, count: number(0..<4))
    switch number(0..<10) {
    case 0..<4:
      let index = relationship.isOrdered && number(0..<3) == 0 ? number(0..<old.count + 1) : nil
      return .add(some, at: index)
    case 4..<6: return .remove(some + old.prefix(number(0..<3)))
    case 6..<8: return .replace((some + old.dropFirst(number(0..<2))).shuffled(using: &random))
    default: return .reorder(old.shuffled(using: &random))
    }
  }

  private mutating func keys(
    _ relationship: Relationship, _ graph: ReferenceGraph, count: Int
  ) -> [Int64] {
    let all = graph.objects.filter { _, object in
      graph.model.entity(named: object.entity).map {
        graph.model.inherits($0, from: relationship.destination)
      } ?? false
    }.keys.map(\.key).sorted()
    return (0..<count).compactMap { _ in
      // Now and then a key that nobody has.
      number(0..<60) == 0 ? 9999 : one(all)
    }
  }

  private mutating func values(
    _ entity: String, _ old: StoredGraph.Object?, _ graph: ReferenceGraph
  ) -> [String: SQLValue] {
    var values: [String: SQLValue] = [:]
    for name in LibraryStore.kinds[entity]?.properties ?? [] {
      if let relationship = graph.relationship(name, of: entity) {
        let same = old?.links[name]?.first.map { SQLValue.integer($0) }
        let new = keys(relationship, graph, count: number(0..<3) == 0 ? 0 : 1).first
        values[name] = number(0..<2) == 0 ? same : new.map { .integer($0) }
      } else if let same = old?.values[name], number(0..<2) == 0 {
        values[name] = same
      } else {
        values[name] = value(name)
      }
    }
    // Half a composite is a value only where the width is there.
    if values["size.width"] == nil { values["size.height"] = nil }
    return values
  }

  private mutating func value(_ name: String) -> SQLValue? {
    switch name {
    case "name": .text("n\(number(0..<60))")
    case "age": number(0..<3) == 0 ? nil : .integer(Int64(number(0..<151)))
    case "motto": number(0..<3) == 0 ? nil : .text("in vino veritas")
    case "number": .integer(Int64(number(0..<1000)))
    case "isbn": number(0..<3) == 0 ? nil : .text("i\(number(0..<9))")
    case "price": .integer(Int64(number(0..<100)))
    case "size.height", "size.width":
      number(0..<2) == 0 ? nil : .real(Double(number(0..<9)) + 0.5)
    default: .text("t\(number(0..<30))")
    }
  }
}
