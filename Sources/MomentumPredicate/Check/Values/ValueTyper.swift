import MomentumDiagnostics
import MomentumModel

/// Gives types to operands: a constant is converted to the form in which the store holds it, and a
/// variable gets the type of the other side.
struct ValueTyper: CheckPart {
  let scope: CheckScope
  /// The other operand of the comparison that contains the constant; messages show its text.
  private var partner = ComparisonPartner.nothing

  init(scope: CheckScope) { self.scope = scope }

  /// The typer of constants whose other operand is `partner`.
  func beside(_ partner: ComparisonPartner) -> ValueTyper {
    var typer = self
    typer.partner = partner
    return typer
  }

  /// The source text of the other operand of the comparison that contains a constant. Messages
  /// about the constant show it.
  var partnerText: String {
    switch partner {
    case .nothing: ""
    case .written(let range): text(range)
    case .function: "the function"
    }
  }

  /// Converts an operand to `type`, the type in which the two sides are compared. An operand whose
  /// own type is known, such as a key path, is not changed.
  func convert(
    _ operand: Operand, as type: PredicateType, beside partner: Operand
  ) -> TypedExpression? {
    switch operand.shape {
    // A path or a typed expression is not converted, so no message can need the other side's text.
    case .path(let resolved): return .keyPath(resolved.path)
    case .typed(let expression, _): return expression
    case .value: return inner(beside: partner).convert(operand, to: type)
    case .literal, .argument, .variable, .list, .arithmetic, .function, .conditional, .rowAggregate,
      .fetched, .filtered:
      return inner(beside: partner).convert(operand, to: operand.type ?? type)
    }
  }

  private func inner(beside partner: Operand) -> ValueTyper {
    beside(.written(partner.range))
  }

  /// Converts an operand to a type; returns `nil` after an error.
  func convert(
    _ operand: Operand, to type: PredicateType, isCollection: Bool = false
  ) -> TypedExpression? {
    nested(at: operand.range) { $0.converted(operand, type, isCollection) }
  }

  private func converted(
    _ operand: Operand, _ type: PredicateType, _ isCollection: Bool
  ) -> TypedExpression? {
    switch operand.shape {
    case .path(let resolved): return .keyPath(resolved.path)
    case .typed(let expression, _): return expression
    case .literal(let literal): return constant(.literal(literal), type, operand)
    case .value(let value): return constant(.argument(.value(value)), type, operand)
    case .argument(let argument): return constant(.argument(argument), type, operand)
    case .variable(let name):
      return variable(
        PredicateVariable(name: name, type: type, isCollection: isCollection), operand.range)
    case .list(let elements):
      var converted: [TypedExpression] = []
      for element in elements {
        if let value = convert(element, to: type) { converted.append(value) }
      }
      return converted.count == elements.count ? .aggregate(converted) : nil
    case .arithmetic(let sign, let left, let right):
      return arithmetic(sign, left, right, type)
    case .function(let function, let arguments):
      return self.function(function, arguments, type)
    case .conditional(let condition, let first, let second):
      let branch = first.type ?? second.type ?? type
      // A constant branch of TERNARY gets the type of the other branch, or of the other side of the
      // comparison.
      let typed = first.type == nil ? second : first
      let inner = typed.type == nil ? self : beside(.written(typed.range))
      guard let one = inner.convert(first, to: first.type ?? branch),
        let two = inner.convert(second, to: second.type ?? branch)
      else { return nil }
      return .conditional(condition, one, two)
    case .rowAggregate(let function, let inner):
      return convert(inner, to: inner.type ?? inner.constantType ?? .attribute(.double))
        .map { .rowAggregate(function, $0) }
    case .fetched(let fetch): return .fetch(fetch)
    case .filtered:
      report(
        .toManyInExpression(text(operand.range), rewrite: "'.@count' behind it"),
        at: operand.range)
      return nil
    }
  }

  // MARK: - Computed values

  private func arithmetic(
    _ sign: ArithmeticOperator, _ left: Operand, _ right: Operand, _ type: PredicateType
  ) -> TypedExpression? {
    let hint = (type.isNumber || type.isDate) ? type.widened : PredicateType.attribute(.double)
    let inner = beside(.written(left.range.union(right.range)))
    let first: PredicateType
    let second: PredicateType
    let leftType = left.type ?? left.constantType
    let rightType = right.type ?? right.constantType
    if leftType?.isDate == true || rightType?.isDate == true || hint.isDate {
      // Arithmetic with a date has one date and a number of seconds, or it is the difference of two
      // dates, whose result is a number. An operand without a type gets its type by this rule.
      let isRightDate = sign == .subtract && hint.isNumber && right.isOtherDate
      let isLeftDate = rightType?.isDate != true || sign == .subtract
      first = left.type ?? .attribute(isLeftDate ? .date : .double)
      second = right.type ?? .attribute(isRightDate ? .date : .double)
    } else {
      first = left.type ?? numberType(left, beside: right, hint)
      second = right.type ?? numberType(right, beside: left, hint)
    }
    guard let one = inner.convert(left, to: first.computing(left)),
      let two = inner.convert(right, to: second.computing(right))
    else { return nil }
    return .arithmetic(sign, one, two)
  }

  /// The type that arithmetic gives to a number without a type of its own: that of the other
  /// operand, or of the other side of the comparison. Beside an integer, a fraction stays a Double.
  private func numberType(
    _ operand: Operand, beside partner: Operand, _ hint: PredicateType
  ) -> PredicateType {
    let base = (partner.type ?? hint).widened
    guard let own = operand.constantType, own.isNumber else { return base }
    return base == .attribute(.integer64) ? own.widened : base
  }

  private func function(
    _ function: PredicateFunction, _ arguments: [Operand], _ type: PredicateType
  ) -> TypedExpression? {
    let inner = beside(.function)
    var typed: [TypedExpression] = []
    for (domain, argument) in zip(function.signature.arguments, arguments) {
      var wanted = argument.type ?? domain.type ?? type
      if argument.type == nil, let own = argument.constantType, domain.takes(own), domain != .any {
        wanted = own
      }
      if let value = inner.convert(argument, to: wanted) { typed.append(value) }
    }
    return typed.count == arguments.count ? .function(function, typed) : nil
  }

  // MARK: - Constants

  /// A constant in the text, or the value of an argument.
  private enum Constant {
    case literal(Literal)
    case argument(PredicateArgument)
  }

  private func constant(
    _ constant: Constant, _ type: PredicateType, _ operand: Operand
  ) -> TypedExpression? {
    do throws(ValueConverter.Failure) {
      let value: TypedExpression
      switch constant {
      case .literal(let literal): value = try ValueConverter.convert(literal, to: type)
      case .argument(let argument): value = try state.converter.convert(argument, to: type)
      }
      warnings.warn(aboutConstant: value, type, operand, beside: partnerText)
      return value
    } catch {
      let hint = constantHint(constant, type, operand)
      report(
        .value(
          describe(operand), of: partnerText, type: article(type), hint: hint?.text ?? error.hint),
        at: operand.range, fixIts: hint?.fixIts ?? [])
      return nil
    }
  }

  private struct ConstantHint {
    var text: String
    var fixIts: [Diagnostic.FixIt] = []
  }

  /// The hint for a message: what the author of the constant probably meant.
  private func constantHint(
    _ constant: Constant, _ type: PredicateType, _ operand: Operand
  ) -> ConstantHint? {
    guard case .literal(let literal) = constant else { return nil }
    let range = operand.range
    let written = text(range)
    switch (literal, type) {
    case (.string(let text), .attribute(let attribute)) where attribute.isNumber:
      return numberHint(text, attribute, range)
    case (.string(let text), .count): return numberHint(text, .integer64, range)
    case (.string(let text), .attribute(.date)):
      guard ValueConverter.instant(text) != nil else {
        return ConstantHint(
          text:
            "a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE")
      }
      let spelled = text.utf8.count == 10 ? "'\(text)T00:00:00Z'" : written
      let cast = "CAST(\(spelled), 'NSDate')"
      return ConstantHint(text: "write \(cast)", fixIts: [fixIt("make it a date", range, cast)])
    case (.integer, .attribute(.date)), (.double, .attribute(.date)), (.decimal, .attribute(.date)):
      if let date = DateLiteral(written) { return dateHint(date, range) }
      let cast = "CAST(\(written), 'NSDate')"
      return ConstantHint(
        text: "for seconds since 2001 write \(cast)", fixIts: [fixIt("make it a date", range, cast)]
      )
    case (.integer, .attribute(.string)), (.double, .attribute(.string)),
      (.decimal, .attribute(.string)), (.integer, .attribute(.uri)):
      let quoted = "'\(written)'"
      return ConstantHint(
        text: "text stands in quotes: \(quoted)", fixIts: [fixIt("quote it", range, quoted)])
    case (_, .object(let entity)):
      if case .string = literal,
        let hint = comparisonTyper.attributeHint(of: entity, behind: partnerText)
      {
        return ConstantHint(text: hint)
      }
      return ConstantHint(text: "an object is an argument of %@ or a $VARIABLE")
    case (_, .attribute(.binary)), (_, .attribute(.transformable)):
      return ConstantHint(text: "bytes are an argument of %@ or a $VARIABLE")
    case (_, .attribute), (_, .count): return nil
    }
  }

  /// The hint for a date without quotes: `2026-05-04` is a subtraction, and `5/4/2026` a division.
  private func dateHint(_ date: DateLiteral, _ range: SourceRange) -> ConstantHint {
    guard let instant = date.instant else {
      return ConstantHint(
        text: "a date is CAST('2026-05-04T12:00:00Z', 'NSDate'), an argument of %@, or a $VARIABLE")
    }
    let cast = "CAST('\(instant)', 'NSDate')"
    return ConstantHint(
      text: "without quotes it is computed; write \(cast)",
      fixIts: [fixIt("make it a date", range, cast)])
  }

  private func numberHint(
    _ text: String, _ attribute: AttributeType, _ range: SourceRange
  ) -> ConstantHint {
    if attribute == .boolean {
      let word: String? =
        switch text.uppercased() {
        case "YES", "TRUE", "1": "YES"
        case "NO", "FALSE", "0": "NO"
        case _: nil
        }
      return ConstantHint(
        text: "write \(word ?? "YES or NO") without quotes",
        fixIts: word.map { [fixIt("write '\($0)'", range, $0)] } ?? [])
    }
    let isNumber =
      Double(text)?.isFinite == true && text.utf8.allSatisfy { $0 != UInt8(ascii: "x") }
    return ConstantHint(
      text: isNumber ? "a number stands without quotes: \(text)" : "a number was expected",
      fixIts: isNumber ? [fixIt("remove the quotes", range, text)] : [])
  }

  // MARK: - Variables

  private func variable(
    _ variable: PredicateVariable, _ range: SourceRange
  ) -> TypedExpression? {
    guard variable.isCollection || checkPlaceholder(variable.name, as: variable.type, range) else {
      return nil
    }
    let isOpen = comparison?.isOpen ?? false
    guard let first = state.variableUses[variable.name], isOpen || !first.isOpen else {
      // This use decides the variable's type: it is the first one, or the earlier ones were
      // comparisons with literals and this one has a property. In the second case the text is
      // checked again.
      state.waitsForTypes =
        state.waitsForTypes
        || (state.variableUses[variable.name] != nil && state.knownTypes.isEmpty)
      state.variableUses[variable.name] = CheckState.VariableUse(
        variable: variable, range: range, isOpen: isOpen)
      return .variable(variable)
    }
    // A variable may be compared with integers of several widths, because the same value fits all
    // of them.
    let agrees =
      first.variable == variable
      || first.variable.isCollection == variable.isCollection
        && first.variable.type.isWhole && variable.type.isWhole
    guard agrees else {
      report(
        .variableTypes(variable.name, describe(first.variable), describe(variable)), at: range,
        notes: [Diagnostic.Note("first used here", at: SourceLocation(source, first.range))])
      return nil
    }
    return .variable(first.variable)
  }

  private func describe(_ variable: PredicateVariable) -> String {
    variable.isCollection
      ? "a list of \(variable.type.name(in: model)) values" : article(variable.type)
  }

  /// Reports a `%@` in a stored request, and proposes a variable: `$TITLE` if it is compared with
  /// `title`.
  func reportArgumentInStored(_ range: SourceRange) {
    let syntax = comparison?.syntax
    let partner = syntax.map { $0.right.range == range ? $0.left : $0.right }
    var name = "VALUE"
    if case .keyPath(let components)? = partner?.kind, case .key(let key)? = components.last?.name {
      name = key.uppercased()
    }
    report(
      .argumentInStored(text(range), variable: name), at: range,
      fixIts: [fixIt("use a variable", range, "$\(name)")])
  }
}

extension PredicateType {
  /// Whether values are integers; Booleans are not counted as integers here.
  fileprivate var isWhole: Bool {
    switch self {
    case .count, .attribute(.integer16), .attribute(.integer32), .attribute(.integer64): true
    case .attribute, .object: false
    }
  }

  /// The type to which an operand of arithmetic is converted, if `self` is the type found for it: a
  /// constant gets the widened type, so a Boolean becomes an Integer 64; other operands get `self`.
  fileprivate func computing(_ operand: Operand) -> PredicateType {
    operand.type == nil || operand.isConstant ? widened : self
  }
}
