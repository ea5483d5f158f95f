import MomentumDiagnostics
import MomentumModel

/// Reads calls: functions, CAST, and the form `FUNCTION(…)`.
struct FunctionReader: CheckPart {
  let scope: CheckScope

  /// Reads `abs:(a)`. Reports a call on a value, such as `a.trim()`, because SQL has no methods.
  func call(
    _ call: CallSyntax, on base: ExpressionSyntax?, _ range: SourceRange
  ) -> Operand? {
    if let base {
      guard operandReader.single(base) != nil else { return nil }
      report(
        .unsupportedFunction(
          text(range),
          why:
            "'\(call.selector)' is no method that SQL knows; of a text it computes lowercase:(…), uppercase:(…) and length:(…)"
        ),
        at: call.selectorRange)
      return nil
    }
    guard let row = FunctionTable.function(selector: call.selector) else {
      let near = nearName(to: call.selector, among: FunctionTable.computedSelectors)
      report(
        .unknownFunction(call.selector, near: near), at: call.selectorRange,
        fixIts: near.map { [fixIt("use '\($0)'", call.selectorRange, $0)] } ?? [])
      return nil
    }
    return self.call(call, row.meaning, range)
  }

  private func call(
    _ call: CallSyntax, _ meaning: FunctionTable.Meaning, _ range: SourceRange
  ) -> Operand? {
    switch meaning {
    case .function(let signature):
      guard checkCount(call, signature.arguments.count) else { return nil }
      var operands: [Operand] = []
      for argument in call.arguments {
        if let operand = operandReader.single(argument) { operands.append(operand) }
      }
      guard operands.count == call.arguments.count else { return nil }
      return apply(signature.function, operands, call.selector, range)
    case .arithmetic(let sign):
      guard checkCount(call, 2) else { return nil }
      return operandReader.operand(
        ExpressionSyntax(.arithmetic(sign, call.arguments[0], call.arguments[1]), range))
    case .aggregate(let function): return aggregateCall(function, call, range)
    case .cast:
      guard checkCount(call, 2) else { return nil }
      return cast(call.arguments[0], call.arguments[1], range)
    case .index:
      guard checkCount(call, 2) else { return nil }
      return keyPathReader.index(call.arguments[0], call.arguments[1], range)
    case .distinct: return distinct(call, range)
    case .words, .notComputed:
      report(
        .unsupportedFunction(text(range), why: "'\(call.selector)' is not computed by a store"),
        at: call.selectorRange)
      return nil
    }
  }

  private func checkCount(_ call: CallSyntax, _ count: Int) -> Bool {
    guard call.arguments.count != count else { return true }
    let takes = count == 0 ? "no argument" : count == 1 ? "one argument" : "\(count) arguments"
    report(
      .functionArgument("'\(call.selector)'", takes: takes, found: "\(call.arguments.count)"),
      at: call.selectorRange)
    return false
  }

  /// Applies a function after a check that the operands have types that it takes.
  func apply(
    _ function: PredicateFunction, _ operands: [Operand], _ name: String, _ range: SourceRange
  ) -> Operand? {
    let signature = function.signature
    warnings.warnAboutStore(function.row, operands, range)
    for (domain, operand) in zip(signature.arguments, operands) {
      guard let type = operand.type ?? operand.constantType else {
        if operand.isNull {
          report(
            .functionArgument("'\(name)'", takes: domain.name, found: "nil"), at: operand.range)
          return nil
        }
        continue
      }
      // An argument on a command line is text without a type; it is converted to the type that the
      // function takes.
      if case .argument(.text) = operand.shape { continue }
      guard domain.takes(type) else {
        report(
          .functionArgument(
            "'\(name)'", takes: domain.name, found: "\(describe(operand)), \(article(type))"),
          at: operand.range)
        return nil
      }
    }
    if signature.arguments.isEmpty {
      let type = signature.type(ofArgument: nil) ?? .attribute(.double)
      return Operand(.typed(.function(function, []), type), range)
    }
    return Operand(.function(function, operands), range)
  }

  // MARK: - Keys and messages of values

  /// Reads a key after a value that is no object: `TERNARY(a, b, c).length`.
  func member(
    _ parts: [PathPart], of value: Operand, _ range: SourceRange
  ) -> Operand? {
    if parts.count == 1, !parts[0].isOperator,
      let function = FunctionTable.stringMembers[parts[0].name],
      (value.type ?? value.constantType)?.isString == true
    {
      return apply(function, [value], parts[0].name, range)
    }
    let why: String
    switch value.shape {
    case .argument: why = "one value is put in its place; give the value of the key as the argument"
    case .path, .typed, .literal, .value, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      why = "a computed value is no object; of a text 'length' is computed"
    }
    report(.keyOfValue(describe(value), why: why), at: parts.first?.range ?? range)
    return nil
  }

  /// Reads `FUNCTION(now(), 'dateByAddingTimeInterval:', -3600)`. Only the few methods that SQL can
  /// compute are allowed.
  func message(
    _ target: ExpressionSyntax, _ selector: ExpressionSyntax, _ arguments: [ExpressionSyntax],
    _ range: SourceRange
  ) -> Operand? {
    guard case .literal(.string(let name)) = selector.kind else {
      report(
        .unsupportedFunction(text(range), why: "the selector has to be a string constant"),
        at: selector.range)
      return nil
    }
    if name == "dateByAddingTimeInterval:", arguments.count == 1 {
      let sum = operandReader.operand(
        ExpressionSyntax(.arithmetic(.add, target, arguments[0]), range))
      if case .arithmetic(_, let date, _)? = sum?.shape, !date.isConstant, !date.isNow {
        warnings.warnAboutStore(OperatorTable.message.coreData, "FUNCTION", range)
      }
      return sum
    }
    if arguments.isEmpty, let function = FunctionTable.stringMembers[name] {
      return operandReader.single(target).flatMap { apply(function, [$0], name, range) }
    }
    report(
      .unsupportedFunction(
        text(range),
        why:
          "a store sends no messages to objects; 'dateByAddingTimeInterval:', 'length', 'lowercaseString' and 'uppercaseString' are computed in SQL"
      ), at: selector.range)
    return nil
  }

  // MARK: - CAST

  func cast(
    _ value: ExpressionSyntax, _ type: ExpressionSyntax, _ range: SourceRange
  ) -> Operand? {
    guard case .literal(.string(let name)) = type.kind, let target = CastTarget(rawValue: name)
    else {
      let near: String? =
        if case .literal(.string(let name)) = type.kind {
          nearName(to: name, among: CastTarget.allCases.map(\.rawValue))
        } else { nil }
      report(
        .cast("Don't know how to cast to \(text(type))", known: CastTarget.names), at: type.range,
        fixIts: near.map { [fixIt("use '\($0)'", type.range, "'\($0)'")] } ?? [])
      return nil
    }
    guard let operand = operandReader.single(value) else { return nil }
    if operand.isNull { return Operand(.literal(.null), range) }
    switch convertConstant(operand, to: target) {
    case .folded(let shape): return Operand(shape, range)
    case .wrong(let why):
      report(.cast(why, known: CastTarget.names), at: value.range)
      return nil
    case .notConstant:
      return castComputed(operand, to: target, value, range)
    }
  }

  private enum CastResult {
    case folded(Operand.Shape)
    case wrong(String)
    case notConstant
  }

  private func convertConstant(_ operand: Operand, to target: CastTarget) -> CastResult {
    let argument: PredicateArgument
    switch operand.shape {
    case .literal(.string(let text)): argument = .text(text)
    case .literal(.integer(let number)): argument = .value(.integer(number))
    case .literal(.double(let number)): argument = .value(.double(number))
    case .literal(.decimal(let digits)): argument = .text(digits)
    case .value(let value): argument = .value(value)
    case .argument(let given): argument = given
    case .literal(.null), .path, .typed, .variable, .list, .arithmetic, .function, .conditional,
      .rowAggregate, .filtered, .fetched:
      return .notConstant
    }
    if let value = state.converter.cast(argument, to: target) {
      return .folded(.value(value))
    }
    return .wrong("Don't know how to cast \(describe(operand)) to \(target.rawValue)")
  }

  /// Reads the CAST of a value that is not constant.
  private func castComputed(
    _ operand: Operand, to target: CastTarget, _ value: ExpressionSyntax, _ range: SourceRange
  ) -> Operand? {
    let type = operand.type
    let isNumber = type?.isNumber ?? true
    let isString = type?.isString ?? true
    let isDate = type?.isDate ?? false
    switch target {
    case .date where isDate, .string where type?.isString == true: return operand
    case .number where type?.isNumber == true, .decimal where type?.isNumber == true:
      return operand
    case .date where isNumber: return apply(.castToDate, [operand], "CAST", range)
    case .number where isDate || isString, .decimal where isString:
      return apply(.castToNumber, [operand], "CAST", range)
    case .string where isNumber: return apply(.castToString, [operand], "CAST", range)
    case .date, .number, .decimal, .string, .uuid, .uri:
      let found = type.map { ", \(article($0))," } ?? ""
      report(
        .cast(
          "Don't know how to cast '\(text(value))'\(found) to \(target.rawValue)",
          known: CastTarget.names), at: value.range)
      return nil
    }
  }
}
