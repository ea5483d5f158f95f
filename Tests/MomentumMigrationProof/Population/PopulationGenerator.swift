import Foundation
package import MomentumDifferential
package import MomentumModel

/// Objects for a migration: attributes with and without NULLs, with values that repeat and that do not, so
/// that what depends on stored data goes either way.
package struct PopulationGenerator {
  /// How an attribute is filled in all objects.
  private struct Habit {
    var nullPercent: Int
    var isDistinct: Bool
  }

  private var dice: Dice
  private var habits: [ObjectGraph.Leaf: Habit] = [:]
  private var graph: ObjectGraph
  private var model: ObjectModel { graph.model }
  private var counter = 0

  package static func graph(of model: ObjectModel, count: Int, seed: UInt64) -> ObjectGraph {
    var generator = PopulationGenerator(
      dice: Dice(seed: seed, part: 12), graph: ObjectGraph(model: model))
    generator.generate(count)
    return generator.graph
  }

  private mutating func generate(_ count: Int) {
    makeHabits()
    var concrete = model.entityIDs.filter { !model[$0].isAbstract }
    // Now and then an entity stays empty, so that a required attribute can be added to it.
    if concrete.count > 1 { concrete = concrete.filter { _ in dice.chance(75) } }
    guard !concrete.isEmpty else { return }
    var keys: [EntityID: Int64] = [:]
    for _ in 0..<count {
      let entity = concrete[dice.int(0...concrete.count - 1)]
      let root = model.root(of: entity)
      keys[root, default: 0] += 1
      var object = ObjectGraph.Object(entity: entity, primaryKey: keys[root] ?? 1)
      fill(&object)
      graph.objects.append(object)
    }
    graph = GraphGenerator.linked(graph, &dice)
  }

  private mutating func makeHabits() {
    var constrained: Set<AttributeID> = []
    for entity in model.entityIDs {
      for list in model[entity].uniquenessConstraints {
        for name in list {
          if case .attribute(let id)? = model.property(named: name, in: entity) {
            constrained.insert(id)
          }
        }
      }
    }
    for entity in model.entityIDs {
      for (leaf, element) in ObjectGraph.leaves(of: entity, in: model)
      where leaf.attribute.entity == entity {
        let isDistinct = constrained.contains(leaf.attribute) || dice.chance(30)
        habits[leaf] = Habit(
          nullPercent: element.isOptional ? dice.one(0, 0, 30, 60, 100) : 0,
          isDistinct: isDistinct)
      }
    }
  }

  private mutating func fill(_ object: inout ObjectGraph.Object) {
    counter += 1
    for (leaf, element) in ObjectGraph.leaves(of: object.entity, in: model) {
      guard !model[leaf.attribute].isTransient, model[leaf.attribute].derivation == nil,
        let habit = habits[leaf], !dice.chance(habit.nullPercent)
      else { continue }
      object.values[leaf] =
        habit.isDistinct
        ? Self.distinct(element.type, counter, &dice) : ValueGenerator.value(element.type, &dice)
    }
  }

  /// A value that no other number gives; a Boolean has two.
  private static func distinct(
    _ type: AttributeType, _ number: Int, _ dice: inout Dice
  ) -> AttributeValue? {
    switch type {
    case .string: .string("\(number) \(ValueGenerator.text(&dice))")
    case .integer16, .integer32, .integer64: .integer(Int64(number))
    case .double, .float: .double(Double(number) / 2)
    case .decimal: .decimal(decimalDefault(number))
    case .boolean: .boolean(number % 2 == 0)
    case .date: .date(Double(number) * 60)
    case .binary, .transformable: .binary(Array("\(number)".utf8))
    case .uuid: .uuid(uuid(number))
    case .uri: .uri("https://example.org/\(number)")
    case .undefined, .objectID, .composite: nil
    }
  }

  private static func uuid(_ number: Int) -> UUID {
    var bytes = [UInt8](repeating: 0xA5, count: 16)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
