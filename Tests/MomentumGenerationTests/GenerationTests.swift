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
    #expect(both.allSatisfy { $0.hasPrefix("Swift/") || $0.hasPrefix("CoreData/") })
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
