public import MomentumModel

/// A value for a `%@`, a `%K` or a `$VARIABLE`.
public indirect enum PredicateArgument: Sendable, Hashable {
  case value(AttributeValue)
  case object(ObjectReference)
  case null
  case list([PredicateArgument])
  /// Text of unknown type, as a command line has it: it is read as the type it is compared with.
  ///
  /// Dates are ISO 8601 or seconds since 2001, objects `Entity/p12`, lists separated by commas.
  case text(String)
}
