package import MomentumDiagnostics
package import MomentumModel

extension TypedPredicate {
  /// The variables in order of first use, each once.
  package var variables: [PredicateVariable] {
    var result: [PredicateVariable] = []
    visit { variable in
      if !result.contains(where: { $0.name == variable.name }) { result.append(variable) }
    }
    return result
  }

  fileprivate func visit(_ body: (PredicateVariable) -> Void) {
    switch self {
    case .constant: break
    case .and(let operands), .or(let operands):
      for operand in operands { operand.visit(body) }
    case .not(let operand): operand.visit(body)
    case .comparison(let comparison):
      comparison.left.visit(body)
      comparison.right.visit(body)
    }
  }

  /// The predicate with every variable replaced by its value; `nil` after an error.
  ///
  /// Reports a variable without a value, a value without a variable, and a value of another type.
  /// If the value is nil, `== $v` becomes `== nil`. Variables of a SUBQUERY are not replaced.
  package func substituting(
    _ values: [(name: String, value: PredicateArgument)], model: ObjectModel,
    _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    let variables = variables
    let names = variables.map(\.name)
    for (name, _) in values where !names.contains(name) {
      diagnostics.report(
        PredicateMessage.unknownVariable(name, near: nearName(to: name, among: names)))
    }
    for (index, value) in values.enumerated()
    where values[..<index].count(where: { $0.name == value.name }) == 1 {
      diagnostics.report(PredicateMessage.variableTwice(value.name))
    }
    let converter = ValueConverter(model: model)
    var converted: [String: TypedExpression] = [:]
    for variable in variables {
      guard let given = values.last(where: { $0.name == variable.name })?.value.withoutNullSpelling
      else {
        diagnostics.report(PredicateMessage.missingVariable(variable.name))
        continue
      }
      let value = variable.isCollection ? ValueConverter.list(given) : given
      if let typed = try? converter.convert(value, to: variable.type), typed.fits(variable) {
        converted[variable.name] = typed
      } else {
        let type = TypedPredicate.typeName(variable, model)
        diagnostics.report(PredicateMessage.variableValue(variable.name, type: type))
      }
    }
    guard !diagnostics.hasErrors else { return nil }
    return converted.isEmpty ? self : substituted(converted)
  }

  /// The predicate with the named variables replaced by nil; the other variables stay.
  package func substitutingNil(for names: Set<String>) -> TypedPredicate {
    substituted(Dictionary(uniqueKeysWithValues: names.map { ($0, .null) }))
  }

  private static func typeName(_ variable: PredicateVariable, _ model: ObjectModel) -> String {
    let name =
      switch variable.type {
      case .attribute(let type): type.xmlName
      case .object(let entity):
        "object of entity '\(model[entity].name)' such as '\(model[entity].name)/p12'"
      case .count: "whole number"
      }
    return variable.isCollection ? "list of \(name)" : name
  }

  fileprivate func substituted(_ values: [String: TypedExpression]) -> TypedPredicate {
    switch self {
    case .constant: self
    case .and(let operands): .and(operands.map { $0.substituted(values) })
    case .or(let operands): .or(operands.map { $0.substituted(values) })
    case .not(let operand): .not(operand.substituted(values))
    case .comparison(var comparison):
      {
        comparison.left = comparison.left.substituted(values)
        comparison.right = comparison.right.substituted(values)
        return .comparison(comparison)
      }()
    }
  }
}

extension TypedCollection {
  fileprivate func substituted(_ values: [String: TypedExpression]) -> TypedCollection {
    var result = self
    if let filter {
      result.filter?.predicate = filter.predicate.substituted(values)
    }
    return result
  }
}

extension TypedFetch {
  fileprivate func substituted(_ values: [String: TypedExpression]) -> TypedFetch {
    var result = self
    result.predicate = predicate?.substituted(values)
    return result
  }
}

extension TypedExpression {
  fileprivate func visit(_ body: (PredicateVariable) -> Void) {
    switch self {
    case .variable(let variable): body(variable)
    case .aggregate(let elements):
      for element in elements { element.visit(body) }
    case .arithmetic(_, let left, let right):
      left.visit(body)
      right.visit(body)
    case .function(_, let arguments):
      for argument in arguments { argument.visit(body) }
    case .rowAggregate(_, let operand): operand.visit(body)
    case .conditional(let predicate, let first, let second):
      predicate.visit(body)
      first.visit(body)
      second.visit(body)
    case .aggregation(_, let collection): collection.filter?.predicate.visit(body)
    case .fetch(let fetch): fetch.predicate?.visit(body)
    case .keyPath, .constant, .object, .null: break
    }
  }

  fileprivate func substituted(_ values: [String: TypedExpression]) -> TypedExpression {
    switch self {
    case .variable(let variable): values[variable.name] ?? self
    case .aggregate(let elements): .aggregate(elements.map { $0.substituted(values) })
    case .arithmetic(let sign, let left, let right):
      .arithmetic(sign, left.substituted(values), right.substituted(values))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.substituted(values) })
    case .rowAggregate(let function, let operand):
      .rowAggregate(function, operand.substituted(values))
    case .conditional(let predicate, let first, let second):
      .conditional(
        predicate.substituted(values), first.substituted(values), second.substituted(values))
    case .aggregation(let function, let collection):
      .aggregation(function, collection.substituted(values))
    case .fetch(let fetch): .fetch(fetch.substituted(values))
    case .keyPath, .constant, .object, .null: self
    }
  }

  /// Whether the value suits the variable: a list if the variable needs a list, and otherwise one
  /// value.
  fileprivate func fits(_ variable: PredicateVariable) -> Bool {
    switch self {
    case .aggregate: variable.isCollection
    // A request returns a list of objects, or one number if it only counts them.
    case .fetch(let fetch): variable.isCollection != fetch.countsOnly
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .arithmetic, .function,
      .conditional, .rowAggregate:
      !variable.isCollection
    }
  }
}
