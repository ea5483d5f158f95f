package import MomentumDiagnostics
import MomentumSwiftSource

/// The Swift files of a schema, with an index of the types they declare.
package struct SwiftDataSources: Sendable {
  /// A class, struct or enum, and the place where it is declared.
  struct TypeRecord: Sendable {
    /// The index of the file.
    var file: Int
    /// The names from the outermost type or extension to the type itself.
    var path: [String]
    var declaration: SwiftDeclaration
    /// The types that the declaration and its extensions name after the colon.
    var inheritedTypes: [SwiftType]
    /// The conditions of `#if` around the type, outermost first.
    var conditions: [SwiftCondition]

    var name: String { path[path.count - 1] }
    var isModel: Bool {
      declaration.kind == .class && declaration.attribute("Model") != nil
    }
  }

  struct AliasRecord: Sendable {
    var file: Int
    /// The types around the alias.
    var scope: [String]
    var type: SwiftType
  }

  let files: [SwiftFile]
  /// The files as they were read.
  package var sourceFiles: [SourceFile] { files.map(\.source) }
  private(set) var types: [TypeRecord] = []
  /// Members of extensions by the path of the extended type: `models` of a schema may be in one.
  private(set) var extensionMembers: [String: [(file: Int, member: SwiftDeclaration)]] = [:]
  /// The variables that files declare outside of types, by name.
  private(set) var globals: [String: [(file: Int, member: SwiftDeclaration)]] = [:]
  private var typesByPath: [String: [Int]] = [:]
  private var aliasesByPath: [String: [AliasRecord]] = [:]
  private var conformances: [String: [SwiftType]] = [:]

  package init(_ files: [SourceFile]) {
    self.files = files.map(SwiftFile.init)
    for (index, file) in self.files.enumerated() {
      for declaration in file.declarations { add(declaration, file: index, scope: [], []) }
    }
    for index in types.indices {
      let path = types[index].path.joined(separator: ".")
      types[index].inheritedTypes += conformances[path] ?? []
    }
  }

  private mutating func add(
    _ declaration: SwiftDeclaration, file: Int, scope: [String], _ conditions: [SwiftCondition]
  ) {
    let path = scope + declaration.name.split(separator: ".").map(String.init)
    let conditions = conditions + declaration.conditions
    switch declaration.kind {
    case .class, .struct, .enum, .actor:
      typesByPath[path.joined(separator: "."), default: []].append(types.count)
      types.append(
        TypeRecord(
          file: file, path: path, declaration: declaration,
          inheritedTypes: declaration.inheritedTypes, conditions: conditions))
    case .extension:
      let name = path.joined(separator: ".")
      conformances[name, default: []] += declaration.inheritedTypes
      extensionMembers[name, default: []] += declaration.members.map { (file, $0) }
    case .typeAlias:
      guard let type = declaration.type else { return }
      aliasesByPath[path.joined(separator: "."), default: []].append(
        AliasRecord(file: file, scope: scope, type: type))
      return
    case .variable:
      if scope.isEmpty { globals[declaration.name, default: []].append((file, declaration)) }
      return
    case .import, .protocol, .function, .initializer, .deinitializer, .subscript,
      .associatedType, .enumCase, .macro, .operator, .precedenceGroup, .macroExpansion:
      return
    }
    for member in declaration.members { add(member, file: file, scope: path, conditions) }
  }

  // MARK: - Looking up

  /// What a name of a type leads to.
  enum Lookup {
    case type(Int)
    case alias(AliasRecord)
    /// Several declarations have the name, and nothing says which one is meant.
    case ambiguous([Int])
  }

  /// Modules whose types the sources may hide with types of the same names.
  private static let libraries: Set<String> = ["CoreGraphics", "Foundation", "Swift"]

  /// Looks a name up as Swift does: in the type around it, in the type around that, and so on; then
  /// in the module. A first name that is no type is taken as a module's.
  ///
  /// - Parameter names: The parts of the name between its periods.
  func look(_ names: [String], from scope: [String], file: Int) -> Lookup? {
    for count in stride(from: scope.count, through: 0, by: -1) {
      if let found = find((scope.prefix(count) + names).joined(separator: "."), near: file) {
        return found
      }
    }
    // `Foundation.Date` is Foundation's, even if the sources declare a `Date`.
    if names.count > 1, SwiftDataSources.libraries.contains(names[0]) { return nil }
    if names.count > 1, typesByPath[names[0]] == nil, aliasesByPath[names[0]] == nil {
      return look(Array(names.dropFirst()), from: [], file: file)
    }
    // The first names may be an alias of a type that holds the rest.
    guard names.count > 1, case .alias(let alias)? = look([names[0]], from: scope, file: file),
      let target = alias.type.name
    else { return nil }
    let rest = target.split(separator: ".").map(String.init) + names.dropFirst()
    return look(rest, from: alias.scope, file: alias.file)
  }

  /// The type that a name leads to, also by aliases; `nil` if it is not clear which one.
  func type(_ names: [String], from scope: [String], file: Int) -> Int? {
    var (names, scope, file) = (names, scope, file)
    // An alias of an alias of itself has no end.
    for _ in 0..<16 {
      switch look(names, from: scope, file: file) {
      case .type(let index): return index
      case .alias(let alias):
        guard let target = alias.type.name else { return nil }
        names = target.split(separator: ".").map(String.init)
        (scope, file) = (alias.scope, alias.file)
      case .ambiguous, nil: return nil
      }
    }
    return nil
  }

  /// The type or extension around a token: its names from the outermost, and the token of its brace.
  func typeAround(_ token: Int, in file: Int) -> (path: [String], brace: Int?) {
    var path: [String] = []
    var brace: Int?
    var declarations = files[file].declarations
    while let inner = declarations.first(where: {
      $0.kind.hasMembers && ($0.body?.contains(token) ?? false)
    }) {
      path += inner.name.split(separator: ".").map(String.init)
      brace = inner.body.map { $0.lowerBound - 1 }
      declarations = inner.members
    }
    return (path, brace)
  }

  private func find(_ path: String, near file: Int) -> Lookup? {
    if let found = typesByPath[path] {
      if found.count == 1 { return .type(found[0]) }
      let near = nearest(found, to: file)
      return near.count == 1 ? .type(near[0]) : .ambiguous(near)
    }
    return aliasesByPath[path]?.first.map { .alias($0) }
  }

  /// The types whose files share most folders with a file: targets of a project have folders of
  /// their own, and may declare types of the same name.
  private func nearest(_ candidates: [Int], to file: Int) -> [Int] {
    let own = folders(of: file)
    func shared(_ index: Int) -> Int {
      if types[index].file == file { return Int.max }
      return zip(own, folders(of: types[index].file)).prefix { $0 == $1 }.count
    }
    let best = candidates.map(shared).max() ?? 0
    return candidates.filter { shared($0) == best }
  }

  private func folders(of file: Int) -> [Substring] {
    Array(files[file].source.path.split(separator: "/").dropLast())
  }

  /// The members of a type and of its extensions, with the files that they are in.
  func members(of type: TypeRecord) -> [(file: Int, member: SwiftDeclaration)] {
    type.declaration.members.map { (type.file, $0) }
      + (extensionMembers[type.path.joined(separator: ".")] ?? [])
  }

  func tokens(_ file: Int) -> SwiftTokens { files[file].tokens }

  func location(_ file: Int, _ tokens: Range<Int>) -> SourceLocation {
    files[file].tokens.location(tokens)
  }

  /// The place of a declaration's name.
  func location(_ file: Int, _ declaration: SwiftDeclaration) -> SourceLocation {
    location(file, declaration.nameToken..<declaration.nameToken + 1)
  }

  func location(_ type: TypeRecord) -> SourceLocation { location(type.file, type.declaration) }
}
