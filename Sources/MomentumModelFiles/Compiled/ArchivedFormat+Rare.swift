import MomentumPropertyList

// Kinds of expressions that no archive seen so far has. Their keys are assumed; MomentumCompiler
// writes the same keys, so a model that Momentum compiles can be read back.

extension ArchivedFormat {
  /// Prints a symbol, a set operation, a sub-query, a conditional or an assignment.
  func rare(_ object: KeyedArchive.Object, depth: Int) throws(Failure) -> String {
    let members = object.members
    switch object.className {
    case "NSSymbolicExpression":
      guard let symbol = archive.string(members["NSSymbol"]) else {
        throw .malformed(object.className)
      }
      return symbol
    case "NSSetExpression":
      let words: [Int64: String] = [5: "UNION", 6: "INTERSECT", 7: "MINUS"]
      guard let word = archive.integer(members["NSExpressionType"]).flatMap({ words[$0] }) else {
        throw .malformed(object.className)
      }
      let left = try expression(members["NSLeftExpression"], depth: depth)
      let right = try expression(members["NSRightExpression"], depth: depth)
      return "(\(left) \(word) \(right))"
    case "NSSubqueryExpression":
      let collection = try expression(members["NSCollectionExpression"], depth: depth)
      let variable = try expression(members["NSVariableExpression"], depth: depth)
      let condition = try predicate(members["NSPredicate"], depth: depth)
      return "SUBQUERY(\(collection), \(variable), \(condition))"
    case "NSTernaryExpression":
      let condition = try predicate(members["NSPredicate"], depth: depth)
      let first = try expression(members["NSTrueExpression"], depth: depth)
      let second = try expression(members["NSFalseExpression"], depth: depth)
      return "TERNARY(\(condition), \(first), \(second))"
    case "NSVariableAssignmentExpression":
      let variable = try expression(members["NSAssignmentVariable"], depth: depth)
      let value = try expression(members["NSSubexpression"], depth: depth)
      return "\(variable) := \(value)"
    case let name: throw .unknownKind(name)
    }
  }
}
