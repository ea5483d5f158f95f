import MomentumDiagnostics

/// A declaration and where it is declared.
package struct LocatedDeclaration: Sendable {
  package var declaration: SwiftDeclaration
  /// The declarations around it, outermost first: a type, its function, a variable whose value is a
  /// closure.
  package var enclosing: [SwiftDeclaration]
  /// The tokens that the declaration's ranges are indices of: those of the file, or those of an
  /// interpolation inside a string literal.
  package var tokens: SwiftTokens
}

extension SwiftFile {
  /// Calls `body` with every declaration in the order of the file: members, and also what functions,
  /// closures, accessors, values and interpolations declare.
  ///
  /// Declarations inside more than 64 others are left out.
  ///
  /// ```swift
  /// file.forEachDeclaration { located in
  ///   print(located.enclosing.map(\.name), located.declaration.name)
  /// }
  /// ```
  package func forEachDeclaration(_ body: (LocatedDeclaration) -> Void) {
    withoutActuallyEscaping(body) { body in
      DeclarationWalk(body: body).visitCode(0..<tokens.end, of: tokens, inside: [], isFile: true)
    }
  }
}

private struct DeclarationWalk {
  let body: (LocatedDeclaration) -> Void
  /// The number of interpolations around the code.
  var interpolations = 0

  func visitCode(
    _ range: Range<Int>?, of tokens: SwiftTokens, inside enclosing: [SwiftDeclaration],
    isFile: Bool = false, isCode: Bool = true
  ) {
    guard let range, !range.isEmpty, enclosing.count <= DeclarationReader.depthMax else { return }
    var reader = CodeReader(tokens, in: range, isFile: isFile, isCode: isCode)
    for item in reader.read() {
      switch item {
      case .declaration(let declaration): visit(declaration, of: tokens, inside: enclosing)
      case .string(let index): visitString(at: index, of: tokens, inside: enclosing)
      }
    }
  }

  private func visit(
    _ declaration: SwiftDeclaration, of tokens: SwiftTokens, inside enclosing: [SwiftDeclaration]
  ) {
    body(LocatedDeclaration(declaration: declaration, enclosing: enclosing, tokens: tokens))
    guard enclosing.count < DeclarationReader.depthMax else { return }
    let inner = enclosing + [declaration]
    // The second name of `let a = 1, b = 2` has the attributes of the first one.
    for attribute in declaration.attributes
    where attribute.tokens.lowerBound >= declaration.tokens.lowerBound {
      visitArguments(of: attribute, of: tokens, inside: inner)
    }
    if declaration.kind == .macroExpansion {
      // A macro may have several closures after its arguments.
      visitCode(
        declaration.nameToken..<declaration.tokens.upperBound, of: tokens, inside: inner,
        isCode: false)
      return
    }
    visitCode(declaration.parameters, of: tokens, inside: inner, isCode: false)
    visitCode(declaration.value, of: tokens, inside: inner, isCode: false)
    if declaration.kind.hasMembers {
      for member in declaration.members { visit(member, of: tokens, inside: inner) }
    } else {
      visitCode(declaration.body, of: tokens, inside: inner)
    }
  }

  private func visitArguments(
    of attribute: SwiftAttribute, of tokens: SwiftTokens, inside enclosing: [SwiftDeclaration]
  ) {
    // `@abi(func old())` has a declaration for its argument.
    if attribute.name == "abi", let range = attribute.arguments {
      var reader = DeclarationReader(tokens, in: range)
      for declaration in reader.readMembers() { visit(declaration, of: tokens, inside: enclosing) }
    } else {
      visitCode(attribute.arguments, of: tokens, inside: enclosing, isCode: false)
    }
  }

  /// Visits the declarations in the interpolations of a string literal. Only a closure can declare
  /// something there, so a literal without a brace is skipped.
  private func visitString(
    at index: Int, of tokens: SwiftTokens, inside enclosing: [SwiftDeclaration]
  ) {
    let token = tokens[index]
    let text = tokens.file.utf8[token.start..<token.end]
    guard interpolations < SwiftLexer.interpolationsMax, text.contains(UInt8(ascii: "{")),
      text.contains(UInt8(ascii: "\\")), let literal = tokens.stringLiteral(at: index)
    else { return }
    var walk = self
    walk.interpolations += 1
    for interpolation in literal.interpolations {
      let inner = SwiftTokens(tokens.file, in: interpolation.content)
      walk.visitCode(0..<inner.end, of: inner, inside: enclosing, isCode: false)
    }
  }
}

extension SwiftDeclaration.Kind {
  /// Whether the braces hold declarations and not code.
  package var hasMembers: Bool {
    switch self {
    case .class, .struct, .enum, .extension, .protocol, .actor: true
    case .import, .function, .initializer, .deinitializer, .subscript, .variable, .typeAlias,
      .associatedType, .enumCase, .macro, .operator, .precedenceGroup, .macroExpansion:
      false
    }
  }
}

extension SwiftTokens {
  /// The type that begins at a token; `nil` if none does.
  package func type(at index: Int) -> SwiftType? {
    var reader = TypeReader(self, at: index)
    return reader.read()
  }
}
