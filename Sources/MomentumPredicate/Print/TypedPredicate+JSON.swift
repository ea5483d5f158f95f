package import MomentumDiagnostics
package import MomentumModel

// A typed predicate as JSON, with names in place of ids: `momentum dump typed`.

extension TypedPredicate {
  /// The tree with its types.
  package func json(in model: ObjectModel) -> JSONText {
    switch self {
    case .constant(let value): .object([("constant", .bool(value))])
    case .and(let operands): .object([("and", .array(operands.map { $0.json(in: model) }))])
    case .or(let operands): .object([("or", .array(operands.map { $0.json(in: model) }))])
    case .not(let operand): .object([("not", operand.json(in: model))])
    case .comparison(let comparison):
      .object([
        (
          "comparison",
          .object(
            [
              (
                "operator",
                .string(
                  comparison.comparisonOperator.text
                    + comparison.options.text)
              )
            ]
              + (comparison.quantifier.map { [("quantifier", .string($0.rawValue))] } ?? [])
              + [
                ("left", comparison.left.json(in: model)),
                ("right", comparison.right.json(in: model)),
              ])
        )
      ])
    }
  }
}

extension TypedExpression {
  fileprivate func json(in model: ObjectModel) -> JSONText {
    switch self {
    case .keyPath(let path): .object([("keyPath", path.json(in: model))])
    case .aggregation(let function, let collection):
      .object([
        ("aggregation", .string(function.rawValue)),
        ("collection", collection.json(in: model)),
      ])
    case .arithmetic(let sign, let left, let right):
      .object([
        ("arithmetic", .string(sign.rawValue)),
        ("left", left.json(in: model)), ("right", right.json(in: model)),
      ])
    case .function(let function, let arguments):
      .object([
        ("function", .string(function.name)),
        ("arguments", .array(arguments.map { $0.json(in: model) })),
      ])
    case .conditional(let predicate, let first, let second):
      .object([
        ("if", predicate.json(in: model)), ("then", first.json(in: model)),
        ("else", second.json(in: model)),
      ])
    case .rowAggregate(let function, let operand):
      .object([
        ("rowAggregate", .string(function.rawValue)), ("operand", operand.json(in: model)),
      ])
    case .fetch(let fetch):
      .object(
        [("fetch", .string(model[fetch.entity].name))]
          + (fetch.predicate.map { [("predicate", $0.json(in: model))] } ?? [])
          + (fetch.groupBy.isEmpty
            ? [] : [("groupBy", .array(fetch.groupBy.map { $0.json(in: model) }))])
          + [("countsOnly", .bool(fetch.countsOnly))])
    case .constant(let value):
      .object([("constant", value.json), ("type", .string(value.typeName))])
    case .object(let reference):
      .object([
        ("object", .string("\(model[reference.entity].name)/p\(reference.primaryKey)"))
      ])
    case .null: .object([("constant", .null)])
    case .variable(let variable):
      .object([
        ("variable", .string(variable.name)), ("type", .string(variable.type.name(in: model))),
        ("isCollection", .bool(variable.isCollection)),
      ])
    case .aggregate(let elements):
      .object([("aggregate", .array(elements.map { $0.json(in: model) }))])
    }
  }
}

extension TypedCollection {
  fileprivate func json(in model: ObjectModel) -> JSONText {
    .object(
      [("path", path.json(in: model))]
        + (filter.map {
          [("variable", .string($0.variable)), ("where", $0.predicate.json(in: model))]
        } ?? [])
        + (value.map { [("value", $0.json(in: model))] } ?? []))
  }
}

extension TypedKeyPath {
  fileprivate func json(in model: ObjectModel) -> JSONText {
    let relationships = steps.map { step in
      "\(model[step.entity].name).\(model[step].name)" + (model[step].isToMany ? " →→ " : " → ")
        + model[model[step].destination].name
    }
    let variable: [(String, JSONText)] =
      if case .variable(let name) = origin { [("variable", .string(name))] } else { [] }
    return .object(
      variable + [
        ("root", .string(model[root].name)), ("steps", .array(relationships.map(JSONText.string))),
        ("target", .string(targetName(in: model))),
      ])
  }

  private func targetName(in model: ObjectModel) -> String {
    switch target {
    case .object: "object"
    case .attribute(let id):
      "\(model[id.entity].name).\(model[id].name): \(model[id].type.xmlName)"
    case .compositeElement(let id, let path):
      "\(model[id.entity].name).\(model[id].name).\(path.joined(separator: "."))"
    }
  }
}

extension PredicateType {
  /// The type as text: `String`, `object of Venue`, `count`.
  package func name(in model: ObjectModel) -> String {
    switch self {
    case .attribute(let type): type.xmlName
    case .object(let entity): "object of \(model[entity].name)"
    case .count: "count"
    }
  }
}

extension AttributeValue {
  fileprivate var typeName: String {
    switch self {
    case .integer: "integer"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .boolean: "boolean"
    case .date: "date"
    case .binary: "binary"
    case .uuid: "UUID"
    case .uri: "URI"
    }
  }
}
