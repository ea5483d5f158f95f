package import MomentumDiagnostics
import MomentumSwiftSource

/// The places in Swift sources that name a class.
///
/// A name is looked up as Swift does, so `SchemaV1.Trip` and `Trip` may be two classes. Names inside of
/// string interpolations are found too.
///
/// ```swift
/// let uses = ClassUses(of: "Trip", declaredAt: place, in: files)
/// print(uses.find())
/// ```
package struct ClassUses: Sendable {
  /// Which class the bare name means at a place.
  package enum Meaning: Sendable, Hashable {
    case theClass
    case other
    case unclear
  }

  private let sources: SwiftDataSources
  private let name: String
  /// The class among the types of the sources; `nil` for a class that no source declares.
  private let target: Int?

  /// - Parameter place: The name in the declaration of the class; `nil` for a class that Xcode makes.
  package init(of name: String, declaredAt place: SourceLocation?, in files: [SourceFile]) {
    let sources = SwiftDataSources(files.filter { $0.path.hasSuffix(".swift") })
    self.sources = sources
    self.name = name
    let declared = sources.types.indices.filter { sources.types[$0].name == name }
    target =
      if let place { declared.first { sources.location(sources.types[$0]) == place } } else {
        declared.first { sources.types[$0].path.count == 1 }
      }
  }

  /// The place of another type that the new name would be taken for, if there is one.
  package func declaration(of newName: String) -> SourceLocation? {
    let scope = target.map { Array(sources.types[$0].path.dropLast()) } ?? []
    return sources.types.first { $0.name == newName && Array($0.path.dropLast()) == scope }
      .map { sources.location($0) }
  }

  /// Whether another class of the sources has the name.
  package var hasNamesakes: Bool {
    sources.types.indices.contains { $0 != target && sources.types[$0].name == name }
  }

  // MARK: - Uses

  /// The name wherever it means the class, its own declaration included, in the order of the files.
  package func find() -> [SourceLocation] {
    var result: [SourceLocation] = []
    for file in sources.files.indices {
      let tokens = sources.tokens(file)
      find(in: tokens, file: file, result: &result) { sources.typeAround($0, in: file).path }
    }
    return result
  }

  private func find(
    in tokens: SwiftTokens, file: Int, result: inout [SourceLocation], scope: (Int) -> [String]
  ) {
    for index in 0..<tokens.end {
      switch tokens[index].kind {
      case .identifier, .quotedIdentifier:
        if tokens.name(index) == name, isUse(index, tokens, file, scope(index)) {
          result.append(tokens.location(index..<index + 1))
        }
      case .string:
        guard let literal = tokens.stringLiteral(at: index), !literal.interpolations.isEmpty else {
          continue
        }
        let path = scope(index)
        for interpolation in literal.interpolations {
          let inner = SwiftTokens(tokens.file, in: interpolation.content)
          find(in: inner, file: file, result: &result) { _ in path }
        }
      default: break
      }
    }
  }

  private func isUse(_ index: Int, _ tokens: SwiftTokens, _ file: Int, _ scope: [String]) -> Bool {
    let isOtherName = ["case", "func", "let", "var"].contains(tokens.text(index - 1))
    // A label is followed by a colon, but so is a class by the one that it inherits from.
    let isLabel =
      tokens[index + 1].kind == .colon
      && [.leftParenthesis, .comma].contains(tokens[index - 1].kind)
    guard index == 0 || !isOtherName, !isLabel, let path = path(endingAt: index, tokens) else {
      return false
    }
    if let found = sources.type(path, from: scope, file: file) { return found == target }
    guard target == nil, sources.look(path, from: scope, file: file) == nil else { return false }
    // A class that no source declares is known by its name alone, or with its module before it.
    return path.count == 1
      || (path.count == 2 && sources.type([path[0]], from: scope, file: file) == nil)
  }

  /// The names up to a token: `SchemaV1`, `Trip`. `nil` for `.Trip` and for a member of a value.
  private func path(endingAt index: Int, _ tokens: SwiftTokens) -> [String]? {
    var result = [tokens.name(index)]
    var next = index - 1
    while next > 0, tokens[next].kind == .period {
      let before = next - 1
      guard [.identifier, .quotedIdentifier].contains(tokens[before].kind) else {
        // A member without a type's name before it: `\.Trip`, `.Trip`
        return nil
      }
      result.insert(tokens.name(before), at: 0)
      next = before - 1
    }
    return result
  }

  // MARK: - Versions

  /// Which class the bare name means where some code is. Code that also names another class of this name
  /// with the types around it, as a stage of a migration does, is unclear.
  package func meaning(at location: SourceLocation) -> Meaning {
    guard hasNamesakes else { return .theClass }
    guard let file = sources.files.firstIndex(where: { $0.source.path == location.file.path })
    else { return .unclear }
    let tokens = sources.tokens(file)
    let token = firstToken(from: location.range.start, tokens)
    let scope = sources.typeAround(token, in: file).path
    switch sources.type([name], from: scope, file: file) {
    case target?: return namesOther(around: token, file, scope) ? .unclear : .theClass
    case nil: return .unclear
    default: return .other
    }
  }

  private func firstToken(from offset: Int, _ tokens: SwiftTokens) -> Int {
    var (low, high) = (0, tokens.end)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func namesOther(around token: Int, _ file: Int, _ scope: [String]) -> Bool {
    let tokens = sources.tokens(file)
    var range = 0..<tokens.end
    var declarations = sources.files[file].declarations
    while let inner = declarations.first(where: { $0.tokens.contains(token) }) {
      range = inner.tokens
      declarations = inner.members
    }
    return range.contains { index in
      guard [.identifier, .quotedIdentifier].contains(tokens[index].kind),
        tokens.name(index) == name, let path = path(endingAt: index, tokens), path.count > 1,
        let found = sources.type(path, from: scope, file: file)
      else { return false }
      return found != target
    }
  }
}
