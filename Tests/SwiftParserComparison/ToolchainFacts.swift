import SwiftParser
import SwiftSyntax

/// The facts by the toolchain's parser. `nil` for a file that it reads with errors.
struct ToolchainFacts {
  let facts: [Fact]

  init?(_ bytes: [UInt8]) {
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    guard !tree.hasError else { return nil }
    let tokens = TokenCollector(viewMode: .sourceAccurate)
    tokens.walk(tree)
    let declarations = DeclarationCollector(bytes)
    declarations.walk(tree)
    facts = tokens.facts + declarations.facts
  }
}

/// The offset of a node's first byte, without what stands before it.
func firstByte(of node: some SyntaxProtocol) -> Int {
  node.positionAfterSkippingLeadingTrivia.utf8Offset
}

/// The offset after a node's last byte, without what stands after it.
func endByte(of node: some SyntaxProtocol) -> Int {
  node.endPositionBeforeTrailingTrivia.utf8Offset
}

/// The name of an attribute without its module.
func name(of node: AttributeSyntax) -> String {
  let type = node.attributeName
  if let member = type.as(MemberTypeSyntax.self) { return member.name.text.withoutQuotes }
  return type.as(IdentifierTypeSyntax.self)?.name.text.withoutQuotes ?? ""
}

/// As the accessors of `OurFacts` show a range.
func show(_ range: Range<Int>) -> String { "\(range.lowerBound)-\(range.upperBound)" }

extension String {
  var withoutQuotes: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
