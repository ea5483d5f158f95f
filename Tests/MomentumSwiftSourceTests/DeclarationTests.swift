import MomentumSwiftSource
import MomentumTestSupport
import Testing

/// What each rule of the reader makes of a declaration.
@Suite struct DeclarationTests {
  @Test(arguments: [
    ("let a = 1", "variable constant 'a' = 1"), ("var a: Int", "variable 'a' type Int"),
    ("var a: [Set<Int>]?=nil", "variable 'a' type [Set<Int>]? = nil"),
    ("var a: Set<Set<Int>>=b", "variable 'a' type Set<Set<Int>> = b"),
    ("let a = 1, b = f(2, 3)", "variable constant 'a' = 1\nvariable constant 'b' = f(2, 3)"),
    ("var a, b: Int", "variable 'a' type Int\nvariable 'b' type Int"),
    ("let (a, b) = c", "variable constant = c"), ("var `class`: Int", "variable 'class' type Int"),
    ("let a = b < c, d = 1", "variable constant 'a' = b < c\nvariable constant 'd' = 1"),
    ("let a = B<C, D>(), e = 1", "variable constant 'a' = B<C, D>()\nvariable constant 'e' = 1"),
    ("let a = b\n  .c\nlet d", "variable constant 'a' = b\n  .c\nvariable constant 'd'"),
    ("let a = b\n  + c\n-d", "variable constant 'a' = b\n  + c"),
    ("let a =\n  b\nlet d", "variable constant 'a' = b\nvariable constant 'd'"),
    (
      "let a = if b, let c { 1 } else { 2 }", "variable constant 'a' = if b, let c { 1 } else { 2 }"
    ),
    (
      "let a = b\n#if c\n  .d\n#endif\nlet e",
      "variable constant 'a' = b\n#if c\n  .d\n#endif\nvariable constant 'e'"
    ),
    ("let a = b.any\nlet c", "variable constant 'a' = b.any\nvariable constant 'c'"),
    ("let a = f { $0 }\n{ 1 }", "variable constant 'a' = f { $0 }"),
  ])
  func variables(text: String, shown: String) {
    expectText(Shown.declarations(text), shown)
  }

  @Test(arguments: [
    ("var a: Int { 1 }", "variable 'a' type Int {get}"),
    ("var a: Int { get { 1 } set { } }", "variable 'a' type Int {get set}"),
    ("var a: Int { get async throws }", "variable 'a' type Int {get}"),
    (
      "var a: Int { @b mutating get { 1 } nonmutating set(c) { } }",
      "variable 'a' type Int {get set}"
    ),
    ("var a = 1 { didSet { } }", "variable 'a' = 1 {didSet}"),
    ("var a = f { $0 } { willSet(b) { } }", "variable 'a' = f { $0 } {willSet}"),
    ("var a = f { set(1) }", "variable 'a' = f { set(1) }"),
    ("var a: Int { get(1) }", "variable 'a' type Int {get}"),
    ("var a: Int { read { 1 } }", "variable 'a' type Int {get}"),
    ("lazy var a: B = { 1 }()", "lazy variable 'a' type B = { 1 }()"),
    ("subscript(a: Int) -> B { get { 1 } }", "subscript (a: Int) type B {get}"),
  ])
  func accessors(text: String, shown: String) {
    expectText(Shown.declarations(text), shown)
  }

  @Test(arguments: [
    ("func f<T>(a: T) async throws(E) -> [T] where T: P { }", "function 'f' <T> (a: T) type [T]"),
    ("static func <<T: P>(a: T) -> B", "static function '<' <T: P> (a: T) type B"),
    ("func <<=<T>(a: T) { }", "function '<<=' <T> (a: T)"),
    ("func + (a: B) { }", "function '+' (a: B)"),
    ("func f() -> some P & Q { }", "function 'f' () type any P & Q"),
    ("public convenience init?<T>(a: T) { }", "public convenience initializer <T> (a: T)"),
    ("init !(a: B) { }", "initializer (a: B)"), ("deinit { }", "deinitializer"),
    ("macro m(a: Int) -> B = #c(d: \"e\")", "macro 'm' (a: Int) type B = #c(d: \"e\")"),
    ("macro m<T>() = #c where T: P", "macro 'm' <T> () = #c"),
    ("prefix operator +++", "prefix operator '+++'"),
    ("infix operator **: P", "infix operator '**' : P"),
    ("precedencegroup P { associativity: left }", "precedenceGroup 'P'"),
    ("import struct A.B", "import 'A.B'"), ("@testable import A", "@testable import 'A'"),
    ("typealias A<T> = B<T> where T: P", "typeAlias 'A' <T> type B<T>"),
  ])
  func functionsAndOthers(text: String, shown: String) {
    expectText(Shown.declarations(text), shown)
  }

  @Test(arguments: [
    ("class A<T: P>: B<T>, C { }", "class 'A' <T: P> : B<T>, C"),
    (
      "extension A.B: @unchecked C where D == E { let f = 1 }",
      "extension 'A.B' : C\n  variable constant 'f' = 1"
    ),
    ("extension [A] { }", "extension"), ("struct A: ~Copyable { }", "struct 'A' : Copyable"),
    ("public final actor A { }", "public final actor 'A'"),
    ("let actor = 1", "variable constant 'actor' = 1"),
    (
      "enum A: Int { case b = 1, c; indirect case d(e: F = .g, H) }",
      "enum 'A' : Int\n  enumCase 'b' = 1\n  enumCase 'c'\n  indirect enumCase 'd' (e: F = .g, H)"
    ),
    (
      "protocol P<A>: Q { associatedtype A: R = S; var b: Int { get set } }",
      "protocol 'P' <A> : Q\n  associatedType 'A' type S : R\n  variable 'b' type Int {get set}"
    ),
    (
      "class A { class func f() { } class B { } class var c: D { 1 } }",
      "class 'A'\n  class function 'f' ()\n  class 'B'\n  class variable 'c' type D {get}"
    ),
    (
      "class A { var static: Int; var `init`: B; init() { } }",
      "class 'A'\n  variable 'static' type Int\n  variable 'init' type B\n  initializer ()"
    ),
  ])
  func types(text: String, shown: String) {
    expectText(Shown.declarations(text), shown)
  }

  @Test(arguments: [
    (
      "@Attribute(.unique, originalName: \"b\") var a: Int",
      "@Attribute(.unique, originalName: \"b\") variable 'a' type Int"
    ),
    ("@SwiftData.Model final class A { }", "@SwiftData.Model final class 'A'"),
    ("@SwiftData::Model class A { }", "@Model class 'A'"),
    ("@W<B, C>(1) private(set) var a: D", "@W<B, C>(1) private(set) variable 'a' type D"),
    ("@objc(a:b:) func a(c: D, b: E)", "@objc(a:b:) function 'a' (c: D, b: E)"),
    ("var a: @escaping @Sendable (B) -> C", "variable 'a' type …"),
    ("@A\n#if B\n@C\n#else\n@D(1)\n#endif\nvar a = 1", "@A @C @D(1) variable 'a' = 1"),
    ("#Unique<A>([\\.b], [\\.c])", "macroExpansion 'Unique' <A> ([\\.b], [\\.c])"),
    ("#Preview { let a = 1 }", "macroExpansion 'Preview'"),
    ("class A { public #make(b) }", "class 'A'\n  public macroExpansion 'make' (b)"),
    ("unowned(unsafe) let a: B", "unowned(unsafe) variable constant 'a' type B"),
  ])
  func attributesAndModifiers(text: String, shown: String) {
    expectText(Shown.declarations(text), shown)
  }

  @Test func conditionsStandAroundMembers() {
    expectText(
      Shown.declarations(
        """
        class A {
          #if DEBUG && os(iOS)
          var a = 1
          #elseif B
          var b = 2
          #else
            #if C
          var c = 3
            #endif
          #endif
          var d = 4
        }
        """),
      """
      class 'A'
        variable 'a' = 1 [#if DEBUG && os(iOS)]
        variable 'b' = 2 [#elseif B]
        variable 'c' = 3 [#else] [#if C]
        variable 'd' = 4
      """)
  }

  @Test(arguments: [
    ("Int", "Int"), ("A.B<C>", "A.B<C>"), ("[A: [B]]", "[A: [B]]"), ("(A)", "A"), ("A?", "A?"),
    ("A!", "A!"), ("any A & B", "any A & B"), ("(any A)?", "(any A)?"), ("(a: A, B)", "(A, B)"),
    ("A.Type", "…"), ("[A].Index", "…"), ("(A) async throws -> B", "…"), ("Swift::Int", "Int"),
    ("Optional<A>", "Optional<A>"), ("[4 of A]", "…"), ("A<B<C<D>>>", "A<B<C<D>>>"),
  ])
  func typesAreWrittenBack(text: String, shown: String) throws {
    let file = SwiftFile(Shown.source("var a: \(text)"))
    #expect(try #require(file.declarations.first?.type).description == shown)
  }
}
