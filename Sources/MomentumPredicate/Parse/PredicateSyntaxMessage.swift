import MomentumDiagnostics

/// What lexer and parser have to say, sorted by id.
enum PredicateSyntaxMessage: DiagnosticMessage {
  case barePosition(String)
  case emptyPredicate
  case expected(String, found: String)
  case noToken(String, hint: String?)
  case notCompiled(String, instead: String?)
  case notIn
  case numberTooLarge(String)
  case tooDeep(levelsMax: Int)
  case tooLong(bytesMax: Int)
  case unknownConversion(String)
  case unknownOption(String)
  case unterminatedString

  static let notCompiledID = "predicate.not-compiled"

  var id: String {
    switch self {
    case .barePosition: "predicate.bare-position"
    case .emptyPredicate: "predicate.empty"
    case .expected: "predicate.syntax"
    case .noToken: "predicate.no-token"
    case .notCompiled: PredicateSyntaxMessage.notCompiledID
    case .notIn: "predicate.not-in"
    case .numberTooLarge: "predicate.number-too-large"
    case .tooDeep: "predicate.too-deep"
    case .tooLong: "predicate.too-long"
    case .unknownConversion: "predicate.unknown-conversion"
    case .unknownOption: "predicate.unknown-option"
    case .unterminatedString: "predicate.unterminated-string"
    }
  }

  var severity: Severity {
    switch self {
    case .notIn: .warning
    case .barePosition, .emptyPredicate, .expected, .noToken, .notCompiled, .numberTooLarge,
      .tooDeep, .tooLong, .unknownConversion, .unknownOption, .unterminatedString:
      .error
    }
  }

  var text: String {
    switch self {
    case .barePosition(let word):
      "'\(word)' here is the position \(word.uppercased()), not a key; a key of that name is '#\(word)'"
    case .emptyPredicate: "expected a predicate, found nothing; every object is 'TRUEPREDICATE'"
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .noToken(let text, let hint):
      "'\(text)' is no part of a predicate" + (hint.map { "; \($0)" } ?? "")
    case .notCompiled(let what, let instead):
      "\(what) is not compiled in this version" + (instead.map { "; \($0)" } ?? "")
    case .notIn: "'NOT IN' is not documented; it is read as NOT (… IN …)"
    case .numberTooLarge(let text): "the number \(text) is larger than any double"
    case .tooDeep(let limit): "parentheses and NOT nest deeper than \(limit) levels"
    case .tooLong(let limit): "a predicate cannot be longer than \(limit) bytes"
    case .unknownConversion(let text):
      "'\(text)' is no conversion; arguments are written %@, %K, %d, %f and the like"
    case .unknownOption(let letter): "'\(letter)' is no option; options are c, d, n and l"
    case .unterminatedString: "the string has no closing quote"
    }
  }
}
