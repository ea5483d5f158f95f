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

  /// Either, or both. Chains of `||` are one level.
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

  /// Those for which the operand is false.
  public static prefix func ! (operand: Condition) -> Condition {
    Condition(.not(operand.tree), depth: operand.depth + 1)
  }

  /// Met by every object, or by none.
  public static func constant(_ value: Bool) -> Condition { Condition(.constant(value)) }
}

/// What `&&` or `||` joins.
private struct Chain {
  var operands: [ConditionTree] = []
  var depth = 0

  /// Another chain of the kind, which becomes a part of this one.
  mutating func extend(_ others: [ConditionTree], _ depth: Int) {
    operands += others
    self.depth = max(self.depth, depth)
  }

  mutating func append(_ operand: Condition) {
    operands.append(operand.tree)
    depth = max(depth, operand.depth + 1)
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
