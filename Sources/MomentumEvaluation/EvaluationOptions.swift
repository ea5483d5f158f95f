public import MomentumPredicate

/// What an evaluation hangs on besides the predicate and the object.
public struct EvaluationOptions: Sendable {
  public var nullSemantics: NullSemantics
  /// Seconds since 2001-01-01 UTC: what `now()` gives, the same for all objects. `nil` makes `now()` an
  /// error, since this module reads no clock.
  public var now: Double?
  /// The numbers of `random()` follow from it.
  public var randomSeed: UInt64
  /// The locale of `[l]` and of localized sorting; the same as that of a connection.
  public var localeIdentifier: String
  /// `nil` makes `UTI-CONFORMS-TO` and `UTI-EQUALS` an error.
  public var types: UniformTypeTable?

  public init(
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

/// Uniform type identifiers and what each conforms to, such as `public.jpeg` to `public.image`.
///
/// Identifiers are compared without regard to case (documented:
/// <https://developer.apple.com/documentation/coreservices/1444079-uttypeequal>).
public struct UniformTypeTable: Sendable {
  private var supertypes: [String: [String]] = [:]

  /// The direct supertypes of each type.
  public init(_ supertypes: [String: [String]]) {
    for (type, names) in supertypes {
      self.supertypes[type.lowercased(), default: []] += names.map { $0.lowercased() }
    }
  }

  func isEqual(_ type: String, _ other: String) -> Bool { type.lowercased() == other.lowercased() }

  /// Over any number of steps; a type conforms to itself.
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
