import Foundation
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// `check` and what belongs to it, as a user meets them.
@Suite(.tags(.corpus)) struct CheckCommandTests {
  /// A bundle with one finding of each severity, in a folder of its own.
  private func with(_ files: [String: String], _ body: (URL) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for (path, text) in files {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
      try body(folder)
    }
  }

  private let contents = "M.xcdatamodel/contents"
  private let warning =
    "<model><entity name=\"A\"><attribute name=\"a\" attributeType=\"Transformable\"/></entity></model>"

  @Test func failOnTellsTheExitStatus() throws {
    try with([contents: warning]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel").path
      #expect(Run("check", path).status == 0)
      #expect(Run("check", path, "--fail-on", "warning").status == 1)
      #expect(Run("check", path, "--error", "model.insecure-transformer").status == 1)
      let quiet = Run(
        "check", path, "--error", "model.insecure-transformer", "--fail-on", "never")
      #expect(quiet.status == 0)
      #expect(quiet.output.contains("error: entity 'A': transformable 'a'"))
      let allowed = Run(
        "check", path, "--allow", "model.insecure-transformer", "--fail-on", "warning")
      #expect(allowed.status == 0)
      #expect(allowed.output.isEmpty)
    }
  }

  @Test func theConfigurationBesideTheBundleCounts() throws {
    let configuration =
      #"{"diagnostics": {"model.insecure-transformer": "error"}, "cloudKit": true}"#
    try with([
      "App/M.xcdatamodeld/M.xcdatamodel/contents": warning, "App/.momentum.json": configuration,
      "other.json": #"{"failOn": "warning"}"#, "broken.json": #"{"failOn": "x"}"#,
    ]) { folder in
      let bundle = folder.appendingPathComponent("App/M.xcdatamodeld").path
      for path in [bundle, bundle + "/M.xcdatamodel", bundle + "/M.xcdatamodel/contents"] {
        let run = Run("check", path)
        #expect(run.status == 1, "\(path)")
        #expect(run.output.contains("[cloudkit.required-property]"))
      }
      let other = Run("check", bundle, "--config", folder.appendingPathComponent("other.json").path)
      #expect(other.status == 1)
      #expect(!other.output.contains("cloudkit"))
      let broken = Run(
        "check", bundle, "--config", folder.appendingPathComponent("broken.json").path)
      #expect(broken.status == 65)
      #expect(broken.output.contains("[config.bad-value]"))
    }
  }

  @Test func fixMakesTheRepairsAndReportsTheRest() throws {
    let broken = """
      <model><entity name="A"><attribute name="a" optional="YES" attributeType="Strin"/>
      <attribute name="t" optional="YES" attributeType="Transformable" customClassName="[Int]"/>
      <relationship name="up" optional="YES" maxCount="1" deletionRule="Nulify" destinationEntity="A"/></entity></model>
      """
    try with([contents: broken]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel")
      let file = path.appendingPathComponent("contents")
      #expect(Run("check", path.path).status == 1)
      #expect(try String(contentsOf: file, encoding: .utf8) == broken)
      let run = Run("check", path.path, "--fix")
      #expect(run.status == 0)
      #expect(run.error.contains("repairs made"))
      #expect(run.output.contains("[model.missing-inverse]"))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("attributeType=\"String\"") && text.contains("\"Nullify\""))
      // The second run of repairs finds the transformer, which errors had kept from being reviewed.
      #expect(Run("check", path.path, "--fix").status == 0)
      #expect(
        try String(contentsOf: file, encoding: .utf8)
          .contains(#"name="t" valueTransformerName="NSSecureUnarchiveFromData""#))
      #expect(!Run("check", path.path, "--fix").error.contains("repair"))
    }
  }

  /// Apps of one repository have entities of the same names and never meet in one program.
  @Test func bundlesAreComparedWithThoseOfTheirProject() throws {
    let model = "<model><entity name=\"A\"/></model>"
    try with([
      "One/Package.swift": "", "One/Sources/A.xcdatamodel/contents": model,
      "Two/Two.xcodeproj/project.pbxproj": "", "Two/Two/A.xcdatamodel/contents": model,
      "Two/Kit/B.xcdatamodel/contents": model,
      "Loose/A.xcdatamodel/contents": model,
    ]) { folder in
      let root = folder.path
      func places(_ paths: String...) -> [String] {
        Run(["check"] + paths.map { root + $0 }).output.split(separator: "\n")
          .filter { $0.contains("[bundle.entity-in-two-bundles]") }
          .map { String($0.dropFirst(root.count + 1).prefix { $0 != ":" }) }
      }
      #expect(places("") == ["Two/Two/A.xcdatamodel/contents"])
      // Who names two bundles asks about both.
      #expect(
        places("/One/Sources/A.xcdatamodel", "/Loose/A.xcdatamodel")
          == ["Loose/A.xcdatamodel/contents"])
    }
  }

  @Test func findingsAcrossBundlesFollowTheirConfiguration() throws {
    let allow = #"{"diagnostics": {"bundle.entity-in-two-bundles": "allow"}, "failOn": "warning"}"#
    let model = "<model><entity name=\"A\"/></model>"
    try with([
      "x/A.xcdatamodel/contents": model, "x/B.xcdatamodel/contents": model,
      "y/A.xcdatamodel/contents": model, "y/B.xcdatamodel/contents": model,
      "y/.momentum.json": allow,
    ]) { folder in
      func run(_ name: String) -> Run {
        let path = folder.appendingPathComponent(name).path
        return Run(
          "check", path + "/A.xcdatamodel", path + "/B.xcdatamodel",
          path + "/../\(name)/A.xcdatamodel")
      }
      // The third is the first under another path.
      #expect(run("x").output.split(separator: "\n").count { $0.contains("[bundle.entity") } == 1)
      #expect(run("y").output.isEmpty)
      #expect(run("y").status == 0)
    }
  }

  @Test func oneModelThatIsMissingDoesNotHideTheOthers() throws {
    try with([contents: warning]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel").path
      let run = Run("check", path, path + "x", "--format", "json")
      #expect(run.status == 74)
      #expect(run.output.contains("model.insecure-transformer"))
      #expect(run.error.contains("no such file"))
      // What a warning fails is shown, and what ends the reading cannot be allowed.
      #expect(Run("check", path, "-q").output.contains("warning"))
      let broken = folder.appendingPathComponent("broken.xml")
      try Data("<model>".utf8).write(to: broken)
      let allowed = Run("check", broken.path, "--allow", "xml.malformed")
      #expect(allowed.status == 65)
      #expect(allowed.output.contains("[xml.malformed]"))
    }
  }

  @Test func machinesGetWhatTheyAskFor() throws {
    try with([contents: warning]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel").path
      let sarif = Run("check", path, "--format", "sarif").output
      let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
      expectText(try schema.problems(in: sarif).joined(separator: "\n"), "")
      #expect(sarif.contains("\"ruleIndex\": 0"))
      let github = Run("check", path, "--format", "github").output
      #expect(github.hasPrefix("::warning file="))
      #expect(github.contains("title=model.insecure-transformer"))
      let gitlab = Run("check", path, "--format", "gitlab").output
      let quality = try JSONSchema(at: "Tests/Schemas/gitlab-code-quality.json")
      expectText(try quality.problems(in: gitlab).joined(separator: "\n"), "")
      #expect(gitlab.contains("\"check_name\": \"model.insecure-transformer\""))
      // A test fails where the command does.
      #expect(Run("check", path, "--format", "junit").output.contains(" failures=\"0\""))
      let strict = Run("check", path, "--format", "junit", "--fail-on", "warning")
      #expect(strict.status == 1)
      #expect(strict.output.contains("<failure message="))
    }
  }

  @Test func modelsAreFoundBelowAFolder() throws {
    try with([
      "Apps/One/A.xcdatamodeld/A.xcdatamodel/contents": warning,
      "Apps/Two/B.xcdatamodel/contents": warning.replacing("\"A\"", with: "\"B\""),
      "Pods/C.xcdatamodeld/C.xcdatamodel/contents": "<model>",
      ".build/checkouts/D.xcdatamodel/contents": "<model>", "Empty/readme": "",
    ]) { folder in
      let run = Run("check", folder.path)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.error.contains("2 models checked: 0 errors, 2 warnings"))
      #expect(run.output.contains("Apps/One/A.xcdatamodeld/A.xcdatamodel/contents:"))
      #expect(run.output.contains("Apps/Two/B.xcdatamodel/contents:"))
      let empty = Run("check", folder.appendingPathComponent("Empty").path)
      #expect(empty.status == 65)
      #expect(empty.error.contains("0 models checked: 1 error"))
      #expect(empty.output.contains("no data model below"))
    }
  }

  @Test(arguments: ["text", "json", "sarif", "github", "gitlab", "junit"])
  func aMissingModelIsAnErrorInEveryFormat(format: String) throws {
    try with([contents: warning]) { folder in
      let path = folder.appendingPathComponent("N.xcdatamodeld").path
      let run = Run("check", path, "--format", format, "--allow", "bundle.*")
      #expect(run.status == 74)
      #expect(run.output.contains("bundle.not-read"), "\(run.output)")
      #expect(!run.error.contains("1 model checked"))
      if format == "junit" { #expect(run.output.contains("failures=\"1\"")) }
    }
  }

  @Test func theConfigurationIsLookedForUpwards() throws {
    try with([
      "repo/.git/HEAD": "", "repo/App/Data/M.xcdatamodel/contents": warning,
      "repo/.momentum.json": #"{"diagnostics": {"model.insecure-*": "error"}}"#,
      "other/.git/HEAD": "", "other/M.xcdatamodel/contents": warning,
      ".momentum.json": #"{"diagnostics": {"model.insecure-transformer": "error"}}"#,
    ]) { folder in
      #expect(Run("check", folder.appendingPathComponent("repo").path).status == 1)
      // What stands above a repository is another project's.
      #expect(Run("check", folder.appendingPathComponent("other").path).status == 0)
    }
  }

  @Test func patternsChangeSeverities() throws {
    try with([contents: warning]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel").path
      #expect(Run("check", path, "--error", "model.insecure-*").status == 1)
      #expect(Run("check", path, "--allow", "model.*").output.isEmpty)
      // What is said of one id counts more than a pattern.
      let both = Run("check", path, "--allow", "model.*", "--error", "model.insecure-transformer")
      #expect(both.status == 1)
      #expect(Run("check", path, "--allow", "model.nothing-*").status == 64)
    }
  }

  @Test func styleIsShownToWhoAsks() throws {
    let style = warning.replacing("Transformable", with: "String")
    try with([contents: style]) { folder in
      let path = folder.appendingPathComponent("M.xcdatamodel").path
      #expect(Run("check", path, "--fail-on", "warning").output.isEmpty)
      let pedantic = Run("check", path, "--pedantic", "--fail-on", "warning")
      #expect(pedantic.status == 0)
      #expect(pedantic.output.contains("info: 'a' of 'A' is required without a default"))
      let sarif = Run("check", path, "--pedantic", "--format", "sarif").output
      #expect(sarif.contains("\"level\": \"note\""))
      let github = Run("check", path, "--pedantic", "--format", "github").output
      #expect(github.hasPrefix("::notice file="))
      #expect(Run("check", path, "--warn", "model.required-*").output.contains("warning: 'a' of"))
    }
  }

  @Test func anUnknownIdIsAUsageError() {
    let run = Run("check", bubbleTea, "--allow", "model.missing-invers")
    #expect(run.status == 64)
    #expect(run.error.contains("did you mean 'model.missing-inverse'?"))
    let explained = Run("explain-diagnostic", "model.missing-invers")
    #expect(explained.status == 64)
    #expect(explained.error.contains("did you mean 'model.missing-inverse'?"))
  }

  @Test func explanationsAreListedAndPrinted() {
    let one = Run("explain-diagnostic", "model.nullify-required")
    #expect(one.status == 0)
    #expect(one.output.contains("Cascade or Deny"))
    let all = Run("explain-diagnostic")
    #expect(all.status == 0)
    #expect(all.output.contains("cloudkit.deny-rule"))
  }

  @Test func ourOwnModelsHaveNoErrors() {
    for name in ["BubbleTea", "Newsroom", "Staff", "SurfJournal"] {
      let run = Run("check", RepositoryFiles.url("Models/\(name).xcdatamodeld").path)
      #expect(run.status == 0, "\(run.output)")
    }
  }
}

/// The model that a store keeps, and compiled models, wherever a model is taken.
@Suite struct CompiledInputTests {
  @Test func aStoreWithoutAModelSaysSo() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      try Connection(path: store, access: .readWrite).execute("DELETE FROM Z_MODELCACHE")
      for arguments in [["hash"], ["inspect", "--recover-model", "xml"], ["dump", "model"]] {
        let run = Run(Array(arguments + [store]))
        #expect(run.status == 65, "\(arguments)")
        #expect(run.error.contains("keeps no model"))
      }
      #expect(Run("inspect", store, "--recover-model", "xml", "--model", bubbleTea).status == 64)
    }
  }

  @Test func aModelThatAStoreCannotKeepIsNamed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      let text = """
        <model><entity name="Shop"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <fetchRequest name="kind" entity="Shop" predicateString="name UTI-EQUALS 'a.b'"/></model>
        """
      try Data(text.utf8).write(to: model.appendingPathComponent("contents"))
      let run = Run("create", model.path, folder.appendingPathComponent("shop.sqlite").path)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.error.contains("the store keeps no copy of its model: fetch request 'kind'"),
        "\(run.error)")
    }
  }

  /// A store of our own, and one that Core Data wrote where the corpus is there.
  @Test(arguments: ["hash", "check", "schema", "diagram"])
  func aStoreStandsForItsModel(command: String) throws {
    let real = StoreCase.ofCorpus.filter { $0.name.hasPrefix("003") }
    #expect(real.count == (RepositoryFiles.corpus == nil ? 0 : 1))
    for store in StoreCase.own.filter({ $0.name == "museum" || $0.name == "orchard" }) + real {
      try store.withStore { path in
        let run = Run(command, path)
        #expect(run.status == 0, "\(store): \(run.error)")
        let beside = Run(command, store.model.path)
        if command == "hash" { expectText(run.output, beside.output, "momentum hash \(store)") }
      }
    }
  }

  @Test func inspectSaysWhatDiffers() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("tea.sqlite").path
      #expect(Run("create", bubbleTea, store).status == 0)
      let other = RepositoryFiles.url("Models/Staff.xcdatamodeld").path
      let run = Run("inspect", store, "--model", other)
      #expect(run.status == 1)
      #expect(run.output.contains("entity 'Venue': store"))
    }
  }

  @Test func storesAreMadeForAFramework() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let old = folder.appendingPathComponent("old.sqlite").path
      #expect(Run("create", bubbleTea, old, "--framework-version", "641").status == 0)
      #expect(Run("inspect", old).output.contains("digest         none"))
      let history = folder.appendingPathComponent("history.sqlite").path
      #expect(Run("create", bubbleTea, history, "--history").status == 0)
      #expect(Run("inspect", history).output.contains("history        yes"))
      let wrong = Run("schema", bubbleTea, "--history", "--framework-version", "641")
      #expect(wrong.status == 64)
      #expect(wrong.error.contains("iOS 11"))
    }
  }
}
