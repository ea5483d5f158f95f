package import MomentumDiagnostics
package import MomentumModel

/// Finds stored fetch requests that search for attributes without an index.
package enum StoredRequestReview {
  package static func review(
    _ requests: [CheckedStoredRequest], _ syntax: ModelSyntax, _ model: ObjectModel,
    _ diagnostics: inout Diagnostics
  ) {
    let written = syntax.fetchRequestsByName
    for stored in requests {
      guard let predicate = stored.predicate,
        let element = written[stored.request.name]
      else { continue }
      var search = Search()
      search.add(predicate)
      let attributes = search.attributes.filter { model[$0].type != .boolean }
      guard !search.isServed, !attributes.isEmpty,
        !attributes.contains(where: { isIndexed($0, of: stored.request.entity, model) })
      else { continue }
      let place = element[.predicateString]?.valueRange ?? element.nameRange
      diagnostics.report(
        StoredRequestMessage.unindexed(
          request: stored.request.name, entity: model[stored.request.entity].name,
          attributes: attributes.map { model[$0].name }), at: syntax.location(place))
    }
  }

  /// The attributes that a request searches by. An index can be used if its first column is one of
  /// them.
  private struct Search {
    /// The attributes in order of first use, each once.
    var attributes: [AttributeID] = []
    /// Whether the request needs no finding: it compares a relationship, whose key column has an
    /// index, or it has an OR.
    var isServed = false

    mutating func add(_ predicate: TypedPredicate) {
      switch predicate {
      case .constant, .not: break
      // An OR needs an index for each operand. `FetchPlanner` decides about these.
      case .or: isServed = true
      case .and(let operands): for operand in operands { add(operand) }
      case .comparison(let comparison): add(comparison)
      }
    }

    private mutating func add(_ comparison: TypedComparison) {
      guard comparison.quantifier == nil, comparison.options.isEmpty else { return }
      switch comparison.comparisonOperator {
      case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between, .beginsWith:
        break
      case _: return
      }
      for side in [comparison.left, comparison.right] {
        guard case .keyPath(let path) = side else { continue }
        switch path.target {
        // The path ends with an object, so a primary or foreign key is compared. The columns of
        // keys always have an index.
        case .object: isServed = true
        case .attribute(let id) where path.steps.isEmpty:
          if !attributes.contains(id) { attributes.append(id) }
        case .attribute, .compositeElement: break
        }
      }
    }
  }

  private static func isIndexed(
    _ id: AttributeID, of entity: EntityID, _ model: ObjectModel
  ) -> Bool {
    let name = model[id].name
    if model[id].isIndexed { return true }
    return model.lineage(of: entity).contains { owner in
      model[owner].fetchIndexes.contains { $0.elements.first?.key == .property(name) }
        || model[owner].compoundIndexes.contains { $0.first == name }
        || model[owner].uniquenessConstraints.contains { $0.first == name }
    }
  }
}

/// A message about stored fetch requests for which the model has no suitable index.
package struct StoredRequestMessage: RuleMessage {
  package let rule: DiagnosticRule
  package let text: String

  static let rules: [DiagnosticRule] = [unindexedRule]

  package static let unindexedRule = DiagnosticRule(
    "model.unindexed-request", .warning,
    "A stored fetch request reads every row of a table, and a fetch index would avoid that.",
    """
    A fetch that reads every row gets slower as the table grows. Momentum lets SQLite plan the \
    request for a store with 100,000 rows in each table, without and with the index, and proposes \
    the index only if SQLite uses it. Add the XML element that the note shows to the entity, or \
    run 'momentum check --fix'. Core Data creates the index only in new stores, because an index \
    is not part of an entity's hash; to create it in existing stores, set the entity's hash \
    modifier.
    """,
    .documented("SQLite, The SQLite Query Optimizer Overview"))

  static func unindexed(request: String, entity: String, attributes: [String]) -> Self {
    Self(
      rule: unindexedRule,
      text:
        "fetch request '\(request)' searches '\(entity)' by \(quotedList(attributes)), and no index begins with \(attributes.count == 1 ? "it" : "one of them"); every row may have to be read"
    )
  }
}
