public import MomentumModel

/// A value for a `%@`, a `%K` or a `$VARIABLE`.
public indirect enum PredicateArgument: Sendable, Hashable {
  case value(AttributeValue)
  case object(ObjectReference)
  case null
  case list([PredicateArgument])
  /// A request, for the first place of `FETCH(%@, %@, NO)` and behind `IN`.
  case fetch(TypedFetch)
  /// Text of unknown type, as a command line has it: it is read as the type it is compared with.
  ///
  /// Dates are ISO 8601 or seconds since 2001, objects `Entity/p12`, binary data hexadecimal digits, lists
  /// separated by commas; the request of a FETCH is the name of a stored one.
  case text(String)
}
