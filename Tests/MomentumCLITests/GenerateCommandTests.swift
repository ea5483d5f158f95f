import Foundation
import MomentumCLI
import MomentumCodegen
import MomentumTestSupport
import Testing

/// `generate`, as an Xcode script phase, Make or Bazel runs it.
@Suite struct GenerateCommandTests {
  /// A bundle of the test's own in a folder whose name needs quoting, and what is beside it.
  private func withBundle(_ body: (_ bundle: String, _ folder: URL) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let place = folder.appendingPathComponent("my models")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let bundle = place.appendingPathComponent("BubbleTea.xcdatamodeld")
      try FileManager.default.copyItem(atPath: bubbleTea, toPath: bundle.path)
      try body(bundle.path, place)
    }
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
      .sorted()
  }

  /// Every file's inode and date.
  private func marks(_ folder: String) throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      result[name] = "\(attributes[.systemFileNumber] ?? "") \(date)"
    }
    return result
  }

  @Test func outputsAreListedWithoutBeingWritten() throws {
    try withBundle { bundle, folder in
      let output = folder.path + "/out dir"
      let arguments = ["generate", bundle, "--target", "swift", "--output", output]
      let listed = Run(arguments + ["--list-outputs"])
      #expect(listed.status == 0 && !FileManager.default.fileExists(atPath: output))
      #expect(Run(arguments).status == 0)
      let lines = listed.output.split(separator: "\n").map(String.init)
      let written = try names(output).map { "\(output)/\($0)" }
      #expect(lines == written)
    }
  }

  @Test func theReportOfSwiftDataFollowsTheFormatAndMayFail() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
      let base = ["generate", model, "--target", "swiftdata", "--output", folder.path]
      let text = Run(base)
      #expect(text.status == 0 && text.output.contains("an app cannot open the same store"))
      #expect(try names(folder.path) == ["Contract.swift", "Department.swift", "Employee.swift"])
      // All files are up to date now: only who asks for the report gets it again.
      #expect(Run(base).output == "")
      let json = Run(base + ["--format", "json", "--fail-on", "differs"])
      #expect(json.status == 1)
      let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let members = try #require(report as? [String: Any])
      #expect(members["worst"] as? String == "differs")
      let entities = try #require(members["entities"] as? [[String: Any]])
      #expect(entities.map { $0["name"] as? String } == ["Contract", "Department", "Employee"])
      let findings = try #require(members["findings"] as? [[String: Any]])
      let ordered = findings.first { $0["topic"] as? String == "ordered-relationship" }
      #expect(ordered?["member"] as? String == "employees")
      #expect((ordered?["place"] as? [String: Any])?["line"] as? Int ?? 0 > 1)
      #expect(Run(base + ["--format", "json", "--dry-run"]).status == 64)
    }
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = RepositoryFiles.url("Models/SurfJournal.xcdatamodeld").path
      let run = Run(
        "generate", model, "--target", "swiftdata", "--output", folder.path, "--quiet",
        "--fail-on", "unobserved", "--versioned-schema", "SchemaV3")
      #expect(run.status == 0 && run.output == "")
      let written = try names(folder.path)
      #expect(written == ["JournalEntry.swift", "SchemaV3.swift"])
      #expect(
        Run("generate", model, "--output", folder.path, "--versioned-schema", "a b").status == 64)
    }
  }

  @Test func aRunWithNothingToDoTouchesNothingAndSaysSo() throws {
    try withBundle { bundle, folder in
      let output = folder.path + "/out"
      let depfile = folder.path + "/tea.d"
      let arguments = [
        "generate", bundle, "--target", "swift", "--output", output, "--depfile", depfile,
      ]
      let first = Run(arguments)
      #expect(first.status == 0 && first.error.contains("files written, 0 unchanged"))
      // A later run may date the stamp anew.
      func marksOfFiles() throws -> [String: String] {
        try marks(folder.path).filter { $0.key != "out" && $0.key != "out/.momentum-stamp" }
      }
      let before = try marksOfFiles()
      let second = Run(arguments)
      #expect(second.status == 0 && second.error.contains("nothing to do"), "\(second.error)")
      #expect(try marksOfFiles() == before)
    }
  }

  @Test func aChangedModelRemovesWhatItNoLongerHas() throws {
    try withBundle { bundle, folder in
      let output = folder.path + "/out"
      let arguments = ["generate", bundle, "--target", "swift", "--output", output]
      #expect(Run(arguments).status == 0)
      let contents = bundle + "/BubbleTea 2.xcdatamodel/contents"
      let old = try String(contentsOfFile: contents, encoding: .utf8)
      let changed = old.replacingOccurrences(of: "\"Stats\"", with: "\"Figures\"")
      try changed.write(toFile: contents, atomically: true, encoding: .utf8)
      let dry = Run(arguments + ["--dry-run"])
      #expect(dry.output.contains("write \(output)/Figures.swift\n"))
      #expect(dry.output.contains("remove \(output)/Stats.swift\n"))
      #expect(try names(output).contains("Stats.swift"))
      let run = Run(arguments)
      #expect(run.error.contains("1 removed"), "\(run.error)")
      let after = try names(output)
      #expect(!after.contains("Stats.swift") && after.contains("Figures.swift"))
    }
  }

  @Test func theDepfileNamesEveryVersionAndTheConfiguration() throws {
    try withBundle { bundle, folder in
      let config = folder.appendingPathComponent("momentum.json")
      try "{ \"targets\": [\"swift\"] }".write(to: config, atomically: true, encoding: .utf8)
      let depfile = folder.path + "/tea.d"
      let run = Run(
        "generate", bundle, "--output", folder.path + "/out", "--depfile", depfile,
        "--depfile-target", "tea stamp")
      #expect(run.status == 0, "\(run.error)")
      let text = try String(contentsOfFile: depfile, encoding: .utf8)
      #expect(text.hasPrefix("tea\\ stamp: \\\n"))
      let place = folder.path.replacingOccurrences(of: " ", with: "\\ ")
      for name in [
        "BubbleTea.xcdatamodeld", "BubbleTea.xcdatamodeld/.xccurrentversion",
        "BubbleTea.xcdatamodeld/BubbleTea.xcdatamodel/contents",
        "BubbleTea.xcdatamodeld/BubbleTea\\ 2.xcdatamodel/contents", "momentum.json",
      ] {
        #expect(text.contains("\n\(place)/\(name):\n"), "\(name) in \(text)")
      }
    }
  }

  @Test func theCommandLineStandsAboveTheConfiguration() throws {
    try withBundle { bundle, folder in
      let config = folder.appendingPathComponent("momentum.json")
      try """
      { "access": "package", "models": { "BubbleTea": { "targets": ["swift", "core-data"] } } }
      """.write(to: config, atomically: true, encoding: .utf8)
      let output = folder.path + "/out"
      func text(_ options: String...) throws -> String {
        let run = Run(["generate", bundle, "--output", output] + options)
        #expect(run.status == 0, "\(run.error)")
        let name = options.contains("--target") ? "/Venue.swift" : "/Swift/Venue.swift"
        return try String(contentsOfFile: output + name, encoding: .utf8)
      }
      #expect(try text().contains("package struct Venue"))
      #expect(try names(output).contains("CoreData/Venue+CoreDataClass.swift"))
      #expect(try text("--access", "internal").contains("\nstruct Venue"))
      #expect(try text("--target", "swift").contains("package struct Venue"))
      let flat = try names(output)
      #expect(flat.allSatisfy { !$0.contains("/") })
      let other = folder.appendingPathComponent("other.json")
      try "{ \"access\": \"public\" }".write(to: other, atomically: true, encoding: .utf8)
      #expect(try text("--target", "swift", "--config", other.path).contains("public struct Venue"))
    }
  }

  /// Xcode parses `path:line:column: error: text`, of the first line of each finding.
  @Test func findingsStandInTheFormThatXcodeParses() throws {
    try withBundle { bundle, folder in
      let config = folder.appendingPathComponent("momentum.json")
      let output = folder.path + "/out"
      try "{\n  \"target\": [\"swift\"]\n}".write(to: config, atomically: true, encoding: .utf8)
      let broken = Run("generate", bundle, "--output", output)
      #expect(broken.status == 65)
      #expect(broken.error.hasPrefix("\(config.path):2:3: error: no setting 'target'"))
      try "{ \"targets\": [\"swift\"] }".write(to: config, atomically: true, encoding: .utf8)
      let contents = bundle + "/BubbleTea 2.xcdatamodel/contents"
      let old = try String(contentsOfFile: contents, encoding: .utf8)
      try old.replacingOccurrences(
        of: "destinationEntity=\"Venue\"", with: "destinationEntity=\"Vennue\""
      )
      .write(toFile: contents, atomically: true, encoding: .utf8)
      let run = Run("generate", bundle, "--output", output)
      #expect(run.status == 65)
      let first = String(run.error.split(separator: "\n").first ?? "")
      #expect(
        first.wholeMatch(of: #/(/.+):(\d+):(\d+): (error|warning|note): .+/#) != nil, "\(first)")
      #expect(first.hasPrefix("\(contents):"))
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  @Test(arguments: [
    ([], "which code?"), (["--target", "kotlin"], "core-data"),
    (["--target", "swift", "--depfile-target", "x"], "needs --depfile"),
    (["--target", "swift", "--list-outputs", "--dry-run"], "--list-outputs"),
    (
      ["--target", "core-data", "--base-class", "a b"], "--base-class is the name of a Swift class"
    ),
    (["--target", "core-data", "--files", "three"], "--files is one of"),
  ])
  func wrongUsageSaysWhatIsRight(options: [String], reason: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let run = Run(["generate", bubbleTea, "--output", folder.path] + options)
      #expect(run.status == 64)
      #expect(run.error.contains(reason), "\(run.error)")
    }
  }

  @Test func everyOptionOfTheTableIsAnOption() {
    let help = Run("generate", "--help").output
    for option in CodegenOption.all {
      let name = "--\(option.name)"
      // A flag stands with the one that takes it back.
      #expect(help.contains(name + " ") || help.contains("\(name)/--no-"), "\(name)")
    }
  }

  private static let tricky = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Type" representedClassName="Type" syncable="YES" codeGenerationType="class">
        <attribute name="kind" optional="YES" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES">
          <userInfo><entry key="valueType" value="Kind"/><entry key="valueCases" value="none=0, other=1"/></userInfo>
        </attribute>
      </entity>
    </model>
    """

  private func withTricky(_ contents: String, _ body: (String, URL) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let version = folder.appendingPathComponent("My.App.xcdatamodeld/My.App.xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try contents.write(
        to: version.appendingPathComponent("contents"), atomically: false, encoding: .utf8)
      try body(version.deletingLastPathComponent().path, folder.appendingPathComponent("out"))
    }
  }

  @Test func classesKeepTheNameThatCoreDataLooksUp() throws {
    try withTricky(Self.tricky) { bundle, output in
      #expect(
        Run("generate", bundle, "--target", "core-data", "--output", output.path).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
      let name = try #require(names.first { $0.hasSuffix("+CoreDataClass.swift") })
      let text = try String(contentsOf: output.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("@objc(Type)\n"), "\(text)")
    }
  }

  @Test func aCaseCalledNoneIsADefault() throws {
    try withTricky(Self.tricky) { bundle, output in
      #expect(Run("generate", bundle, "--target", "swift", "--output", output.path).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: output.path)
      let texts = try names.filter { $0.hasSuffix(".swift") }.map {
        try String(contentsOf: output.appendingPathComponent($0), encoding: .utf8)
      }
      #expect(texts.contains { $0.contains("kind: Kind? = Kind.none") })
      // The whole name of the bundle is the model's: 'My.Lib' beside it is another.
      #expect(names.contains("My_App.swift"), "\(names)")
    }
  }

  @Test func aConfigurationThatIsNotThereTakesNothingAway() throws {
    try withTricky(Self.tricky) { bundle, output in
      let arguments = ["generate", bundle, "--target", "core-data", "--output", output.path]
      #expect(Run(arguments).status == 0)
      let before = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
      let run = Run(arguments + ["--configuration", "Nope"])
      #expect(run.status == 65)
      #expect(run.error.contains("the model has no configuration 'Nope'"), "\(run.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: output.path).sorted() == before)
    }
  }

  @Test func checkAndBuildRefuseWhatGenerateRefuses() throws {
    let wrong = Self.tricky.replacing("value=\"Kind\"", with: "value=\"Ki nd\"")
    try withTricky(wrong) { bundle, output in
      let check = Run("check", bundle)
      #expect(check.status == 1)
      #expect(check.output.contains("[model.bad-value-type]"), "\(check.output)")
      #expect(Run("build", bundle, "--output", output.path).status == 65)
    }
  }
}
