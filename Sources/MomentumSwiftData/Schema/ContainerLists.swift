import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the lists that are passed to `Schema(…)`, `ModelContainer(for: …)` and
/// `.modelContainer(for: …)` anywhere in the sources.
struct ContainerLists {
  struct List {
    var names: [ModelList.Name] = []
    var unread: [UnreadList] = []
    var identifier: [Int]?
    var file: Int
    var location: SourceLocation
    /// Whether an `#if` around the call decides whether the app has the list.
    var isConditional: Bool
    /// Whether the argument may be a `Schema`, whose classes are listed elsewhere.
    var mayBeSchema = false
  }

  /// The calls that list model classes: `Schema(…)` and `ModelContainer(…)`.
  private enum Call {
    case schema
    case container
  }

  let sources: SwiftDataSources

  /// The lists of the app; if it has none, those of its tests and previews.
  func find() -> [List] {
    let all = sources.files.indices.flatMap { lists(in: $0) }
    let own = all.filter { !SourcePlace.isBeside(sources.files[$0.file].source.path) }
    let counted = own.isEmpty ? all : own
    let hasSchema = counted.contains { !$0.mayBeSchema }
    return counted.filter { !$0.mayBeSchema || !hasSchema }
  }

  private func lists(in file: Int) -> [List] {
    let tokens = sources.tokens(file)
    var result: [List] = []
    var conditions: [Bool] = []
    var index = 0
    while index < tokens.end {
      defer { index += 1 }
      if tokens[index].kind == .pound {
        // A preview has a container of its own, often with fewer classes.
        if tokens.token(index, is: "#Preview") {
          while index < tokens.end, tokens[index].kind != .leftBrace { index += 1 }
          index = tokens.index(afterBracketAt: index) - 1
        } else {
          pass(directive: index, tokens, &conditions)
        }
        continue
      }
      guard tokens[index].kind == .identifier, tokens[index + 1].kind == .leftParenthesis,
        let close = tokens.partner(of: index + 1), let call = call(index, tokens)
      else { continue }
      let arguments = ExpressionReader.arguments(index + 2..<close, in: tokens)
      if var list = list(arguments, call, file: file, index..<close + 1) {
        list.isConditional = conditions.contains(true)
        result.append(list)
      }
    }
    return result
  }

  /// Updates at a directive, for each open `#if`, whether its condition depends on how the sources
  /// are built.
  private func pass(directive index: Int, _ tokens: SwiftTokens, _ conditions: inout [Bool]) {
    let word = tokens.text(index)
    switch word {
    case "#if":
      var end = index + 1
      while end < tokens.end, !tokens[end].startsLine { end += 1 }
      conditions.append(BuildCondition.value(of: tokens.text(index + 1..<end)) != true)
    case "#elseif", "#else": if !conditions.isEmpty { conditions[conditions.count - 1] = true }
    case "#endif": _ = conditions.popLast()
    default: break
    }
  }

  private func call(_ index: Int, _ tokens: SwiftTokens) -> Call? {
    let isMember = tokens[index - 1].kind == .period
    if tokens.token(index, is: "modelContainer") { return isMember ? .container : nil }
    if isMember, !tokens.token(index - 2, is: "SwiftData") { return nil }
    if tokens.token(index, is: "ModelContainer") { return .container }
    return tokens.token(index, is: "Schema") ? .schema : nil
  }

  private func list(
    _ arguments: [SwiftExpression.Argument], _ call: Call, file: Int, _ range: Range<Int>
  ) -> List? {
    guard let first = arguments.first, first.label == (call == .schema ? nil : "for") else {
      return nil
    }
    // `for:` takes any number of types: those after the first one have no label.
    let values = [first] + arguments.dropFirst().prefix { $0.label == nil }
    let version = arguments.first { $0.label == "version" }
    var list = List(
      identifier: version.flatMap { VersionLiteral.read($0.value) }, file: file,
      location: sources.location(file, range), isConditional: false)
    let scope = sources.typeAround(range.lowerBound, in: file).path
    for value in values {
      let expression = value.value.unparenthesized
      let item = ListReader.Item(expression: expression, file: file, scope: scope)
      if call == .container, isSchema(item) { return nil }
      let isType = ModelList(sources: sources).name(item) != nil
      // A type that is passed alone, `User.self`, is read as a list of one element.
      let read = isType ? SwiftExpression(.array([expression]), expression.tokens) : expression
      let found = ModelList(sources: sources).names(read, file: file, scope: scope)
      list.names += found.names
      list.unread += found.unread
    }
    if !list.unread.isEmpty, !usesSwiftData(file) { return nil }
    list.mayBeSchema =
      call == .container && values.count == 1 && list.names.isEmpty && !list.unread.isEmpty
    return list
  }

  /// Whether an argument is a `Schema`, and not a type or a list: the call that makes the schema has the
  /// list.
  private func isSchema(_ item: ListReader.Item) -> Bool {
    guard case .value(let value) = ListReader(sources: sources).followed(item),
      case .call(let callee, _) = value.expression.kind
    else { return false }
    return callee.path?.last == "Schema"
  }

  /// Whether a file, or the whole of the sources, is about SwiftData: other libraries have a `Schema`, too.
  private func usesSwiftData(_ file: Int) -> Bool {
    if case .type? = sources.look(["Schema"], from: [], file: file) { return false }
    func hasImport(_ file: SwiftFile) -> Bool {
      file.declarations.contains { $0.kind == .import && $0.name == "SwiftData" }
    }
    return hasImport(sources.files[file]) || !sources.files.contains(where: hasImport)
  }
}
