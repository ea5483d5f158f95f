import MomentumDiagnostics
import MomentumModel
import Testing

@testable import MomentumDiff

/// Commands that a finding shows to be pasted into a shell.
@Suite struct RepairCommandTests {
  @Test(arguments: [
    ("", "''"), ("abcxyzABCXYZ", "abcxyzABCXYZ"), ("0:9/.-_", "0:9/.-_"), ("a b", "'a b'"),
    ("it's", "'it'\\''s'"), ("a;b", "'a;b'"), ("a@b", "'a@b'"), ("a[b", "'a[b'"), ("a`b", "'a`b'"),
    ("a{b", "'a{b'"), ("a,b", "'a,b'"), ("ü", "'ü'"), ("$x", "'$x'"), ("a\nb", "$'a\\012b'"),
    ("'\n\\", "$'\\'\\012\\\\'"), ("a\u{7F}b", "$'a\\177b'"), ("\u{1B}[0m", "$'\\033[0m'"),
    ("ü\n", "$'ü\\012'"),
  ])
  func aTextIsOneWordOfAShell(_ text: String, _ word: String) {
    #expect(shellWord(text) == word)
  }

  @Test func aPathIsNoOption() {
    #expect(shellPath("-x") == "./-x")
    #expect(shellPath("- x") == "'./- x'")
    #expect(shellPath("a-x") == "a-x")
  }

  @Test func gitRunsInItsFolderAndWritesBesideTheFile() {
    #expect(GitCommand(folder: nil).command == "git")
    #expect(GitCommand(folder: "-App").command == "git -C ./-App")
    #expect(
      GitCommand(folder: "My App").show("v1:a b", into: "c d")
        == "git -C 'My App' show 'v1:a b' > 'c d.new' && mv 'c d.new' 'c d'")
  }

  @Test(arguments: [
    ("Model", ["Model"], "Model 2"), ("Model", ["Model", "Model 2"], "Model 3"),
    ("Model 3", ["Model 3"], "Model 4"), ("Model 3", ["Model 3", "Model 4", "Model 5"], "Model 6"),
    ("Model 3", ["Model 3", "Model 5"], "Model 4"), ("v9", ["v9"], "v10"), ("9", ["9"], "10"),
    ("v09", ["v09"], "v10"), ("2x", ["2x"], "2x 2"), ("", [""], " 2"),
    ("v9223372036854775807", ["v9223372036854775807"], "v9223372036854775807 2"),
    ("v99999999999999999999", ["v99999999999999999999"], "v99999999999999999999 2"),
  ])
  func aNewVersionsNameCountsOn(_ name: String, _ names: [String], _ next: String) {
    #expect(VersionRepair.nextName(after: name, among: names) == next)
  }

  private func notes(_ path: String, _ released: [ReleasedForm]) -> [String] {
    VersionRepair(
      version: ReviewedVersion(name: "M 1", path: path, form: nil), released: released,
      names: ["M 1"], git: GitCommand(folder: nil)
    ).notes.map(\.text)
  }

  private let releases = [
    ReleasedForm(tag: "v1", path: "old/contents", form: nil),
    ReleasedForm(tag: "v2", path: "App/contents", form: nil),
  ]

  @Test func anEditIsKeptInANewVersionAndTheNewestReleaseComesBack() {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>"
    #expect(
      notes("App/K&R.xcdatamodeld/M 1.xcdatamodel/contents", releases) == [
        "to repair, keep the edit in a new version: cp -R 'App/K&R.xcdatamodeld/M 1.xcdatamodel' 'App/K&R.xcdatamodeld/M 2.xcdatamodel'",
        "and bring the released one back: git show v2:App/contents > 'App/K&R.xcdatamodeld/M 1.xcdatamodel/contents.new' && mv 'App/K&R.xcdatamodeld/M 1.xcdatamodel/contents.new' 'App/K&R.xcdatamodeld/M 1.xcdatamodel/contents'",
        "then make the new version the current one: printf %s '\(start)<key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>' > 'App/K&R.xcdatamodeld/.xccurrentversion'",
        "or do the first and the last in Xcode with Editor, Add Model Version, which adds it to the project too",
      ])
  }

  @Test func aModelOutsideOfABundleHasOneVersion() {
    #expect(
      notes("App/M.xcdatamodel/contents", releases) == [
        "a model that is in no bundle has one version: to keep the edit too, make a bundle of it first (Xcode: Editor, Add Model Version)",
        "to bring the released one back: git show v2:App/contents > App/M.xcdatamodel/contents.new && mv App/M.xcdatamodel/contents.new App/M.xcdatamodel/contents",
      ])
  }

  @Test func aCompiledModelAndAVersionOfNoReleaseHaveNoRepair() {
    #expect(notes("App/M.momd/M 1.mom", releases) == [])
    #expect(notes("App/M.xcdatamodeld/M 1.xcdatamodel/contents", []) == [])
  }

  // MARK: - Lists of names

  @Test(arguments: [
    (0, ""), (1, "a"), (2, "a and b"), (3, "a, b and c"), (4, "a, b, c and 1 more"),
    (6, "a, b, c and 3 more"),
  ])
  func threeNamesAreShown(count: Int, text: String) {
    let names = Array(["a", "b", "c", "d", "e", "f"].prefix(count))
    #expect(VersionFinding.joined(names, max: 3) == text)
  }

  private struct Message: DiagnosticMessage {
    var id: String { "migration.x" }
    var severity: Severity { .warning }
    var text: String
  }

  private func finding(_ text: String, _ names: [String]?, place: String = "E.a") -> VersionFinding
  {
    var result = VersionFinding(
      Diagnostic(Message(text: text)), from: nil, to: nil, place: place)
    result.stores = names.map { VersionFinding.Stores(names: $0, text: text) }
    return result
  }

  @Test func findingsOfSeveralVersionsThatSayTheSameAreOne() {
    let merged = [
      finding("one", ["A"]), finding("alone", nil), finding("one", ["B", "C"]),
      finding("alone", nil), finding("two", ["A"]), finding("one", ["A"], place: "E.b"),
      finding("two", ["B", "C", "D"]),
    ].merged()
    #expect(
      merged.map(\.diagnostic.text) == [
        "for stores of 'A', 'B' and 'C': one", "alone", "alone",
        "for stores of 'A', 'B', 'C' and 1 more: two", "for stores of 'A': one",
      ])
    #expect(
      merged.map { $0.diagnostic.notes.map(\.text) }
        == [[], [], [], ["these versions: A, B, C, D"], []])
  }
}
