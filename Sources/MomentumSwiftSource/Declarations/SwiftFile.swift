package import MomentumDiagnostics

/// A Swift file: its tokens and the declarations outside function bodies.
package struct SwiftFile: Sendable {
  package let tokens: SwiftTokens
  /// The declarations of the file in written order; members are inside their types. What functions and
  /// other code declare is left out: `forEachDeclaration` has it too.
  package let declarations: [SwiftDeclaration]

  package init(_ file: SourceFile) {
    let tokens = SwiftTokens(file)
    var reader = CodeReader(tokens, in: 0..<tokens.end, isFile: true, skipsBlocks: true)
    self.tokens = tokens
    declarations = reader.read().compactMap { item in
      if case .declaration(let declaration) = item { declaration } else { nil }
    }
  }

  /// Makes a file of the code in one interpolation. It has tokens, but no declarations.
  package init(interpolated tokens: SwiftTokens) {
    self.tokens = tokens
    declarations = []
  }

  package var source: SourceFile { tokens.file }
}
