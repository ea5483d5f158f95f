package import MomentumPredicate

/// One side of a comparison.
public struct ConditionTerm: Sendable {
  package var operand: ConditionOperand
  package var depth: Int

  package init(_ operand: ConditionOperand, depth: Int = 0) {
    self.operand = operand
    self.depth = depth
  }
}

/// What a condition compares: an attribute, a to-one object, or a number of objects and what else is computed
/// from them.
public protocol ConditionValue<Value>: Sendable {
  /// Optional where there may be none.
  associatedtype Value: AttributeConvertible

  var term: ConditionTerm { get }
}

/// A value that stands in the object itself, or in one that to-one relationships lead to: objects can be
/// sorted, grouped and added up by it.
public protocol ValuePath<Value>: ConditionValue {
  var path: PropertyPath { get }
}

extension ValuePath {
  public var term: ConditionTerm { ConditionTerm(.path(path)) }
}

extension AttributePath: ConditionValue, ValuePath where Value: AttributeConvertible {}

/// The key of the object.
extension ToOnePath: ConditionValue, ValuePath {
  public typealias Value = Destination.ID?
}

/// A number of objects, or what is computed from a value that each of them has.
public struct AggregateValue<Value: AttributeConvertible>: ConditionValue {
  public let term: ConditionTerm

  package init(_ operand: ConditionOperand, depth: Int = 0) {
    term = ConditionTerm(operand, depth: depth)
  }
}

// One operator takes values, `nil` and optionals, since a value becomes an optional where one is wanted;
// another takes other paths. More would make closures slow to compile.

extension ConditionValue {
  public static func == (left: Self, right: Value) -> Condition { left.compare(.equal, right) }

  public static func != (left: Self, right: Value) -> Condition { left.compare(.notEqual, right) }

  public static func == <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.equal, right.term)
  }

  public static func != <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.notEqual, right.term)
  }

  /// One of the values: `name IN {"a", "b"}`. nil is no value: `== nil` asks for it.
  public func isIn(_ values: [Value.Unwrapped]) -> Condition {
    compare(.in, ConditionTerm(.constant(values.attributeConstant)))
  }

  /// One of the values of a set, or of another sequence.
  @_disfavoredOverload
  public func isIn<Values: Sequence>(_ values: Values) -> Condition
  where Values.Element == Value.Unwrapped {
    compare(.in, ConditionTerm(.constant(Array(values).attributeConstant)))
  }
}

extension ConditionValue where Value: OrderedAttribute {
  public static func < (left: Self, right: Value) -> Condition { left.compare(.less, right) }

  public static func <= (left: Self, right: Value) -> Condition {
    left.compare(.lessOrEqual, right)
  }

  public static func > (left: Self, right: Value) -> Condition { left.compare(.greater, right) }

  public static func >= (left: Self, right: Value) -> Condition {
    left.compare(.greaterOrEqual, right)
  }

  public static func < <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.less, right.term)
  }

  public static func <= <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.lessOrEqual, right.term)
  }

  public static func > <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.greater, right.term)
  }

  public static func >= <Other: ConditionValue>(left: Self, right: Other) -> Condition
  where Other.Value.Unwrapped == Value.Unwrapped {
    left.compare(.greaterOrEqual, right.term)
  }

  /// Both bounds belong to the range: `level BETWEEN {1, 9}`.
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
