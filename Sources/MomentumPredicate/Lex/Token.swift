public import MomentumDiagnostics

/// A word, number, string or sign of a predicate format.
public struct Token: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A reserved word, in upper case.
    case keyword(String)
    /// A key; a leading `#` is left out.
    case identifier(String)
    /// `@count`, without the `@`.
    case collectionOperator(String)
    /// `$NAME`, without the `$`.
    case variable(String)
    case number(Literal)
    case string(String)
    /// `%@`, `%d` …
    case argument(ArgumentConversion)
    /// `%K`
    case keyPathArgument
    /// `==`, `(`, `&&` … as written.
    case sign(String)
    case end
  }

  public var kind: Kind
  public var range: SourceRange

  public init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  var keyword: Keyword? {
    if case .keyword(let word) = kind { return Keyword.byWord[word] }
    return nil
  }

  func isSign(_ text: String) -> Bool { kind == .sign(text) }

  /// How a message names the token.
  public var description: String {
    switch kind {
    case .keyword(let word): "'\(word)'"
    case .identifier(let name): "the key '\(name)'"
    case .collectionOperator(let name): "'@\(name)'"
    case .variable(let name): "the variable '$\(name)'"
    case .number: "a number"
    case .string: "a string"
    case .argument: "an argument"
    case .keyPathArgument: "'%K'"
    case .sign(let text): "'\(text)'"
    case .end: "the end"
    }
  }
}
