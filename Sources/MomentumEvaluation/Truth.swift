internal import MomentumPredicate

/// What a predicate is of an object. Under `NullSemantics.foundation` never unknown.
public enum Truth: Sendable, Hashable, CaseIterable {
  case isTrue
  case isFalse
  /// A missing value took part, as SQL's NULL.
  case unknown

  public init(_ value: Bool) { self = value ? .isTrue : .isFalse }

  /// Whether an object is found for which a predicate is this.
  public var finds: Bool { self == .isTrue }

  /// `NOT`: unknown stays unknown.
  public static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .isTrue: .isFalse
    case .isFalse: .isTrue
    case .unknown: .unknown
    }
  }

  /// What a comparison with a missing value is, where nothing else is said of it.
  static func missing(_ semantics: NullSemantics) -> Truth {
    switch semantics {
    case .foundation: .isFalse
    case .store: .unknown
    }
  }
}
