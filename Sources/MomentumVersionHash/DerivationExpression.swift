import MomentumModel

/// Prints a derivation expression as Foundation does: Core Data hashes this form.
///
/// `rel.@count` becomes `count:(rel)` (observed in 7 pairs of store and model); that `@sum` follows
/// the same rule is assumed.
package enum DerivationExpression {
  package static func printed(_ expression: String) -> String {
    switch Derivation(expression) {
    case .keyPath(let path): path.joined(separator: ".")
    case .aggregate(let aggregate, let path):
      "\(aggregate.rawValue):(\(path.joined(separator: ".")))"
    case .text(let function, let path): "\(function.rawValue):(\(path.joined(separator: ".")))"
    case .now: "now()"
    // Core Data cannot compute an expression of this kind, and the review of the model reports it.
    case nil: expression
    }
  }
}
