package import MomentumSQL

/// The predicate of a partial index: keys compared with constants, under AND and OR.
///
/// Contains the part of the predicate language that an index's statement can express in every
/// layout.
package indirect enum IndexCondition: Sendable, Hashable {
  /// A constant of a predicate; it has the type of the text, not yet that of the key.
  package enum Literal: Sendable, Hashable {
    case integer(Int64)
    case double(Double)
    /// A number that fits neither; digits as written.
    case decimal(String)
    case string(String)
  }

  /// `<a> AND <b>`
  case and([IndexCondition])
  /// `<a> OR <b>`
  case or([IndexCondition])
  /// `<key> == nil`
  case isNull(String)
  /// `<key> != nil`
  case isNotNull(String)
  /// `<key> > <literal>`
  case comparison(String, SQLComparisonOperator, Literal)
}
