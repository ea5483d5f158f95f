import SwiftSyntax

/// Declarations with their parts.
final class DeclarationCollector: SyntaxVisitor {
  var facts: [Fact] = []
  /// The names of the declarations around the node.
  var enclosing: [String] = []
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    addType("class", node, node.name.text.withoutQuotes, node.genericParameterClause)
  }
  override func visitPost(_: ClassDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    addType("struct", node, node.name.text.withoutQuotes, node.genericParameterClause)
  }
  override func visitPost(_: StructDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    addType("enum", node, node.name.text.withoutQuotes, node.genericParameterClause)
  }
  override func visitPost(_: EnumDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    addType("actor", node, node.name.text.withoutQuotes, node.genericParameterClause)
  }
  override func visitPost(_: ActorDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = addType("protocol", node, node.name.text.withoutQuotes, nil)
    let clause = node.primaryAssociatedTypeClause
    addInside("generics", clause?.leftAngle, clause?.rightAngle, node.name.text.withoutQuotes)
    return result
  }
  override func visitPost(_: ProtocolDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    addType("extension", node, dottedName(node.extendedType), nil)
  }
  override func visitPost(_: ExtensionDeclSyntax) { enclosing.removeLast() }

  // MARK: - Functions

  private func addFunction(
    _ kind: String, _ node: some SyntaxProtocol, _ name: String,
    parameters: FunctionParameterClauseSyntax?, result: TypeSyntax?,
    generics: GenericParameterClauseSyntax?, body: CodeBlockSyntax?
  ) -> SyntaxVisitorContinueKind {
    addDeclaration(kind, name, from: node, to: node, of: node)
    addInside("parameters", parameters?.leftParen, parameters?.rightParen, name)
    addInside("generics", generics?.leftAngle, generics?.rightAngle, name)
    addPart("type", result, name)
    addInside("body", body?.leftBrace, body?.rightBrace, name)
    enclosing.append(name)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    addFunction(
      "function", node, node.name.text.withoutQuotes, parameters: node.signature.parameterClause,
      result: node.signature.returnClause?.type, generics: node.genericParameterClause,
      body: node.body)
  }
  override func visitPost(_: FunctionDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    addFunction(
      "initializer", node, "", parameters: node.signature.parameterClause, result: nil,
      generics: node.genericParameterClause, body: node.body)
  }
  override func visitPost(_: InitializerDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    addFunction(
      "deinitializer", node, "", parameters: nil, result: nil, generics: nil, body: node.body)
  }
  override func visitPost(_: DeinitializerDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = addFunction(
      "subscript", node, "", parameters: node.parameterClause, result: node.returnClause.type,
      generics: node.genericParameterClause, body: nil)
    addAccessors(node.accessorBlock, of: "", from: firstByte(of: node), to: endByte(of: node))
    return result
  }
  override func visitPost(_: SubscriptDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text.withoutQuotes
    let result = addFunction(
      "macro", node, name, parameters: node.signature.parameterClause,
      result: node.signature.returnClause?.type, generics: node.genericParameterClause, body: nil)
    addPart("value", node.definition?.value, name)
    return result
  }
  override func visitPost(_: MacroDeclSyntax) { enclosing.removeLast() }

  // MARK: - Variables and cases

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for (index, binding) in node.bindings.enumerated() {
      let name = bindingName(binding)
      let last = lastPart(of: binding)
      let start: Int
      if index == 0 {
        addDeclaration("variable", name, from: node, to: last, of: node)
        start = firstByte(of: node)
      } else {
        addDeclaration("variable", name, from: binding, to: last, of: node)
        start = firstByte(of: binding)
      }
      addPart("type", type(of: binding, in: node), name)
      addPart("value", binding.initializer?.value, name)
      addAccessors(binding.accessorBlock, of: name, from: start, to: endByte(of: last))
    }
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(bindingName(node))
    return .visitChildren
  }
  override func visitPost(_: PatternBindingSyntax) { enclosing.removeLast() }

  /// An attribute before several names is inside the first one.
  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind {
    if let name = firstName(node) { enclosing.append(name) }
    return .visitChildren
  }
  override func visitPost(_ node: AttributeListSyntax) {
    if firstName(node) != nil { enclosing.removeLast() }
  }

  private func firstName(_ attributes: AttributeListSyntax) -> String? {
    if let node = attributes.parent?.as(VariableDeclSyntax.self) {
      return node.bindings.first.map(bindingName)
    }
    return attributes.parent?.as(EnumCaseDeclSyntax.self)?.elements.first?.name.text.withoutQuotes
  }

  private func bindingName(_ binding: PatternBindingSyntax) -> String {
    if let name = binding.pattern.as(IdentifierPatternSyntax.self) {
      return name.identifier.text.withoutQuotes
    }
    return binding.pattern.is(WildcardPatternSyntax.self) ? "_" : ""
  }

  /// `let a, b: Int`: a name without type and value has the type after it.
  private func type(of binding: PatternBindingSyntax, in node: VariableDeclSyntax) -> TypeSyntax? {
    if let own = binding.typeAnnotation?.type { return own }
    guard binding.initializer == nil else { return nil }
    let later = node.bindings.drop { $0.id != binding.id }
      .first { $0.typeAnnotation != nil || $0.initializer != nil }
    return later?.initializer == nil ? later?.typeAnnotation?.type : nil
  }

  private func lastPart(of binding: PatternBindingSyntax) -> Syntax {
    if let part = binding.accessorBlock { return Syntax(part) }
    if let part = binding.initializer { return Syntax(part) }
    if let part = binding.typeAnnotation { return Syntax(part) }
    return Syntax(binding.pattern)
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for (index, element) in node.elements.enumerated() {
      let name = element.name.text.withoutQuotes
      var last = Syntax(element.name)
      if let clause = element.parameterClause { last = Syntax(clause) }
      if let value = element.rawValue { last = Syntax(value) }
      if index == 0 {
        addDeclaration("enumCase", name, from: node, to: last, of: node)
      } else {
        addDeclaration("enumCase", name, from: element, to: last, of: node)
      }
      let clause = element.parameterClause
      addInside("parameters", clause?.leftParen, clause?.rightParen, name)
      addPart("value", element.rawValue?.value, name)
    }
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(node.name.text.withoutQuotes)
    return .visitChildren
  }
  override func visitPost(_: EnumCaseElementSyntax) { enclosing.removeLast() }

  // MARK: - Others

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    addDeclaration("import", node.path.trimmedDescription, from: node, to: node, of: node)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text.withoutQuotes
    addDeclaration("typeAlias", name, from: node, to: node, of: node)
    addPart("type", node.initializer.value, name)
    let generics = node.genericParameterClause
    addInside("generics", generics?.leftAngle, generics?.rightAngle, name)
    enclosing.append(name)
    return .visitChildren
  }
  override func visitPost(_: TypeAliasDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text.withoutQuotes
    addDeclaration("associatedType", name, from: node, to: node, of: node)
    addInherited(node.inheritanceClause, of: node)
    addPart("type", node.initializer?.value, name)
    enclosing.append(name)
    return .visitChildren
  }
  override func visitPost(_: AssociatedTypeDeclSyntax) { enclosing.removeLast() }

  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind {
    // The parser reads `infix` as the fixity and not as a modifier.
    addDeclaration("operator", node.name.text, from: node, to: node, of: node)
    facts.append(
      Fact("modifier", firstByte(of: node), endByte(of: node), node.fixitySpecifier.text))
    if let precedence = node.operatorPrecedenceAndTypes {
      facts.append(
        Fact("inherits", firstByte(of: node), endByte(of: node), precedence.precedenceGroup.text))
      for type in precedence.designatedTypes {
        facts.append(Fact("inherits", firstByte(of: node), endByte(of: node), type.name.text))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text.withoutQuotes
    addDeclaration("precedenceGroup", name, from: node, to: node, of: node)
    addInside("body", node.leftBrace, node.rightBrace, name)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    addDeclaration("macroExpansion", node.macroName.text, from: node, to: node, of: node)
    addInside("parameters", node.leftParen, node.rightParen, node.macroName.text)
    let closure = node.additionalTrailingClosures.last?.closure ?? node.trailingClosure
    addInside("body", closure?.leftBrace, closure?.rightBrace, node.macroName.text)
    enclosing.append(node.macroName.text)
    return .visitChildren
  }
  override func visitPost(_: MacroExpansionDeclSyntax) { enclosing.removeLast() }

  /// In a file a macro stands for declarations; the parser reads it as an expression, because the file
  /// may be a script.
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard isInFile(node) else { return .visitChildren }
    addDeclaration("macroExpansion", node.macroName.text, from: node, to: node, of: node)
    addInside("parameters", node.leftParen, node.rightParen, node.macroName.text)
    let closure = node.additionalTrailingClosures.last?.closure ?? node.trailingClosure
    addInside("body", closure?.leftBrace, closure?.rightBrace, node.macroName.text)
    enclosing.append(node.macroName.text)
    return .visitChildren
  }
  override func visitPost(_ node: MacroExpansionExprSyntax) {
    if isInFile(node) { enclosing.removeLast() }
  }

  private func isInFile(_ node: MacroExpansionExprSyntax) -> Bool {
    guard node.parent?.is(CodeBlockItemSyntax.self) == true else { return false }
    var next = node.parent?.parent?.parent
    while let parent = next, !parent.is(SourceFileSyntax.self) {
      guard
        parent.is(IfConfigClauseSyntax.self) || parent.is(IfConfigClauseListSyntax.self)
          || parent.is(IfConfigDeclSyntax.self) || parent.is(CodeBlockItemSyntax.self)
          || parent.is(CodeBlockItemListSyntax.self)
      else { return false }
      next = parent.parent
    }
    return true
  }
}
