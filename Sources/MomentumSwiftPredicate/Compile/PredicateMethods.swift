import MomentumSwiftSource

/// The methods that `#Predicate` supports.
enum PredicateMethods {
  /// The advice for methods that `#Predicate` does not support, by the name of the method.
  static let instead: [String: String] = [
    "hasPrefix": "write 'starts(with:)'",
    "hasSuffix": "a store can be asked for a beginning: store the ending as well",
    "lowercased":
      "write 'localizedStandardContains', or 'caseInsensitiveCompare' for the whole text",
    "uppercased":
      "write 'localizedStandardContains', or 'caseInsensitiveCompare' for the whole text",
    "localizedCaseInsensitiveContains": "write 'localizedStandardContains'",
    "localizedStandardCompare": "write 'localizedCompare'",
    "localizedCaseInsensitiveCompare": "write 'localizedCompare' or 'caseInsensitiveCompare'",
    "map": "ask 'contains(where:)', 'allSatisfy' or 'filter'",
    "compactMap": "ask 'contains(where:)', 'allSatisfy' or 'filter'",
    "reduce": "store the result in an attribute",
    "first": "ask 'contains(where:)'", "last": "ask 'contains(where:)'",
    "sorted": "a predicate has no order; give it to 'sortBy'",
    "matches": "write 'contains' or 'localizedStandardContains'",
    "evaluate": "write the conditions of the other predicate here",
  ]

  /// Whether `#Predicate` supports a method with this name and argument label.
  static func has(_ name: String, _ argument: SwiftExpression.Argument) -> Bool {
    let isClosure = if case .closure = argument.value.unparenthesized.kind { true } else { false }
    return switch name {
    case "contains":
      isClosure ? argument.label == nil || argument.label == "where" : argument.label == nil
    case "allSatisfy", "filter", "flatMap": isClosure && argument.label == nil
    case "starts": argument.label == "with"
    case "localizedStandardContains", "caseInsensitiveCompare", "localizedCompare":
      argument.label == nil
    default: false
    }
  }
}

extension SwiftExpression {
  /// Whether the chain of members that ends here has a `?.`.
  var hasOptionalChain: Bool {
    switch kind {
    case .optionalChain: true
    case .member(let base?, _): base.hasOptionalChain
    case .call(let callee, _): callee.hasOptionalChain
    case .subscripted(let base, _), .forceUnwrap(let base): base.hasOptionalChain
    default: false
    }
  }
}
