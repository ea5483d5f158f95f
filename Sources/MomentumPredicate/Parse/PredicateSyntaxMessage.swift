import MomentumDiagnostics

/// What lexer and parser have to say, sorted by id.
enum PredicateSyntaxMessage: DiagnosticMessage {
  case barePosition(String)
  case blockPredicate
  case emptyPredicate
  case expected(String, found: String, hint: String? = nil)
  case foreignMethod(String)
  case functionArguments(String, wanted: ClosedRange<Int>, found: Int)
  case noToken(String, hint: String?)
  case notIn
  case numberTooLarge(String, limit: String)
  case radixNumber(String)
  case shiftSign(String, selector: String)
  case surplusLetter(String, String)
  case tooDeep(levelsMax: Int)
  case tooLong(bytesMax: Int)
  case unknownConversion(String)
  case unknownFunction(String, near: String?)
  case unknownOption(String)
  case unterminatedString
  case wideNumber(String)

  var id: String {
    switch self {
    case .barePosition: "predicate.bare-position"
    case .blockPredicate: "predicate.block"
    case .emptyPredicate: "predicate.empty"
    case .expected: "predicate.syntax"
    case .foreignMethod: "predicate.foreign-method"
    case .functionArguments: "predicate.function-arguments"
    case .noToken: "predicate.no-token"
    case .notIn: "predicate.not-in"
    case .numberTooLarge: "predicate.number-too-large"
    case .radixNumber: "predicate.radix-number"
    case .shiftSign: "predicate.shift-sign"
    case .surplusLetter: "predicate.surplus-letter"
    case .tooDeep: "predicate.too-deep"
    case .tooLong: "predicate.too-long"
    case .unknownConversion: "predicate.unknown-conversion"
    case .unknownFunction: "predicate.unknown-function"
    case .unknownOption: "predicate.unknown-option"
    case .unterminatedString: "predicate.unterminated-string"
    case .wideNumber: "predicate.wide-number"
    }
  }

  var severity: Severity {
    switch self {
    case .barePosition, .foreignMethod, .notIn, .radixNumber, .shiftSign, .surplusLetter,
      .wideNumber:
      .warning
    case .blockPredicate, .emptyPredicate, .expected, .functionArguments, .noToken, .numberTooLarge,
      .tooDeep,
      .tooLong, .unknownConversion, .unknownFunction, .unknownOption, .unterminatedString:
      .error
    }
  }

  var text: String {
    switch self {
    case .barePosition(let word):
      "'\(word)' here is the position \(word.uppercased()), not a key; a key of that name is '#\(word)'"
    case .blockPredicate:
      "BLOCKPREDICATE stands for the closure of NSPredicate(block:), which has no text: it cannot be read back, and no store can make SQL of it; write the condition as a format, or filter the objects that a fetch gives"
    case .emptyPredicate: "expected a predicate, found nothing; every object is 'TRUEPREDICATE'"
    case .expected(let what, let found, let hint):
      "expected \(what), found \(found)" + (hint.map { "; \($0)" } ?? "")
    case .foreignMethod(let selector):
      "'\(selector)' is a method that only Apple's systems could call; nothing here evaluates it"
    case .functionArguments(let selector, let wanted, let found):
      "the function '\(selector)' takes \(PredicateSyntaxMessage.count(wanted)), found \(found)"
    case .noToken(let text, let hint):
      "'\(text)' is no part of a predicate" + (hint.map { "; \($0)" } ?? "")
    case .notIn: "'NOT IN' is not documented; it is read as NOT (… IN …)"
    case .numberTooLarge(let text, let limit): "the number \(text) is larger than \(limit)"
    case .radixNumber(let text):
      "the form of \(text) is documented, but Foundation is said to read it as 0"
    case .shiftSign(let sign, let selector):
      "'\(sign)' is not documented; it is read as \(selector)(…, …)"
    case .surplusLetter(let written, let documented):
      "'\(written)' is no documented conversion; it is read as '\(documented)'"
    case .tooDeep(let limit): "a predicate cannot nest deeper than \(limit) levels"
    case .tooLong(let limit): "a predicate cannot be longer than \(limit) bytes"
    case .unknownConversion(let text):
      "'\(text)' is no conversion; arguments are written %@, %K, %d, %f and the like"
    case .unknownFunction(let selector, let near):
      "unable to parse function name '\(selector)' into supported selector (\(selector))"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownOption(let letter): "'\(letter)' is no option; options are c, d, n and l"
    case .unterminatedString: "the string has no closing quote"
    case .wideNumber(let text):
      "the whole number \(text) does not fit 64 bits; it is read as a decimal number"
    }
  }

  private static func count(_ wanted: ClosedRange<Int>) -> String {
    if wanted.lowerBound < wanted.upperBound { return "one argument or more" }
    switch wanted.lowerBound {
    case 0: return "no arguments"
    case 1: return "1 argument"
    case let count: return "\(count) arguments"
    }
  }
}
