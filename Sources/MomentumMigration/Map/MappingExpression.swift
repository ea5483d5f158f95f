import MomentumDiagnostics
import MomentumPredicate

/// A value expression of a property mapping, of the kinds that Momentum carries out.
///
/// Source: 110 expressions in 129 files of public repositories (observed). Other expressions are
/// refused with a message that names the expression.
indirect enum MappingExpression: Hashable {
  /// A literal: `"Unknown"`, `0`, `nil`.
  case constant(Literal)
  /// `$source.owner.name`; `$source` alone if the list of keys is empty.
  case source([String])
  /// `now()`
  case now
  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:…", <name>, <path>)`
  case destinations(mapping: String, source: [String])
  /// `FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:…", <name>, <path>)`
  case destinationsOfRelationship(String, source: [String])
  /// `FUNCTION($entityPolicy, "method:", …)`
  case policy(selector: String, [MappingExpression])
  /// `$manager` and the other variables, which only a policy's method can use.
  case variable(String)

  /// Why Momentum does not carry out an expression.
  struct Refusal: Error, Hashable {
    /// The key path that cannot be followed; `nil` if the reason is not a key path.
    var path: String?
    var reason: String

    init(path: String? = nil, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  static func parse(_ text: String) throws(Refusal) -> MappingExpression {
    // The reader of compiled mapping models writes `<reason>` in place of an expression that it
    // could not decode.
    if text.hasPrefix("<") { throw Refusal(reason: String(text.dropFirst().prefix { $0 != ">" })) }
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<expression>", text: text)
    guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else {
      throw Refusal(reason: diagnostics.all.first?.text ?? "it cannot be read")
    }
    return try read(syntax)
  }

  private static func read(_ syntax: ExpressionSyntax) throws(Refusal) -> MappingExpression {
    switch syntax.kind {
    case .literal(let literal): return .constant(literal)
    case .variable("source"): return .source([])
    case .variable(let name):
      guard
        ["manager", "destination", "entityMapping", "propertyMapping", "entityPolicy"].contains(
          name)
      else { throw Refusal(reason: "a mapping model has no variable '$\(name)'") }
      return .variable(name)
    case .path(let base, let components): return .source(try keys(base, components))
    case .call(let call):
      guard call.selector == "now", call.arguments.isEmpty else {
        throw Refusal(reason: "the function '\(call.selector)'")
      }
      return .now
    case .function(let target, let selector, let arguments):
      return try function(target, selector, arguments)
    case .selfObject, .keyPath:
      throw Refusal(reason: "a key path that does not begin with '$source'")
    case .anyKey: throw Refusal(reason: "ANYKEY")
    case .indexSymbol, .index: throw Refusal(reason: "an index")
    case .argument: throw Refusal(reason: "an argument of a format")
    case .aggregate: throw Refusal(reason: "a list")
    case .method: throw Refusal(reason: "a function of a value")
    case .arithmetic: throw Refusal(reason: "arithmetic")
    case .setOperation: throw Refusal(reason: "an operation on sets")
    case .subquery: throw Refusal(reason: "SUBQUERY")
    case .ternary: throw Refusal(reason: "TERNARY")
    case .cast: throw Refusal(reason: "CAST")
    case .fetch: throw Refusal(reason: "FETCH")
    case .assignment: throw Refusal(reason: "an assignment")
    }
  }

  private static func function(
    _ target: ExpressionSyntax, _ selector: ExpressionSyntax, _ arguments: [ExpressionSyntax]
  ) throws(Refusal) -> MappingExpression {
    guard case .variable(let name) = target.kind, case .literal(.string(let method)) = selector.kind
    else { throw Refusal(reason: "a function of something other than a variable") }
    switch name {
    case "manager": return try managerFunction(method, arguments)
    case "entityPolicy":
      var values: [MappingExpression] = []
      for argument in arguments { values.append(try read(argument)) }
      return .policy(selector: method, values)
    case _: throw Refusal(reason: "the method '\(method)' of '$\(name)'")
    }
  }

  private static func managerFunction(
    _ method: String, _ arguments: [ExpressionSyntax]
  ) throws(Refusal) -> MappingExpression {
    guard [MappingText.mappingSelector, MappingText.relationshipSelector].contains(method),
      arguments.count == 2, case .literal(.string(let name)) = arguments[0].kind,
      case .source(let path) = try read(arguments[1])
    else { throw Refusal(reason: "the method '\(method)' of '$manager' with these arguments") }
    return method == MappingText.mappingSelector
      ? .destinations(mapping: name, source: path)
      : .destinationsOfRelationship(name, source: path)
  }

  /// Collection operators that combine the objects reached over several paths. They have no effect
  /// here, because a relationship has each object once anyway.
  private static let unions = [
    "distinctUnionOfObjects", "unionOfObjects", "distinctUnionOfSets", "unionOfSets",
    "distinctUnionOfArrays", "unionOfArrays",
  ]

  private static func keys(
    _ base: ExpressionSyntax, _ components: [KeyComponent]
  ) throws(Refusal) -> [String] {
    guard case .variable(let name) = base.kind else {
      throw Refusal(reason: "a key path of something other than '$source'")
    }
    guard name == "source" else { throw Refusal(reason: "a key path of '$\(name)'") }
    var result: [String] = []
    for component in components {
      switch component.name {
      case .key(let key), .quoted(let key): result.append(key)
      case .collectionOperator(let name):
        guard unions.contains(name) else { throw Refusal(reason: "the operator '@\(name)'") }
      case .argument, .variable, .expression: throw Refusal(reason: "a key that is computed")
      }
    }
    return result
  }
}
