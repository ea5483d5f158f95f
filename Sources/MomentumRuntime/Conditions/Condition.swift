package import MomentumPredicate

/// What an object has to meet: made by comparing paths, joined by `&&`, `||` and `!`.
///
/// A comparison with a missing value is neither true nor false, and so is its negation, as in Core Data's
/// store: `!($0.note == "x")` does not find an object without a note, `$0.note == nil` does.
///
/// ```swift
/// Venue.where { $0.priceInfo.priceCategory == "$" && $0.specialCount > 0 }
/// ```
public struct Condition: Sendable {
  package var tree: ConditionTree
  /// Levels of the tree.
  package var depth: Int

  /// What the checker of predicates takes at most. Deeper trees are not kept: walking one, or freeing it,
  /// would go as deep into the stack.
  package static let depthMax = 100

  package init(_ tree: ConditionTree, depth: Int = 1) {
    self.tree = depth > Condition.depthMax ? .tooDeep : tree
    self.depth = min(depth, Condition.depthMax + 1)
  }

  /// Both. Chains of `&&` are one level.
  public static func && (left: Condition, right: Condition) -> Condition {
    var operands: [ConditionTree]
    if case .and(let all) = left.tree { operands = all } else { operands = [left.tree] }
    if case .and(let all) = right.tree { operands += all } else { operands.append(right.tree) }
    return Condition(.and(operands), depth: joined(left, right))
  }

  /// Either, or both. Chains of `||` are one level.
  public static func || (left: Condition, right: Condition) -> Condition {
    var operands: [ConditionTree]
    if case .or(let all) = left.tree { operands = all } else { operands = [left.tree] }
    if case .or(let all) = right.tree { operands += all } else { operands.append(right.tree) }
    return Condition(.or(operands), depth: joined(left, right))
  }

  /// Those for which the operand is false.
  public static prefix func ! (operand: Condition) -> Condition {
    Condition(.not(operand.tree), depth: operand.depth + 1)
  }

  /// Met by every object, or by none.
  public static func constant(_ value: Bool) -> Condition { Condition(.constant(value)) }

  /// A chain has one level more than the deepest of its operands that are no chain of the kind; this is at
  /// most too high by the number of kinds that change.
  private static func joined(_ left: Condition, _ right: Condition) -> Int {
    func height(_ operand: Condition) -> Int {
      switch operand.tree {
      case .and, .or: operand.depth
      case .constant, .comparison, .any, .not, .tooDeep: operand.depth + 1
      }
    }
    return max(height(left), height(right))
  }
}

/// A condition as a tree: the syntax of a predicate without places, with its constants in it.
package indirect enum ConditionTree: Sendable {
  case constant(Bool)
  case comparison(ConditionOperand, ComparisonOperator, ComparisonOptions, ConditionOperand)
  /// `ANY tips.text == "x"`: the path goes over the objects of a to-many relationship.
  case any(PropertyPath, ComparisonOperator, ComparisonOptions, ConditionOperand)
  case and([ConditionTree])
  case or([ConditionTree])
  case not(ConditionTree)
  /// Of more levels than a predicate may have.
  case tooDeep
}

/// One side of a comparison.
package indirect enum ConditionOperand: Sendable {
  case path(PropertyPath)
  case constant(AttributeConstant)
  /// `SUBQUERY(tips, $x, <condition>).@count`; without a condition `tips.@count`
  case count(PropertyPath, variable: String, ConditionTree?)
  /// `tips.@sum.stars`: the operator without its `@`.
  case aggregate(PropertyPath, String, PropertyPath)
}
