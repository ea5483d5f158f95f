import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumQuery

/// A random sort key, as SQL and as the evaluator take it.
struct GeneratedSortKey {
  var sql: SortKey
  var memory: ValueSortKey

  /// `nil` where the entity has nothing to sort by.
  static func make(
    _ entity: EntityID, in model: ObjectModel, _ dice: inout Dice
  ) -> GeneratedSortKey? {
    var steps: [RelationshipID] = []
    var end = entity
    if dice.chance(35),
      let step = dice.pick(model.relationships(of: entity).filter { !model[$0].isToMany })
    {
      steps = [step]
      end = model[step].destination
    }
    let leaves = ObjectGraph.leaves(of: end, in: model).filter { leaf, attribute in
      guard !attribute.isTransient, !model[leaf.attribute].isTransient else { return false }
      switch attribute.type.family {
      case .string, .number, .date, .boolean: return true
      case .plain, .opaque: return false
      }
    }
    guard let (leaf, attribute) = dice.pick(leaves) else { return nil }
    let target: TypedKeyPath.Target =
      leaf.path.isEmpty
      ? .attribute(leaf.attribute) : .compositeElement(leaf.attribute, path: leaf.path)
    let names = steps.map { model[$0].name } + [model[leaf.attribute].name] + leaf.path
    let comparison: SortComparison =
      attribute.type == .string && dice.chance(50)
      ? dice.pick(SortComparison.allCases) ?? .binary : .binary
    let isAscending = dice.chance(60)
    return GeneratedSortKey(
      sql: SortKey(
        TypedKeyPath(root: entity, steps: steps, target: target), isAscending: isAscending,
        comparison: comparison),
      memory: ValueSortKey(
        expression(names), isAscending: isAscending, comparison: comparison))
  }

  private static func expression(_ names: [String]) -> ExpressionSyntax {
    let range = SourceRange(0, 0)
    return ExpressionSyntax(.keyPath(names.map { KeyComponent(.key($0), range) }), range)
  }
}

extension RequestCheck {
  /// Rows in the order of random keys, and a window of them.
  func checkOrder(
    _ expected: [Int64], _ predicate: TypedPredicate, _ entity: EntityID,
    _ options: QueryOptions, _ dice: inout Dice
  ) throws {
    let keys = (0..<dice.int(1...2)).compactMap { _ in
      GeneratedSortKey.make(entity, in: model, &dice)
    }
    guard !keys.isEmpty else { return }
    // Equal objects follow by their keys.
    let last = SortKey(TypedKeyPath(root: entity, steps: [], target: .object))
    let members = store.graph.members(of: entity)
      .filter { expected.contains(store.graph.objects[$0].primaryKey) }
      .sorted { store.graph.objects[$0].primaryKey < store.graph.objects[$1].primaryKey }
    var evaluator = PredicateEvaluator()
    var sorted: [Int64]
    do {
      sorted = try evaluator.sorted(
        members.map { objects.object($0) }, by: keys.map(\.memory)
      ).map { if case .object(let object) = $0 { object.identity.number } else { -1 } }
    } catch {
      throw Disagreement(
        kind: .evaluation, detail: "sort", expected: "", found: "\(error)", sql: nil)
    }
    var request = FetchRequest(
      entity: entity, predicate: predicate, sortKeys: keys.map(\.sql) + [last],
      resultType: .managedObjectIDs)
    if dice.chance(50) {
      let (offset, limit) = (dice.int(0...4), dice.int(1...6))
      request.limit = limit
      if offset > 0 { request.offset = offset }
      sorted = Array(sorted.dropFirst(offset).prefix(limit))
    }
    for (name, _) in layouts {
      let sql = sql(request, name, options)
      let found = Self.keys(try rows(sql, name, "sorted"))
      guard found == sorted else {
        throw Disagreement(
          kind: .order, detail: "\(name), \(keys.map(\.sql.comparison))", expected: "\(sorted)",
          found: "\(found)", sql: sql)
      }
    }
  }
}
