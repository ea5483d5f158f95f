package import MomentumPredicate
internal import MomentumText

/// A sort key for objects in memory.
package struct ValueSortKey: Sendable, Hashable {
  package var expression: ExpressionSyntax
  package var isAscending: Bool
  package var comparison: SortComparison

  package init(
    _ expression: ExpressionSyntax, isAscending: Bool = true, comparison: SortComparison = .binary
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.comparison = comparison
  }
}

extension PredicateEvaluator {
  /// The objects sorted by the first key, then by the next one if values are equal. Equal objects
  /// keep their order. As in SQLite, nil is first in ascending and last in descending order.
  package mutating func sorted(
    _ objects: [PredicateValue], by keys: [ValueSortKey]
  ) throws(EvaluationError) -> [PredicateValue] {
    var rows: [(index: Int, values: [PredicateValue])] = []
    for (index, object) in objects.enumerated() {
      var values: [PredicateValue] = []
      for key in keys { values.append(try value(of: key.expression, on: object)) }
      rows.append((index, values))
    }
    var failure: EvaluationError?
    rows.sort { left, right in
      guard failure == nil else { return left.index < right.index }
      do throws(EvaluationError) {
        let order = try order(left.values, right.values, keys)
        return order == 0 ? left.index < right.index : order < 0
      } catch {
        failure = error
        return left.index < right.index
      }
    }
    if let failure { throw failure }
    return rows.map { objects[$0.index] }
  }

  /// The order of two objects, given their values for the sort keys: below 0 if the first object
  /// comes first, 0 if all values are equal.
  package func order(
    _ left: [PredicateValue], _ right: [PredicateValue], _ keys: [ValueSortKey]
  ) throws(EvaluationError) -> Int {
    for (index, key) in keys.enumerated() {
      let order = try order(left[index], right[index], key.comparison)
      if order != 0 { return key.isAscending ? order : -order }
    }
    return 0
  }

  private func order(
    _ left: PredicateValue, _ right: PredicateValue, _ selector: SortComparison
  ) throws(EvaluationError) -> Int {
    if left.isNull || right.isNull { return (left.isNull ? 0 : 1) - (right.isNull ? 0 : 1) }
    guard selector != .binary else { return try order(left, right, []) }
    guard case .string(let one) = left, case .string(let other) = right else {
      throw EvaluationError(.notComparable(left.kind, right.kind))
    }
    switch selector {
    case .binary: return comparison.compare(one, other, [])
    case .caseInsensitive: return comparison.compare(one, other, [.caseInsensitive])
    case .localized: return comparison.localized(one, other)
    case .localizedCaseInsensitive:
      return comparison.compare(one, other, [.caseInsensitive, .localized])
    case .localizedStandard: return comparison.finderLike(one, other)
    }
  }
}
