internal import MomentumDiagnostics
internal import MomentumPredicate
internal import MomentumText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Evaluates comparisons: quantifiers, equality, order, BETWEEN, IN and CONTAINS.

extension PredicateEvaluator {
  mutating func truth(_ comparison: ComparisonSyntax) throws(EvaluationError) -> Truth {
    let left = try value(comparison.left)
    let right = try value(comparison.right)
    do { return try truth(comparison, left, right) } catch {
      throw error.located(comparison.operatorRange)
    }
  }

  private mutating func truth(
    _ comparison: ComparisonSyntax, _ left: PredicateValue, _ right: PredicateValue
  ) throws(EvaluationError) -> Truth {
    let terms = ComparisonTerms(
      comparison, flags: comparison.options.flags,
      asksForNil: isWrittenNil(comparison.left) || isWrittenNil(comparison.right),
      members: constants[comparison.right.range]?.members,
      hasComputedElements: hasComputedElements(comparison.right))
    guard let quantifier = comparison.quantifier else { return try compare(left, terms, right) }
    for element in try quantified(left) {
      let truth = try compare(element, terms, right)
      switch quantifier {
      case .any: if truth == .isTrue { return .isTrue }
      case .all: if truth != .isTrue { return .isFalse }
      }
    }
    return Truth(quantifier == .all)
  }

  /// The elements of the left side of ANY or ALL.
  ///
  /// In the store's semantics a single value counts as a collection of one: the join that Core Data
  /// makes has a row for the value of a to-one path.
  private func quantified(_ value: PredicateValue) throws(EvaluationError) -> [PredicateValue] {
    if let elements = value.elements { return elements }
    if value.isNull { return [] }
    switch semantics {
    case .foundation: throw EvaluationError(.quantifiedNoCollection(value.kind))
    case .store: return [value]
    }
  }

  /// Whether an operand is nil for all objects: the literal nil, or an argument or variable that is
  /// nil. SQL has `IS NULL` only for such an operand. An operand that is nil for the current object
  /// only is compared as an unknown value.
  private func isWrittenNil(_ expression: ExpressionSyntax) -> Bool {
    switch expression.kind {
    case .literal(.null): true
    case .literal: false
    case .argument(let index, _): arguments.indices.contains(index) && arguments[index].isNull
    case .variable(let name):
      !scopes.contains { $0.name == name } && assigned[name] == nil
        && bindings[name]?.isNull == true
    case .selfObject, .anyKey, .indexSymbol, .keyPath, .aggregate, .path, .method, .index, .call,
      .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch, .assignment:
      false
    }
  }

  /// Whether the expression is a list with an element that is not nil for all objects (see
  /// `isWrittenNil(_:)`).
  private func hasComputedElements(_ expression: ExpressionSyntax) -> Bool {
    guard case .aggregate(let elements) = expression.kind else { return false }
    return !elements.allSatisfy(isWrittenNil)
  }

  private mutating func compare(
    _ left: PredicateValue, _ terms: ComparisonTerms, _ right: PredicateValue
  ) throws(EvaluationError) -> Truth {
    let hasNil = left.isNull || right.isNull
    switch terms.comparisonOperator {
    case .equal, .notEqual:
      if hasNil, semantics == .store, !terms.asksForNil { return .unknown }
      return Truth(isEqual(left, right, terms.flags) == (terms.comparisonOperator == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try order(left, terms, right)
    case .between: return try isBetween(left, right, terms.flags)
    case .in: return try contains(right, left, terms)
    case .contains: return try contains(left, right, terms)
    case .beginsWith, .endsWith, .like, .matches, .utiConformsTo, .utiEquals:
      if hasNil { return .missing(semantics) }
      return Truth(try matches(left, terms, right))
    case .custom(let selector): throw EvaluationError(.unknownOperator(selector))
    }
  }

  // MARK: - Equality and order

  private func isEqual(
    _ left: PredicateValue, _ right: PredicateValue, _ flags: ComparisonFlags
  ) -> Bool {
    guard !flags.isEmpty, case .string(let one) = left, case .string(let other) = right else {
      return left == right
    }
    return comparison.compare(one, other, flags) == 0
  }

  private func order(
    _ left: PredicateValue, _ terms: ComparisonTerms, _ right: PredicateValue
  ) throws(EvaluationError) -> Truth {
    if left.isNull || right.isNull {
      guard semantics == .foundation else { return .unknown }
      return Truth(left.isNull && right.isNull && terms.acceptsEqual)
    }
    let order = try order(left, right, terms.flags)
    return Truth(order == 0 ? terms.acceptsEqual : (order < 0) == terms.acceptsLess)
  }

  /// The order of two values that are not nil, as `compare:` returns it: below 0, 0, or above 0.
  func order(
    _ left: PredicateValue, _ right: PredicateValue, _ flags: ComparisonFlags
  ) throws(EvaluationError) -> Int {
    switch (left, right) {
    case (.string(let one), .string(let other)): return comparison.compare(one, other, flags)
    case (.date(let one), .date(let other)):
      return Number.order(.double(one), .double(other))
    case (.uuid(let one), .uuid(let other)):
      return comparison.compare(one.uuidString, other.uuidString, [])
    // Foundation's data and URLs have no `compare:`, but SQLite compares them by bytes.
    case (.data(let one), .data(let other)) where semantics == .store:
      return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
    case (.url(let one), .url(let other)) where semantics == .store:
      return comparison.compare(one, other, [])
    case (_, _):
      guard let one = Number(left), let other = Number(right) else {
        throw EvaluationError(.notComparable(left.kind, right.kind))
      }
      return Number.order(one, other)
    }
  }

  /// Whether the value is between two bounds, inclusive. The first bound is the lower one; they are
  /// not exchanged.
  private func isBetween(
    _ value: PredicateValue, _ bounds: PredicateValue, _ flags: ComparisonFlags
  ) throws(EvaluationError) -> Truth {
    if bounds.isNull { return .missing(semantics) }
    guard let ends = bounds.elements, ends.count == 2 else {
      let kind = bounds.elements.map { "\(bounds.kind) of \($0.count)" } ?? bounds.kind
      throw EvaluationError(.badBounds(kind))
    }
    if value.isNull { return .missing(semantics) }
    // If the value is outside one bound, the result is false even if the other bound is nil, as in
    // SQL.
    var result = Truth.isTrue
    for (index, end) in ends.enumerated() {
      if end.isNull {
        result = .missing(semantics)
      } else {
        let order = try order(end, value, flags)
        if index == 0 ? order > 0 : order < 0 { return .isFalse }
      }
    }
    return result
  }

  // MARK: - IN and CONTAINS

  /// Whether a collection has a value, or a string contains a text. nil is never found.
  private func contains(
    _ collection: PredicateValue, _ value: PredicateValue, _ terms: ComparisonTerms
  ) throws(EvaluationError) -> Truth {
    if collection.isNull {
      // In a store, the collection is nil only if an object on the path to it is missing. SQL looks
      // for the member by EXISTS, which is false then, not unknown.
      if case .object = value { return .isFalse }
      return .missing(semantics)
    }
    if case .string(let text) = collection {
      if value.isNull { return .missing(semantics) }
      guard case .string(let part) = value else {
        throw EvaluationError(.notAPart(of: collection.kind, value: value.kind))
      }
      return Truth(comparison.search(text, for: part, terms.flags))
    }
    guard let elements = collection.members else {
      throw EvaluationError(.notSearchable(collection.kind))
    }
    // Whether a nil value is in a list is unknown, as in SQL, but it certainly is not in an empty
    // list. Elements that are nil for all objects are not counted, because the predicate's SQL
    // leaves them out.
    if value.isNull {
      switch collection {
      // A set has the objects of a to-many relationship, and none of them can be nil.
      case .set, .orderedSet: return .isFalse
      case _: return terms.listIsEmpty(elements) ? .isFalse : .missing(semantics)
      }
    }
    // Foundation ignores options here (observed in an implementation that mirrors Apple's).
    if semantics == .foundation || terms.flags.isEmpty {
      if terms.comparisonOperator == .in, let members = terms.members {
        return Truth(members.contains(value))
      }
      if case .set(let set) = collection { return Truth(set.contains(value)) }
      return Truth(elements.contains(value))
    }
    return Truth(elements.contains { isEqual($0, value, terms.flags) })
  }
}

/// The operator of a comparison, and what is known about its operands before they are evaluated.
struct ComparisonTerms {
  var comparisonOperator: ComparisonOperator
  var flags: ComparisonFlags
  /// Whether one side is nil for all objects: the literal nil, or an argument or variable that is
  /// nil.
  var asksForNil: Bool
  /// The elements of the right side, if they are the same for every object and were therefore
  /// collected once; otherwise `nil`.
  var members: Set<PredicateValue>?
  /// Whether the right side is a list with an element that is not nil for all objects.
  var hasComputedElements: Bool

  init(
    _ comparison: ComparisonSyntax, flags: ComparisonFlags, asksForNil: Bool,
    members: Set<PredicateValue>?, hasComputedElements: Bool
  ) {
    comparisonOperator = comparison.comparisonOperator
    self.flags = flags
    self.asksForNil = asksForNil
    self.members = members
    self.hasComputedElements = hasComputedElements
  }

  /// Whether a list counts as empty: all its elements are nil. A list after IN counts as empty only
  /// if they are nil for all objects.
  func listIsEmpty(_ elements: [PredicateValue]) -> Bool {
    !(comparisonOperator == .in && hasComputedElements) && elements.allSatisfy(\.isNull)
  }

  var acceptsEqual: Bool {
    comparisonOperator == .lessOrEqual || comparisonOperator == .greaterOrEqual
  }

  var acceptsLess: Bool {
    comparisonOperator == .less || comparisonOperator == .lessOrEqual
  }
}

extension PredicateValue {
  /// The values that IN and CONTAINS search: elements, or the values of a dictionary.
  fileprivate var members: [PredicateValue]? {
    if case .dictionary(let dictionary) = self { return dictionary.values }
    return elements
  }
}
