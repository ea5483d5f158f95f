/// A derivation expression in the form in which Foundation prints it, which is what is hashed.
///
/// `rel.@count` becomes `count:(rel)` (observed in 7 pairs); `@sum` and its like are assumed to follow.
enum DerivationExpression {
  private static let functions = [
    "@count": "count", "@sum": "sum", "@min": "min", "@max": "max", "@avg": "average",
  ]

  static func printed(_ expression: String) -> String {
    let parts = expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let index = parts.firstIndex(where: { functions[$0] != nil }), index > 0,
      let function = functions[parts[index]]
    else { return expression }
    let path = (parts[..<index] + parts[(index + 1)...]).joined(separator: ".")
    return "\(function):(\(path))"
  }
}
