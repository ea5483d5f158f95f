import MomentumDiagnostics
import MomentumModel

// Operands before and after their type is known.

extension PredicateChecker {
  /// An operand whose names are resolved; constants still wait for a type.
  enum Operand {
    case path(ResolvedKeyPath)
    case count(ResolvedKeyPath)
    case literal(Literal, SourceRange)
    case argument(PredicateArgument, SourceRange)
    case variable(String, SourceRange)
    case aggregate([Operand], SourceRange)

    /// The type that the operand has by itself.
    var type: PredicateType? {
      switch self {
      case .path(let path): path.type
      case .count: .count
      case .literal, .argument, .variable, .aggregate: nil
      }
    }

    /// Whether the operand has many values, which a count no longer has.
    var crossesToMany: Bool {
      if case .path(let path) = self { return path.crossesToMany }
      return false
    }

    var isToManyObject: Bool {
      if case .path(let path) = self { return path.crossesToMany && path.path.target == .object }
      return false
    }

    var isNull: Bool {
      switch self {
      case .literal(.null, _), .argument(.null, _): true
      case .literal, .argument, .path, .count, .variable, .aggregate: false
      }
    }

    var isConstant: Bool {
      switch self {
      case .path, .count: false
      case .literal, .argument, .variable, .aggregate: true
      }
    }
  }

  /// Resolves an operand, `nil` after an error.
  mutating func operand(_ expression: ExpressionSyntax) -> Operand? {
    switch expression.kind {
    case .selfObject:
      return keyPath([])
    case .keyPath(let components):
      return keyPath(components)
    case .literal(let literal):
      return .literal(literal, expression.range)
    case .argument(let index, _):
      return argument(index, at: expression.range).map { .argument($0, expression.range) }
    case .variable(let name):
      return .variable(name, expression.range)
    case .aggregate(let elements):
      return aggregate(elements, expression.range)
    case .anyKey, .indexSymbol, .path, .method, .index, .call, .arithmetic, .setOperation,
      .subquery,
      .ternary, .cast, .function, .fetch, .assignment:
      report(.ambiguousType, at: expression.range)
      return nil
    }
  }

  private mutating func aggregate(
    _ elements: [ExpressionSyntax], _ range: SourceRange
  ) -> Operand? {
    var operands: [Operand] = []
    for element in elements {
      guard let operand = operand(element) else { continue }
      if !operand.isConstant {
        report(
          .value("a key path", type: "constant", hint: "a collection holds constants"),
          at: element.range)
        continue
      }
      operands.append(operand)
    }
    return operands.count == elements.count ? .aggregate(operands, range) : nil
  }

  // MARK: - Key paths

  private mutating func keyPath(_ components: [KeyComponent]) -> Operand? {
    var keys: [KeyPathResolver.Key] = []
    for (index, component) in components.enumerated() {
      let location = SourceLocation(source, component.range)
      switch component.name {
      case .key(let name):
        keys.append(KeyPathResolver.Key(name, at: location))
      case .argument(let argumentIndex):
        guard let names = keyNames(argumentIndex, component.range) else { return nil }
        keys += names.map { KeyPathResolver.Key($0, at: location) }
      case .collectionOperator(let name):
        return collectionOperator(
          name, component, isLast: index == components.count - 1, over: keys)
      case .quoted(let name):
        keys.append(KeyPathResolver.Key(name, at: location))
      case .variable, .expression:
        report(.ambiguousType, at: component.range)
        return nil
      }
    }
    return resolve(keys).map { .path($0) }
  }

  private mutating func resolve(_ keys: [KeyPathResolver.Key]) -> ResolvedKeyPath? {
    KeyPathResolver(model: model).resolve(keys, from: entity, &diagnostics)
  }

  /// A `%K` names a key path, split at its dots.
  private mutating func keyNames(_ index: Int, _ range: SourceRange) -> [String]? {
    switch argument(index, at: range) {
    case .text(let text), .value(.string(let text)):
      return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    case .value, .object, .null, .list:
      report(.value("the argument", type: "key path", hint: "%K takes a name"), at: range)
      return nil
    case nil:
      return nil
    }
  }

  private mutating func collectionOperator(
    _ name: String, _ component: KeyComponent, isLast: Bool, over keys: [KeyPathResolver.Key]
  ) -> Operand? {
    guard name == "count", isLast else {
      report(.unsupportedCollectionOperator(name), at: component.range)
      return nil
    }
    guard let path = resolve(keys) else { return nil }
    guard path.crossesToMany, path.path.target == .object,
      let last = path.path.steps.last, model[last].isToMany
    else {
      report(.unsupportedCollectionOperator(name), at: component.range)
      return nil
    }
    return .count(path)
  }

  // MARK: - Types

  /// The type of a constant that is compared with another constant.
  func constantType(_ operand: Operand) -> PredicateType? {
    switch operand {
    case .literal(.integer, _): .attribute(.integer64)
    case .literal(.double, _), .literal(.decimal, _): .attribute(.double)
    case .literal(.string, _), .argument(.text, _): .attribute(.string)
    case .argument(.value(let value), _): .attribute(value.naturalType)
    case .argument(.object(let object), _): .object(object.entity)
    case .aggregate(let elements, _): elements.lazy.compactMap { constantType($0) }.first
    case .argument(.list(let elements), let range):
      elements.lazy.compactMap { constantType(.argument($0, range)) }.first
    case .path, .count, .literal(.null, _), .argument(.null, _), .variable: nil
    }
  }

  /// The operand as a value of a type, `nil` after an error.
  mutating func convert(
    _ operand: Operand, to type: PredicateType, isCollection: Bool
  ) -> TypedExpression? {
    let converter = ValueConverter(model: model)
    switch operand {
    case .path(let resolved): return .keyPath(resolved.path)
    case .count(let resolved):
      return .aggregation(.count, TypedCollection(path: resolved.path))
    case .literal(let literal, let range):
      return convert(to: type, at: range, what: describe(literal)) {
        () throws(ValueConverter.Failure) in
        try converter.convert(literal, to: type)
      }
    case .argument(let argument, let range):
      let split = isCollection ? PredicateChecker.list(argument) : argument
      return convert(to: type, at: range, what: "the argument") {
        () throws(ValueConverter.Failure) in
        try converter.convert(split, to: type)
      }
    case .variable(let name, let range):
      return variable(
        PredicateVariable(name: name, type: type, isCollection: isCollection), range)
    case .aggregate(let elements, _):
      var converted: [TypedExpression] = []
      for element in elements {
        if let value = convert(element, to: type, isCollection: false) { converted.append(value) }
      }
      return converted.count == elements.count ? .aggregate(converted) : nil
    }
  }

  /// Text of a command line that stands for a list has commas between the elements.
  static func list(_ argument: PredicateArgument) -> PredicateArgument {
    guard case .text(let text) = argument else { return argument }
    let parts = text.split(separator: ",", omittingEmptySubsequences: text.isEmpty)
    return .list(
      parts.map { part in
        let trimmed = part.drop { $0 == " " }
        return .text(String(trimmed.reversed().drop { $0 == " " }.reversed()))
      })
  }

  private mutating func convert(
    to type: PredicateType, at range: SourceRange, what: String,
    _ body: () throws(ValueConverter.Failure) -> TypedExpression
  ) -> TypedExpression? {
    do throws(ValueConverter.Failure) {
      let value = try body()
      if case .constant(let constant) = value, case .attribute(let attribute) = type,
        !constant.fits(attribute)
      {
        report(.valueRange(type: attribute.xmlName), at: range)
      }
      return value
    } catch {
      switch error {
      case .outOfRange:
        report(.value(what, type: name(of: type), hint: "it is YES or NO"), at: range)
      case .wrongType(let hint):
        report(.value(what, type: name(of: type), hint: hint), at: range)
      }
      return nil
    }
  }

  private func describe(_ literal: Literal) -> String {
    switch literal {
    case .null: "nil"
    case .integer, .double, .decimal: "the number \(PredicatePrinter.print(literal))"
    case .string: "the string"
    }
  }

  private mutating func variable(
    _ variable: PredicateVariable, _ range: SourceRange
  ) -> TypedExpression? {
    if let first = variableUses[variable.name], first.variable != variable {
      report(
        .variableTypes(
          variable.name, describe(first.variable), describe(variable)), at: range,
        notes: [Diagnostic.Note("first used here", at: SourceLocation(source, first.range))])
      return nil
    }
    if variableUses[variable.name] == nil { variableUses[variable.name] = (variable, range) }
    return .variable(variable)
  }

  private func describe(_ variable: PredicateVariable) -> String {
    (variable.isCollection ? "a list of " : "") + name(of: variable.type)
  }
}

extension AttributeValue {
  /// The attribute type that a value has by itself.
  fileprivate var naturalType: AttributeType {
    switch self {
    case .integer: .integer64
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .boolean: .boolean
    case .date: .date
    case .binary: .binary
    case .uuid: .uuid
    case .uri: .uri
    }
  }
}
