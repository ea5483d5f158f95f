package import MomentumDiagnostics

/// A Swift file: its tokens and the declarations outside function bodies.
package struct SwiftFile: Sendable {
  package let tokens: SwiftTokens
  /// The declarations of the file in written order; members are inside their types.
  package let declarations: [SwiftDeclaration]

  package init(_ file: SourceFile) {
    let tokens = SwiftTokens(file)
    var reader = DeclarationReader(tokens, in: 0..<tokens.end)
    self.tokens = tokens
    declarations = reader.readMembers()
  }

  package var source: SourceFile { tokens.file }
}
