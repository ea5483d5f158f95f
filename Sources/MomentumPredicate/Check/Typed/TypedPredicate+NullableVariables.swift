package import MomentumModel

extension TypedPredicate {
  /// The names of the variables that may sensibly be nil.
  ///
  /// Such a variable is compared by `==` or `!=` with something that can be nil: an optional
  /// property, a property after an optional relationship, or `nil` itself, as in
  /// `$CITY == nil OR city CONTAINS $CITY`. If `$CITY` is nil, `city == $CITY` finds the objects
  /// without a city. A list is never nil.
  package func nullableVariables(in model: ObjectModel) -> Set<String> {
    var names: Set<String> = []
    visitComparisons { comparison in
      guard comparison.comparisonOperator == .equal || comparison.comparisonOperator == .notEqual
      else { return }
      for (side, partner) in [
        (comparison.left, comparison.right), (comparison.right, comparison.left),
      ] {
        guard case .variable(let variable) = side, !variable.isCollection,
          partner.canBeNull(in: model)
        else { continue }
        names.insert(variable.name)
      }
    }
    return names
  }

  /// Visits all comparisons, including those inside SUBQUERY, FETCH and TERNARY.
  fileprivate func visitComparisons(_ body: (TypedComparison) -> Void) {
    switch self {
    case .constant: break
    case .and(let operands), .or(let operands):
      for operand in operands { operand.visitComparisons(body) }
    case .not(let operand): operand.visitComparisons(body)
    case .comparison(let comparison):
      body(comparison)
      comparison.left.visitComparisons(body)
      comparison.right.visitComparisons(body)
    }
  }
}

extension TypedExpression {
  fileprivate func visitComparisons(_ body: (TypedComparison) -> Void) {
    switch self {
    case .aggregate(let elements):
      for element in elements { element.visitComparisons(body) }
    case .arithmetic(_, let left, let right):
      left.visitComparisons(body)
      right.visitComparisons(body)
    case .function(_, let arguments):
      for argument in arguments { argument.visitComparisons(body) }
    case .rowAggregate(_, let operand): operand.visitComparisons(body)
    case .conditional(let predicate, let first, let second):
      predicate.visitComparisons(body)
      first.visitComparisons(body)
      second.visitComparisons(body)
    case .aggregation(_, let collection): collection.filter?.predicate.visitComparisons(body)
    case .fetch(let fetch): fetch.predicate?.visitComparisons(body)
    case .keyPath, .constant, .object, .null, .variable: break
    }
  }

  fileprivate func canBeNull(in model: ObjectModel) -> Bool {
    switch self {
    case .null: return true
    case .keyPath(let path):
      // A to-many relationship may have no objects, but never an object that is nil. So only
      // optional to-one relationships count.
      if path.steps.contains(where: { !model[$0].isToMany && model[$0].isOptional }) { return true }
      switch path.target {
      case .object: return false
      case .attribute(let id): return model[id].isOptional
      case .compositeElement(let id, let names):
        return model[id].isOptional || model.isElementOptional(of: id, names)
      }
    case .aggregation, .constant, .object, .variable, .aggregate, .arithmetic, .function,
      .conditional, .rowAggregate, .fetch:
      return false
    }
  }
}

extension ObjectModel {
  /// Whether an element of a composite attribute is optional, or an element that contains it.
  fileprivate func isElementOptional(of id: AttributeID, _ names: [String]) -> Bool {
    var type = self[id].type
    for name in names {
      guard case .composite(let composite) = type,
        let element = self[composite].elements.first(where: { $0.name == name })
      else { return true }
      if element.isOptional { return true }
      type = element.type
    }
    return false
  }
}
