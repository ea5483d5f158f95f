import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

extension Lowering {
  /// The SQL of an expression.
  ///
  /// - Parameter isRequired: Whether a row in which the expression is NULL cannot match.
  mutating func operand(_ expression: TypedExpression, isRequired: Bool) -> SQLExpression {
    switch expression {
    case .keyPath(let path): return reference(path, isRequired: isRequired)
    case .aggregation(let function, let collection):
      return aggregation(function, collection, isRequired: isRequired)
    case .constant(let value):
      let (stored, type) = layout.value(value)
      return .placeholder(.value(stored), type)
    case .object(let reference):
      return .placeholder(.value(.integer(reference.primaryKey)), layout.keyType)
    case .null: return .placeholder(.value(.null), .text)
    case .variable(let variable):
      return resultNames[variable.name]
        ?? .placeholder(.parameter(variable.name), type(of: expression))
    case .arithmetic(let sign, let left, let right):
      return arithmetic(sign, left, right, isRequired: isRequired)
    case .function(let function, let arguments):
      return self.function(function, arguments, isRequired: isRequired)
    case .conditional(let predicate, let first, let second):
      // Lower the condition as if it were negated, so that ANY becomes an EXISTS: a join would
      // return the value once for each object.
      return .conditional(
        lower(predicate, Context(isRequired: false, isNegated: true)),
        branch(first, type(of: expression)), branch(second, type(of: expression)))
    case .rowAggregate(let function, let operand): return rowAggregate(function, operand)
    case .fetch(let fetch): return .select(nested(fetch))
    // Lists occur only as right sides of IN and BETWEEN, which handle the elements themselves, so
    // this case is never reached.
    case .aggregate: return .placeholder(.value(.null), .text)
    }
  }

  /// One of the two values of TERNARY. nil has the type of the other one, because PostgreSQL needs
  /// both of one type.
  private mutating func branch(_ value: TypedExpression, _ type: SQLType?) -> SQLExpression {
    value == .null
      ? .placeholder(.value(.null), type ?? .text) : operand(value, isRequired: false)
  }

  // MARK: - Collections

  /// The value of a collection operator: `(SELECT COUNT(t1.Z_PK) FROM ZATTACHMENT t1 WHERE (t0.Z_PK
  /// = t1.ZITEM) )`.
  private mutating func aggregation(
    _ function: AggregateFunction, _ collection: TypedCollection, isRequired: Bool
  ) -> SQLExpression {
    let element = collection.filter?.variable ?? nextElement()
    let select = select(
      over: collection.path, element: element, isRequired: isRequired
    ) { lowering, start in
      let condition = collection.filter.map { lowering.lower($0.predicate, Context()) }
      let value = collection.value.map { path -> SQLExpression in
        var path = path
        path.origin = .variable(element)
        return lowering.reference(path, isRequired: false)
      }
      let key = SQLExpression.joinColumn(lowering.keyColumn(of: start))
      return (lowering.aggregate(function, value ?? key, of: collection.value), condition)
    }
    return unlessMissing(.select(select), function, collection.path, isRequired)
  }

  /// Makes a count or sum NULL if the owner of the collection is missing. For an owner without
  /// objects, the count or sum is 0.
  private mutating func unlessMissing(
    _ value: SQLExpression, _ function: AggregateFunction, _ path: TypedKeyPath,
    _ isRequired: Bool
  ) -> SQLExpression {
    let isNumber: Bool =
      switch function {
      case .count, .countDistinct, .sum: true
      case .average, .minimum, .maximum, .median, .mode, .standardDeviation: false
      }
    guard path.steps.count > 1, isNumber else { return value }
    let scope = scopeIndex(of: path.origin)
    let owner = position(
      Array(path.steps.dropLast()), scope, isRequired: isRequired && scope == scopes.count - 1)
    let type: SQLType = function == .sum ? .real : .integer
    return .conditional(.isNull(key(of: owner)), .placeholder(.value(.null), type), value)
  }

  private func aggregate(
    _ function: AggregateFunction, _ value: SQLExpression, of path: TypedKeyPath?
  ) -> SQLExpression {
    let type = path.flatMap { self.type(of: .keyPath($0)) }
    let isText = type == .text && (function == .minimum || function == .maximum)
    let operand = isText ? .collated(value, .binary) : type == .boolean ? number(value) : value
    return .aggregate(
      SQLAggregate(function), operand, isDistinct: function == .countDistinct)
  }

  /// An aggregate over the rows of a group: `COUNT( t0.ZNAME)`, `total( t0.ZPRICE)`.
  mutating func rowAggregate(
    _ function: AggregateFunction, _ expression: TypedExpression
  ) -> SQLExpression {
    if let rows = separateRows, expression.crossesToMany(in: model) {
      return .select(separate(function, expression, rows))
    }
    let type = type(of: expression)
    let value = operand(expression, isRequired: false).spaced
    let isText = type == .text && (function == .minimum || function == .maximum)
    let operand = isText ? .collated(value, .binary) : type == .boolean ? number(value) : value
    return .aggregate(
      SQLAggregate(function), operand, isDistinct: function == .countDistinct)
  }

  // MARK: - Arithmetic

  private mutating func arithmetic(
    _ sign: ArithmeticOperator, _ left: TypedExpression, _ right: TypedExpression, isRequired: Bool
  ) -> SQLExpression {
    if type(of: left) == .timestamp || type(of: right) == .timestamp {
      return time(sign, left, right, isRequired: isRequired)
    }
    let first = numeric(left, isRequired: isRequired, isDivided: sign == .divide)
    let second = numeric(right, isRequired: isRequired, isDivided: sign == .divide)
    switch sign {
    case .add: return .arithmetic(first, .add, second)
    case .subtract: return .arithmetic(first, .subtract, second)
    case .multiply: return .arithmetic(first, .multiply, second)
    case .divide:
      let isWhole = type(of: sign, left, right) == .integer
      return .arithmetic(first, isWhole ? .divideIntegers : .divide, second)
    case .power: return .function(.scalar(.power), [first, second])
    case .bitwiseAnd: return .arithmetic(first, .bitwiseAnd, second)
    case .bitwiseOr: return .arithmetic(first, .bitwiseOr, second)
    // SQLite has no operator for XOR, so it is written as OR minus AND.
    case .bitwiseXor:
      return .arithmetic(
        .arithmetic(first, .bitwiseOr, second), .subtract, .arithmetic(first, .bitwiseAnd, second))
    }
  }

  /// Arithmetic with times: a time plus or minus seconds is a time; the difference of two times is
  /// a number of seconds.
  private mutating func time(
    _ sign: ArithmeticOperator, _ left: TypedExpression, _ right: TypedExpression, isRequired: Bool
  ) -> SQLExpression {
    let first = seconds(left, isRequired: isRequired)
    let second = seconds(right, isRequired: isRequired)
    let result = SQLExpression.arithmetic(first, sign == .add ? .add : .subtract, second)
    return type(of: sign, left, right) == .timestamp
      ? .function(.scalar(.secondsToTime), [result]) : result
  }

  private mutating func seconds(
    _ expression: TypedExpression, isRequired: Bool
  ) -> SQLExpression {
    let value = numeric(expression, isRequired: isRequired, isDivided: false)
    return type(of: expression) == .timestamp ? .function(.scalar(.timeToSeconds), [value]) : value
  }

  /// An operand of arithmetic. A whole decimal may be stored as an integer, and its division would
  /// lose the fraction, so a dividend or divisor is cast.
  private mutating func numeric(
    _ expression: TypedExpression, isRequired: Bool, isDivided: Bool
  ) -> SQLExpression {
    let value = operand(expression, isRequired: isRequired)
    switch type(of: expression) {
    case .boolean: return number(value)
    // A sum in a column of 16 or 32 bits would overflow at that width, so the operand is cast to 64
    // bits.
    case .integer where layout.dialect.queries.computesAtColumnWidth && isNarrow(expression):
      return .cast(value, .integer)
    case .decimal where isDivided && layout.dialect.types.decimals != .exact:
      return .cast(value, .real)
    case _: return value
    }
  }

  private func isNarrow(_ expression: TypedExpression) -> Bool {
    guard case .keyPath(let path) = expression, case .attribute(let id) = path.target else {
      return false
    }
    return model[id].type == .integer16 || model[id].type == .integer32
  }

  private func number(_ value: SQLExpression) -> SQLExpression {
    layout.dialect.queries.truthValuesAreNumbers
      ? value : .function(.scalar(.truthToNumber), [value])
  }

  /// Both operands of a comparison. If one of them is a truth value and the other a number, the
  /// truth value is converted to a number, because not every dialect compares the two.
  func matched(
    _ left: SQLExpression, _ leftExpression: TypedExpression, _ right: SQLExpression,
    _ rightExpression: TypedExpression
  ) -> (SQLExpression, SQLExpression) {
    guard !layout.dialect.queries.truthValuesAreNumbers else { return (left, right) }
    let types = (type(of: leftExpression), type(of: rightExpression))
    switch types {
    case (.boolean, .integer), (.boolean, .real), (.boolean, .decimal): return (number(left), right)
    case (.integer, .boolean), (.real, .boolean), (.decimal, .boolean): return (left, number(right))
    case _: return (left, right)
    }
  }

  // MARK: - Functions

  private mutating func function(
    _ function: PredicateFunction, _ arguments: [TypedExpression], isRequired: Bool
  ) -> SQLExpression {
    var operands: [SQLExpression] = []
    for argument in arguments {
      operands.append(numeric(argument, isRequired: isRequired, isDivided: false))
    }
    guard let first = operands.first else { return call(function, operands) }
    let second = operands.count > 1 ? operands[1] : first
    switch function {
    // In memory, the result of `abs:` is a double; in a store, whole numbers stay whole.
    case .absolute:
      let value = SQLExpression.function(.scalar(.absolute), operands)
      return options.nullSemantics == .foundation ? .cast(value, .real) : value
    case .modulus: return .arithmetic(first, .remainder, second)
    case .leftShift: return .arithmetic(first, .leftShift, second)
    case .rightShift: return .arithmetic(first, .rightShift, second)
    case .onesComplement: return .bitwiseNot(first)
    // No SQL prevents the use of an index in every dialect: a unary plus does in SQLite, adding 0
    // does for numbers only. So the operand is only put in parentheses.
    case .noIndex: return .parenthesized(first)
    case .castToString: return castToString(first, arguments[0])
    case .castToNumber: return castToNumber(first, arguments[0])
    case .castToDate:
      return type(of: arguments[0]) == .timestamp
        ? first : .function(.scalar(.secondsToTime), [first])
    // Every other function is a function in SQL too.
    case _: return call(function, operands)
    }
  }

  /// Calls the SQL function whose case has the same name as the case of the predicate function.
  private func call(
    _ function: PredicateFunction, _ operands: [SQLExpression]
  ) -> SQLExpression {
    guard let scalar = SQLScalarFunction.computing[function] else {
      preconditionFailure("a test looks for the SQL of each function, '\(function)' among them")
    }
    return .function(.scalar(scalar), operands)
  }

  private func castToString(
    _ value: SQLExpression, _ expression: TypedExpression
  ) -> SQLExpression {
    type(of: expression) == .text ? value : .function(.scalar(.numberToText), [value])
  }

  private func castToNumber(
    _ value: SQLExpression, _ expression: TypedExpression
  ) -> SQLExpression {
    switch type(of: expression) {
    case .text: .function(.scalar(.textToNumber), [value])
    case .timestamp: .function(.scalar(.timeToSeconds), [value])
    case .boolean, .integer, .real, .decimal, .blob, .uuid, nil: value
    }
  }

  // MARK: - Types

  /// The type of an operand's values; `nil` for nil and for collections.
  func type(of expression: TypedExpression) -> SQLType? {
    switch expression {
    case .keyPath(let path):
      switch path.target {
      case .object: return layout.keyType
      case .attribute(let id): return QueryLayout.type(of: model[id].type)
      case .compositeElement(let id, let names):
        return layout.column(of: id, path: names).map { QueryLayout.type(of: $0.type) }
      }
    case .aggregation(let function, let collection):
      return type(of: function, collection.value.flatMap { type(of: .keyPath($0)) })
    case .constant(let value): return QueryLayout.type(of: value)
    case .object: return layout.keyType
    case .fetch: return .integer
    // Lists occur only as right sides of IN and BETWEEN, where the type of each element is used.
    case .null, .aggregate: return nil
    case .variable(let variable): return type(of: variable.type)
    case .arithmetic(let sign, let left, let right): return type(of: sign, left, right)
    case .function(let function, let arguments):
      return type(of: function, arguments.first.flatMap { type(of: $0) })
    case .conditional(_, let first, let second): return type(of: first) ?? type(of: second)
    case .rowAggregate(let function, let operand): return type(of: function, type(of: operand))
    }
  }

  private func type(of type: PredicateType) -> SQLType {
    switch type {
    case .attribute(let attribute): QueryLayout.type(of: attribute)
    case .object: layout.keyType
    case .count: .integer
    }
  }

  private func type(of function: AggregateFunction, _ operand: SQLType?) -> SQLType? {
    switch function {
    case .count, .countDistinct: .integer
    case .sum, .average, .median, .standardDeviation: .real
    case .minimum, .maximum, .mode: operand
    }
  }

  private func type(
    of sign: ArithmeticOperator, _ left: TypedExpression, _ right: TypedExpression
  ) -> SQLType {
    switch sign {
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor: return .integer
    case .power: return .real
    case .add, .subtract, .multiply, .divide:
      // Compute each type only once: two calls for each operand would double the work at every
      // level of nesting.
      let (first, second) = (type(of: left), type(of: right))
      switch (first, second) {
      case (.timestamp, .timestamp): return .real
      case (.timestamp, _), (_, .timestamp): return .timestamp
      case _: break
      }
      let whole: [SQLType?] = [.integer, .boolean, nil]
      return whole.contains(first) && whole.contains(second) ? .integer : .real
    }
  }

  private func type(of function: PredicateFunction, _ argument: SQLType?) -> SQLType? {
    // This type must agree with the cast in `function(_:_:isRequired:)`.
    if function == .absolute, options.nullSemantics == .foundation { return .real }
    return function.signature.resultType.map { QueryLayout.type(of: $0) } ?? argument
  }
}

extension SQLScalarFunction {
  /// The SQL function for each predicate function. A function that SQL has an operator for has no
  /// entry.
  fileprivate static let computing: [PredicateFunction: SQLScalarFunction] = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { scalar in
      PredicateFunction(rawValue: scalar.rawValue).map { ($0, scalar) }
    })
}

extension SQLExpression {
  /// The column as an aggregate contains it: Core Data writes a blank before it, also before a
  /// column of a join table.
  fileprivate var spaced: SQLExpression {
    if case .joinColumn(let column) = self { .column(column) } else { self }
  }
}

extension SQLAggregate {
  fileprivate init(_ function: AggregateFunction) {
    switch function {
    case .count, .countDistinct: self = .count
    case .sum: self = .total
    case .average: self = .average
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    case .median: self = .median
    case .mode: self = .mode
    case .standardDeviation: self = .standardDeviation
    }
  }
}
