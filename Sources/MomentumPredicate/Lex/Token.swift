package import MomentumDiagnostics

/// A word, number, string or sign of a predicate format: what it is, and where.
///
/// A token has no text of its own; names, strings and numbers are read from their range when they
/// are needed.
package struct Token: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A reserved word in any case.
    case keyword(Keyword)
    /// A key, with its leading `#` where it has one.
    case identifier
    /// A function's name with its colons: `sum:`, `modulus:by:`.
    case selector
    /// An operator in a key path: `@count`.
    case collectionOperator
    /// A variable: `$NAME`; `$#in` if its name is a reserved word.
    case variable
    case number
    case string(hasEscapes: Bool)
    /// A placeholder for an argument that is a value: `%@`, `%d` …
    case argument(ArgumentConversion)
    /// A placeholder for an argument that is a key path: `%K`.
    case keyPathArgument
    case sign(Sign)
    /// Text that is no token of the language; the lexer has reported why.
    case invalid
    case end
  }

  package var kind: Kind
  package var range: SourceRange

  package init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// How a message names the token.
  package func description(in source: SourceFile) -> String {
    // A name can be as long as the text, so a message shows its first 80 bytes only.
    let isLong = range.end - range.start > 80
    let shown = SourceRange(range.start, min(range.end, range.start + 80))
    let text = source.text(in: shown) + (isLong ? "…" : "")
    return switch kind {
    case .keyword: "'\(text.uppercased())'"
    case .identifier: "the key '\(text.drop { $0 == "#" })'"
    case .selector: "the selector '\(text)'"
    case .variable: "the variable '\(text)'"
    case .number: "a number"
    case .string: "a string"
    case .argument: "an argument"
    case .collectionOperator, .keyPathArgument, .sign, .invalid:
      "'\(text)'"
    case .end: "the end"
    }
  }
}

/// A sign of the language. Synonyms, such as `=` and `==`, are the same case.
package enum Sign: UInt8, Sendable, Hashable, CaseIterable {
  /// `=`, `==`
  case equal
  /// `!=`, `<>`
  case notEqual
  /// `<`
  case less
  /// `<=`, `=<`
  case lessOrEqual
  /// `>`
  case greater
  /// `>=`, `=>`
  case greaterOrEqual
  /// `&&`
  case and
  /// `||`
  case or
  /// `!`
  case not
  /// `:=`
  case assign
  /// `**`
  case power
  /// `*`
  case times
  /// `/`
  case divide
  /// `+`
  case plus
  /// `-`
  case minus
  /// `&`
  case bitAnd
  /// `|`
  case bitOr
  /// `^`
  case bitXor
  /// `<<`
  case shiftLeft
  /// `>>`
  case shiftRight
  /// `(`
  case openParenthesis
  /// `)`
  case closeParenthesis
  /// `{`
  case openBrace
  /// `}`
  case closeBrace
  /// `[`
  case openBracket
  /// `]`
  case closeBracket
  /// `,`
  case comma
  /// `.`
  case dot

  /// The text that a message shows; for synonyms, the first of them.
  package var text: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .and: "&&"
    case .or: "||"
    case .not: "!"
    case .assign: ":="
    case .power: "**"
    case .times: "*"
    case .divide: "/"
    case .plus: "+"
    case .minus: "-"
    case .bitAnd: "&"
    case .bitOr: "|"
    case .bitXor: "^"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .openParenthesis: "("
    case .closeParenthesis: ")"
    case .openBrace: "{"
    case .closeBrace: "}"
    case .openBracket: "["
    case .closeBracket: "]"
    case .comma: ","
    case .dot: "."
    }
  }
}
