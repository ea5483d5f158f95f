import Foundation
import MomentumTestSupport
import Testing

/// The tags of the suites, against what their files use. `Tests/MomentumTestSupport/TestKinds.swift` declares them.
@Suite struct TestKindTests {
  /// What shows that a file is of a kind.
  private static let signs: [(kind: String, words: [String])] = [
    ("random", ["SeededGenerator(", "ChangeGenerator(", "ProofRun.", "DifferentialRun."]),
    (
      "corpus",
      ["RepositoryFiles.corpus", "ofCorpus", "OfCorpus", "StoreCase.all", "pathsOfCorpus"]
    ),
    ("compiles", ["SwiftCompiler.found", "CoreDataStub(", "SwiftDataStub."]),
    ("processes", ["TemporaryRepository", "Process()", "ProgramFile."]),
    ("server", ["PostgreSQLServer"]),
    ("stack", ["StackUse"]),
  ]

  @Test func suitesAreTaggedByWhatTheyUse() throws {
    let root = RepositoryFiles.url("Tests")
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    var tagged = 0
    for name in (names ?? []).sorted() where name.hasSuffix("Tests.swift") {
      let text = try RepositoryFiles.text("Tests/\(name)")
      guard text.contains("@Suite"), !name.hasSuffix("/TestKindTests.swift") else { continue }
      for (kind, words) in Self.signs {
        guard let word = words.first(where: text.contains) else { continue }
        tagged += 1
        let isTagged = text.firstMatch(of: try Regex("\\.tags\\([^)]*\\.\(kind)\\b")) != nil
        #expect(isTagged, "\(name) uses '\(word)', so a suite of it is tagged .\(kind)")
      }
    }
    #expect(tagged > 30, "\(tagged) files were found")
  }
}
