import MomentumDiagnostics
import MomentumSwiftSource

/// Finds the values of variables that lists name: of a constant in the code around, a static member,
/// a global.
struct VariableFinder {
  enum Answer {
    case value(ListReader.Item)
    case unread(UnreadList)
  }

  let sources: SwiftDataSources

  /// The value of the variable that a name leads to: `types`, `Self.models`, `SchemaV1.models`.
  ///
  /// - Parameter item: The name with its place.
  func find(_ path: [String], for item: ListReader.Item) -> Answer {
    let name = path.last ?? ""
    let owner = path.dropLast().filter { $0 != "Self" && $0 != "self" && !$0.isEmpty }
    let found =
      owner.isEmpty
      ? unqualified(name, item, isBare: path.count == 1)
      : sources.type(Array(owner), from: item.scope, file: item.file).map { index in
        member(name, of: sources.types[index])
      } ?? (owner.count == 1 ? global(name, near: item.file) : nil)
    return found
      ?? .unread(
        UnreadList(
          reason: .unknownName(path.filter { !$0.isEmpty }.joined(separator: ".")),
          location: sources.location(item.file, item.expression.tokens)))
  }

  /// The value of a static member of a type; `nil` if the type has none of that name.
  func member(_ name: String, of type: SwiftDataSources.TypeRecord) -> Answer? {
    let found = sources.members(of: type).filter {
      $0.member.kind == .variable && $0.member.name == name
    }
    guard let first = found.first else { return nil }
    if found.count > 1 { return unread(.repeated(name), found[1].file, found[1].member) }
    return value(of: first.member, file: first.file, scope: type.path) { changes in
      changes.areIn(type)
    }
  }

  // MARK: - Without a type's name

  /// - Parameter isBare: Whether the name is written without `self.` before it.
  private func unqualified(_ name: String, _ item: ListReader.Item, isBare: Bool) -> Answer? {
    if isBare, let local = local(name, item) { return local }
    for count in stride(from: item.scope.count, to: 0, by: -1) {
      guard
        case .type(let index)? = sources.look(
          Array(item.scope.prefix(count)), from: [], file: item.file)
      else { continue }
      if let found = member(name, of: sources.types[index]) { return found }
    }
    return global(name, near: item.file)
  }

  /// The value of a variable that functions around the name declare before it.
  private func local(_ name: String, _ item: ListReader.Item) -> Answer? {
    let tokens = sources.tokens(item.file)
    let place = item.expression.tokens.lowerBound
    let type = sources.typeAround(place, in: item.file)
    guard
      let found = LocalVariable.find(
        name, before: place, inType: type.brace, in: tokens)
    else { return nil }
    guard let declaration = found.declaration(in: sources.files[item.file]) else {
      return .unread(
        UnreadList(
          reason: .unknownName(name),
          location: sources.location(item.file, item.expression.tokens)))
    }
    if found.isConditional { return unread(.condition, item.file, declaration) }
    return value(of: declaration, file: item.file, scope: item.scope) { changes in
      changes.areIn(item.file, found.visibleIn)
    }
  }

  private func global(_ name: String, near file: Int) -> Answer? {
    var found = sources.globals[name] ?? []
    // Another file's private variable of this name is not meant.
    let own = found.filter { $0.file == file }
    if !own.isEmpty { found = own }
    guard let first = found.first else { return nil }
    if found.count > 1 { return unread(.repeated(name), found[1].file, found[1].member) }
    return value(of: first.member, file: first.file, scope: []) { $0.areAnywhere }
  }

  // MARK: - Values

  private func value(
    of variable: SwiftDeclaration, file: Int, scope: [String],
    isChanged: (VariableChanges) -> Bool
  ) -> Answer {
    let tokens = sources.tokens(file)
    if variable.conditions.contains(where: { BuildCondition.value(of: $0) != true }) {
      return unread(.condition, file, variable)
    }
    guard let range = StoredValue.range(of: variable, in: tokens) else {
      return unread(.unknownName(variable.name), file, variable)
    }
    if StoredValue.hasCondition(range, in: tokens) { return unread(.condition, file, variable) }
    let isStored = variable.value != nil && !variable.isConstant
    if isStored, isChanged(VariableChanges(of: variable, file: file, sources: sources)) {
      return unread(.changed(variable.name), file, variable)
    }
    return .value(
      ListReader.Item(
        expression: ExpressionReader.read(range, in: tokens), file: file, scope: scope))
  }

  private func unread(
    _ reason: UnreadList.Reason, _ file: Int, _ variable: SwiftDeclaration
  ) -> Answer {
    .unread(UnreadList(reason: reason, location: sources.location(file, variable)))
  }
}

/// Searches for code that changes a variable: `types.append(B.self)`, `types += more`, `&types`.
struct VariableChanges {
  private let variable: SwiftDeclaration
  private let file: Int
  private let sources: SwiftDataSources

  init(of variable: SwiftDeclaration, file: Int, sources: SwiftDataSources) {
    self.variable = variable
    self.file = file
    self.sources = sources
  }

  private static let methods: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast", "replace",
    "replaceSubrange", "removeSubrange",
  ]

  /// Whether code changes a static member of a type: with the type's name before the variable's, or
  /// inside the type.
  func areIn(_ type: SwiftDataSources.TypeRecord) -> Bool {
    sources.files.indices.contains { file in
      let tokens = sources.tokens(file)
      let inner = sources.members(of: type).filter { $0.file == file }.map(\.member.tokens)
      return changes(file).contains { index in
        guard tokens[index - 1].kind == .period else {
          return inner.contains { $0.contains(index) }
        }
        return [type.name, "Self", "self"].contains(tokens.name(index - 2))
          && (tokens.name(index - 2) == type.name || inner.contains { $0.contains(index) })
      }
    }
  }

  /// Whether code in a range of a file changes a local variable.
  func areIn(_ file: Int, _ range: Range<Int>) -> Bool {
    let tokens = sources.tokens(file)
    return changes(file).contains { range.contains($0) && tokens[$0 - 1].kind != .period }
  }

  /// Whether code of any file changes a global variable.
  var areAnywhere: Bool {
    sources.files.indices.contains { file in
      let tokens = sources.tokens(file)
      return changes(file).contains { tokens[$0 - 1].kind != .period }
    }
  }

  /// The indices of the variable's name where something of this name is changed.
  private func changes(_ file: Int) -> [Int] {
    let tokens = sources.tokens(file)
    return (0..<tokens.end).filter { index in
      guard tokens[index].kind == .identifier || tokens[index].kind == .quotedIdentifier,
        tokens.name(index) == variable.name
      else { return false }
      let isDeclared = tokens.token(index - 1, is: "var") || tokens.token(index - 1, is: "let")
      if isDeclared { return false }
      if tokens[index - 1].kind == .op, tokens.token(index - 1, is: "&") { return true }
      let next = tokens[index + 1]
      if next.kind == .op {
        return tokens.token(index + 1, is: "=") || tokens.token(index + 1, is: "+=")
      }
      return next.kind == .period && VariableChanges.methods.contains(tokens.name(index + 2))
    }
  }
}
