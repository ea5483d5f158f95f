import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// `momentum watch` beside real changes of files. Whatever happens is told by what the command writes; no test waits
/// for a time.
@Suite struct WatchCommandTests {
  private static func contents(_ entities: String...) -> String {
    let lines = entities.map {
      """
      <entity name="\($0)" representedClassName="\($0)" syncable="YES" codeGenerationType="class">
        <attribute name="name" optional="YES" attributeType="String"/>
      </entity>
      """
    }
    return
      #"<?xml version="1.0" encoding="UTF-8"?><model type="com.apple.IDECoreDataModeler.DataModel">"#
      + lines.joined() + "</model>\n"
  }

  private static func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Written under another name, and renamed: an atomic replacement.
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private static func withModel(_ body: (URL, URL) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let contents = folder.appendingPathComponent("App/Shop.xcdatamodel/contents")
      try write(Self.contents("Item"), to: contents)
      try body(folder, contents)
    }
  }

  @Test func aReplacedFileIsCheckedAgain() throws {
    try Self.withModel { folder, contents in
      let watching = try Watching(["check", folder.path])
      #expect(watching.next().contains("1 model checked: 0 errors"))
      for _ in 0..<3 {
        try Self.write("<model>", to: contents)
        let broken = watching.next(with: "error:")
        #expect(broken.contains("── changed: \(contents.path)\n"))
        try Self.write(Self.contents("Item"), to: contents)
        let whole = watching.next(with: "1 model checked: 0 errors")
        #expect(whole.contains("── changed: \(contents.path)\n"))
      }
      #expect(watching.stop() == "")
    }
  }

  @Test func newAndDeletedFoldersAreSeen() throws {
    try Self.withModel { folder, contents in
      let watching = try Watching(["check", folder.path])
      _ = watching.next()
      let other = folder.appendingPathComponent("A/B/C/Other.xcdatamodel/contents")
      try Self.write(Self.contents("Other"), to: other)
      let added = watching.next(with: "2 models checked")
      #expect(added.contains("new: \(other.path)"))
      try FileManager.default.removeItem(at: folder.appendingPathComponent("A"))
      let removed = watching.next(with: "1 model checked")
      #expect(removed.contains("gone: \(other.path)"))
      try Self.write("<model>", to: other)
      #expect(watching.next(with: "2 models checked", "error:").contains("new: \(other.path)"))
      #expect(watching.stop() == "")
    }
  }

  @Test func aModelThatIsDeletedAndMadeAgainIsSeen() throws {
    try Self.withModel { folder, contents in
      let model = contents.deletingLastPathComponent()
      let watching = try Watching(["check", model.path])
      _ = watching.next()
      try FileManager.default.removeItem(at: folder.appendingPathComponent("App"))
      _ = watching.next(with: "gone: \(contents.path)", "error:")
      try Self.write(Self.contents("Item"), to: contents)
      _ = watching.next(with: "new: \(contents.path)", "1 model checked: 0 errors")
      #expect(watching.stop() == "")
    }
  }

  @Test func otherFilesStartNoRun() throws {
    try Self.withModel { folder, contents in
      let watching = try Watching(["check", folder.path])
      _ = watching.next()
      try Self.write("x", to: folder.appendingPathComponent("App/notes.txt"))
      try Self.write(Self.contents("Item"), to: folder.appendingPathComponent(".git/x.swift"))
      try Self.write(Self.contents("Item", "Second"), to: contents)
      let run = watching.next()
      #expect(run.hasPrefix("── changed: \(contents.path)\n"), "\(run)")
      #expect(watching.stop() == "")
    }
  }

  @Test func theSettingsAreInputsToo() throws {
    try Self.withModel { folder, contents in
      let watching = try Watching(["check", contents.deletingLastPathComponent().path])
      _ = watching.next()
      let settings = contents.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".momentum.json")
      try Self.write("{ nonsense", to: settings)
      _ = watching.next(with: "json.syntax")
      try FileManager.default.removeItem(at: settings)
      _ = watching.next(with: "1 model checked: 0 errors")
      #expect(watching.stop() == "")
    }
  }

  /// Each change of a burst is told once, in however many runs.
  @Test func noChangeOfABurstIsLost() throws {
    try Self.withModel { folder, contents in
      let watching = try Watching(["check", folder.path])
      _ = watching.next()
      let names = (0..<20).map { "Model\($0).xcdatamodel" }
      for name in names {
        let place = folder.appendingPathComponent(name).appendingPathComponent("contents")
        try Self.write(Self.contents("Entity\(name.prefix { $0 != "." })"), to: place)
      }
      _ = watching.next(with: "21 models checked")
      #expect(watching.stop() == "")
    }
  }

  @Test func generateWritesAgainAndIsNotStartedByItsOwnFiles() throws {
    try Self.withModel { folder, contents in
      let output = folder.appendingPathComponent("App/Generated")
      let model = contents.deletingLastPathComponent().path
      let watching = try Watching([
        "generate", model, "--target", "swift", "--output", output.path,
      ])
      _ = watching.next()
      try Self.write(Self.contents("Item", "Second"), to: contents)
      #expect(watching.next().contains("changed: \(contents.path)"))
      let files = try FileManager.default.contentsOfDirectory(atPath: output.path)
      #expect(files.contains { $0.contains("Second") }, "\(files)")
      #expect(watching.stop() == "")
    }
  }

  @Test(arguments: [["hash", "x"], ["migrate"], ["nothing"], ["--quiet"], []])
  func onlySomeCommandsAreWatched(arguments: [String]) {
    let run = Run(["watch"] + arguments)
    #expect(run.status == 64)
    #expect(run.error.contains("watch runs check, generate or diff"), "\(run.error)")
  }

  @Test func wrongOptionsOfTheCommandAreSaid() {
    let run = Run("watch", "check", "--nothing")
    #expect(run.status == 64)
    #expect(run.error.contains("--nothing"))
  }
}
