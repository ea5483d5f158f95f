import MomentumCompiler
import MomentumDistribution
import MomentumModel
import MomentumTestSupport

/// Random requests over any model: conditions on attributes and over relationships of each kind.
struct RandomModelRequest {
  let model: ObjectModel
  let plan: DistributionPlan
  var random: SeededGenerator

  /// - Returns: `nil` for an entity of a reference table, which has no root.
  mutating func input(bindsRoot: Bool) -> RequestInput? {
    let entities = model.entityIDs.filter { plan.placements[model.root(of: $0)] != nil }
    guard let entity = entities.randomElement(using: &random) else { return nil }
    var predicate = condition(entity, depth: 2)
    if bindsRoot {
      switch plan.placements[model.root(of: entity)] {
      case .root?: predicate = "SELF == $ROOT AND (\(predicate))"
      case .colocated(let path)?:
        let names = path.map { model[$0].name }.joined(separator: ".")
        predicate = "\(names) == $ROOT AND (\(predicate))"
      case .reference?, .undecided?, nil: return nil
      }
    }
    var input = RequestInput(entity: model[entity].name, predicate: predicate)
    input.result = Int.random(in: 0..<3, using: &random) == 0 ? .count : .ids
    return input
  }

  private func chain(_ entity: EntityID) -> [EntityID] {
    var (chain, next) = ([entity], model[entity].parent)
    while let parent = next {
      chain.append(parent)
      next = model[parent].parent
    }
    return chain
  }

  private mutating func condition(_ entity: EntityID, depth: Int) -> String {
    guard depth > 0 else { return atom(entity) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return
        "(\(condition(entity, depth: depth - 1)) AND \(condition(entity, depth: depth - 1)))"
    case 1:
      return "(\(condition(entity, depth: depth - 1)) OR \(condition(entity, depth: depth - 1)))"
    case 2: return "NOT (\(condition(entity, depth: depth - 1)))"
    case _: return atom(entity)
    }
  }

  private mutating func atom(_ entity: EntityID, prefix: String = "", steps: Int = 2) -> String {
    let relationships = chain(entity).flatMap { model[$0].relationships }
    guard steps > 0, Bool.random(using: &random),
      let relationship = relationships.randomElement(using: &random)
    else { return value(entity, prefix) }
    let path = prefix + relationship.name
    let number = Int.random(in: 0...4, using: &random)
    guard relationship.isToMany else {
      return Int.random(in: 0..<4, using: &random) == 0
        ? "\(path) \(number < 2 ? "==" : "!=") nil"
        : atom(relationship.destination, prefix: path + ".", steps: steps - 1)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\(path).@count > \(number / 2)"
    case 1: return "ANY " + value(relationship.destination, path + ".")
    case 2: return "NONE " + value(relationship.destination, path + ".")
    case _:
      return
        "SUBQUERY(\(path), $s, \(value(relationship.destination, "$s."))).@count > \(number / 3)"
    }
  }

  private mutating func value(_ entity: EntityID, _ prefix: String) -> String {
    let attributes = chain(entity).flatMap { model[$0].attributes }
    guard let attribute = attributes.randomElement(using: &random) else { return "TRUEPREDICATE" }
    let path = prefix + attribute.name
    let number = Int.random(in: 0...5, using: &random)
    let operations =
      attribute.type == .string
      ? ["== 't\(number)'", "!= 't\(number)'", "== nil", "BEGINSWITH 't'", "> 't\(number)'"]
      : ["> \(number)", "== \(number)", "<= \(number)", "!= nil"]
    return "\(path) \(operations.randomElement(using: &random) ?? "!= nil")"
  }
}
