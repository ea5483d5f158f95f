import MomentumDiagnostics
import MomentumSwiftSource
import MomentumTestSupport
import Testing

/// What is not Swift is read as well: without a crash, with ranges inside the file.
@Suite struct DamagedSourceTests {
  private static let samples = [
    """
    @SwiftData.Model final class A<T: P>: B, @unchecked C where T == D {
      @Attribute(.unique, originalName: "x\\(y)z") private(set) var a: [Set<Int>]?=nil, b = 1.5e3
      var c: Int { get async throws { 0x1F } set(v) { let d = /a[)]+/; if let e = d { } } }
      #if DEBUG && os(iOS)
      @objc func f<U>(_ g: @escaping (U) -> Void = { h in struct S { let i = 2 } }) -> some Q { }
      #else
      subscript(j: Int...) -> K { "\\("\\(l { let m = #"n"# })")" }
      #endif
      enum E: String { case o = "p", q(r: S = .t); indirect case u }
      /* /* v */ */ init?(w: inout X) throws(Y) { } deinit { }
      static func <<=<Z>(aa: Z, bb: Z) { } #Unique<A>([\\.a])
    }
    """,
    ##"""
    #!/usr/bin/swift
    import struct F.G; infix operator **: H; precedencegroup I { lowerThan: J }
    macro k(l: M) -> N = #externalMacro(module: "o", type: "p")
    switch q { case .r(let s) where s < t: u?.v!.w() default: func x() { } }
    let y = if z { 1 } else { 2 }, aa = """
      b\tc \
      \(d ? "e" : #"\#(f)"#)
      """
    typealias g<H> = (i: @Sendable (J) async -> K, [L: M.Type]) // n
    extension [O]: @retroactive P { async let q = r } @abi(func s()) func t()
    let größe = a ∘ b, `two words` = #/
      c+ # d
      /#
    """##,
  ]

  private func check(_ bytes: [UInt8]) {
    let file = SwiftFile(SourceFile(path: "a.swift", utf8: bytes))
    Invariants.check(file)
  }

  @Test(arguments: samples)
  func everyPrefixIsRead(sample: String) {
    for prefix in Mutations.prefixes(of: Array(sample.utf8)).thinned(to: 300) { check(prefix) }
  }

  @Test(arguments: samples)
  func everyTokenMayBeLostOrDoubled(sample: String) {
    let tokens = SwiftTokens(Shown.source(sample))
    let ranges = tokens.all.map { $0.start..<$0.end } + tokens.comments.map(\.range)
    let edits = Mutations.tokenEdits(of: Array(sample.utf8), tokens: ranges)
    for bytes in edits.thinned(to: 300) { check(bytes) }
  }

  @Test(arguments: samples)
  func everyByteMayBeWrong(sample: String) {
    let bytes = Array(sample.utf8)
    let places = Array(zip(bytes.indices, [0xFF, 0x80, 0, 0x22, 0x28, 0x7D, 0x2F].cycled))
    for (index, wrong) in places.thinned(to: 200) {
      var copy = bytes
      copy[index] = wrong
      check(copy)
    }
  }

  @Test func everyByteAloneIsRead() {
    for byte in UInt8.min...UInt8.max { check([byte]) }
  }

  /// The samples have every kind of declaration, so that no rule escapes the damage.
  @Test func theSamplesHaveEveryKind() {
    var kinds: Set<SwiftDeclaration.Kind> = []
    for sample in DamagedSourceTests.samples + [
      "protocol P { associatedtype A }; actor A { }; struct S { }"
    ] {
      SwiftFile(Shown.source(sample)).forEachDeclaration { kinds.insert($0.declaration.kind) }
    }
    #expect(Set(SwiftDeclaration.Kind.allCases).subtracting(kinds).isEmpty)
  }
}

extension Array where Element == UInt8 {
  /// The elements over and over again.
  fileprivate var cycled: some Sequence<UInt8> {
    sequence(state: 0) { next in
      defer { next += 1 }
      return self[next % count]
    }
  }
}
