package import MomentumModel

/// A value for a `%@`, a `%K` or a `$VARIABLE`.
package indirect enum PredicateArgument: Sendable, Hashable {
  case value(AttributeValue)
  case object(ObjectReference)
  /// The `Z_PK` of an object. Its entity is that of the other side of the comparison.
  case key(Int64)
  case null
  case list([PredicateArgument])
  /// A request, as the first operand of `FETCH(%@, %@, NO)` or after `IN`.
  case fetch(TypedFetch)
  /// Text without a type, as on a command line. It is converted to the type of the other side.
  ///
  /// Dates are ISO 8601 or seconds since 2001, objects are `Entity/p12`, and binary data is
  /// hexadecimal digits. The request of a FETCH is the name of a stored one.
  ///
  /// A list has commas between its elements, and may be in brackets or braces. Quotes are needed
  /// around an element with a comma, or with blanks at its ends; inside them a backslash escapes as
  /// in JSON: `a, b`, `"a, b", 'c'`, `["a, b", "c"]`, `{1, 2}`.
  ///
  /// `@null` is nil for every type; `nil` is an ordinary text.
  case text(String)
}

extension PredicateArgument {
  /// Nil if the text is `@null`; otherwise the argument unchanged.
  var withoutNullSpelling: PredicateArgument {
    if case .text("@null") = self { return .null }
    return self
  }
}
