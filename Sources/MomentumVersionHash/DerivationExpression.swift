import MomentumModel

/// A derivation expression in the form in which Foundation prints it, which is what is hashed.
///
/// `rel.@count` becomes `count:(rel)` (observed in 7 pairs); `@sum` is assumed to follow.
enum DerivationExpression {
  static func printed(_ expression: String) -> String {
    switch Derivation(expression) {
    case .keyPath(let path): path.joined(separator: ".")
    case .aggregate(let aggregate, let path):
      "\(aggregate.rawValue):(\(path.joined(separator: ".")))"
    case .text(let function, let path): "\(function.rawValue):(\(path.joined(separator: ".")))"
    case .now: "now()"
    // Of a kind that Core Data cannot compute; the review says so.
    case nil: expression
    }
  }
}
