import MomentumDiagnostics
import MomentumSwiftSource

/// Reads lists of model types: `[User.self, SchemaV1.Item.self] + Shared.models`.
struct ModelList {
  /// A type that a list names.
  struct Name {
    var path: [String]
    var file: Int
    /// The types around the name, where the list is inside another declaration.
    var scope: [String]?
    var location: SourceLocation
  }

  /// Lists that refer to lists are followed this far.
  static let depthMax = 8

  let sources: SwiftDataSources

  func names(
    _ expression: SwiftExpression, file: Int, scope: [String], depth: Int = 0
  ) -> [Name] {
    let expression = expression.unparenthesized
    switch expression.kind {
    case .array(let items):
      return items.flatMap { names($0, file: file, scope: scope, depth: depth) }
    case .binary("+", let left, let right):
      return names(left, file: file, scope: scope, depth: depth)
        + names(right, file: file, scope: scope, depth: depth)
    case .cast(let value, _, _), .effect(_, let value):
      return names(value, file: file, scope: scope, depth: depth)
    case .member(let base?, "self"):
      guard let path = base.path else { return [] }
      return [
        Name(
          path: path.filter { !$0.isEmpty }, file: file, scope: scope,
          location: sources.location(file, expression.tokens))
      ]
    case .member, .name:
      guard depth < ModelList.depthMax, let path = expression.path else { return [] }
      return referred(path, file: file, scope: scope, depth: depth)
    default: return []
    }
  }

  /// The list that a static variable has: `models`, `SchemaV1.models`.
  private func referred(_ path: [String], file: Int, scope: [String], depth: Int) -> [Name] {
    guard let variable = path.last else { return [] }
    let owner = path.dropLast().filter { $0 != "Self" && $0 != "self" && !$0.isEmpty }
    let place =
      owner.isEmpty
      ? sources.look(scope, from: [], file: file)
      : sources.look(Array(owner), from: scope, file: file)
    guard case .type(let index)? = place else { return [] }
    let type = sources.types[index]
    for (file, member) in sources.members(of: type)
    where member.kind == .variable && member.name == variable {
      guard let value = StoredValue.expression(of: member, in: sources.tokens(file)) else {
        continue
      }
      return names(value, file: file, scope: type.path, depth: depth + 1)
    }
    return []
  }
}

/// Finds the lists that are given to `Schema(…)`, `ModelContainer(for: …)` and
/// `.modelContainer(for: …)` anywhere in the sources.
struct ContainerLists {
  struct List {
    var names: [ModelList.Name]
    var identifier: [Int]?
    var file: Int
    var location: SourceLocation
  }

  let sources: SwiftDataSources

  /// The lists of the app; if it has none, those of its tests and previews.
  func find() -> [List] {
    let all = sources.files.indices.flatMap { lists(in: $0) }
    let own = all.filter { !SourcePlace.isBeside(sources.files[$0.file].source.path) }
    return own.isEmpty ? all : own
  }

  private func lists(in file: Int) -> [List] {
    let tokens = sources.tokens(file)
    var result: [List] = []
    var index = 0
    while index < tokens.end {
      defer { index += 1 }
      // A preview has a container of its own, often with fewer classes.
      if tokens[index].kind == .pound, tokens.token(index, is: "#Preview") {
        while index < tokens.end, tokens[index].kind != .leftBrace { index += 1 }
        index = tokens.index(afterBracketAt: index) - 1
        continue
      }
      guard tokens[index].kind == .identifier, tokens[index + 1].kind == .leftParenthesis,
        let close = tokens.partner(of: index + 1), isContainer(index, tokens)
      else { continue }
      let arguments = ExpressionReader.arguments(index + 2..<close, in: tokens)
      if let list = list(arguments, file: file, index..<close + 1) { result.append(list) }
    }
    return result
  }

  private func isContainer(_ index: Int, _ tokens: SwiftTokens) -> Bool {
    tokens.token(index, is: "Schema") || tokens.token(index, is: "ModelContainer")
      || (tokens.token(index, is: "modelContainer") && tokens[index - 1].kind == .period)
  }

  private func list(
    _ arguments: [SwiftExpression.Argument], file: Int, _ range: Range<Int>
  ) -> List? {
    guard let first = arguments.first, first.label == nil || first.label == "for" else {
      return nil
    }
    // `for:` takes any number of types: those after the first one have no label.
    let values = [first] + arguments.dropFirst().prefix { $0.label == nil }
    let names = values.flatMap {
      ModelList(sources: sources).names($0.value, file: file, scope: [])
    }
    guard !names.isEmpty else { return nil }
    let version = arguments.first { $0.label == "version" }
    return List(
      names: names, identifier: version.flatMap { VersionLiteral.read($0.value) }, file: file,
      location: sources.location(file, range))
  }
}
