import MomentumModel
import MomentumPredicate

/// A random key path with what it leads to.
struct GeneratedPath {
  enum Target {
    case object(EntityID)
    case attribute(AttributeType)
  }

  /// With the variable in front, `$x.owner.name`.
  var format: FormatText
  var target: Target
}

/// Words that stand for something else at the start of an operand, so that a key needs a `#`.
enum PredicateWords {
  private static let reserved: Set<String> = [
    "and", "or", "not", "any", "some", "all", "none", "in", "contains", "beginswith", "endswith",
    "like", "matches", "between", "true", "yes", "false", "no", "null", "nil", "self", "anykey",
    "truepredicate", "falsepredicate", "first", "last", "size", "subquery", "cast", "ternary",
    "function", "fetch", "union", "intersect", "minus", "caseinsensitive", "ci", "apply",
    "tokenmatches", "intersection",
  ]

  static func key(_ name: String) -> String {
    reserved.contains(name.lowercased()) ? "#" + name : name
  }
}

extension PredicateGenerator {
  /// The object that keys in a place belong to.
  struct Scope {
    var entity: EntityID
    /// `SELF` or `$x`
    var object: String
    /// Empty or `$x.`
    var prefix: String

    static func queried(_ entity: EntityID) -> Scope {
      Scope(entity: entity, object: "SELF", prefix: "")
    }

    static func variable(_ name: String, _ entity: EntityID) -> Scope {
      Scope(entity: entity, object: "$\(name)", prefix: "$\(name).")
    }
  }

  /// Names walked so far and where they lead.
  struct Walk {
    var names: [String] = []
    var entity: EntityID
  }

  // MARK: - Walks

  mutating func walkToOne(_ walk: inout Walk, weights: [Int]) {
    for _ in 0..<dice.weighted(weights) {
      let choices = model.relationships(of: walk.entity).filter { !model[$0].isToMany }
      guard let id = dice.pick(choices) else { return }
      walk.names.append(model[id].name)
      walk.entity = model[id].destination
    }
  }

  /// Over one to-many relationship, with to-one ones before it; `nil` where there is none.
  mutating func walkToMany(from entity: EntityID) -> Walk? {
    var walk = Walk(entity: entity)
    walkToOne(&walk, weights: [8, 2])
    let choices = model.relationships(of: walk.entity).filter { model[$0].isToMany }
    guard let id = dice.pick(choices) else { return nil }
    walk.names.append(model[id].name)
    walk.entity = model[id].destination
    return walk
  }

  // MARK: - Ends

  /// Attributes and elements of composites, with the names that lead there.
  func attributes(
    of entity: EntityID, where isWanted: (AttributeType) -> Bool
  ) -> [(names: [String], type: AttributeType)] {
    ObjectGraph.leaves(of: entity, in: model).compactMap { leaf, attribute in
      guard isWanted(attribute.type) else { return nil }
      return ([model[leaf.attribute].name] + leaf.path, attribute.type)
    }
  }

  /// A path over to-one relationships to an attribute.
  mutating func attributePath(
    _ scope: Scope, where isWanted: (AttributeType) -> Bool
  ) -> GeneratedPath? {
    // A walk may lead to an entity without such an attribute.
    for weights in [[6, 3, 1], [1]] {
      var walk = Walk(entity: scope.entity)
      walkToOne(&walk, weights: weights)
      if let end = dice.pick(attributes(of: walk.entity, where: isWanted)) {
        return GeneratedPath(
          format: spelled(walk.names + end.names, scope), target: .attribute(end.type))
      }
    }
    return nil
  }

  /// A path over one to-many relationship to an attribute or, sometimes, to objects.
  mutating func toManyPath(_ scope: Scope) -> GeneratedPath? {
    guard var walk = walkToMany(from: scope.entity) else { return nil }
    if dice.chance(15) {
      return GeneratedPath(format: spelled(walk.names, scope), target: .object(walk.entity))
    }
    walkToOne(&walk, weights: [7, 3])
    guard let end = dice.pick(attributes(of: walk.entity) { _ in true }) else {
      return GeneratedPath(format: spelled(walk.names, scope), target: .object(walk.entity))
    }
    return GeneratedPath(
      format: spelled(walk.names + end.names, scope), target: .attribute(end.type))
  }

  /// A path to one object, `nil` where no to-one relationship starts.
  mutating func objectPath(_ scope: Scope) -> GeneratedPath? {
    var walk = Walk(entity: scope.entity)
    walkToOne(&walk, weights: [0, 3, 1])
    guard !walk.names.isEmpty else { return nil }
    return GeneratedPath(format: spelled(walk.names, scope), target: .object(walk.entity))
  }

  // MARK: - Spelling

  /// Keys as they stand in a format: words with a `#`, now and then a `%K`.
  mutating func spelled(_ names: [String], _ scope: Scope) -> FormatText {
    if dice.chance(4) {
      return FormatText(
        scope.prefix + "%K", arguments: [.text(names.joined(separator: "."))])
    }
    let isFirst = scope.prefix.isEmpty
    let keys = names.enumerated().map { index, name in
      index == 0 && isFirst || dice.chance(30) ? PredicateWords.key(name) : name
    }
    let head = isFirst && dice.chance(4) ? "SELF." : scope.prefix
    return FormatText(head + keys.joined(separator: "."))
  }
}
