import MomentumSwiftSource
import Testing

/// The parts and the value of string literals.
@Suite struct StringLiteralTests {
  private func literal(_ text: String) throws -> SwiftStringLiteral {
    try #require(SwiftTokens(Shown.source(text)).stringLiteral(at: 0))
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""\n\t\r\0\"\'\\""#, "\n\t\r\0\"'\\"),
    (#""\u{e9}\u{1F600}""#, "é😀"), (##"#"\n\#n"#"##, "\\n\n"), (##"#"a"b"#"##, "a\"b"),
    (##"#"""#"##, "\""), (#""\q""#, #"\q"#), (#""\u{110000}""#, #"\u{110000}"#),
    (#""\u{}""#, #"\u{}"#),
    ("\"\"\"\n  a\n    b\n  \"\"\"", "a\n  b"), ("\"\"\"\n\"\"\"", ""), ("\"\"\"\n\n\"\"\"", ""),
    ("\"\"\"\n\na\n\n\"\"\"", "\na\n"), ("\"\"\"\n  a \\\n  b\n  \"\"\"", "a b"),
    ("\"\"\"\r\n a\r\n b\r\n \"\"\"", "a\nb"), ("\"\"\"\n\ta\n\n\tb\n\t\"\"\"", "a\n\nb"),
    ("##\"\"\"\n \\#n \\##n\n \"\"\"##", "\\#n \n"), ("\"open", "open"), ("\"\"\"\n a", " a"),
    ("\"\"\"\n a \\\n \"\"\"", "a "), ("\"größe\"", "größe"),
  ])
  func values(text: String, value: String) throws {
    #expect(try literal(text).value == value)
  }

  @Test func anInterpolatedLiteralHasNoValue() throws {
    let literal = try literal(#""a\(b + "c")d\(e)""#)
    #expect(literal.value == nil)
    #expect(literal.textValue == "ad")
    #expect(
      literal.segments == [
        .text("a", 1..<2),
        .interpolation(SwiftStringLiteral.Interpolation(range: 2..<12, content: 4..<11)),
        .text("d", 12..<13),
        .interpolation(SwiftStringLiteral.Interpolation(range: 13..<17, content: 15..<16)),
      ])
  }

  @Test func marksAreCounted() throws {
    let raw = try literal("##\"a\"##")
    #expect((raw.pounds, raw.isMultiline, raw.isTerminated) == (2, false, true))
    let long = try literal("\"\"\"\na")
    #expect((long.pounds, long.isMultiline, long.isTerminated) == (0, true, false))
  }

  /// A backslash without the literal's marks is text.
  @Test func rawLiteralsInterpolateWithTheirMarks() throws {
    #expect(try literal(##"#"\(a)"#"##).value == #"\(a)"#)
    #expect(try literal(##"#"\#(a)"#"##).interpolations.map(\.content) == [5..<6])
  }

  @Test func onlyStringsHaveParts() {
    #expect(SwiftTokens(Shown.source("a")).stringLiteral(at: 0) == nil)
  }
}
