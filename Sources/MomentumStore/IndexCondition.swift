package import MomentumSQL

/// The predicate of a partial index: keys compared with constants, under AND and OR.
///
/// It has only the part of the predicate language that an index can express in every layout.
package indirect enum IndexCondition: Sendable, Hashable {
  /// A constant in a predicate. It has the type that its text suggests; the type of the key may be
  /// another one.
  package enum Literal: Sendable, Hashable {
    case integer(Int64)
    case double(Double)
    /// A number that is neither an Int64 nor a Double; the text has its digits as written.
    case decimal(String)
    case string(String)
  }

  /// Conditions that must all be true: `<a> AND <b>`.
  case and([IndexCondition])
  /// Conditions of which one must be true: `<a> OR <b>`.
  case or([IndexCondition])
  /// The key has no value: `<key> == nil`.
  case isNull(String)
  /// The key has a value: `<key> != nil`.
  case isNotNull(String)
  /// A comparison of a key with a constant: `<key> > <literal>`.
  case comparison(String, SQLComparisonOperator, Literal)
}
