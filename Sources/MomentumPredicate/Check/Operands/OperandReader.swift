import MomentumDiagnostics
import MomentumModel

/// Reads an expression: resolves its names and computes its constants. A literal has no type until
/// the other side of the comparison is known.
struct OperandReader: CheckPart {
  let scope: CheckScope

  /// Resolves an operand; returns `nil` after an error.
  func operand(_ expression: ExpressionSyntax) -> Operand? {
    nested(at: expression.range) { $0.resolve(expression) }
  }

  private func resolve(_ expression: ExpressionSyntax) -> Operand? {
    let range = expression.range
    switch expression.kind {
    case .selfObject: return keyPathReader.keyPath([], range)
    case .keyPath(let components): return keyPathReader.keyPath(components, range)
    case .path(let base, let components): return keyPathReader.path(base, components, range)
    case .literal(let literal):
      if case .string(let text) = literal { state.noteConversion(inQuotes: text) }
      return Operand(.literal(literal), range)
    case .argument(let index, let conversion) where purpose.hasPlaceholders:
      return valueTyper.placeholder(index, conversion, range)
    case .argument(let index, _):
      return argument(index, at: range).map { Operand(.argument($0), range) }
    case .variable(let name): return variable(name, range)
    case .aggregate(let elements): return list(elements, range)
    case .arithmetic(let sign, let left, let right): return arithmetic(sign, left, right, range)
    case .subquery(let collection, let variable, let predicate):
      return subquery(collection, variable, predicate, range)
    case .ternary(let predicate, let first, let second):
      return ternary(predicate, first, second, range)
    case .cast(let value, let type): return functionReader.cast(value, type, range)
    case .call(let call): return functionReader.call(call, on: nil, range)
    case .method(let base, let call): return functionReader.call(call, on: base, range)
    case .function(let target, let selector, let arguments):
      return functionReader.message(target, selector, arguments, range)
    case .index(let base, let index): return keyPathReader.index(base, index, range)
    case .fetch(let request, let context, let countsOnly):
      return fetch(request, context, countsOnly, range)
    case .anyKey, .indexSymbol, .setOperation, .assignment:
      refuse(expression)
      return nil
    }
  }

  /// Reports an expression that no store can compute.
  private func refuse(_ expression: ExpressionSyntax) {
    let range = expression.range
    switch expression.kind {
    case .indexSymbol: refusePosition(range)
    case .anyKey:
      report(
        .unsupported(
          text(range), why: "ANYKEY belongs to Spotlight; a store compares keys that it knows",
          rewrite: "a key path"), at: range)
    case .setOperation(let sign, _, _):
      report(
        .unsupported(
          text(range), why: "a store joins no collections by \(sign.rawValue)",
          rewrite: setRewrite(expression)), at: range)
    case .assignment(let name, let value):
      report(
        .unsupported(
          text(range), why: "'$\(name)' is given a value when the request is made",
          rewrite: "'\(text(value))'"), at: range,
        fixIts: [fixIt("use the value", range, text(value))])
    case .selfObject, .keyPath, .path, .literal, .argument, .variable, .aggregate, .arithmetic,
      .subquery, .ternary, .cast, .call, .method, .function, .index, .fetch:
      break
    }
  }

  /// Reports `size == 1`: SIZE is a word for a position in a collection, although the text looks
  /// like a key.
  private func refusePosition(_ range: SourceRange) {
    let word = text(range)
    let owner = bindings.last?.entity ?? entity
    let isKey = model.property(named: word, in: owner) != nil
    report(
      .barePosition(word, isKey: isKey), at: range,
      fixIts: isKey ? [fixIt("name the key", range, "#\(word)")] : [])
  }

  /// The text to propose for a set operation after IN, in comparisons that a store can compute: `x
  /// IN a OR x IN b` for `x IN a UNION b`.
  private func setRewrite(_ expression: ExpressionSyntax) -> String? {
    guard let comparison, comparison.syntax.comparisonOperator == .in,
      comparison.syntax.right.range == expression.range,
      case .setOperation(let sign, let left, let right) = expression.kind
    else { return nil }
    let element = text(comparison.syntax.left)
    let first = "\(element) IN \(text(left))"
    let second = "\(element) IN \(text(right))"
    return switch sign {
    case .union: "'\(first) OR \(second)'"
    case .intersect: "'\(first) AND \(second)'"
    case .minus: "'\(first) AND NOT \(second)'"
    }
  }

  // MARK: - Variables and lists

  /// Reads a variable: the object of a SUBQUERY, or a variable that gets its value before the
  /// fetch.
  private func variable(_ name: String, _ range: SourceRange) -> Operand? {
    if let binding = binding(name) {
      return keyPathReader.resolvePath([], from: binding, range)
    }
    if let names = purpose.names {
      guard let known = names.first(where: { $0.name == name }) else {
        let near = nearName(to: name, among: names.map(\.name))
        report(
          .unknownVariable(name, near: near), at: range,
          fixIts: near.map { [fixIt("use '$\($0)'", range, "$\($0)")] } ?? [])
        return nil
      }
      return Operand(
        .typed(.variable(PredicateVariable(name: name, type: known.type)), known.type), range)
    }
    return Operand(.variable(name), range)
  }

  private func list(_ elements: [ExpressionSyntax], _ range: SourceRange) -> Operand? {
    var operands: [Operand] = []
    for element in elements {
      guard let operand = single(element) else { continue }
      operands.append(operand)
    }
    return operands.count == elements.count ? Operand(.list(operands), range) : nil
  }

  /// Reads an operand that must be one value. Reports a to-many path and a list.
  func single(_ expression: ExpressionSyntax) -> Operand? {
    guard let operand = operand(expression) else { return nil }
    if operand.crossesToMany {
      report(
        .toManyInExpression(
          text(expression), rewrite: keyPathReader.subqueryRewrite(around: expression)),
        at: expression.range)
      return nil
    }
    if case .list = operand.shape {
      report(.listAsValue(text(expression), rewrite: "one value here"), at: expression.range)
      return nil
    }
    return operand
  }

  // MARK: - Arithmetic

  private func arithmetic(
    _ sign: ArithmeticOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax,
    _ range: SourceRange
  ) -> Operand? {
    let first = single(left)
    let second = single(right)
    guard let first, let second else { return nil }
    return compute(sign, first, second, range)
  }

  func compute(
    _ sign: ArithmeticOperator, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> Operand? {
    guard checkNumber(left, sign, range), checkNumber(right, sign, range),
      checkDates(sign, left, right, range)
    else { return nil }
    if case .literal(let first) = left.shape, case .literal(let second) = right.shape {
      do throws(ConstantFolding.Failure) {
        if let folded = try ConstantFolding.fold(sign, first, second) {
          return Operand(.literal(folded), range)
        }
      } catch {
        switch error {
        case .divisionByZero: report(.arithmetic("nothing can be divided by zero"), at: right.range)
        case .overflow:
          report(.arithmetic("\(text(range)) lies outside the range of numbers"), at: range)
        }
        return nil
      }
    }
    if case .value(.date(let seconds)) = left.shape, case .literal(let literal) = right.shape,
      sign == .add || sign == .subtract, let distance = ConstantFolding.double(literal)
    {
      let moved = sign == .add ? seconds + distance : seconds - distance
      return Operand(.value(.date(moved)), range)
    }
    if sign == .divide, case .literal(let literal) = right.shape,
      ConstantFolding.double(literal) == 0
    {
      report(.arithmetic("nothing can be divided by zero"), at: right.range)
      return nil
    }
    warnings.warnAboutStore(sign.row, [left, right], range)
    return Operand(.arithmetic(sign, left, right), range)
  }

  private func checkNumber(
    _ operand: Operand, _ sign: ArithmeticOperator, _ range: SourceRange
  ) -> Bool {
    if operand.isNull {
      report(.arithmetic("nil is no number, so '\(text(range))' has no value"), at: operand.range)
      return false
    }
    let type: PredicateType?
    switch operand.shape {
    case .literal(.string): type = .attribute(.string)
    case .argument(.value(let value)): type = .attribute(value.naturalType)
    case .argument(.list), .argument(.object), .argument(.key), .argument(.fetch):
      report(
        .functionArgument("'\(sign.rawValue)'", takes: "two numbers", found: "the argument"),
        at: operand.range)
      return false
    case .literal, .argument, .path, .typed, .value, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      type = operand.type
    }
    guard let type, !type.isNumber, !type.isDate else { return true }
    let hint = type.isString && sign == .add ? "; a store joins no texts" : ""
    report(
      .functionArgument(
        "'\(sign.rawValue)'", takes: "two numbers",
        found: "\(describe(operand)), \(article(type))\(hint)"), at: operand.range)
    return false
  }

  /// Reports arithmetic with dates, except a date plus or minus seconds, and a date minus a date.
  private func checkDates(
    _ sign: ArithmeticOperator, _ left: Operand, _ right: Operand, _ range: SourceRange
  ) -> Bool {
    let isDate = left.type?.isDate == true
    let isOtherDate = right.type?.isDate == true
    guard isDate || isOtherDate else { return true }
    switch sign {
    case .add where !(isDate && isOtherDate): return true
    case .subtract where isDate: return true
    case .add, .subtract, .multiply, .divide, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor:
      report(
        .arithmetic(
          "a date can be moved by a number of seconds, and two dates can be subtracted; '\(text(range))' is neither"
        ), at: range)
      return false
    }
  }

  // MARK: - Conditions

  private func ternary(
    _ predicate: PredicateSyntax, _ first: ExpressionSyntax, _ second: ExpressionSyntax,
    _ range: SourceRange
  ) -> Operand? {
    let inner = within { $0.isInTernary = true }
    let condition = inner.comparisonTyper.check(predicate)
    let left = inner.single(first)
    let right = inner.single(second)
    guard let condition, let left, let right else { return nil }
    if let one = left.type, let two = right.type, !isComparable(one, two) {
      report(
        .functionArgument(
          "TERNARY", takes: "two values of one type",
          found: "'\(text(first))', \(article(one)), and '\(text(second))', \(article(two))"),
        at: second.range)
      return nil
    }
    return Operand(.conditional(condition, left, right), range)
  }
}
