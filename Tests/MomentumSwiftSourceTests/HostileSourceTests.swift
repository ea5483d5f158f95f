import MomentumDiagnostics
import MomentumSwiftSource
import MomentumTestSupport
import Testing

/// Texts that repeat one thing very often. Reading them takes time in proportion to their length: if
/// each repetition were compared with all others, a case would take many minutes and the run of the
/// tests would not end. No test measures it, because the time of a run depends on the machine.
@Suite(.tags(.stack)) struct HostileSourceTests {
  static let units = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("/*", "*/"), ("\"\\(", ")\""), ("@a<", ">"), ("a<", ">"),
    ("let a: A<", ">"), ("let a: [", "]"), ("let a: (", ")"), ("let a: b -> ", ""), ("(", "]"),
    ("{(", ")"), ("func f() { ", "}"), ("class A { ", "}"), ("struct A { var a: Int { ", "}}"),
    ("var x = {", "}"), ("#if a\n", "#endif\n"), ("#if a\n@a\n", "#endif\n"), ("@a ", ""),
    ("@a\n", ""), ("static ", ""), ("static\n", ""), ("case a, ", ""), ("#/\n", "/#"), ("##", ""),
    ("#\"", "\"#"), ("#\"\"\"", "\"\"\"#"), ("(/", ""), ("= /a[", ""), ("let a = b<c,", ">"),
    ("let a = \"\\({ let b = ", "})\""), ("@abi(func a(", "))"),
    ("let a = b\n#if c\n.d\n", "#endif\n"),
    ("if a, ", ""), ("a ? ", ": b"), ("<#", ""), ("`", ""), ("a.", ""),
    ("extension A where a: b, ", ""),
    ("let a: some ", ""), ("var a: Int { @b ", "}"), ("enum a { case b(", ")}"),
  ]

  @Test(arguments: units)
  func nothingIsReadAgainAndAgain(open: String, close: String) {
    let count = TestLength.choose(short: 1_000, long: 20_000)
    let opened = String(repeating: open, count: count)
    for text in [opened, opened + String(repeating: close, count: count)] {
      let file = SwiftFile(Shown.source(text))
      var declarations = 0
      file.forEachDeclaration { _ in declarations += 1 }
      #expect(file.tokens.all.last?.kind == .end)
      #expect(declarations <= 4 * count)
    }
  }

  /// Neither a hundred thousand levels nor the depth at which the reader stops take more stack than a
  /// thread has.
  @Test(arguments: [70, 100_000]) func depthIsLimited(count: Int) {
    let sources = HostileSourceTests.units.map { String(repeating: $0.0, count: count) }
    for source in count > 1000 ? Array(sources.prefix(11)) : sources {
      let used = StackUse.measure {
        SwiftFile(Shown.source(source)).forEachDeclaration { _ in }
      }
      #expect(used < StackUse.bytesMax, "\(source.prefix(20)): \(used)")
    }
  }

  /// A declaration inside 64 others is the last one.
  @Test func deepDeclarationsAreLeftOut() {
    let text = String(repeating: "func f() { ", count: 100) + String(repeating: "}", count: 100)
    #expect(Shown.deep(text).count == 65)
  }
}
