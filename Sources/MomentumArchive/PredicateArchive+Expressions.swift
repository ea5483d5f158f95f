import MomentumPredicate
import MomentumPropertyList

// The numbers are those of NSExpression.ExpressionType (documented). Constants, variables, key
// paths, functions and fetch requests were observed in compiled mapping models and caches; sets,
// sub-queries, conditions, symbols and assignments are assumed.

extension PredicateArchive {
  mutating func expression(
    _ syntax: ExpressionSyntax, depth: Int = 0
  ) throws(Failure) -> Reference {
    guard depth < Self.depthMax else { throw .tooDeep }
    let next = depth + 1
    switch syntax.kind {
    case .literal(let literal): return constant(literal)
    case .selfObject: return object("NSSelfExpression", 1)
    case .anyKey: return object("NSAnyKeyExpression", 15)
    case .indexSymbol(let symbol):
      return object("NSSymbolicExpression", 11, ["NSSymbol": .string(symbol.rawValue)])
    case .variable(let name): return variable(name)
    case .keyPath(let keys):
      return keyPath(try Self.text(of: keys), of: object("NSSelfExpression", 1), type: 3)
    case .path(let base, let keys):
      return keyPath(try Self.text(of: keys), of: try expression(base, depth: next), type: 4)
    case .aggregate(let items):
      let list = builder.array(try expressions(items, next))
      return object("NSAggregateExpression", 14, ["NSCollection": list.value])
    case .call(let call):
      return function(call.selector, try expressions(call.arguments, next), of: utilities())
    case .method(let base, let call):
      let target = try expression(base, depth: next)
      return function(call.selector, try expressions(call.arguments, next), of: target)
    case .arithmetic(let sign, let left, let right):
      return function(
        Self.selector(of: sign), try expressions([left, right], next), of: utilities())
    case .index(let list, let index):
      return function(
        "objectFrom:withIndex:", try expressions([list, index], next), of: utilities())
    case .cast(let value, let type):
      return function("castObject:toType:", try expressions([value, type], next), of: utilities())
    case .function(let target, let selector, let arguments):
      return try function(target, selector, arguments, next)
    case .fetch(let request, let context, let countsOnly):
      return try fetch(request, context, countsOnly, next)
    case .setOperation, .subquery, .ternary, .assignment, .argument:
      return try rare(syntax, next)
    }
  }

  /// Archives kinds of expressions that were not observed in any archive.
  private mutating func rare(
    _ syntax: ExpressionSyntax, _ next: Int
  ) throws(Failure) -> Reference {
    switch syntax.kind {
    case .setOperation(let sign, let left, let right):
      return object(
        "NSSetExpression", Self.number(of: sign),
        [
          "NSLeftExpression": try expression(left, depth: next).value,
          "NSRightExpression": try expression(right, depth: next).value,
        ])
    case .subquery(let collection, let name, let condition):
      return object(
        "NSSubqueryExpression", 13,
        [
          "NSCollectionExpression": try expression(collection, depth: next).value,
          "NSVariableExpression": variable(name).value,
          "NSPredicate": try predicate(condition, depth: next).value,
        ])
    case .ternary(let condition, let first, let second):
      return object(
        "NSTernaryExpression", 20,
        [
          "NSPredicate": try predicate(condition, depth: next).value,
          "NSTrueExpression": try expression(first, depth: next).value,
          "NSFalseExpression": try expression(second, depth: next).value,
        ])
    case .assignment(let name, let value):
      return object(
        "NSVariableAssignmentExpression", 12,
        [
          "NSAssignmentVariable": variable(name).value,
          "NSSubexpression": try expression(value, depth: next).value,
        ])
    case .argument, .literal, .selfObject, .anyKey, .indexSymbol, .variable, .keyPath, .path,
      .aggregate, .call, .method, .arithmetic, .index, .cast, .function, .fetch:
      throw .noForm("a placeholder")
    }
  }

  private mutating func expressions(
    _ items: [ExpressionSyntax], _ depth: Int
  ) throws(Failure) -> [Reference] {
    var references: [Reference] = []
    for item in items { references.append(try expression(item, depth: depth)) }
    return references
  }

  private mutating func object(
    _ className: String, _ type: Int64, _ members: [String: PropertyList] = [:]
  ) -> Reference {
    var members = members
    members["NSExpressionType"] = .integer(type)
    return builder.object(.expression(className), members)
  }

  private mutating func variable(_ name: String) -> Reference {
    let name = builder.text(name)
    return object("NSVariableExpression", 2, ["NSVariable": name.value])
  }

  private mutating func constant(_ literal: Literal) -> Reference {
    let value =
      switch literal {
      case .null: Reference.null
      case .integer(let number): builder.value(.integer(number))
      case .double(let number): builder.value(.real(number))
      case .decimal(let digits): builder.value(.real(Double(digits) ?? .infinity))
      case .string(let text): builder.text(text)
      }
    return constant(value)
  }

  mutating func constant(_ value: Reference) -> Reference {
    object("NSConstantValueExpression", 0, ["NSConstantValue": value.value])
  }

  // MARK: - Key paths

  mutating func keyPath(_ path: String, of target: Reference, type: Int64) -> Reference {
    let text = builder.text(path)
    let specifier = object("NSKeyPathSpecifierExpression", 10, ["NSKeyPath": text.value])
    let selector = builder.text("valueForKeyPath:")
    return builder.object(
      .keyPathExpression,
      [
        "NSExpressionType": .integer(type), "NSOperand": target.value,
        "NSSelectorName": selector.value,
        "NSArguments": builder.array([specifier], .mutableArray).value,
      ])
  }

  private static func text(of keys: [KeyComponent]) throws(Failure) -> String {
    var names: [String] = []
    for key in keys {
      switch key.name {
      case .key(let name), .quoted(let name): names.append(name)
      case .collectionOperator(let name): names.append("@" + name)
      case .argument, .variable, .expression: throw .noForm("a key that is not a name")
      }
    }
    return names.joined(separator: ".")
  }

  // MARK: - Functions

  /// The expression that names the class with the functions of the predicate language (observed).
  private mutating func utilities() -> Reference {
    let name = builder.text("_NSPredicateUtilities")
    return object("NSConstantValueExpression", 0, ["NSConstantValueClassName": name.value])
  }

  private mutating func function(
    _ selector: String, _ arguments: [Reference], of target: Reference
  ) -> Reference {
    let name = builder.text(selector)
    return object(
      "NSFunctionExpression", 4,
      [
        "NSOperand": target.value, "NSSelectorName": name.value,
        "NSArguments": builder.array(arguments, .mutableArray).value,
      ])
  }

  /// Archives `FUNCTION(<target>, "<selector>", <a>, <b>)`.
  private mutating func function(
    _ target: ExpressionSyntax, _ selector: ExpressionSyntax, _ arguments: [ExpressionSyntax],
    _ depth: Int
  ) throws(Failure) -> Reference {
    guard case .literal(.string(let name)) = selector.kind else {
      throw .noForm("a selector that is not a text")
    }
    // A call of `valueForKeyPath:` with a constant is archived as a key path (observed).
    if name == "valueForKeyPath:", arguments.count == 1,
      case .literal(.string(let path)) = arguments[0].kind
    {
      return keyPath(path, of: try expression(target, depth: depth), type: 4)
    }
    let operand = try expression(target, depth: depth)
    return function(name, try expressions(arguments, depth), of: operand)
  }

  private mutating func fetch(
    _ request: ExpressionSyntax, _ context: ExpressionSyntax, _ countsOnly: ExpressionSyntax,
    _ depth: Int
  ) throws(Failure) -> Reference {
    guard case .literal(.integer(let flag)) = countsOnly.kind else {
      throw .noForm("a flag that is not a constant")
    }
    return object(
      "NSFetchRequestExpression", 50,
      [
        "NSFRExpression": try expression(request, depth: depth).value,
        "NSMOCExpression": try expression(context, depth: depth).value,
        "NSCountOnlyFlag": .boolean(flag != 0),
      ])
  }

  private static func selector(of sign: ArithmeticOperator) -> String {
    switch sign {
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    case .bitwiseAnd: "bitwiseAnd:with:"
    case .bitwiseOr: "bitwiseOr:with:"
    case .bitwiseXor: "bitwiseXor:with:"
    }
  }

  private static func number(of sign: SetOperator) -> Int64 {
    switch sign {
    case .union: 5
    case .intersect: 6
    case .minus: 7
    }
  }
}
