package import MomentumDiagnostics
package import MomentumModel

/// One name of a key path in a predicate, and the property that it names.
package struct KeyUse: Sendable, Hashable {
  /// The bytes of the name; with its `#` if it has one.
  package var range: SourceRange
  /// The entity whose property is named; the property may be inherited.
  package var entity: EntityID
  package var name: String
}

/// Finds the properties that a predicate names, each with the entity that it is looked up in.
///
/// Nothing is checked: a name that the entity does not have is left out, with the rest of its path.
package struct KeyUses {
  private let model: ObjectModel
  private var found: [KeyUse] = []
  /// The entities of the variables of subqueries, the innermost last.
  private var variables: [(name: String, entity: EntityID?)] = []
  private let root: EntityID

  private init(_ model: ObjectModel, _ root: EntityID) {
    self.model = model
    self.root = root
  }

  /// The names in a predicate about objects of an entity, in no particular order.
  package static func find(
    in predicate: PredicateSyntax, of entity: EntityID, model: ObjectModel
  ) -> [KeyUse] {
    var uses = KeyUses(model, entity)
    uses.visit(predicate)
    return uses.found
  }

  /// The names in an expression about objects of an entity.
  package static func find(
    in expression: ExpressionSyntax, of entity: EntityID, model: ObjectModel
  ) -> [KeyUse] {
    var uses = KeyUses(model, entity)
    _ = uses.visit(expression)
    return uses.found
  }

  // MARK: - Nodes

  private mutating func visit(_ predicate: PredicateSyntax) {
    switch predicate.kind {
    case .constant: return
    case .comparison(let comparison):
      _ = visit(comparison.left)
      _ = visit(comparison.right)
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .not(let inner): visit(inner)
    }
  }

  /// Visits an expression.
  ///
  /// - Returns: The entity of the object or objects that are the expression's value; `nil` if its
  ///   value is something else.
  private mutating func visit(_ expression: ExpressionSyntax) -> EntityID? {
    switch expression.kind {
    case .literal, .anyKey, .indexSymbol, .argument: return nil
    case .selfObject: return root
    case .variable(let name): return variables.last { $0.name == name }?.entity
    case .keyPath(let components): return follow(components, from: root)
    case .path(let base, let components):
      let start = visit(base)
      return follow(components, from: start)
    case .aggregate(let items): for item in items { _ = visit(item) }
    case .method(let base, let call):
      _ = visit(base)
      for argument in call.arguments { _ = visit(argument) }
    case .index(let base, let index):
      let entity = visit(base)
      _ = visit(index)
      return entity
    case .call(let call): for argument in call.arguments { _ = visit(argument) }
    case .arithmetic(_, let left, let right), .cast(let left, let right):
      _ = visit(left)
      _ = visit(right)
    case .setOperation(_, let left, let right):
      let entity = visit(left)
      _ = visit(right)
      return entity
    case .subquery(let collection, let variable, let predicate):
      let entity = visit(collection)
      variables.append((variable, entity))
      visit(predicate)
      variables.removeLast()
      return entity
    case .ternary(let condition, let then, let otherwise):
      visit(condition)
      let entity = visit(then)
      _ = visit(otherwise)
      return entity
    case .function(let target, let selector, let arguments):
      _ = visit(target)
      _ = visit(selector)
      for argument in arguments { _ = visit(argument) }
    case .fetch(let request, let context, let count):
      _ = visit(request)
      _ = visit(context)
      _ = visit(count)
    case .assignment(_, let value): _ = visit(value)
    }
    return nil
  }

  /// Follows a key path, and notes each of its names.
  private mutating func follow(_ components: [KeyComponent], from start: EntityID?) -> EntityID? {
    var entity = start
    for component in components {
      switch component.name {
      case .key(let name), .quoted(let name):
        guard let owner = entity, let property = model.property(named: name, in: owner) else {
          return nil
        }
        found.append(KeyUse(range: component.range, entity: owner, name: name))
        entity = if case .relationship(let id) = property { model[id].destination } else { nil }
      // The key after the operator belongs to the collection's objects: `price` in
      // `books.@sum.price`.
      case .collectionOperator: continue
      case .variable(let name):
        // `$x.name`: the first component of the path is the variable.
        entity = variables.last { $0.name == name }?.entity
      case .argument: return nil
      case .expression(let inner): entity = visit(inner)
      }
    }
    return entity
  }
}
