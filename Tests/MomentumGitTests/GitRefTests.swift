import Testing

@testable import MomentumGit

@Suite struct GitRefTests {
  @Test(arguments: [
    "", "-", "--output=x", "-q", "a..b", "^main", "main:App", "a\nb", "a\u{0}b", "a\u{7F}",
    "\t", String(repeating: "a", count: 2000),
  ])
  func whatIsNoNameOfACommitIsNotGivenToGit(_ name: String) {
    #expect(!GitRef.isPlausible(name))
  }

  @Test(arguments: ["main", "HEAD~2", "HEAD^", "v1.0", "feature/ä b", "main@{1}", "deadbeef"])
  func namesOfCommitsAreTaken(_ name: String) {
    #expect(GitRef.isPlausible(name))
  }

  @Test(arguments: [
    ("v1.0", "v*", true), ("v1.0", "v?.?", true), ("v1.0", "v", false), ("v1.0", "*", true),
    ("release/2.0", "release*", true), ("release/2.0", "*/2.[0-9]", true), ("v1", "v[!0-9]", false),
    ("va", "v[!0-9]", true), ("v]", "v[]]", true), ("v[", "v[", true), ("a*b", "a\\*b", true),
    ("axb", "a\\*b", false), ("", "*", true), ("", "?", false), ("aXbXc", "a*X*c", true),
    ("v1", "v[z-a]", false), ("v-", "v[a-]", true),
    ("a", "[a-c]", true), ("b", "[a-c]", true), ("c", "[a-c]", true), ("d", "[a-c]", false),
    ("-", "[a-c]", false), ("-", "[a-c-]", true), ("-", "[-a]", true), ("e", "[a-ce]", true),
    ("-", "[a-ce-g]", false), ("d", "[a-ce-g]", false), ("f", "[a-ce-g]", true),
    ("xc", "x[!a-c]", false), ("x-", "x[!a-c]", true), ("xd", "x[^a-c]", true),
  ])
  func patternsMatchAsInGitTag(_ name: String, _ pattern: String, _ matches: Bool) {
    #expect(GitRef.matches(name, pattern) == matches)
  }

  @Test func aPatternOfManyStarsIsQuick() {
    let name = String(repeating: "a", count: 2000)
    let pattern = String(repeating: "*a", count: 50) + "b"
    #expect(!GitRef.matches(name, pattern))
  }

  @Test func idsAreHexadecimalOfTwoLengths() {
    #expect(GitObjectID(String(repeating: "a", count: 40)) != nil)
    #expect(GitObjectID(String(repeating: "0", count: 64)) != nil)
    #expect(GitObjectID(String(repeating: "A", count: 40)) == nil)
    #expect(GitObjectID("-" + String(repeating: "a", count: 39)) == nil)
  }

  @Test func aTreeObjectIsReadAndACutOneIsNoHarm() {
    let id = [UInt8](repeating: 0xAB, count: 20)
    let bytes = Array("100644 a b\0".utf8) + id + Array("40000 c\0".utf8) + id
    let all = GitTreeEntry.entries(of: bytes, idLength: 20)
    #expect(all.map(\.name) == ["a b", "c"])
    #expect(all.map(\.mode) == [.file, .folder])
    for end in bytes.indices {
      #expect(GitTreeEntry.entries(of: Array(bytes[..<end]), idLength: 20).count < 2)
    }
  }
}
