import MomentumModel
import MomentumObjects

/// Compares the objects of a context with a graph.
struct GraphComparison {
  let graph: ReferenceGraph
  /// The object of each number.
  let object: (Int) -> ManagedObject?

  /// The first difference; `nil` if there is none. Every property is read, so that nothing is a
  /// fault afterwards.
  func difference() throws -> String? {
    var numbers: [ObjectIdentifier: Int] = [:]
    var found: [(Int, ManagedObject)] = []
    for index in graph.kinds.keys.sorted() {
      guard let object = object(index) else { return "object \(index) is missing" }
      numbers[ObjectIdentifier(object)] = index
      found.append((index, object))
    }
    for (index, object) in found {
      guard object.context != nil, !object.isDeleted else { return "object \(index) is deleted" }
      guard object.entityName == graph.kinds[index]?.rawValue else {
        return "object \(index) is of the entity \(object.entityName)"
      }
      for (key, expected) in expectations(index) {
        let present = try value(object, key, numbers)
        guard present == expected else {
          return "\(key) of object \(index) is \(present) and should be \(expected)"
        }
      }
    }
    return nil
  }

  private enum Value: Equatable, CustomStringConvertible {
    case text(String?)
    case number(Int64?)
    case object(Int?)
    case objects(Set<Int>)
    case list([Int])

    var description: String {
      switch self {
      case .text(let text): text.map { "'\($0)'" } ?? "nil"
      case .number(let number): number.map(String.init) ?? "nil"
      case .object(let index): index.map { "object \($0)" } ?? "nil"
      case .objects(let indexes): "\(indexes.sorted())"
      case .list(let indexes): "list \(indexes)"
      }
    }
  }

  private func expectations(_ index: Int) -> [(String, Value)] {
    let values = graph.values[index] ?? ReferenceGraph.Values()
    let kind = graph.kinds[index] ?? .person
    switch kind {
    case .person, .manager:
      let level: [(String, Value)] = kind == .manager ? [("level", .number(values.level))] : []
      return level + [
        ("name", .text(values.name)), ("age", .number(values.age)),
        ("company", .object(graph.companies[index])),
        ("partner", .object(graph.partners[index])), ("boss", .object(graph.bosses[index])),
        ("reports", .objects(graph.reports(of: index))),
        ("mentors", .objects(graph.mentors(of: index))),
        ("students", .objects(graph.students(of: index))),
        ("tags", .objects(graph.tags(of: index))), ("notes", .list(graph.notes[index] ?? [])),
      ]
    case .company:
      return [("name", .text(values.name)), ("people", .objects(graph.people(of: index)))]
    case .tag:
      return [
        ("word", .text(values.word)), ("rank", .number(values.rank)),
        ("people", .objects(graph.people(ofTag: index))),
      ]
    case .note:
      return [
        ("text", .text(values.text)), ("author", .object(graph.author(of: index))),
        ("parent", .object(graph.parents[index])),
        ("replies", .objects(graph.replies(of: index))),
      ]
    }
  }

  /// The value of a property in the terms of the graph. An object that the graph does not have is
  /// number -1.
  private func value(
    _ object: ManagedObject, _ key: String, _ numbers: [ObjectIdentifier: Int]
  ) throws -> Value {
    func number(_ object: ManagedObject) -> Int { numbers[ObjectIdentifier(object)] ?? -1 }
    switch try object.value(forKey: key) {
    case .attribute(.string(let text)): return .text(text)
    case .attribute(.integer(let value)): return .number(value)
    case .object(let other): return .object(number(other))
    case .objects(let others):
      let indexes = Set(others.map(number))
      // Two unknown objects, or one twice, must not look like one.
      guard indexes.count == others.count else { return .list(others.map(number)) }
      return .objects(indexes)
    case .orderedObjects(let others): return .list(others.map(number))
    case .null:
      switch key {
      case "age", "level", "rank": return .number(nil)
      case "company", "partner", "boss", "author", "parent": return .object(nil)
      case _: return .text(nil)
      }
    case let other: return .text("\(other)")
    }
  }
}
