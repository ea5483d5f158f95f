package import MomentumPredicate

/// One side of a comparison.
///
/// Each path has a term; an operator such as `<` combines two terms into a ``Condition``:
///
/// ```swift
/// let count = Venue.Paths(.object).specialCount
/// let term = count.term
/// ```
public struct ConditionTerm: Sendable {
  package var operand: ConditionOperand
  package var depth: Int

  package init(_ operand: ConditionOperand, depth: Int = 0) {
    self.operand = operand
    self.depth = depth
  }
}

/// A value that conditions compare: an attribute, a to-one object, a number of objects, or another
/// value computed from several objects.
///
/// ```swift
/// func isMissing(_ text: some ConditionValue<String?>) -> Condition { text == nil }
/// let venues = Venue.where { isMissing($0.note) || isMissing($0.priceInfo.priceCategory) }
/// ```
public protocol ConditionValue<Value>: Sendable {
  /// The type of the value; optional if the value may be missing.
  associatedtype Value: AttributeConvertible

  /// The value as one side of a comparison.
  var term: ConditionTerm { get }
}

/// A value of the object itself, or of an object that to-one relationships lead to. A store can
/// sort, group and sum objects by such a value.
///
/// ```swift
/// let nearest = Venue.all.sorted(by: \.location.distance)
/// let numbers = try store.counts(Venue.all, by: { $0.priceInfo.priceCategory })
/// ```
public protocol ValuePath<Value>: ConditionValue {
  /// The names of the properties that lead from the object to the value.
  var path: PropertyPath { get }
}

extension ValuePath {
  /// The value of the path as one side of a comparison.
  public var term: ConditionTerm { ConditionTerm(.path(path)) }
}

extension AttributePath: ConditionValue, ValuePath where Value: AttributeConvertible {}

/// Compares the key of the object.
extension ToOnePath: ConditionValue, ValuePath {
  /// The key of the object; `nil` if there is no object.
  public typealias Value = Destination.ID?
}

/// A number of objects, or a value computed from many objects, such as a sum.
///
/// ```swift
/// let large = VenueCategory.where { $0.venues.count > 3 }
/// let busy = VenueCategory.where { $0.venues.sum(of: \.specialCount) >= 10 }
/// ```
public struct AggregateValue<Value: AttributeConvertible>: ConditionValue {
  /// The value as one side of a comparison.
  public let term: ConditionTerm

  package init(_ operand: ConditionOperand, depth: Int = 0) {
    term = ConditionTerm(operand, depth: depth)
  }
}

// Each operator has one overload for values, `nil` and optionals, because Swift converts a value to
// an optional, and one for other paths. More overloads would make closures slow to compile.

extension ConditionValue {
  /// `name == "Zen Sip"`: whether the value equals a constant. `== nil` finds missing values.
  public static func == (left: Self, right: Value) -> Condition { left.compare(.equal, right) }

  /// `name != "Zen Sip"`: whether the value differs from a constant. A missing value satisfies
  /// neither `==` nor `!=`; `!= nil` finds all other values.
  public static func != (left: Self, right: Value) -> Condition { left.compare(.notEqual, right) }

  /// `stats.usersCount == stats.checkinsCount`: whether two values are equal.
  public static func == <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.equal, right.term)
  }

  /// `stats.usersCount != stats.checkinsCount`: whether two values differ.
  public static func != <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.notEqual, right.term)
  }

  /// Whether the value is in the list: `name IN {"a", "b"}`. A missing value is in no list;
  /// `== nil` finds it.
  public func isIn(_ values: [Value.Unwrapped]) -> Condition {
    compare(.in, ConditionTerm(.constant(values.attributeConstant)))
  }

  /// Whether the value is in a set or another sequence.
  @_disfavoredOverload
  public func isIn<Values: Sequence>(_ values: Values) -> Condition
  where Values.Element == Value.Unwrapped {
    compare(.in, ConditionTerm(.constant(Array(values).attributeConstant)))
  }
}

extension ConditionValue where Value: OrderedAttribute {
  /// `specialCount < 3`: whether the value is less than a constant. Texts are compared by code
  /// points.
  public static func < (left: Self, right: Value) -> Condition { left.compare(.less, right) }

  /// `specialCount <= 3`: whether the value is at most a constant.
  public static func <= (left: Self, right: Value) -> Condition {
    left.compare(.lessOrEqual, right)
  }

  /// `specialCount > 3`: whether the value is greater than a constant.
  public static func > (left: Self, right: Value) -> Condition { left.compare(.greater, right) }

  /// `specialCount >= 3`: whether the value is at least a constant.
  public static func >= (left: Self, right: Value) -> Condition {
    left.compare(.greaterOrEqual, right)
  }

  /// `stats.usersCount < stats.checkinsCount`: whether a value is less than another value.
  public static func < <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.less, right.term)
  }

  /// `stats.usersCount <= stats.checkinsCount`: whether a value is at most another value.
  public static func <= <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.lessOrEqual, right.term)
  }

  /// `stats.usersCount > stats.checkinsCount`: whether a value is greater than another value.
  public static func > <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.greater, right.term)
  }

  /// `stats.usersCount >= stats.checkinsCount`: whether a value is at least another value.
  public static func >= <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.greaterOrEqual, right.term)
  }

  /// Whether the value is in the range, bounds included: `level BETWEEN {1, 9}`.
  public func isBetween(_ range: ClosedRange<Value.Unwrapped>) -> Condition
  where Value.Unwrapped: Comparable {
    compare(
      .between,
      ConditionTerm(.constant([range.lowerBound, range.upperBound].attributeConstant)))
  }
}

extension ConditionValue {
  package func compare(_ sign: ComparisonOperator, _ value: Value) -> Condition {
    compare(sign, ConditionTerm(.constant(value.attributeConstant)))
  }

  package func compare(
    _ sign: ComparisonOperator, _ right: ConditionTerm, _ options: ComparisonOptions = []
  ) -> Condition {
    Condition(
      .comparison(term.operand, sign, options, right.operand),
      depth: max(term.depth, right.depth) + 1)
  }
}
