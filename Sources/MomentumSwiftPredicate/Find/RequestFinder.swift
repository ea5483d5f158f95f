import MomentumDiagnostics
import MomentumSwiftSource

/// A request as it is written in a file; its names are not looked up in the model yet.
struct FoundRequest {
  var kind: SwiftRequest.Kind
  /// The tokens with which the request begins; findings about the whole request are reported there.
  var tokens: Range<Int>
  /// The class, as written; `nil` if the file does not say it.
  var className: SwiftType?
  /// The closure of the predicate or expression.
  var closure: SwiftClosure?
  /// The name of the variable that holds the predicate, for a request without a closure of its own.
  var predicateName: String?
  /// The name of the variable that the request is stored in.
  var name: String?
  /// The argument that gives the order: a list of sort descriptors, or one key path.
  var sort: SwiftExpression?
  /// The argument `order:` beside a single key path, such as `.reverse`.
  var order: SwiftExpression?
  var limit: SwiftExpression?
  var offset: SwiftExpression?
  var pendingChanges: SwiftExpression?
  var propertiesToFetch: SwiftExpression?
  var prefetched: SwiftExpression?
}

/// Finds the requests of a file, also those inside function bodies, of which a `SwiftFile` knows no
/// declarations.
struct RequestFinder {
  let file: SwiftFile
  private var found: [FoundRequest] = []

  init(_ file: SwiftFile) { self.file = file }

  private var tokens: SwiftTokens { file.tokens }

  static func find(in file: SwiftFile) -> [FoundRequest] {
    var finder = RequestFinder(file)
    finder.run()
    return finder.found
  }

  private mutating func run() {
    var index = 0
    while index < tokens.end { index = max(step(at: index), index + 1) }
  }

  /// Reads a request at an index. Returns the index to go on at.
  private mutating func step(at index: Int) -> Int {
    let token = tokens[index]
    switch token.kind {
    case .pound:
      if tokens.token(index, is: "#Predicate") { return readMacro(.predicate, at: index) }
      if tokens.token(index, is: "#Expression") { return readMacro(.expression, at: index) }
    case .identifier:
      if tokens.token(index, is: "FetchDescriptor") { return readDescriptor(at: index) }
      if tokens.token(index, is: "Query") { return readQuery(at: index) }
    default: break
    }
    return index + 1
  }

  // MARK: - Macros

  private mutating func readMacro(_ kind: SwiftRequest.Kind, at index: Int) -> Int {
    guard let expression = leftmost(at: index), case .macro(let macro) = expression.kind,
      let closure = macro.closure
    else { return index + 1 }
    var request = FoundRequest(kind: kind, tokens: index..<index + 1)
    request.closure = closure
    request.className =
      macro.genericArguments.first ?? closure.parameters.first?.type
      ?? RequestContext(file).className(kind == .predicate ? "Predicate" : "Expression", at: index)
    request.name = RequestContext(file).variableName(before: index)
    found.append(request)
    return expression.tokens.upperBound
  }

  // MARK: - FetchDescriptor

  private mutating func readDescriptor(at index: Int) -> Int {
    guard let expression = leftmost(at: index),
      case .call(let callee, let arguments) = expression.kind,
      case .name(_, let types) = callee.kind,
      tokens[callee.tokens.upperBound].kind == .leftParenthesis
    else { return index + 1 }
    let context = RequestContext(file)
    var request = FoundRequest(kind: .descriptor, tokens: index..<index + 1)
    for argument in arguments {
      switch argument.label {
      case "predicate": readPredicate(argument.value, into: &request)
      case "sortBy": request.sort = argument.value
      default: break
      }
    }
    request.className =
      types.first ?? request.className
      ?? context.className("FetchDescriptor", at: index) ?? sortedClass(request.sort)
    request.name = context.variableName(before: index)
    if let name = request.name {
      readAssignments(to: name, from: expression.tokens.upperBound, into: &request)
    }
    found.append(request)
    return expression.tokens.upperBound
  }

  /// Reads an argument that is a `#Predicate`, or the name of a variable that holds one.
  private func readPredicate(_ expression: SwiftExpression, into request: inout FoundRequest) {
    switch expression.unparenthesized.kind {
    case .macro(let macro):
      request.closure = macro.closure
      request.className = macro.genericArguments.first ?? macro.closure?.parameters.first?.type
    case .name(let name, _):
      let earlier = found.last { $0.name == name && $0.kind == .predicate }
      request.predicateName = name
      request.closure = earlier?.closure
      request.className = earlier?.className
    default: break
    }
  }

  /// Reads `descriptor.fetchLimit = 10` after the declaration, up to the end of the braces around it.
  private func readAssignments(
    to name: String, from start: Int, into request: inout FoundRequest
  ) {
    var index = start
    while index + 3 < tokens.end, tokens[index].kind != .rightBrace {
      guard tokens[index].kind == .identifier, tokens[index + 1].kind == .period,
        tokens[index + 3].kind == .op, tokens.token(index + 3, is: "="), tokens.name(index) == name
      else {
        index = skip(index)
        continue
      }
      var reader = ExpressionReader(tokens, in: index + 4..<tokens.end)
      let value = reader.read()
      switch tokens.name(index + 2) {
      case "predicate": value.map { readPredicate($0, into: &request) }
      case "sortBy": request.sort = value
      case "fetchLimit": request.limit = value
      case "fetchOffset": request.offset = value
      case "includePendingChanges": request.pendingChanges = value
      case "propertiesToFetch": request.propertiesToFetch = value
      case "relationshipKeyPathsForPrefetching": request.prefetched = value
      default: break
      }
      index = max(value?.tokens.upperBound ?? index + 4, index + 4)
    }
  }

  /// The index after a token or the body it opens.
  private func skip(_ index: Int) -> Int {
    guard tokens[index].kind == .leftBrace else { return index + 1 }
    // Skip blocks: an assignment inside an `if` may not happen.
    return tokens.index(afterBracketAt: index)
  }

  // MARK: - @Query

  private mutating func readQuery(at index: Int) -> Int {
    let isAttribute = index > 0 && tokens[index - 1].kind == .at
    let isValue = index > 0 && tokens[index - 1].kind == .op && tokens.token(index - 1, is: "=")
    guard isAttribute || isValue else { return index + 1 }
    var request = FoundRequest(kind: .query, tokens: index..<index + 1)
    var end = index + 1
    var arguments: [SwiftExpression.Argument] = []
    if let expression = leftmost(at: index), case .call(let callee, let given) = expression.kind,
      tokens[callee.tokens.upperBound].kind == .leftParenthesis
    {
      end = tokens.index(afterBracketAt: callee.tokens.upperBound)
      arguments = given
      if case .name(_, let types) = callee.kind { request.className = types.first }
    } else if isValue {
      return index + 1
    }
    for argument in arguments {
      switch argument.label {
      case "filter": readPredicate(argument.value, into: &request)
      case "sort": request.sort = argument.value
      case "order": request.order = argument.value
      case nil:
        // `@Query(FetchDescriptor(…))` is found as a FetchDescriptor, so it is no request here.
        if case .call = argument.value.kind { return index + 1 }
      default: break
      }
    }
    request.className =
      request.className
      ?? RequestContext(file).elementClass(behind: end) ?? sortedClass(request.sort)
    found.append(request)
    return end
  }

  // MARK: - Expressions

  /// The operand that begins at an index, with the members and calls after it.
  private func leftmost(at index: Int) -> SwiftExpression? {
    let reach = NestingLimit.reach(from: index, in: tokens)
    guard NestingLimit.allows(reach, in: tokens) else { return nil }
    var reader = ExpressionReader(tokens, in: index..<tokens.end)
    return reader.read()?.leftmost
  }

  /// The class that the first key path of a sort names: `\Trip.name`.
  private func sortedClass(_ sort: SwiftExpression?) -> SwiftType? {
    guard let first = sort.flatMap({ SortReader.descriptors($0) })?.first,
      case .keyPath(let path) = first.path.kind, path.hasRoot
    else { return nil }
    let names = path.names.compactMap { $0 }.prefix { $0.first?.isUppercase == true }
    return names.isEmpty ? nil : .named(names.map { SwiftType.Component($0) })
  }
}

extension SwiftExpression {
  /// The first operand of the expression, which is the macro or the call that the request begins
  /// with.
  fileprivate var leftmost: SwiftExpression {
    switch kind {
    case .binary(_, let left, _): left.leftmost
    case .ternary(let condition, _, _): condition.leftmost
    case .cast(let operand, _, _): operand.leftmost
    case .postfix(_, let operand), .forceUnwrap(let operand), .optionalChain(let operand):
      operand.leftmost
    case .member(let base?, _): base.leftmost
    case .subscripted(let base, _): base.leftmost
    case .call(let callee, _):
      if case .name = callee.kind { self } else { callee.leftmost }
    default: self
    }
  }
}

extension SwiftExpression.Macro {
  /// The last closure among the arguments, which is the body of a `#Predicate` or `#Expression`.
  fileprivate var closure: SwiftClosure? {
    for argument in arguments.reversed() {
      if case .closure(let closure) = argument.value.unparenthesized.kind { return closure }
    }
    return nil
  }
}
