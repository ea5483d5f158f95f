package import MomentumPredicate

/// Inputs of an evaluation besides the predicate and the object: the clock, the seed, the locale
/// and the known types. The same inputs always have the same result.
package struct EvaluationOptions: Sendable {
  package var nullSemantics: NullSemantics
  /// The value of `now()` in seconds since 2001-01-01 UTC, the same for all objects. With `nil`,
  /// `now()` is an error, because this module does not read the clock.
  package var now: Double?
  /// The seed of `random()`. The same seed makes the same numbers.
  package var randomSeed: UInt64
  /// The locale of `[l]` and of localized sorting. To find the same objects as SQL, use the locale
  /// of the store's connection.
  package var localeIdentifier: String
  /// The known types. With `nil`, `UTI-CONFORMS-TO` and `UTI-EQUALS` are an error.
  package var types: UniformTypeTable?

  package init(
    nullSemantics: NullSemantics = .foundation, now: Double? = nil, randomSeed: UInt64 = 0,
    localeIdentifier: String = "en", types: UniformTypeTable? = nil
  ) {
    self.nullSemantics = nullSemantics
    self.now = now
    self.randomSeed = randomSeed
    self.localeIdentifier = localeIdentifier
    self.types = types
  }
}

/// Uniform type identifiers and the types that each conforms to, such as `public.jpeg` to
/// `public.image`.
///
/// Identifiers are compared without regard to case (documented:
/// <https://developer.apple.com/documentation/coreservices/1444079-uttypeequal>).
package struct UniformTypeTable: Sendable {
  private var supertypes: [String: [String]] = [:]

  /// The direct supertypes of each type.
  package init(_ supertypes: [String: [String]]) {
    for (type, names) in supertypes {
      self.supertypes[type.lowercased(), default: []] += names.map { $0.lowercased() }
    }
  }

  func isEqual(_ type: String, _ other: String) -> Bool { type.lowercased() == other.lowercased() }

  /// Whether a type conforms to another, directly or through other types. A type conforms to
  /// itself.
  func conforms(_ type: String, to wanted: String) -> Bool {
    let wanted = wanted.lowercased()
    var seen: Set<String> = [type.lowercased()]
    var open = [type.lowercased()]
    while let name = open.popLast() {
      if name == wanted { return true }
      open += (supertypes[name] ?? []).filter { seen.insert($0).inserted }
    }
    return false
  }
}
