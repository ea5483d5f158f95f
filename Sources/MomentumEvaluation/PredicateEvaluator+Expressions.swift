internal import MomentumDiagnostics
internal import MomentumPredicate

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Evaluates each kind of expression.

extension PredicateEvaluator {
  mutating func value(_ expression: ExpressionSyntax) throws(EvaluationError) -> PredicateValue {
    try enter(expression.range)
    defer { depth -= 1 }
    do { return try located(expression) } catch { throw error.located(expression.range) }
  }

  /// Evaluates an expression. Kinds with operands have functions of their own: the stack frame of a
  /// function has the locals of all its cases, so a single large function would use much more stack
  /// at every level of nesting.
  private mutating func located(
    _ expression: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    switch expression.kind {
    case .literal(let literal): return try Self.value(literal)
    case .selfObject: return object
    case .anyKey: throw EvaluationError(.notEvaluated("ANYKEY"))
    case .indexSymbol(let symbol): throw EvaluationError(.notEvaluated(symbol.rawValue))
    case .keyPath(let components): return try value(of: components, from: object)
    case .variable(let name): return try variable(name)
    case .argument(let index, _): return try argument(index)
    case .aggregate(let elements): return try aggregate(elements, expression.range)
    case .path(let base, let components): return try value(of: components, from: value(base))
    case .method(let base, let call): return try method(base, call)
    case .index(let base, let index): return try element(of: base, index)
    case .call(let call): return try self.call(call)
    case .arithmetic: return try arithmetic(expression)
    case .setOperation(let sign, let left, let right): return try combined(left, sign, right)
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable, predicate)
    case .ternary(let predicate, let first, let second):
      return try ternary(predicate, first, second)
    case .cast(let operand, let type): return try cast(operand, type)
    case .function(let target, let selector, let arguments):
      return try method(target, selector, arguments)
    case .fetch: throw EvaluationError(.notEvaluated("FETCH"))
    case .assignment(let name, let operand): return try assign(name, operand)
    }
  }

  private mutating func aggregate(
    _ elements: [ExpressionSyntax], _ range: SourceRange
  ) throws(EvaluationError) -> PredicateValue {
    if let constant = constants[range] { return constant.value }
    return .array(try values(elements))
  }

  private mutating func ternary(
    _ predicate: PredicateSyntax, _ first: ExpressionSyntax, _ second: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    try value(try truth(predicate).finds ? first : second)
  }

  private mutating func cast(
    _ operand: ExpressionSyntax, _ type: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let operand = try value(operand)
    return try Cast.value(operand, to: value(type))
  }

  private mutating func method(
    _ base: ExpressionSyntax, _ call: CallSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let target = try value(base)
    return try Method.value(of: target, call.selector, values(call.arguments))
  }

  private mutating func assign(
    _ name: String, _ operand: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let result = try value(operand)
    assigned[name] = result
    return result
  }

  mutating func values(
    _ expressions: [ExpressionSyntax]
  ) throws(EvaluationError) -> [PredicateValue] {
    var result: [PredicateValue] = []
    for expression in expressions { result.append(try value(expression)) }
    return result
  }

  // MARK: - Names and constants

  static func value(_ literal: Literal) throws(EvaluationError) -> PredicateValue {
    switch literal {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .decimal(let digits):
      guard let number = Decimal(string: digits), !number.isNaN else {
        throw EvaluationError(.badLiteral(digits))
      }
      return .decimal(number)
    case .string(let text): return .string(text)
    }
  }

  func variable(_ name: String) throws(EvaluationError) -> PredicateValue {
    if let scope = scopes.last(where: { $0.name == name }) { return scope.value }
    guard let value = assigned[name] ?? bindings[name] else {
      throw EvaluationError(.unboundVariable(name))
    }
    return value
  }

  func argument(_ index: Int) throws(EvaluationError) -> PredicateValue {
    guard arguments.indices.contains(index) else { throw EvaluationError(.missingArgument(index)) }
    return arguments[index]
  }

  // MARK: - Collections

  /// Evaluates `a UNION b`, `a INTERSECT b` or `a MINUS b` to a set. If one side is nil, the result
  /// is nil.
  private mutating func combined(
    _ left: ExpressionSyntax, _ sign: SetOperator, _ right: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let left = try value(left)
    return try Self.combined(left, sign, value(right))
  }

  private static func combined(
    _ left: PredicateValue, _ sign: SetOperator, _ right: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    if left.isNull || right.isNull { return .null }
    guard let one = left.elements else {
      throw EvaluationError(.noCollection(left.kind, in: sign.rawValue))
    }
    guard let other = right.elements else {
      throw EvaluationError(.noCollection(right.kind, in: sign.rawValue))
    }
    switch sign {
    case .union: return .set(PredicateSet(one + other))
    case .intersect:
      let kept = PredicateSet(other)
      return .set(PredicateSet(one.filter { kept.contains($0) }))
    case .minus:
      let removed = PredicateSet(other)
      return .set(PredicateSet(one.filter { !removed.contains($0) }))
    }
  }

  /// Evaluates a SUBQUERY: the elements for which the predicate is true, in a collection of the
  /// same kind.
  private mutating func subquery(
    _ collection: ExpressionSyntax, _ variable: String, _ predicate: PredicateSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let collection = try value(collection)
    if collection.isNull { return .null }
    guard let elements = collection.elements else {
      throw EvaluationError(.noCollection(collection.kind, in: "SUBQUERY"))
    }
    var kept: [PredicateValue] = []
    scopes.append((variable, .null))
    defer { scopes.removeLast() }
    for element in elements {
      scopes[scopes.count - 1].value = element
      if try truth(predicate).finds { kept.append(element) }
    }
    return collection.collection(of: kept)
  }

  /// Evaluates an index: `a[FIRST]`, `a[2]`, `a['key']`.
  private mutating func element(
    of base: ExpressionSyntax, _ index: ExpressionSyntax
  ) throws(EvaluationError) -> PredicateValue {
    let base = try value(base)
    if base.isNull { return .null }
    if case .indexSymbol(let symbol) = index.kind { return try base.element(at: symbol) }
    return try base.element(at: value(index))
  }
}

extension PredicateValue {
  /// A collection of the same kind with other elements.
  func collection(of elements: [PredicateValue]) -> PredicateValue {
    switch self {
    case .set: .set(PredicateSet(elements))
    case .orderedSet: .orderedSet(PredicateSet(elements))
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .object,
      .array, .dictionary, .className:
      .array(elements)
    }
  }

  /// The first or last element, or the number of elements. If there is no first or last element,
  /// nil. The elements of a set have the order in which they were added.
  func element(at symbol: IndexSymbol) throws(EvaluationError) -> PredicateValue {
    let elements: [PredicateValue]
    if case .dictionary(let dictionary) = self {
      elements = dictionary.values
    } else if let own = self.elements {
      elements = own
    } else {
      throw EvaluationError(.badIndex(symbol.rawValue, in: kind))
    }
    switch symbol {
    case .first: return elements.first ?? .null
    case .last: return elements.last ?? .null
    case .size: return .integer(Int64(elements.count))
    }
  }

  /// The element at a position of a sequence, or for a key of a dictionary or object.
  func element(at index: PredicateValue) throws(EvaluationError) -> PredicateValue {
    switch self {
    case .dictionary(let dictionary): return dictionary[index] ?? .null
    case .object(let object):
      guard case .string(let key) = index else {
        throw EvaluationError(.badIndex(index.kind, in: kind))
      }
      do { return try object.value(forKey: key) } catch {
        throw EvaluationError(.unknownKey(error.key))
      }
    case .array, .orderedSet:
      guard let elements, let number = Number(index)?.exactInteger else {
        throw EvaluationError(.badIndex(index.kind, in: kind))
      }
      guard let position = Int(exactly: number), elements.indices.contains(position) else {
        throw EvaluationError(.indexOutOfRange(number, count: elements.count))
      }
      return elements[position]
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .set,
      .className:
      throw EvaluationError(.badIndex(index.kind, in: kind))
    }
  }
}
