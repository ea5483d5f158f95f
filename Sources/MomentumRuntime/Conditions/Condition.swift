package import MomentumPredicate

/// A condition for objects: comparisons of paths, combined by `&&`, `||` and `!`.
///
/// A comparison with a missing value is neither true nor false, and so is its negation, as in a
/// store of Core Data: `!($0.note == "x")` does not find an object without a note; `$0.note == nil`
/// does.
///
/// ```swift
/// Venue.where { $0.priceInfo.priceCategory == "$" && $0.specialCount > 0 }
/// ```
public struct Condition: Sendable {
  package var tree: ConditionTree
  /// The number of levels of the tree.
  package var depth: Int

  /// The most levels that the checker of predicates accepts. A deeper tree becomes `.tooDeep`: the
  /// functions that walk or free a tree are recursive and could overflow the stack.
  package static let depthMax = 100

  package init(_ tree: ConditionTree, depth: Int = 1) {
    self.tree = depth > Condition.depthMax ? .tooDeep : tree
    self.depth = min(depth, Condition.depthMax + 1)
  }

  /// True if both are true. A chain of `&&` is one level.
  public static func && (left: Condition, right: Condition) -> Condition {
    var chain = Chain()
    for operand in [left, right] {
      if case .and(let all) = operand.tree {
        chain.extend(all, operand.depth)
      } else {
        chain.append(operand)
      }
    }
    return Condition(.and(chain.operands), depth: chain.depth)
  }

  /// True if at least one is true. A chain of `||` is one level.
  public static func || (left: Condition, right: Condition) -> Condition {
    var chain = Chain()
    for operand in [left, right] {
      if case .or(let all) = operand.tree {
        chain.extend(all, operand.depth)
      } else {
        chain.append(operand)
      }
    }
    return Condition(.or(chain.operands), depth: chain.depth)
  }

  /// True if the operand is false.
  public static prefix func ! (operand: Condition) -> Condition {
    Condition(.not(operand.tree), depth: operand.depth + 1)
  }

  /// A condition that is true for every object, or for none.
  public static func constant(_ value: Bool) -> Condition { Condition(.constant(value)) }
}

/// The operands of a chain of `&&` or `||`.
private struct Chain {
  var operands: [ConditionTree] = []
  var depth = 0

  /// Adds the operands of another chain that has the same operator.
  mutating func extend(_ others: [ConditionTree], _ depth: Int) {
    operands += others
    self.depth = max(self.depth, depth)
  }

  mutating func append(_ operand: Condition) {
    operands.append(operand.tree)
    depth = max(depth, operand.depth + 1)
  }
}

/// A condition as a tree: like the syntax of a predicate, but without source ranges and with its
/// constants.
package indirect enum ConditionTree: Sendable {
  case constant(Bool)
  case comparison(ConditionOperand, ComparisonOperator, ComparisonOptions, ConditionOperand)
  /// `ANY tips.text == "x"`: the path leads over a to-many relationship.
  case any(PropertyPath, ComparisonOperator, ComparisonOptions, ConditionOperand)
  case and([ConditionTree])
  case or([ConditionTree])
  case not(ConditionTree)
  /// A condition with more levels than a predicate may have.
  case tooDeep
}

/// One side of a comparison.
package indirect enum ConditionOperand: Sendable {
  case path(PropertyPath)
  case constant(AttributeConstant)
  /// `SUBQUERY(tips, $x, <condition>).@count`; `nil` as the condition means `tips.@count`.
  case count(PropertyPath, variable: String, ConditionTree?)
  /// `tips.@sum.stars`: the operator is named without its `@`.
  case aggregate(PropertyPath, String, PropertyPath)
}
