import MomentumSwiftSource
import Testing

/// What each rule of the lexer makes of a text.
@Suite struct LexerTests {
  @Test(arguments: [
    ("1_000", "integer:1_000"), ("0x1F", "integer:0x1F"), ("0b101", "integer:0b101"),
    ("0o17", "integer:0o17"), ("1.5", "float:1.5"), ("1e5", "float:1e5"),
    ("1.5E-3", "float:1.5E-3"),
    ("0x1.8p3", "float:0x1.8p3"), ("0x1p-2", "float:0x1p-2"),
    ("1.max", "integer:1 period:. name:max"), ("0x1.fade", "integer:0x1 period:. name:fade"),
    ("a.0.1", "name:a period:. integer:0 period:. integer:1"),
    ("1...2", "integer:1 op:... integer:2"), ("1..<2", "integer:1 op:..< integer:2"),
    ("-1", "op:- integer:1"), ("1x", "integer:1x"),
  ])
  func numbers(text: String, tokens: String) {
    #expect(Shown.tokens(text) == tokens)
  }

  @Test(arguments: [
    ("a?.b", "name:a op:? period:. name:b"), ("a??.b", "name:a op:? op:? period:. name:b"),
    ("a ?? b", "name:a op:?? name:b"), ("x!=y", "name:x op:! op:= name:y"),
    ("x != y", "name:x op:!= name:y"), ("a&&b", "name:a op:&& name:b"),
    ("a = b", "name:a op:= name:b"), ("-> a", "op:-> name:a"),
    ("a<b>=c", "name:a op:< name:b op:>= name:c"),
    ("a+/*c*/b", "name:a op:+ name:b"), ("a+//c\nb", "name:a op:+ name:b"),
    ("a == .b", "name:a op:== period:. name:b"), ("a ∘ b", "name:a op:∘ name:b"),
    ("a \u{A0}+ b", "name:a op:+ name:b"), ("x as? T", "name:x name:as op:? name:T"),
    ("try? f()", "name:try op:? name:f ( )"), ("[Int]?=nil", "[ name:Int ] op:? op:= name:nil"),
  ])
  func operators(text: String, tokens: String) {
    #expect(Shown.tokens(text) == tokens)
  }

  @Test(arguments: [
    ("größe", "name:größe"), ("`class`", "quoted:`class`"), ("`two words`", "quoted:`two words`"),
    ("`open", "quoted:`open…"), ("$0", "name:$0"), ("_", "name:_"), ("😀", "name:😀"),
    ("#if", "pound:#if"), ("#Predicate<A>", "pound:#Predicate op:< name:A op:>"),
    ("@Model", "@ name:Model"), ("\\A.b", "\\ name:A period:. name:b"),
    ("<#value#>", "name:<#value#>"), ("a<#b", "name:a op:< pound:#b"),
    ("\u{FEFF}a", "name:a"), ("#!/usr/bin/swift\na", "name:a"), ("###", "unknown:## unknown:#"),
  ])
  func namesAndMarks(text: String, tokens: String) {
    #expect(Shown.tokens(text) == tokens)
  }

  /// A slash divides after an operand and begins a regular expression where an operand is expected.
  @Test(arguments: [
    ("let r = /a+/", "name:let name:r op:= regex:/a+/"),
    ("a / b / c", "name:a op:/ name:b op:/ name:c"), ("a/b/c", "name:a op:/ name:b op:/ name:c"),
    ("f(/a/)", "name:f ( regex:/a/ )"), ("f(/, 2)", "name:f ( op:/ , integer:2 )"),
    ("return /[/]x/", "name:return regex:/[/ ] name:x op:/"),
    ("x = / a/", "name:x op:= op:/ name:a op:/"), ("= /a /", "op:= op:/ name:a op:/"),
    ("= /a\\/b/", "op:= regex:/a\\/b/"), ("!/a/.m", "op:! regex:/a/ period:. name:m"),
    ("= #/a/b/#", "op:= regex:#/a/b/#"), ("= #/\na # b\n/#", "op:= regex:#/\na # b\n/#"),
    ("func /(a: A)", "name:func op:/ ( name:a : name:A )"), ("= /a)/", "op:= op:/ name:a ) op:/"),
    ("case /(a|b)/:", "name:case regex:/(a|b)/ :"), ("#/a", "unknown:# op:/ name:a"),
  ])
  func regularExpressions(text: String, tokens: String) {
    #expect(Shown.tokens(text) == tokens)
  }

  @Test(arguments: [
    (#""a" b"#, #"string:"a" name:b"#), (#""\"" b"#, #"string:"\"" name:b"#),
    (##"#"a"b"# c"##, ##"string:#"a"b"# name:c"##), (##"#"""# c"##, ##"string:#"""# name:c"##),
    (#""\(a)" b"#, #"string:"\(a)" name:b"#), (#""\(f(")"))" b"#, #"string:"\(f(")"))" name:b"#),
    (#""\("\(a)")" b"#, #"string:"\("\(a)")" name:b"#),
    (#""\(a /* ) */)" b"#, #"string:"\(a /* ) */)" name:b"#),
    (#""\(a.replacing(/\)"/, b))" c"#, #"string:"\(a.replacing(/\)"/, b))" name:c"#),
    (##"#"\(a" b"# c"##, ##"string:#"\(a" b"# name:c"##),
    (##"#"\#(a + ")")"# c"##, ##"string:#"\#(a + ")")"# name:c"##),
    ("\"a\nb", "string:\"a… name:b"), ("\"\\(a\nb", "string:\"\\(a… name:b"),
    ("\"\"\"\n a \" b\n \"\"\" c", "string:\"\"\"\n a \" b\n \"\"\" name:c"),
    ("\"\"\"\n\\(f(\n))\n\"\"\" c", "string:\"\"\"\n\\(f(\n))\n\"\"\" name:c"),
    ("\"\" b", "string:\"\" name:b"), ("\"\"\"\n a", "string:\"\"\"\n a…"),
  ])
  func strings(text: String, tokens: String) {
    #expect(Shown.tokens(text) == tokens)
  }

  @Test func commentsHaveTheirKinds() {
    let text = "// a\n/// b\n//// c\n/* d /* e */ f */ x /** g */ /**/ y /* h"
    #expect(
      Shown.comments(text) == [
        "line // a", "documentationLine /// b", "documentationLine //// c",
        "block /* d /* e */ f */", "documentationBlock /** g */", "block /**/", "block /* h",
      ])
    #expect(Shown.tokens(text) == "name:x name:y")
  }

  /// A bracket that is lost closes with the brace around it, and takes nothing else along.
  @Test(arguments: [
    ("(a)", [0: 2]), ("{(}", [0: 2]), ("{(}[]", [0: 2, 3: 4]), ("(])", [0: 2]), ("({)}", [1: 3]),
    ("([)]", [0: 2]), ("}{}", [1: 2]),
  ])
  func bracketsHavePartners(text: String, pairs: [Int: Int]) {
    let tokens = SwiftTokens(Shown.source(text))
    let found = (0..<tokens.end).compactMap { open in
      tokens.partner(of: open).flatMap { $0 > open ? (open, $0) : nil }
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == pairs)
  }

  @Test func aRangeIsReadAsIfItWereTheFile() {
    let file = Shown.source("let a = \"\\(b + 1)\"")
    let tokens = SwiftTokens(file, in: 11..<16)
    #expect((0..<tokens.end).map { tokens.text($0) } == ["b", "+", "1"])
    #expect(tokens[0].start == 11)
  }
}
