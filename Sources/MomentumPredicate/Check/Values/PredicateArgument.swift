package import MomentumModel

/// A value for a `%@`, a `%K` or a `$VARIABLE`.
package indirect enum PredicateArgument: Sendable, Hashable {
  case value(AttributeValue)
  case object(ObjectReference)
  /// `Z_PK` of an object, whose entity is that of what it is compared with.
  case key(Int64)
  case null
  case list([PredicateArgument])
  /// A request, for the first place of `FETCH(%@, %@, NO)` and behind `IN`.
  case fetch(TypedFetch)
  /// Text of unknown type, as a command line has it: it is read as the type it is compared with.
  ///
  /// Dates are ISO 8601 or seconds since 2001, objects `Entity/p12`, binary data hexadecimal digits; the
  /// request of a FETCH is the name of a stored one.
  ///
  /// A list has commas between its elements and may stand in brackets or braces. An element with a comma
  /// or with blanks at its ends stands in quotes, within which a backslash escapes as in JSON:
  /// `a, b`, `"a, b", 'c'`, `["a, b", "c"]`, `{1, 2}`.
  ///
  /// `@null` is nil, of whatever type; `nil` is a text like any other.
  case text(String)
}

extension PredicateArgument {
  /// Nil where the text spells it.
  var withoutNullSpelling: PredicateArgument {
    if case .text("@null") = self { return .null }
    return self
  }
}
