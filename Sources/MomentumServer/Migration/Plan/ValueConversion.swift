internal import MomentumDiff
internal import MomentumModel
internal import MomentumSQL

/// How stored values of one attribute type become values of another, as in a store: what a store's
/// migration refuses is refused here, too.
enum ValueConversion: Hashable {
  case same
  /// `CAST(rank AS bigint)`
  case cast
  /// A fraction is cut off: `CAST(trunc(rank) AS bigint)`.
  case truncated
  /// A truth value becomes 0 or 1: `CAST(CAST(flag AS integer) AS smallint)`.
  case ofTruth
  /// All numbers but 0 are true: `rank <> 0`.
  case toTruth

  /// `nil` if no conversion is inferred.
  init?(from old: AttributeType, to new: AttributeType) {
    let isOfTruth = old == .boolean
    let isToTruth = new == .boolean
    switch AttributeTypeChange(old, new) {
    case .none: self = .same
    case .boolean: self = isOfTruth ? .ofTruth : .toTruth
    case .widened, .narrowed, .floating, .rounded: self = .cast
    case .numeric:
      let toFloating = new == .double || new == .float
      self = isOfTruth ? .ofTruth : isToTruth ? .toTruth : toFloating ? .cast : .truncated
    case .decimal, .incompatible: return nil
    }
  }

  func sql(_ value: SQLFragment, to type: SQLFragment) -> SQLFragment {
    switch self {
    case .same: value
    case .cast: "CAST(\(sql: value) AS \(sql: type))"
    case .truncated: "CAST(trunc(\(sql: value)) AS \(sql: type))"
    case .ofTruth: "CAST(CAST(\(sql: value) AS integer) AS \(sql: type))"
    case .toTruth: "(\(sql: value) <> 0)"
    }
  }

  /// The condition of values that the type cannot hold; `nil` if it holds all.
  static func misfit(_ value: SQLFragment, from old: SQLColumnType, to new: SQLColumnType)
    -> SQLFragment?
  {
    let isOfReal = old == .double || old == .float
    return switch new {
    case .smallInteger where old != .smallInteger && old != .boolean:
      "\(sql: value) NOT BETWEEN -32768 AND 32767"
    case .integer where old == .bigInteger || isOfReal:
      "\(sql: value) NOT BETWEEN -2147483648 AND 2147483647"
    case .bigInteger where isOfReal:
      "NOT (\(sql: value) >= -9223372036854775808 AND \(sql: value) < 9223372036854775807)"
    case .float where old == .double:
      """
      (abs(\(sql: value)) > 3.4028235e38 AND abs(\(sql: value)) < 'Infinity' \
      OR \(sql: value) <> 0 AND abs(\(sql: value)) < 1e-45)
      """
    case .identity, .key, .smallInteger, .integer, .bigInteger, .decimal, .float, .double, .text,
      .boolean, .date, .uuid, .binary:
      nil
    }
  }

  /// What the values lose that the conversion changes; `nil` if the old ones can be computed from
  /// the new ones.
  static func loss(from old: AttributeType, to new: AttributeType) -> String? {
    switch AttributeTypeChange(old, new) {
    case .none, .widened, .narrowed, .floating: nil
    case .boolean: new == .boolean ? "all numbers but 0 become true" : nil
    case .rounded: "large integers are rounded"
    case .numeric where old == .boolean || (old == .float && new == .double): nil
    case .numeric, .decimal, .incompatible: "fractions or digits are lost"
    }
  }
}
