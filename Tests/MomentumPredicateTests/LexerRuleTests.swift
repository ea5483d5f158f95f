import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumPredicate

/// What numbers, strings and conversions mean, one by one.
@Suite struct LexerRuleTests {
  private func expression(_ text: String) -> (ExpressionSyntax.Kind?, [String]) {
    var diagnostics = Diagnostics()
    let syntax = PredicateParser.parseExpression(SourceFile(path: "e", text: text), &diagnostics)
    return (syntax?.kind, diagnostics.all.map(\.id))
  }

  // MARK: - Numbers

  @Test(arguments: [
    ("0", Literal.integer(0)), ("007", .integer(7)), ("0x1F", .integer(31)),
    ("0X1f", .integer(31)), ("0b101", .integer(5)), ("0B11", .integer(3)), ("0o17", .integer(15)),
    ("0xaF", .integer(175)), ("0x7FFFFFFFFFFFFFFF", .integer(.max)),
    ("0x8000000000000000", .decimal("9223372036854775808")),
    ("0xFFFFFFFFFFFFFFFF", .decimal("18446744073709551615")),
    ("99999999999999999", .integer(99_999_999_999_999_999)),
    ("999999999999999999", .integer(999_999_999_999_999_999)),
    ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", .decimal("9223372036854775808")),
    ("0000000000000000000000000012", .integer(12)), ("1e5", .double(100_000)),
    ("1E+5", .double(100_000)), ("1e-2", .double(0.01)), ("1.5", .double(1.5)),
    (".5", .double(0.5)), (".5e1", .double(5)), ("10.", .double(10)), ("10.e2", .double(1000)),
    ("1.25e2", .double(125)),
  ])
  func numbersHaveTheirValue(text: String, value: Literal) {
    #expect(expression(text).0 == .literal(value))
  }

  /// What is documented and doubtful is warned about, and nothing else.
  @Test(arguments: [
    ("0x1F", []), ("0b1", ["predicate.radix-number"]), ("0o7", ["predicate.radix-number"]),
    ("9223372036854775807", []), ("9223372036854775808", ["predicate.wide-number"]),
    ("0x8000000000000000", ["predicate.wide-number"]), ("1e308", []),
    ("1e309", ["predicate.number-too-large"]),
    ("0x10000000000000000", ["predicate.number-too-large"]), ("0x", ["predicate.syntax"]),
    ("0xg", ["predicate.syntax"]), ("0b2", ["predicate.syntax"]), ("0o8", ["predicate.syntax"]),
    ("1e", ["predicate.syntax"]), ("1e+", ["predicate.syntax"]), ("1 2", ["predicate.syntax"]),
  ])
  func doubtfulNumbersAreToldOf(text: String, ids: [String]) {
    #expect(expression(text).1 == ids)
  }

  @Test(arguments: [("0x", 16), ("0o8", 8), ("0b2", 2)])
  func aBaseHasDigitsOfItsOwn(text: String, base: Int) {
    var diagnostics = Diagnostics()
    _ = PredicateParser.parseExpression(SourceFile(path: "e", text: text), &diagnostics)
    expectText(
      diagnostics.all.first?.text ?? "",
      "expected digits of base \(base), found '\(text.prefix(2))'")
  }

  // MARK: - Strings

  /// Escapes as implementations that copy Foundation have them; half a pair is no character.
  @Test(arguments: [
    (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\a"#, "\u{7}"), (#"\b"#, "\u{8}"),
    (#"\f"#, "\u{C}"), (#"\v"#, "\u{B}"), (#"\\"#, "\\"), (#"\'"#, "'"), (#"\""#, "\""),
    (#"\q"#, "q"), (#"\8"#, "8"), (#"\x41"#, "A"), (#"\x4"#, "x4"), (#"\xg1"#, "xg1"),
    (#"\x411"#, "A1"), (#"\u00e9"#, "é"), (#"\u00e"#, "u00e"), (#"\u00e9f"#, "éf"),
    (#"\101"#, "A"), (#"\7"#, "\u{7}"), (#"\0"#, "\0"), (#"\1012"#, "A2"), (#"\128"#, "\n8"),
    (#"\777"#, "\u{1FF}"), (#"\ud83d\ude00"#, "😀"), (#"\ud800\udc00"#, "\u{10000}"),
    (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\ud7ff"#, "\u{D7FF}"), (#"\ue000"#, "\u{E000}"),
    (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    (#"\ud83d\udbff"#, "\u{FFFD}\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"),
    (#"\ud83d\n"#, "\u{FFFD}\n"), (#"a\tb"#, "a\tb"), ("é", "é"), ("", ""),
  ])
  func escapesStandForACharacter(text: String, value: String) {
    for quote in ["'", "\""] {
      #expect(expression(quote + text + quote).0 == .literal(.string(value)), "\(text)")
    }
  }

  @Test func aQuoteOfTheOtherKindIsText() {
    #expect(expression("'a\"b'").0 == .literal(.string("a\"b")))
    #expect(expression("\"a'b\"").0 == .literal(.string("a'b")))
    for text in ["'", "'a", "'a\\'", "\"a'", "'\\"] {
      #expect(expression(text).1 == ["predicate.unterminated-string"], "\(text)")
    }
  }

  // MARK: - Conversions

  @Test func conversionsAskForAKindOfValue() {
    let kinds: [(ArgumentConversion, String)] = [
      (.object, "@"), (.integer, "dDiuUxXoOp"), (.double, "fFeEgGaA"), (.string, "cCsS"),
    ]
    for (kind, letters) in kinds {
      for letter in letters {
        #expect(expression("%\(letter)").0 == .argument(0, kind), "%\(letter)")
      }
    }
    for text in ["%hhd", "%hd", "%ld", "%lld", "%qd", "%Ld", "%zd", "%td", "%jd"] {
      #expect(expression(text).0 == .argument(0, .integer), "\(text)")
    }
    for text in ["%5.2f", "%-5f", "%+f", "%#g", "%05f", "%lf"] {
      #expect(expression(text).0 == .argument(0, .double), "\(text)")
    }
    for text in ["%y", "%", "%hy", "%hqd", "%5", "%k", "%é"] {
      #expect(expression(text).1 == ["predicate.unknown-conversion"], "\(text)")
    }
    // The surplus letter stands behind a length only, and before no other letter.
    for (text, ids) in [
      ("%lud", ["predicate.surplus-letter"]), ("%llud", ["predicate.surplus-letter"]),
      ("%lu", []), ("%ud", ["predicate.syntax"]), ("%ludx", ["predicate.syntax"]),
      ("%lud1", ["predicate.syntax"]), ("%ldd", ["predicate.syntax"]),
    ] {
      #expect(expression(text).1 == ids, "\(text)")
    }
  }

  @Test func argumentsAreCountedInTheOrderOfTheText() {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: "%K == %@ AND a == %d")
    let syntax = PredicateParser.parse(source, &diagnostics)
    guard case .and(let operands)? = syntax?.kind,
      case .comparison(let first) = operands[0].kind,
      case .comparison(let second) = operands[1].kind
    else {
      Issue.record("no two comparisons")
      return
    }
    guard case .keyPath(let components) = first.left.kind else {
      Issue.record("no key path")
      return
    }
    #expect(components.map(\.name) == [.argument(0)])
    #expect(first.right.kind == .argument(1, .object))
    #expect(second.right.kind == .argument(2, .integer))
  }

  // MARK: - Words

  /// Each word counts in either case, and a word in which one bit of one letter differs is another one. The case
  /// is one of these bits: it turns a dash or a digit into no letter.
  @Test(arguments: Keyword.allCases) func aWordIsKnownByEveryLetter(keyword: Keyword) {
    let word = Array(keyword.rawValue.utf8)
    let others = Set(Keyword.allCases.map(\.rawValue))
    for spelling in [keyword.rawValue, keyword.rawValue.lowercased()] {
      #expect(Keyword.isReserved(spelling))
      #expect(!Keyword.isReserved(spelling + "X") && !Keyword.isReserved("X" + spelling))
      #expect(
        others.contains(String(spelling.uppercased().dropLast()))
          == Keyword.isReserved(String(spelling.dropLast())))
    }
    for place in word.indices {
      for bit in 0..<7 {
        var other = word
        other[place] ^= 1 << bit
        let text = String(decoding: other, as: UTF8.self)
        let isSame = others.contains(text.uppercased())
        #expect(Keyword.isReserved(text) == isSame, "'\(text)' for \(keyword.rawValue)")
      }
    }
  }
}
