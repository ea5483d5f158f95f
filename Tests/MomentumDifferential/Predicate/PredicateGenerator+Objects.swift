import MomentumModel
import MomentumPredicate

// Comparisons of objects.

extension PredicateGenerator {
  mutating func objectComparison(_ scope: Scope) -> GeneratedPredicate? {
    switch dice.weighted([6, 3, 3, 2]) {
    case 0:
      guard let path = objectPath(scope), case .object(let entity) = path.target else {
        return nil
      }
      return .leaf(compareObject(path.format, entity))
    case 1:
      if dice.chance(30) {
        return .leaf(scope.object + dice.one(" == ", " != ") + object(of: scope.entity))
      }
      return .leaf(scope.object + dice.one(" IN ", " NOT IN ") + objects(of: scope.entity))
    case 2: return membership(scope)
    case _: return objectPathComparison(scope)
    }
  }

  /// `owner == %@`, `owner IN %@`, `owner == nil`
  mutating func compareObject(_ operand: FormatText, _ entity: EntityID) -> FormatText {
    switch dice.weighted([4, 3, 3]) {
    case 0: operand + dice.one(" == ", " != ") + object(of: entity)
    case 1: operand + " IN " + objects(of: entity)
    case _: operand + dice.one(" == nil", " != nil")
    }
  }

  /// `items CONTAINS %@`, `%@ IN items`, `owner IN items`
  private mutating func membership(_ scope: Scope) -> GeneratedPredicate? {
    guard let walk = walkToMany(from: scope.entity) else { return nil }
    let collection = spelled(walk.names, scope)
    // In memory nil in a collection that is missing itself could be a part of a string as well.
    if dice.chance(25), walk.names.count == 1, let path = objectPath(scope),
      case .object(let entity) = path.target,
      model.root(of: entity) == model.root(of: walk.entity)
    {
      return .leaf(path.format + " IN " + collection)
    }
    if dice.chance(20), model.root(of: scope.entity) == model.root(of: walk.entity) {
      return .leaf(collection + " CONTAINS " + scope.object)
    }
    return .leaf(
      dice.chance(60)
        ? collection + " CONTAINS " + object(of: walk.entity)
        : object(of: walk.entity) + " IN " + collection)
  }

  /// `owner == parent.owner`
  private mutating func objectPathComparison(_ scope: Scope) -> GeneratedPredicate? {
    guard let left = objectPath(scope), case .object(let first) = left.target,
      let right = objectPath(scope), case .object(let second) = right.target,
      model.root(of: first) == model.root(of: second)
    else { return nil }
    return .leaf(left.format + dice.one(" == ", " != ") + right.format)
  }

  // MARK: - Objects as arguments

  private mutating func object(of entity: EntityID) -> FormatText {
    FormatText("%@", arguments: [reference(entity)])
  }

  private mutating func objects(of entity: EntityID) -> FormatText {
    let list = (0..<dice.int(0...4)).map { _ in reference(entity) }
    return FormatText("%@", arguments: [.list(list)])
  }

  /// An object of the entity or, sometimes, one that is not there.
  private mutating func reference(_ entity: EntityID) -> PredicateArgument {
    guard dice.chance(92), let index = dice.pick(graph.members(of: entity)) else {
      return .object(ObjectReference(entity: entity, primaryKey: 900 + Int64(dice.int(0...3))))
    }
    let object = graph.objects[index]
    return .object(ObjectReference(entity: object.entity, primaryKey: object.primaryKey))
  }
}
