import SwiftParser
import SwiftSyntax

/// The facts by the toolchain's parser. `nil` for a file that it reads with errors.
struct ToolchainFacts {
  let facts: [Fact]

  init?(_ bytes: [UInt8]) {
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    guard !tree.hasError else { return nil }
    let collector = Collector(bytes)
    collector.walk(tree)
    facts = collector.facts
  }
}

private final class Collector: SyntaxVisitor {
  var facts: [Fact] = []
  /// The names of the declarations around the node.
  private var enclosing: [String] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ kind: String, _ node: some SyntaxProtocol, _ name: String = "") {
    facts.append(Fact(kind, start(node), end(node), name))
  }

  private func start(_ node: some SyntaxProtocol) -> Int {
    node.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  private func end(_ node: some SyntaxProtocol) -> Int {
    node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  // MARK: - Tokens

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    addComments(token.leadingTrivia, from: token.position.utf8Offset)
    addComments(token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia.utf8Offset)
    switch token.tokenKind {
    case .integerLiteral where !isVersion(token): add("integer", token)
    case .floatLiteral: add("float", token)
    default: break
    }
    return .skipChildren
  }

  private func addComments(_ trivia: Trivia, from position: Int) {
    var offset = position
    for piece in trivia {
      let length = piece.sourceLength.utf8Length
      let name: String? =
        switch piece {
        case .lineComment: "line"
        case .blockComment: "block"
        case .docLineComment: "documentationLine"
        case .docBlockComment: "documentationBlock"
        default: nil
        }
      if let name { facts.append(Fact("comment", offset, offset + length, name)) }
      offset += length
    }
  }

  /// The parser cuts the number `10.15` of `@available(macOS 10.15, *)` into two. To us it is a number.
  private func isVersion(_ token: TokenSyntax) -> Bool {
    token.parent?.is(VersionTupleSyntax.self) == true
      || token.parent?.is(VersionComponentSyntax.self) == true
  }

  override func visit(_ node: VersionTupleSyntax) -> SyntaxVisitorContinueKind {
    let components = Array(node.components)
    if let first = components.first {
      facts.append(Fact("float", start(node.major), end(first)))
    } else {
      add("integer", node.major)
    }
    for component in components.dropFirst() { add("integer", component.number) }
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    var text = node
    text.segments = node.segments.filter { $0.is(StringSegmentSyntax.self) }
    add("string", node, text.representedLiteralValue ?? "?")
    return .visitChildren
  }

  override func visit(_ node: SimpleStringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let text = StringLiteralExprSyntax(
      openingQuote: node.openingQuote,
      segments: StringLiteralSegmentListSyntax(node.segments.map { .stringSegment($0) }),
      closingQuote: node.closingQuote)
    add("string", node, text.representedLiteralValue ?? "?")
    return .visitChildren
  }

  override func visit(_ node: ExpressionSegmentSyntax) -> SyntaxVisitorContinueKind {
    add("interpolation", node)
    return .visitChildren
  }

  override func visit(_ node: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add("regex", node)
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    add("attribute", node, name(of: node))
    return .visitChildren
  }

  private func name(of node: AttributeSyntax) -> String {
    let type = node.attributeName
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text.withoutQuotes }
    return type.as(IdentifierTypeSyntax.self)?.name.text.withoutQuotes ?? ""
  }

  // MARK: - Declarations

  private func addDeclaration(
    _ kind: String, _ name: String, from first: some SyntaxProtocol, to last: some SyntaxProtocol,
    of node: some SyntaxProtocol
  ) {
    let (start, end) = (start(first), end(last))
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

  private func attributeNames(_ element: AttributeListSyntax.Element) -> [String] {
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
  private func conditions(of node: Syntax) -> [String] {
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

  private func addPart(_ kind: String, _ node: (some SyntaxProtocol)?, _ name: String) {
    guard let node, start(node) < end(node) else { return }
    add(kind, node, name)
  }

  /// What stands between two brackets.
  private func addInside(
    _ kind: String, _ open: TokenSyntax?, _ close: TokenSyntax?, _ name: String
  ) {
    guard let range = inside(open, close), !range.isEmpty else { return }
    let end = kind == "generics" ? withoutAngles(bytes, range) : range.upperBound
    facts.append(Fact(kind, range.lowerBound, end, name))
  }

  private func inside(_ open: TokenSyntax?, _ close: TokenSyntax?) -> Range<Int>? {
    guard let first = open?.nextToken(viewMode: .sourceAccurate),
      let last = close?.previousToken(viewMode: .sourceAccurate)
    else { return nil }
    let (start, end) = (start(first), end(last))
    return start..<max(start, end)
  }

  private func addInherited(_ clause: InheritanceClauseSyntax?, of node: some SyntaxProtocol) {
    for item in clause?.inheritedTypes ?? [] {
      facts.append(Fact("inherits", start(node), end(node), dottedName(item.type)))
    }
  }

  /// The name of a type with its periods and without generic arguments; empty if it has none.
  private func dottedName(_ type: TypeSyntax) -> String {
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

  private func addType(
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
    addAccessors(node.accessorBlock, of: "", from: start(node), to: end(node))
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
        start = self.start(node)
      } else {
        addDeclaration("variable", name, from: binding, to: last, of: node)
        start = self.start(binding)
      }
      addPart("type", type(of: binding, in: node), name)
      addPart("value", binding.initializer?.value, name)
      addAccessors(binding.accessorBlock, of: name, from: start, to: end(last))
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

  private func addAccessors(
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
    facts.append(Fact("modifier", start(node), end(node), node.fixitySpecifier.text))
    if let precedence = node.operatorPrecedenceAndTypes {
      facts.append(
        Fact("inherits", start(node), end(node), precedence.precedenceGroup.text))
      for type in precedence.designatedTypes {
        facts.append(Fact("inherits", start(node), end(node), type.name.text))
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

/// As the accessors of `OurFacts` show a range.
private func show(_ range: Range<Int>) -> String { "\(range.lowerBound)-\(range.upperBound)" }

extension String {
  fileprivate var withoutQuotes: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
