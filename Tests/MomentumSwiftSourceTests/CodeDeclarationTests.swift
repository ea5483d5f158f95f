import MomentumSwiftSource
import Testing

/// Declarations inside code, with those around them.
@Suite struct CodeDeclarationTests {
  @Test func everyPlaceOfCodeIsRead() {
    let text = """
      @A({ let inAttribute = 1 }) struct S {
        func f(a: B = { let inParameter = 1 }()) {
          let c = g { d in let inClosure = 1 }
          if true { struct Local { var m: Int { let inAccessor = 1; return 1 } } }
          switch e { case .x: let inCase = 1
          default: func inner() { } }
        }
        var v = "\\({ let inString = 1 }())" { didSet { let inObserver = 1 } }
        #make { let inMacro = 1 }
      }
      """
    #expect(
      Shown.deep(text) == [
        "struct S", "S/variable inAttribute", "S/function f", "S/f/variable inParameter",
        "S/f/variable c", "S/f/c/variable inClosure", "S/f/struct Local", "S/f/Local/variable m",
        "S/f/Local/m/variable inAccessor", "S/f/variable inCase", "S/f/function inner",
        "S/variable v", "S/v/variable inString", "S/v/variable inObserver",
        "S/macroExpansion make", "S/make/variable inMacro",
      ])
  }

  /// Patterns bind values and declare nothing, and words after a period or before a colon are names.
  @Test(arguments: [
    "if let a = b, let c = d { }", "guard\n  let a = b,\n  let c = d\nelse { return }",
    "while let a = b { }", "for case let a? in b { }", "for var a in b { }",
    "switch a { case let b: c() }", "switch a { case .b(let c), .d(var c): e() }",
    "do { } catch let a { }", "if case let .a(b) = c { }", "f(let: 1, struct: 2)", "a.class",
    "a\n  .func", "switch a { @unknown case _: b() }", "prefix = open(a)", "async()",
    "open(a)\nopen(b)", "{ actor in actor }",
  ])
  func patternsAreNoDeclarations(text: String) {
    #expect(Shown.deep("func f() { \(text) }") == ["function f"])
  }

  @Test(arguments: [
    ("async let a = b()", ["f/variable a"]),
    ("lazy var a = 1; var b = 2", ["f/variable a", "f/variable b"]),
    ("a: for b in c { let d = 1 }", ["f/variable d"]), ("@B var a = 1", ["f/variable a"]),
    ("final class A { }", ["f/class A"]),
    ("g({ let a = 1 }, [{ let b = 1 }])", ["f/variable a", "f/variable b"]),
    ("{ (a: B) -> C in let d = 1 }", ["f/variable d"]), ("typealias A = B", ["f/typeAlias A"]),
    ("#if a\nlet b = 1\n#endif", ["f/variable b"]),
    ("if a { } else { let b = 1 }", ["f/variable b"]),
    ("let a = b ? c : d\nlet e", ["f/variable a", "f/variable e"]),
  ])
  func statementsDeclare(text: String, declarations: [String]) {
    #expect(Shown.deep("func f() { \(text) }") == ["function f"] + declarations)
  }

  @Test func whatAFileDoesIsNotDeclared() {
    let text = "if let a = b { let c = 1 }\nlet d = 2\nf { let e = 1 }"
    #expect(Shown.declarations(text) == "variable constant 'd' = 2")
    #expect(Shown.deep(text) == ["variable c", "variable d", "variable e"])
  }

  /// The tokens of a declaration inside an interpolation are those of the interpolation.
  @Test func interpolationsHaveTokensOfTheirOwn() {
    var texts: [String] = []
    SwiftFile(Shown.source("f(\"\\({ let a = 1 }())\")")).forEachDeclaration { located in
      texts.append(located.tokens.text(located.declaration.tokens))
    }
    #expect(texts == ["let a = 1"])
  }

  @Test func theOldInterfaceOfAnABIIsADeclaration() {
    #expect(Shown.deep("@abi(func a())\nfunc b() { }") == ["function b", "b/function a"])
  }

  @Test func attributesOfAllPlacesCanBeRead() {
    let tokens = SwiftTokens(Shown.source("f { @B(1) (a: @escaping (C) -> D) in }"))
    let found = (0..<tokens.end).compactMap { tokens.attribute(at: $0) }
    #expect(found.map { tokens.text($0.tokens) } == ["@B(1)", "@escaping"])
  }
}
