import MomentumModel
import MomentumPredicate
import MomentumStore

/// The comparisons of a request for which an index can be used: a column is compared with a value,
/// and only rows that satisfy the comparison are found.
struct SearchTerms {
  enum Use: Hashable {
    /// `==`, `IN`, `== nil`
    case equality
    /// `<`, `>=`, `BETWEEN`
    case range
  }

  struct Term: Hashable {
    var element: IndexCandidate.Element
    var use: Use
    /// Whether the column is a Boolean. An index on it alone finds half of the rows at best, so it
    /// is not worth its cost.
    var isCoarse: Bool
    /// Whether the column is the key of a relationship, which has an index already.
    var isKey: Bool
  }

  /// The comparisons about the objects to which one path of relationships leads.
  struct Group: Hashable {
    /// The number of the request with the comparisons: 0 for the request itself, others for each
    /// `FETCH(…)` in it. Two requests do not share comparisons.
    var scope: Int
    var steps: [RelationshipID]
    /// The entity at the end of the path.
    var entity: EntityID
    var terms: [Term] = []
  }

  /// A comparison for which no index can be used, because SQLite calls a function for each value.
  struct Obstacle: Hashable {
    var attribute: String
    var comparison: String
  }

  let model: ObjectModel
  let schema: StoreSchema
  /// The groups in the order in which the request uses them.
  private(set) var groups: [Group] = []
  /// The groups of each side of each OR of the request: first the index of the OR, then of the
  /// side.
  private(set) var alternatives: [[[Group]]] = []
  private(set) var obstacles: [Obstacle] = []
  private var scope = 0
  private var scopeCount = 0

  init(model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
  }

  mutating func add(_ predicate: TypedPredicate, of entity: EntityID) {
    switch predicate {
    case .constant: break
    // An index finds rows with a value; it cannot find rows without it.
    case .not: break
    case .and(let operands): for operand in operands { add(operand, of: entity) }
    case .or(let operands):
      let sides = operands.map { operand -> SearchTerms in
        var inner = SearchTerms(model: model, schema: schema)
        inner.add(operand, of: entity)
        return inner
      }
      alternatives.append(sides.map(\.groups))
      obstacles += sides.flatMap(\.obstacles)
    case .comparison(let comparison): add(comparison, of: entity)
    }
  }

  // MARK: - Comparisons

  private mutating func add(_ comparison: TypedComparison, of entity: EntityID) {
    addInnerRequest(comparison)
    guard comparison.quantifier != .all else { return }
    switch (comparison.left, comparison.right) {
    case (.keyPath(let path), let value) where isValue(value):
      add(path, comparison, isReversed: false, of: entity)
    case (let value, .keyPath(let path)) where isValue(value):
      add(path, comparison, isReversed: true, of: entity)
    case (.function(_, let arguments), _):
      for case .keyPath(let path) in arguments {
        addObstacle(path, "inside a function")
      }
    case _: break
    }
  }

  /// Adds the comparisons of a `FETCH(…)`, which is a request of its own.
  private mutating func addInnerRequest(_ comparison: TypedComparison) {
    guard case .fetch(let fetch) = comparison.right, let predicate = fetch.predicate else { return }
    let outer = scope
    scopeCount += 1
    scope = scopeCount
    add(predicate, of: fetch.entity)
    scope = outer
  }

  private func isValue(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .constant, .object, .null, .variable, .aggregate, .fetch: true
    case .keyPath, .aggregation, .arithmetic, .function, .conditional, .rowAggregate: false
    }
  }

  private mutating func add(
    _ path: TypedKeyPath, _ comparison: TypedComparison, isReversed: Bool, of entity: EntityID
  ) {
    guard path.origin == .queriedObject else { return }
    guard let use = use(of: comparison, isReversed: isReversed) else {
      if comparison.comparisonOperator != .notEqual { addObstacle(path, text(of: comparison)) }
      return
    }
    guard let (steps, element, type) = element(of: path) else { return }
    let end = steps.last.map { model[$0].destination } ?? entity
    let term = Term(
      element: element, use: use, isCoarse: type == .boolean, isKey: type == nil)
    let index = groups.firstIndex { $0.steps == steps && $0.scope == scope }
    if let index {
      if !groups[index].terms.contains(term) { groups[index].terms.append(term) }
    } else {
      groups.append(Group(scope: scope, steps: steps, entity: end, terms: [term]))
    }
  }

  /// How an index can be used for a comparison; `nil` if Core Data compares by a function of its
  /// own.
  private func use(of comparison: TypedComparison, isReversed: Bool) -> Use? {
    let isBinary =
      comparison.options.isEmpty || comparison.options.contains(.normalized)
    guard isBinary else { return nil }
    switch comparison.comparisonOperator {
    case .equal: return .equality
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return .range
    case .in: return isReversed || !isCollection(comparison.right) ? nil : .equality
    case .between: return isReversed ? nil : .range
    case .beginsWith:
      return !isReversed && (comparison.options.contains(.normalized) || isPrefix(comparison))
        ? .range : nil
    case .notEqual, .contains, .endsWith, .like, .matches, .utiConformsTo, .utiEquals, .custom:
      return nil
    }
  }

  /// Whether a BEGINSWITH is compared as a range: its text is a constant, and it has no options.
  private func isPrefix(_ comparison: TypedComparison) -> Bool {
    guard comparison.options.isEmpty, case .constant(.string(let prefix)) = comparison.right else {
      return false
    }
    return !prefix.isEmpty
  }

  private func isCollection(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .aggregate, .fetch: true
    case .variable(let variable): variable.isCollection
    case .keyPath, .aggregation, .constant, .object, .null, .arithmetic, .function, .conditional,
      .rowAggregate:
      false
    }
  }

  // MARK: - Columns

  /// The relationships that lead to the row with the column, and the column. The type is `nil` for
  /// a foreign key.
  func element(
    of path: TypedKeyPath
  ) -> (steps: [RelationshipID], element: IndexCandidate.Element, type: AttributeType?)? {
    switch path.target {
    case .object:
      guard let last = path.steps.last, case .foreignKey(let key) = schema.relationships[last]
      else { return nil }
      let element = IndexCandidate.Element(
        key: model[last].name, owner: last.entity, column: key.column, isAscending: true)
      return (Array(path.steps.dropLast()), element, nil)
    case .attribute(let id):
      guard let column = schema.attributeColumns[id] else { return nil }
      let element = IndexCandidate.Element(
        key: model[id].name, owner: id.entity, column: column, isAscending: true)
      return (path.steps, element, model[id].type)
    case .compositeElement(let id, let names):
      let leaf = schema.compositeColumns[id]?.first { $0.path == names }
      guard let leaf else { return nil }
      let element = IndexCandidate.Element(
        key: ([model[id].name] + names).joined(separator: "."), owner: id.entity,
        column: leaf.column, isAscending: true)
      return (path.steps, element, leaf.type)
    }
  }

  private mutating func addObstacle(_ path: TypedKeyPath, _ comparison: String) {
    guard let (_, element, _) = element(of: path) else { return }
    let obstacle = Obstacle(attribute: element.key, comparison: comparison)
    if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
  }

  /// The operator of a comparison with its options: `CONTAINS[cd]`.
  private func text(of comparison: TypedComparison) -> String {
    comparison.comparisonOperator.text + comparison.options.text
  }
}
