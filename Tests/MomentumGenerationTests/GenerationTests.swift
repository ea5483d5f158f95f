import Foundation
import MomentumCodegen
import MomentumDiagnostics
import MomentumModelFiles
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

/// From a model's file to files of Swift.
@Suite struct GenerationTests {
  private func load(_ path: String) throws -> LoadedModelFile {
    var diagnostics = Diagnostics()
    return try #require(
      try ModelBundle.load(path: RepositoryFiles.url(path).path, &diagnostics))
  }

  private func settings(_ targets: [CodeTarget]) -> GenerationSettings {
    var settings = GenerationSettings()
    settings.targets = targets
    return settings
  }

  private func paths(_ settings: GenerationSettings) throws -> [String] {
    var diagnostics = Diagnostics()
    let model = "Models/Staff.xcdatamodeld"
    let generation = Generation(try load(model), path: model, settings: settings)
    return try #require(generation.files(&diagnostics)).map(\.path)
  }

  @Test func severalTargetsHaveFoldersOfTheirOwn() throws {
    #expect(try paths(settings([.swift])).contains("Employee.swift"))
    let both = try paths(settings(CodeTarget.allCases))
    #expect(both.contains("Swift/Employee.swift"))
    #expect(both.contains("SwiftData/Employee.swift"))
    #expect(
      both.allSatisfy { path in
        ["CoreData/", "Swift/", "SwiftData/", "Objects/"].contains(where: path.hasPrefix)
      })
    var chosen = settings([.swift])
    chosen.setFolder("Values/Staff", of: .swift)
    #expect(try paths(chosen).contains("Values/Staff/Employee.swift"))
  }

  @Test func aModelThatIsSwitchedOffHasNoFiles() throws {
    var off = settings([.swift])
    off.isEnabled = false
    #expect(try paths(off) == [])
  }

  @Test func aRequestThatCannotCompileIsAnError() {
    let source = """
      <model><entity name="A"><attribute name="x" optional="YES" attributeType="String"/></entity>
      <fetchRequest name="f" entity="A" predicateString="y == 1"/></model>
      """
    let file = LoadedModelFile(
      path: "contents", versionName: "A", contents: SourceFile(path: "contents", text: source))
    var diagnostics = Diagnostics()
    let generation = Generation(file, path: "A.xcdatamodel", settings: settings([.swift]))
    #expect(generation.files(&diagnostics) == nil)
    let line = TextRenderer().render(diagnostics.all).split(separator: "\n").first ?? ""
    #expect(line.hasPrefix("contents:2:52: error: "), "\(line)")
  }

  @Test func aPluginTakesOneTarget() throws {
    var diagnostics = Diagnostics()
    let text = "{ \"targets\": [\"swift\", \"core-data\"] }"
    let read = GenerationConfiguration.read(
      SourceFile(path: "momentum.json", text: text), &diagnostics)
    let two = try #require(read).settings(for: "Staff")
    let model = "Models/Staff.xcdatamodeld"
    #expect(
      Generation(try load(model), path: model, settings: two).texts(count: 2, &diagnostics) == nil)
    let line = TextRenderer().render(diagnostics.all).split(separator: "\n").first ?? ""
    #expect(line.hasPrefix("momentum.json:1:14: error: "), "\(line)")
    let one = settings([.coreData])
    #expect(
      Generation(try load(model), path: model, settings: one).texts(count: 3, &diagnostics)?.count
        == 3)
  }

  /// What a state does not tell apart is taken for unchanged.
  @Test func theStateFollowsModelSettingsAndKind() throws {
    let model = try load("Models/Staff.xcdatamodeld")
    func stamp(
      _ model: LoadedModelFile, _ name: String = "Staff", _ targets: [CodeTarget] = [.swift],
      _ kind: String = "a"
    ) throws -> ContentHash {
      let state = GenerationState(model, name: name, settings: settings(targets), kind: kind)
      return try #require(state).stamp([], [])
    }
    var other = model
    other.contents = SourceFile(path: "contents", utf8: model.contents.utf8 + [10])
    #expect(try stamp(model) == stamp(model))
    let different = [
      try stamp(model), try stamp(other), try stamp(model, "Stuff"),
      try stamp(model, "Staff", [.coreData]), try stamp(model, "Staff", [.swift], "b"),
    ]
    #expect(Set(different).count == different.count)
  }

  @Test func aRunFromTheSameStateIsKnownUntilAFileChanges() throws {
    try Folder.with { folder in
      let model = "Models/Staff.xcdatamodeld"
      let generation = Generation(try load(model), path: model, settings: settings([.swift]))
      let state = try #require(generation.state)
      let output = OutputFolder(folder.path + "/out")
      #expect(output.current(model: "Staff", state: state) == nil)
      var diagnostics = Diagnostics()
      let files = try #require(generation.files(&diagnostics))
      _ = try output.write(files, model: "Staff", state: state)
      #expect(output.current(model: "Staff", state: state) == files.map(\.path).sorted())
      #expect(output.current(model: "Stuff", state: state) == nil)
      let marks = try folder.marks()
      _ = try output.write(files, model: "Staff", state: state)
      #expect(try folder.marks() == marks)
      for name in ["Employee.swift", ".momentum-stamp", ".momentum-manifest.json"] {
        let text = try folder.text("out/" + name)
        try folder.write(text.replacingOccurrences(of: "e", with: "f"), "out/" + name)
        #expect(output.current(model: "Staff", state: state) == nil, "\(name)")
        try FileManager.default.removeItem(atPath: folder.path + "/out/" + name)
        #expect(output.current(model: "Staff", state: state) == nil, "\(name)")
        try folder.write(text, "out/" + name)
        _ = try output.write(files, model: "Staff", state: state)
        #expect(output.current(model: "Staff", state: state) != nil, "\(name)")
      }
    }
  }

  /// Files dated like the stamp are read at every run, so a stamp that stays as it is makes every run slow.
  @Test func aLaterRunThatFindsNothingToDoDatesTheStampAnew() throws {
    try Folder.with { folder in
      let model = "Models/Staff.xcdatamodeld"
      let generation = Generation(try load(model), path: model, settings: settings([.swift]))
      let state = try #require(generation.state)
      var diagnostics = Diagnostics()
      let files = try #require(generation.files(&diagnostics))
      func output(secondsAhead: Int64) -> OutputFolder {
        var disk = Disk()
        let now = disk.now
        disk.now = { now() + secondsAhead * 1_000_000_000 }
        return OutputFolder(folder.path + "/out", disk: disk)
      }
      func time() throws -> Int64 {
        let text = try folder.text("out/" + GenerationStamps.fileName)
        return try #require(GenerationStamps(Array(text.utf8))["Staff"]).time
      }
      _ = try output(secondsAhead: 0).write(files, model: "Staff", state: state)
      let first = try time()
      #expect(output(secondsAhead: 3_600).current(model: "Staff", state: state) != nil)
      #expect(try time() >= first + 3_600_000_000_000)
      // All files are sure by this stamp, so nothing is read and nothing written.
      let marks = try folder.marks()
      #expect(output(secondsAhead: 7_200).current(model: "Staff", state: state) != nil)
      #expect(try folder.marks() == marks)
    }
  }

  @Test(arguments: [
    (7_000_000_001, 7_040_000_001, false), (7_000_000_001, 7_040_000_002, true),
    // A whole second may be the date of a file system without fractions.
    (7_000_000_000, 7_900_000_000, false), (7_000_000_000, 11_000_000_000, false),
    (7_000_000_000, 11_000_000_001, true),
  ])
  func aDateIsSureWhenTheClockOfTheFileSystemHasMovedOn(changed: Int, now: Int64, isSure: Bool) {
    var status = stat()
    let time = timespec(tv_sec: changed / 1_000_000_000, tv_nsec: changed % 1_000_000_000)
    #if canImport(Darwin)
      status.st_ctimespec = time
    #else
      status.st_ctim = time
    #endif
    #expect(FileMark(status).isSure(at: now) == isSure, "changed \(changed), now \(now)")
  }

  @Test func theInputsOfABundleAreAllItsVersions() throws {
    let root = RepositoryFiles.root.path + "/"
    func inputs(_ path: String) throws -> [String] {
      try ModelBundle.inputs(path: root + path).map { String($0.dropFirst(root.count)) }
    }
    let bundle = "Models/Staff.xcdatamodeld"
    #expect(
      try inputs(bundle) == [
        bundle, bundle + "/.xccurrentversion", bundle + "/Staff.xcdatamodel/contents",
        bundle + "/Staff 2.xcdatamodel/contents",
      ])
    let version = bundle + "/Staff 2.xcdatamodel"
    #expect(try inputs(version) == [version, version + "/contents"])
    #expect(try inputs(version + "/contents") == [version + "/contents"])
  }
}
