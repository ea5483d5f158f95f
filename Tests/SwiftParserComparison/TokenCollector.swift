import SwiftParser
import SwiftSyntax

/// Literals, comments and attributes.
final class TokenCollector: SyntaxVisitor {
  private(set) var facts: [Fact] = []

  private func add(_ kind: String, _ node: some SyntaxProtocol, _ name: String = "") {
    facts.append(Fact(kind, firstByte(of: node), endByte(of: node), name))
  }

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
      facts.append(Fact("float", firstByte(of: node.major), endByte(of: first)))
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
}
