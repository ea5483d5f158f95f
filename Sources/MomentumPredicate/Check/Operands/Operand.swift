import MomentumDiagnostics
import MomentumModel

/// An operand whose names are resolved. Constants, arguments and variables have no type yet: the
/// other side of the comparison decides it.
struct Operand {
  indirect enum Shape {
    case path(ResolvedKeyPath)
    /// An expression whose operands all have a type, and the type of its value.
    case typed(TypedExpression, PredicateType)
    case literal(Literal)
    /// A constant that has a type already, such as a folded CAST.
    case value(AttributeValue)
    case argument(PredicateArgument)
    case variable(String)
    case list([Operand])
    case arithmetic(ArithmeticOperator, Operand, Operand)
    case function(PredicateFunction, [Operand])
    case conditional(TypedPredicate, Operand, Operand)
    case rowAggregate(AggregateFunction, Operand)
    /// A `SUBQUERY(…)` without an operator such as `.@count` after it.
    case filtered(FilteredCollection)
    /// A `FETCH(…)` that returns objects, not only their number.
    case fetched(TypedFetch)
  }

  let shape: Shape
  let range: SourceRange
  /// The type of the operand by itself; `nil` if the other side of the comparison decides it.
  let type: PredicateType?
  /// Whether the operand has the same value for every object.
  let isConstant: Bool

  init(_ shape: Shape, _ range: SourceRange) {
    self.shape = shape
    self.range = range
    isConstant = Operand.isConstant(shape)
    type = Operand.type(of: shape)
  }

  /// The operand that a SUBQUERY makes: the objects that it selects, and their entity.
  struct FilteredCollection {
    var collection: TypedCollection
    var entity: EntityID
  }

  private static func isConstant(_ shape: Shape) -> Bool {
    switch shape {
    case .path, .typed, .rowAggregate, .filtered, .fetched: false
    case .literal, .value, .argument, .variable: true
    case .list(let elements): elements.allSatisfy(\.isConstant)
    case .arithmetic(_, let left, let right): left.isConstant && right.isConstant
    case .function(_, let arguments): arguments.allSatisfy(\.isConstant)
    case .conditional(_, let first, let second): first.isConstant && second.isConstant
    }
  }

  private static func type(of shape: Shape) -> PredicateType? {
    switch shape {
    case .path(let path): path.type
    case .typed(_, let type): type
    case .value(let value): .attribute(value.naturalType)
    case .literal, .argument, .variable, .list: nil
    case .arithmetic(let sign, let left, let right):
      left.type == nil && right.type == nil ? nil : PredicateType.of(sign, left, right)
    case .function(let function, let arguments):
      function.signature.type(ofArgument: arguments.first?.type)
    case .conditional(_, let first, let second): first.type ?? second.type
    case .rowAggregate(let function, let operand): PredicateType.of(function, operand.type)
    case .filtered(let objects): .object(objects.entity)
    case .fetched(let fetch): .object(fetch.entity)
    }
  }

  // MARK: - Properties of an operand

  /// Whether the operand has many values for one object. A count has one value.
  var crossesToMany: Bool {
    switch shape {
    case .path(let path): path.crossesToMany
    case .filtered: true
    case .typed, .literal, .value, .argument, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .fetched:
      false
    }
  }

  /// Whether the operand is a path to the objects of a to-many relationship.
  var isToManyObject: Bool {
    if case .path(let path) = shape { return path.crossesToMany && path.path.target == .object }
    return false
  }

  var isNull: Bool {
    switch shape {
    case .literal(.null), .argument(.null): true
    case .literal, .argument, .path, .typed, .value, .variable, .list, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      false
    }
  }

  /// Whether the operand is a list: `{1, 2}`, or an argument with several values.
  var isList: Bool {
    switch shape {
    case .list, .argument(.list): true
    case .literal, .argument, .path, .typed, .value, .variable, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      false
    }
  }

  var isVariable: Bool {
    if case .variable = shape { true } else { false }
  }

  /// Whether the operand is `{}`.
  var isEmptyList: Bool {
    switch shape {
    case .list(let elements): elements.isEmpty
    case .literal, .argument, .path, .typed, .value, .variable, .arithmetic, .function,
      .conditional, .rowAggregate, .filtered, .fetched:
      false
    }
  }

  /// The type that a constant gets if the other side of the comparison has no type either; `nil` if
  /// the constant does not show one, for example `nil`.
  var constantType: PredicateType? {
    switch shape {
    case .literal(.integer): .attribute(.integer64)
    case .literal(.double): .attribute(.double)
    case .literal(.decimal): .attribute(.decimal)
    case .literal(.string): .attribute(.string)
    case .literal(.null): nil
    case .argument(let argument): Operand.type(of: argument)
    case .list(let elements): elements.lazy.compactMap { $0.type ?? $0.constantType }.first
    case .arithmetic(let sign, let left, let right): PredicateType.of(sign, left, right)
    case .conditional(_, let first, let second): first.constantType ?? second.constantType
    case .function(let function, let arguments):
      function.signature.type(ofArgument: arguments.first?.constantType)
    case .variable, .path, .typed, .value, .rowAggregate, .filtered, .fetched: type
    }
  }

  private static func type(of argument: PredicateArgument) -> PredicateType? {
    switch argument {
    case .text: .attribute(.string)
    case .value(let value): .attribute(value.naturalType)
    case .object(let object): .object(object.entity)
    case .fetch(let fetch): fetch.countsOnly ? .count : .object(fetch.entity)
    case .list(let elements): elements.lazy.compactMap { type(of: $0) }.first
    case .key, .null: nil
    }
  }
}

extension AttributeValue {
  /// The type of the value by itself, for a comparison in which no attribute decides it.
  var naturalType: AttributeType {
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
