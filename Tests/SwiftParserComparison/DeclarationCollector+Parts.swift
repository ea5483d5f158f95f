import SwiftSyntax

extension DeclarationCollector {
  func add(_ kind: String, _ node: some SyntaxProtocol, _ name: String = "") {
    facts.append(Fact(kind, firstByte(of: node), endByte(of: node), name))
  }

  func addDeclaration(
    _ kind: String, _ name: String, from first: some SyntaxProtocol, to last: some SyntaxProtocol,
    of node: some SyntaxProtocol
  ) {
    let (start, end) = (firstByte(of: first), endByte(of: last))
    facts.append(Fact(kind, start, end, name))
    if let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes {
      for attribute in attributes.flatMap(attributeNames) {
        facts.append(Fact("has attribute", start, end, attribute))
      }
    }
    if let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers {
      for modifier in modifiers {
        facts.append(Fact("modifier", start, end, squeezed(modifier.trimmedDescription)))
      }
    }
    for condition in conditions(of: Syntax(node)) {
      facts.append(Fact("condition", start, end, condition))
    }
    facts.append(Fact("inside", start, end, enclosing.joined(separator: "/")))
  }

  func attributeNames(_ element: AttributeListSyntax.Element) -> [String] {
    switch element {
    case .attribute(let attribute): [name(of: attribute)]
    case .ifConfigDecl(let conditional):
      conditional.clauses.flatMap { clause -> [String] in
        guard case .attributes(let list) = clause.elements else { return [] }
        return list.flatMap(attributeNames)
      }
    @unknown default: []
    }
  }

  /// The clauses around a declaration inside the members or the code that hold it.
  func conditions(of node: Syntax) -> [String] {
    var result: [String] = []
    var next = node.parent
    while let parent = next {
      if let clause = parent.as(IfConfigClauseSyntax.self) {
        result.append(
          clause.poundKeyword.text
            + squeezed(clause.condition?.trimmedDescription ?? ""))
      } else if parent.is(MemberBlockSyntax.self) || parent.is(CodeBlockSyntax.self)
        || parent.is(ClosureExprSyntax.self) || parent.is(AccessorBlockSyntax.self)
        || parent.is(SwitchExprSyntax.self)
      {
        break
      }
      next = parent.parent
    }
    return result.reversed()
  }

  func addPart(_ kind: String, _ node: (some SyntaxProtocol)?, _ name: String) {
    guard let node, firstByte(of: node) < endByte(of: node) else { return }
    add(kind, node, name)
  }

  /// What stands between two brackets.
  func addInside(
    _ kind: String, _ open: TokenSyntax?, _ close: TokenSyntax?, _ name: String
  ) {
    guard let range = inside(open, close), !range.isEmpty else { return }
    let end = kind == "generics" ? withoutAngles(bytes, range) : range.upperBound
    facts.append(Fact(kind, range.lowerBound, end, name))
  }

  func inside(_ open: TokenSyntax?, _ close: TokenSyntax?) -> Range<Int>? {
    guard let first = open?.nextToken(viewMode: .sourceAccurate),
      let last = close?.previousToken(viewMode: .sourceAccurate)
    else { return nil }
    let (start, end) = (firstByte(of: first), endByte(of: last))
    return start..<max(start, end)
  }

  func addInherited(_ clause: InheritanceClauseSyntax?, of node: some SyntaxProtocol) {
    for item in clause?.inheritedTypes ?? [] {
      facts.append(Fact("inherits", firstByte(of: node), endByte(of: node), dottedName(item.type)))
    }
  }

  /// The name of a type with its periods and without generic arguments; empty if it has none.
  func dottedName(_ type: TypeSyntax) -> String {
    if let type = type.as(IdentifierTypeSyntax.self) { return type.name.text.withoutQuotes }
    if let type = type.as(MemberTypeSyntax.self) {
      return dottedName(type.baseType) + "." + type.name.text.withoutQuotes
    }
    // `@unchecked Sendable` and `~Copyable`
    if let type = type.as(AttributedTypeSyntax.self) { return dottedName(type.baseType) }
    if type.is(ClassRestrictionTypeSyntax.self) { return "class" }
    if let type = type.as(SuppressedTypeSyntax.self) { return dottedName(type.type) }
    return ""
  }

  func addType(
    _ kind: String, _ node: some DeclGroupSyntax, _ name: String,
    _ generics: GenericParameterClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    addDeclaration(kind, name, from: node, to: node, of: node)
    addInherited(node.inheritanceClause, of: node)
    addInside("generics", generics?.leftAngle, generics?.rightAngle, name)
    addInside("body", node.memberBlock.leftBrace, node.memberBlock.rightBrace, name)
    enclosing.append(name)
    return .visitChildren
  }

  func addAccessors(
    _ block: AccessorBlockSyntax?, of name: String, from start: Int, to end: Int
  ) {
    guard let block else { return }
    addInside("body", block.leftBrace, block.rightBrace, name)
    func add(_ word: String, _ open: TokenSyntax?, _ close: TokenSyntax?) {
      let body = inside(open, close)
      let text = body.map { $0.isEmpty ? " {}" : " \(show($0))" } ?? ""
      facts.append(Fact("accessor", start, end, word + text))
    }
    switch block.accessors {
    case .getter: add("get", block.leftBrace, block.rightBrace)
    case .accessors(let list):
      for accessor in list {
        add(accessor.accessorSpecifier.text, accessor.body?.leftBrace, accessor.body?.rightBrace)
      }
    @unknown default: break
    }
  }
}
