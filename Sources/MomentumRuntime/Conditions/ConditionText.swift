internal import MomentumModel
package import MomentumPredicate

/// A condition as a predicate format with its arguments, as a person would write it.
///
/// The text is parsed and checked like any other, so that a condition and a format cannot mean different
/// things, and findings have places. Constants are arguments: no value is in the text.
package struct ConditionText {
  package private(set) var format = ""
  package private(set) var arguments: [PredicateArgument] = []
  package private(set) var isTooDeep = false

  package init(_ condition: Condition) { append(condition.tree) }

  private mutating func append(_ tree: ConditionTree) {
    switch tree {
    case .constant(let value): format += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let left, let sign, let options, let right):
      append(left)
      append(sign, options)
      append(right)
    case .any(let path, let sign, let options, let right):
      format += "ANY "
      append(path)
      append(sign, options)
      append(right)
    case .and(let operands): append(operands, " AND ")
    case .or(let operands): append(operands, " OR ")
    case .not(.any(let path, let sign, let options, let right)):
      format += "NONE "
      append(path)
      append(sign, options)
      append(right)
    case .not(let operand):
      format += "NOT ("
      append(operand)
      format += ")"
    case .tooDeep: isTooDeep = true
    }
  }

  private mutating func append(_ operands: [ConditionTree], _ separator: String) {
    for (index, operand) in operands.enumerated() {
      if index > 0 { format += separator }
      switch operand {
      case .and, .or:
        format += "("
        append(operand)
        format += ")"
      case .constant, .comparison, .any, .not, .tooDeep: append(operand)
      }
    }
  }

  private mutating func append(_ sign: ComparisonOperator, _ options: ComparisonOptions) {
    format += " \(sign.text)\(options.text) "
  }

  private mutating func append(_ operand: ConditionOperand) {
    switch operand {
    case .path(let path): append(path)
    case .constant(let constant):
      format += "%@"
      arguments.append(constant.argument)
    case .count(let path, _, nil):
      append(path)
      format += ".@count"
    case .count(let path, let variable, let condition?):
      format += "SUBQUERY("
      append(path)
      format += ", $\(variable), "
      append(condition)
      format += ").@count"
    case .aggregate(let path, let name, let value):
      append(path)
      format += ".@\(name)"
      for key in value.keys { append(key: key, isFirst: false) }
    }
  }

  private mutating func append(_ path: PropertyPath) {
    if let variable = path.variable {
      format += "$\(variable)"
    } else if path.keys.isEmpty {
      format += "SELF"
    }
    for (index, key) in path.keys.enumerated() {
      append(key: key, isFirst: index == 0 && path.variable == nil)
    }
  }

  /// Names that are no plain words are arguments.
  private mutating func append(key: String, isFirst: Bool) {
    if !isFirst { format += "." }
    if ConditionText.isWord(key) {
      format += PredicatePrinter.escaped(key)
    } else {
      format += "%K"
      arguments.append(.value(.string(key)))
    }
  }

  private static func isWord(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return key.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        || $0 == 0x5F
    }
  }
}
