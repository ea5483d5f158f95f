import SwiftSyntax

/// Collects the places of one file. Expressions are here; statements, calls and results are beside it.
class PlaceFinder: SyntaxVisitor {
  private(set) var places: [Place] = []
  private let file: String
  private let lines: SourceLocationConverter
  let signatures: Signatures

  init(file: String, tree: Syntax, signatures: Signatures) {
    self.file = file
    self.signatures = signatures
    lines = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  func add(_ kind: Place.Kind, _ node: some SyntaxProtocol, _ text: String, _ shown: String) {
    let start = node.positionAfterSkippingLeadingTrivia
    let oneLine = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    places.append(
      Place(
        file: file, line: lines.location(for: start).line, kind: kind, start: start.utf8Offset,
        end: node.endPositionBeforeTrailingTrivia.utf8Offset, text: text,
        shown: oneLine.count > 120 ? oneLine.prefix(119) + "…" : oneLine))
  }

  // MARK: - What is left alone

  // A condition that SwiftPM or the compiler evaluates, a default value that may be inlined into another
  // module, a pattern and a raw value have no room for a call.
  override func visit(_: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionParameterSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // The type checker is slow on a long literal that has calls in it.
  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    node.elements.count > 20 ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let inlinable = node.attributes.contains { $0.trimmedDescription.hasPrefix("@inlin") }
    return inlinable ? .skipChildren : .visitChildren
  }

  // MARK: - Expressions

  private static let turned = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==",
    "!==": "===", "&&": "||", "||": "&&", "+": "-", "-": "+", "&+": "&-", "&-": "&+",
  ]

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return .visitChildren
    }
    let left = node.leftOperand.trimmedDescription
    let right = node.rightOperand.trimmedDescription
    if sign == "??" {
      add(
        .fallback, node, "(§ ? (\(right)) : (\(left) ?? \(right)))",
        "\(left) ?? \(right) → \(right)")
    } else if let other = Self.turned[sign] {
      let kind: Place.Kind =
        ["&&", "||"].contains(sign)
        ? .logic : "+-&+&-".contains(sign) ? .arithmetic : .comparison
      if kind == .arithmetic, sign == "+", !Self.isNumber(left), !Self.isNumber(right) {
        return .visitChildren
      }
      add(
        kind, node, "(§ ? (\(left) \(other) \(right)) : (\(left) \(sign) \(right)))",
        "\(left) \(sign) \(right) → \(left) \(other) \(right)")
    }
    return .visitChildren
  }

  /// Whether a text looks like a number: texts and arrays can be added too, but not subtracted.
  static func isNumber(_ text: String) -> Bool {
    Int(text) != nil || text.hasSuffix(".count") || text.lowercased().hasSuffix("index")
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let text = node.literal.text
    let digits = text.filter { $0 != "_" }
    let isHexadecimal = digits.hasPrefix("0x")
    let value = isHexadecimal ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    guard let value, value < Int.max else { return .skipChildren }
    let next = isHexadecimal ? "0x" + String(value + 1, radix: 16) : String(value + 1)
    add(.constant, node, "(§ ? \(next) : \(text))", "\(text) → \(next)")
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isTrue = node.literal.text == "true"
    add(.boolean, node, isTrue ? "(!§)" : "§", isTrue ? "true → false" : "false → true")
    return .skipChildren
  }

  // MARK: - Statements, beside this file

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    addIf(node)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    addGuard(node)
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    addStatement(node)
    addImplicitResult(node)
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { addResult(value, of: Syntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // What only stops the program on a mistake of ours changes nothing when it is right.
    let name = node.calledExpression.trimmedDescription
    if Self.traps.contains(name) { return .skipChildren }
    addArguments(node)
    return .visitChildren
  }

  static let traps: Set<String> = [
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "exit",
  ]
}
