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

/// A value that conditions compare: an attribute, a to-one object, a number of objects, or another
/// value computed from several objects.
public protocol ConditionValue<Value>: Sendable {
  /// The type of the value; optional if the value may be missing.
  associatedtype Value: AttributeConvertible

  var term: ConditionTerm { get }
}

/// A value of the object itself, or of an object that to-one relationships lead to. Objects can be
/// sorted, grouped and added up by it.
public protocol ValuePath<Value>: ConditionValue {
  var path: PropertyPath { get }
}

extension ValuePath {
  public var term: ConditionTerm { ConditionTerm(.path(path)) }
}

extension AttributePath: ConditionValue, ValuePath where Value: AttributeConvertible {}

/// Compares the key of the object.
extension ToOnePath: ConditionValue, ValuePath {
  public typealias Value = Destination.ID?
}

/// A number of objects, or a value computed from many objects, such as a sum.
public struct AggregateValue<Value: AttributeConvertible>: ConditionValue {
  public let term: ConditionTerm

  package init(_ operand: ConditionOperand, depth: Int = 0) {
    term = ConditionTerm(operand, depth: depth)
  }
}

// One overload takes values, `nil` and optionals, because Swift converts a value to an optional.
// Another takes other paths. More overloads would make closures slow to compile.

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
