import MomentumDiagnostics
import MomentumSwiftSource

/// The facts by our reader.
struct OurFacts {
  private(set) var facts: [Fact] = []

  init(_ bytes: [UInt8]) {
    let file = SwiftFile(SourceFile(path: "", utf8: bytes))
    addTokens(file.tokens)
    file.forEachDeclaration { add($0) }
  }

  // MARK: - Tokens

  /// Literals, comments and attributes, also inside interpolations.
  private mutating func addTokens(_ source: SwiftTokens) {
    for comment in source.comments {
      facts.append(
        Fact("comment", comment.range.lowerBound, comment.range.upperBound, "\(comment.kind)"))
    }
    for (index, token) in source.all.enumerated() {
      switch token.kind {
      case .integer, .float, .regex:
        facts.append(Fact("\(token.kind)", token.start, token.end))
      case .string: addString(source, at: index)
      case .at:
        guard let attribute = source.attribute(at: index) else { continue }
        let range = source.range(attribute.tokens)
        facts.append(Fact("attribute", range.start, range.end, attribute.name))
      default: break
      }
    }
  }

  private mutating func addString(_ source: SwiftTokens, at index: Int) {
    guard let literal = source.stringLiteral(at: index) else { return }
    facts.append(Fact("string", source[index].start, source[index].end, literal.textValue))
    for interpolation in literal.interpolations {
      facts.append(
        Fact("interpolation", interpolation.range.lowerBound, interpolation.range.upperBound))
      addTokens(SwiftTokens(source.file, in: interpolation.content))
    }
  }

  // MARK: - Declarations

  private mutating func add(_ located: LocatedDeclaration) {
    let declaration = located.declaration
    let source = located.tokens
    let range = source.range(declaration.tokens)
    func add(_ kind: String, _ tokens: Range<Int>?) {
      guard let tokens, !tokens.isEmpty else { return }
      let part = source.range(tokens)
      facts.append(Fact(kind, part.start, part.end, declaration.name))
    }
    facts.append(Fact(declaration.kind.rawValue, range.start, range.end, declaration.name))
    for attribute in declaration.attributes {
      facts.append(Fact("has attribute", range.start, range.end, attribute.name))
    }
    for modifier in declaration.modifiers {
      let detail = modifier.detail.map { "(\(squeezed($0)))" } ?? ""
      facts.append(Fact("modifier", range.start, range.end, modifier.name + detail))
    }
    for type in declaration.inheritedTypes {
      facts.append(Fact("inherits", range.start, range.end, type.name ?? ""))
    }
    for condition in declaration.conditions {
      facts.append(
        Fact("condition", range.start, range.end, condition.word + squeezed(condition.text)))
    }
    for accessor in declaration.accessors {
      let body = accessor.body.map { source.range($0) }
      facts.append(
        Fact(
          "accessor", range.start, range.end,
          body.map { $0.isEmpty ? "\(accessor.name) {}" : "\(accessor.name) \($0.start)-\($0.end)" }
            ?? accessor.name))
    }
    add("type", declaration.typeTokens)
    add("value", declaration.value)
    add("parameters", declaration.parameters)
    if let tokens = declaration.genericParameters, !tokens.isEmpty {
      let part = source.range(tokens)
      let end = withoutAngles(source.file.utf8, part.start..<part.end)
      facts.append(Fact("generics", part.start, end, declaration.name))
    }
    add("body", declaration.body)
    facts.append(
      Fact("inside", range.start, range.end, located.enclosing.map(\.name).joined(separator: "/")))
  }
}
