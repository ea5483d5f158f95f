internal import MomentumPredicate

/// The result of a predicate for an object. Under `NullSemantics.foundation` it is never unknown.
package enum Truth: Sendable, Hashable, CaseIterable {
  case isTrue
  case isFalse
  /// A missing value made the result unknown, like SQL's NULL.
  case unknown

  package init(_ value: Bool) { self = value ? .isTrue : .isFalse }

  /// Whether a predicate with this result finds the object.
  package var finds: Bool { self == .isTrue }

  /// The truth value of a `NOT`: the opposite; unknown stays unknown.
  package static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .isTrue: .isFalse
    case .isFalse: .isTrue
    case .unknown: .unknown
    }
  }

  /// The result of a comparison with a missing value, unless the operator has a special rule.
  static func missing(_ semantics: NullSemantics) -> Truth {
    switch semantics {
    case .foundation: .isFalse
    case .store: .unknown
    }
  }
}
