package import MomentumPredicate

/// What an object has to meet: made by comparing paths, joined by `&&`, `||` and `!`.
///
/// ```swift
/// Venue.where { $0.priceInfo.priceCategory == "$" && $0.specialCount > 0 }
/// ```
public struct Condition: Sendable {
  package var tree: ConditionTree

  package init(_ tree: ConditionTree) { self.tree = tree }

  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.and([left.tree, right.tree]))
  }

  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.or([left.tree, right.tree]))
  }

  public static prefix func ! (operand: Condition) -> Condition { Condition(.not(operand.tree)) }
}

/// A condition as a tree: the syntax of a predicate without places, with its constants in it.
package indirect enum ConditionTree: Sendable {
  case constant(Bool)
  case comparison(
    ConditionOperand, ComparisonOperator, ComparisonOptions = [], ConditionOperand)
  case and([ConditionTree])
  case or([ConditionTree])
  case not(ConditionTree)
}

/// One side of a comparison.
package indirect enum ConditionOperand: Sendable {
  case path(PropertyPath)
  case constant(AttributeConstant)
  case list([AttributeConstant])
  /// `SUBQUERY(tips, $x, <condition>).@count`
  case count(PropertyPath, variable: String, ConditionTree?)
  /// `tips.@sum.stars`: the operator without its `@`.
  case aggregate(PropertyPath, String, PropertyPath)
}
