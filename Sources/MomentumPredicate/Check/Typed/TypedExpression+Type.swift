package import MomentumModel

extension TypedExpression {
  /// The type of the value; `nil` for nil, for a list, and if the operands do not decide it.
  ///
  /// Arithmetic on integers makes an Integer 64, also with `/`. A date plus a number of seconds is
  /// a Date, and a date minus a date is a Double of seconds. `.fetch` is a count or an object.
  package func type(in model: ObjectModel) -> PredicateType? {
    switch self {
    case .keyPath(let path): return path.type(in: model)
    case .aggregation(let function, let collection):
      let value = collection.value.flatMap { $0.type(in: model) }
      return PredicateType.of(function, value ?? collection.path.type(in: model))
    case .constant(let value): return .attribute(value.naturalType)
    case .object(let reference): return .object(reference.entity)
    case .null, .aggregate: return nil
    case .variable(let variable): return variable.isCollection ? nil : variable.type
    case .arithmetic(let sign, let left, let right):
      return PredicateType.computed(sign, left.type(in: model), right.type(in: model))
    case .function(let function, let arguments):
      return function.signature.type(ofArgument: arguments.first?.type(in: model))
    case .conditional(_, let first, let second):
      return first.type(in: model) ?? second.type(in: model)
    case .rowAggregate(let function, let operand):
      return PredicateType.of(function, operand.type(in: model))
    case .fetch(let fetch): return fetch.countsOnly ? .count : .object(fetch.entity)
    }
  }
}

extension TypedKeyPath {
  /// The type at the end of the path; `nil` if the composite has no such element.
  package func type(in model: ObjectModel) -> PredicateType? {
    switch target {
    case .object: return .object(steps.last.map { model[$0].destination } ?? root)
    case .attribute(let id): return .attribute(model[id].type)
    case .compositeElement(let id, let path):
      var type = model[id].type
      for name in path {
        guard case .composite(let composite) = type,
          let element = model[composite].elements.first(where: { $0.name == name })
        else { return nil }
        type = element.type
      }
      return .attribute(type)
    }
  }
}
