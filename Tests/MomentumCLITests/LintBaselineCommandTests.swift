import Foundation
import MomentumTestSupport
import Testing

/// `check` with a baseline of what was there before, as a team meets it.
@Suite struct LintBaselineCommandTests {
  private struct Project {
    var folder: URL
    var baseline: String { path(".momentum-baseline.json") }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ text: String, to name: String) throws {
      let url = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// A version whose attributes use the default transformer: one warning each.
    func writeVersion(_ version: String, _ attributes: [String], more: String = "") throws {
      let lines = attributes.map {
        "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"Transformable\"/>"
      }
      try write(
        "<model>\(more)<entity name=\"Cheese\">\(lines.joined(separator: "\n"))</entity></model>",
        to: "App/Shop.xcdatamodeld/\(version).xcdatamodel/contents")
      try write(
        SampleContents.currentVersion(version), to: "App/Shop.xcdatamodeld/.xccurrentversion")
    }

    func check(_ options: String...) -> Run { Run(["check", folder.path] + options) }
  }

  /// A repository with a bundle of two warnings, and a second bundle of one.
  private func with(_ body: (Project) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let project = Project(folder: folder)
      try project.write("", to: ".git/HEAD")
      try project.writeVersion("Shop", ["rind", "veins"])
      try project.write(
        "<model><entity name=\"Tool\"><attribute name=\"a\" optional=\"YES\" attributeType=\"Transformable\"/></entity></model>",
        to: "Kit/Kit.xcdatamodel/contents")
      try body(project)
    }
  }

  private func findings(_ run: Run) -> [String] {
    run.output.split(separator: "\n").compactMap { line in
      line.contains(": warning: ") || line.contains(": error: ") ? String(line) : nil
    }
  }

  @Test func whatWasThereIsHiddenAndWhatIsNewIsNot() throws {
    try with { project in
      #expect(project.check("--fail-on", "warning").status == 1)
      let written = project.check("--write-baseline", "--fail-on", "warning")
      #expect(written.status == 0, "\(written.error)")
      #expect(written.error.contains("3 findings written to"))
      expectText(
        try project.read(".momentum-baseline.json"),
        """
        {
          "formatVersion": 1,
          "findings": [
            {"rule":"model.insecure-transformer","bundle":"App/Shop.xcdatamodeld","version":"Shop","element":"Cheese.rind"},
            {"rule":"model.insecure-transformer","bundle":"App/Shop.xcdatamodeld","version":"Shop","element":"Cheese.veins"},
            {"rule":"model.insecure-transformer","bundle":"Kit/Kit.xcdatamodel","version":"Kit","element":"Tool.a"}
          ]
        }

        """)
      let quiet = project.check("--fail-on", "warning")
      #expect(quiet.status == 0)
      #expect(quiet.output.isEmpty)
      #expect(quiet.error.contains("3 findings hidden by"), "\(quiet.error)")
      // Lines above move what is old; an attribute more is new.
      try project.writeVersion(
        "Shop", ["rind", "smell", "veins"], more: "\n\n<entity name=\"Plate\"/>\n")
      let run = project.check("--fail-on", "warning")
      #expect(run.status == 1)
      #expect(findings(run).count == 1)
      #expect(run.output.contains("transformable 'smell'"))
      #expect(findings(project.check("--ignore-baseline")).count == 4)
      #expect(!project.check("--ignore-baseline").error.contains("hidden"))
    }
  }

  @Test func aNewVersionIsACopyOfTheOldOne() throws {
    try with { project in
      #expect(project.check("--write-baseline").status == 0)
      try project.writeVersion("Shop 2", ["rind", "veins", "smell"])
      let run = project.check()
      #expect(findings(run).count == 1, "\(run.output)")
      #expect(run.output.contains("'smell'"))
      #expect(!run.error.contains("no finding any more"), "\(run.error)")
    }
  }

  @Test func staleEntriesAreTold() throws {
    try with { project in
      #expect(project.check("--write-baseline").status == 0)
      try project.writeVersion("Shop", ["rind"])
      // A run that does not look at a bundle knows nothing of its entries.
      let kit = Run("check", project.path("Kit/Kit.xcdatamodel"))
      #expect(kit.error.contains("1 finding hidden by"))
      #expect(!kit.error.contains("any more"), "\(kit.error)")
      let run = project.check("--fail-on", "warning")
      #expect(run.status == 0)
      #expect(
        run.error.contains(
          "matches no finding any more, such as model.insecure-transformer of Cheese.veins; --write-baseline drops it"
        ), "\(run.error)")
      // What the other bundle has stays when one alone is written anew.
      let one = Run("check", project.path("App/Shop.xcdatamodeld"), "--write-baseline")
      #expect(one.error.contains("2 findings written to"), "\(one.error)")
      #expect(one.error.contains("1 entry dropped"), "\(one.error)")
      #expect(!project.check().error.contains("any more"))
      // A bundle that is gone is looked at by every run.
      try FileManager.default.removeItem(atPath: project.path("Kit"))
      #expect(project.check().error.contains("such as model.insecure-transformer of Tool.a"))
    }
  }

  /// Which is known where all bundles that the file is for are checked.
  @Test func aFindingAboutTwoBundlesIsNoStaleEntryOfOne() throws {
    try with { project in
      try project.write("", to: "Package.swift")
      try project.write(
        "<model><entity name=\"Cheese\"/></model>", to: "Kit/Kit.xcdatamodel/contents")
      #expect(project.check("--write-baseline").error.contains("3 findings written"))
      #expect(
        try project.read(".momentum-baseline.json").contains("bundle.entity-in-two-bundles"))
      for path in ["Kit", "Kit/Kit.xcdatamodel", "App"] {
        let run = Run("check", project.path(path))
        #expect(!run.error.contains("any more"), "\(path): \(run.error)")
      }
      try project.write(
        "<model><entity name=\"Tool\"/></model>", to: "Kit/Kit.xcdatamodel/contents")
      #expect(project.check().error.contains("such as bundle.entity-in-two-bundles of Cheese"))
    }
  }

  @Test func errorsOfAModelAreNeverHidden() throws {
    try with { project in
      let broken = #"<entity name="Plate" parentEntity="Dish"/>"#
      try project.writeVersion("Shop", ["rind"], more: broken)
      let written = project.check("--write-baseline")
      #expect(written.status == 1, "\(written.output)")
      #expect(findings(written).count == 1)
      #expect(!(try project.read(".momentum-baseline.json")).contains("unknown"))
      #expect(project.check().status == 1)
      // A warning that a team made an error of is old all the same.
      try project.write(
        #"{"diagnostics": {"model.insecure-transformer": "error"}}"#, to: ".momentum.json")
      try project.writeVersion("Shop", ["rind"])
      #expect(project.check().status == 1)
      #expect(project.check("--write-baseline").status == 0)
      #expect(project.check().status == 0)
      try project.writeVersion("Shop", ["rind", "smell"])
      #expect(project.check().status == 1)
    }
  }

  /// The model has a meaning without a stored request, which apps ship unused.
  @Test func aWrongStoredRequestCanBeOld() throws {
    try with { project in
      let request =
        #"<fetchRequest name="local" entity="Cheese" predicateString="isLocal == YES"/>"#
      try project.writeVersion("Shop", ["rind"], more: request)
      #expect(project.check().status == 1)
      #expect(project.check("--write-baseline").status == 0)
      #expect(project.check().status == 0)
      #expect(
        try project.read(".momentum-baseline.json").contains(
          #""rule":"predicate.unknown-key","bundle":"App/Shop.xcdatamodeld","version":"Shop","element":"local""#
        ))
    }
  }

  @Test func everyFormatLeavesOutWhatIsOld() throws {
    try with { project in
      #expect(project.check("--write-baseline").status == 0)
      try project.writeVersion("Shop", ["rind", "smell", "veins"])
      let json = project.check("--format", "json").output
      #expect(json.contains("\"hidden\": 3"))
      #expect(json.contains("\"stale\": 0"))
      let sarif = project.check("--format", "sarif").output
      let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
      expectText(try schema.problems(in: sarif).joined(separator: "\n"), "")
      #expect(sarif.contains("\"hidden\": 3"))
      for format in ["json", "sarif", "github", "gitlab", "junit", "text"] {
        let run = project.check("--format", format)
        #expect(run.output.contains("'smell'") || run.output.contains("smell"), "\(format)")
        #expect(!run.output.contains("rind"), "\(format)")
        #expect(run.error.contains("3 findings hidden by"), "\(format)")
      }
      #expect(!project.check("--format", "json", "--ignore-baseline").output.contains("hidden"))
    }
  }

  @Test func mattersOfStyleAreNoStaleEntries() throws {
    try with { project in
      try project.writeVersion(
        "Shop", ["rind"],
        more: "<entity name=\"Plate\"><attribute name=\"a\" attributeType=\"String\"/></entity>")
      #expect(project.check("--write-baseline", "--pedantic").error.contains("3 findings written"))
      let run = project.check()
      #expect(run.error.contains("2 findings hidden"), "\(run.error)")
      #expect(!run.error.contains("any more"), "\(run.error)")
      #expect(project.check("--pedantic").output.isEmpty)
      // Written without it, they stay.
      #expect(project.check("--write-baseline").error.contains("3 findings in"))
    }
  }

  @Test func theFileIsBesideTheConfigurationOrWhereItIsNamed() throws {
    try with { project in
      try project.write("{}", to: "App/.momentum.json")
      #expect(project.check("--write-baseline").status == 0)
      #expect(try project.read("App/.momentum-baseline.json").contains("\"Shop.xcdatamodeld\""))
      #expect(try project.read(".momentum-baseline.json").contains("Tool.a"))
      #expect(project.check().output.isEmpty)
      let named = project.path("ci.json")
      let missing = project.check("--baseline-file", named)
      #expect(missing.status == 74, "\(missing.status) \(missing.output)")
      #expect(missing.output.contains("ci.json"))
      #expect(!missing.output.contains("insecure"))
      #expect(project.check("--baseline-file", named, "--write-baseline").status == 0)
      #expect(try project.read("ci.json").contains("Tool.a"))
      #expect(project.check("--baseline-file", named).output.isEmpty)
    }
  }

  @Test func aBrokenFileIsReportedOnceAndHidesWhatItCannotJudge() throws {
    try with { project in
      try project.write(#"{"formatVersion": 1, "finding": []}"#, to: ".momentum-baseline.json")
      let run = project.check()
      #expect(run.status == 65)
      #expect(run.output.contains("json:1:22: error: no setting 'finding'"))
      #expect(findings(run).count == 2, "\(run.output)")
      let written = project.check("--write-baseline")
      #expect(written.status == 65)
      #expect(
        try project.read(".momentum-baseline.json") == #"{"formatVersion": 1, "finding": []}"#)
    }
  }

  @Test func theTwoKindsOfBaselinesPointToEachOther() throws {
    try with { project in
      let lints = project.check("--baseline")
      #expect(lints.status == 64)
      #expect(lints.error.contains("--write-baseline"))
      let changes = project.check("--write-baseline", "--against", "main")
      #expect(changes.status == 64)
      #expect(changes.error.contains("accepted by --baseline"))
      #expect(project.check("--write-baseline", "--ignore-baseline").status == 64)
    }
  }

  @Test func nothingToHideMakesNoFile() throws {
    try with { project in
      try project.writeVersion("Shop", [])
      let run = Run("check", project.path("App"), "--write-baseline")
      #expect(run.status == 0)
      #expect(run.error.contains("no baseline is written"))
      #expect(!FileManager.default.fileExists(atPath: project.baseline))
    }
  }

  @Test func aPatternOfAnOverrideHasToMatch() throws {
    try with { project in
      try project.write(
        """
        { "overrides": [
          { "bundle": "Shop", "version": "Shop*", "diagnostics": { "model.insecure-*": "allow" } },
          { "bundle": "Kti", "diagnostics": { "model.insecure-*": "error" } } ] }
        """, to: ".momentum.json")
      let run = project.check()
      #expect(run.status == 1)
      #expect(!run.output.contains("rind"))
      #expect(run.output.contains("transformable 'a'"))
      #expect(
        run.output.contains(
          ".momentum.json:3:15: error: no bundle that this file is for matches 'Kti'; did you mean 'Kit'? [config.no-match]"
        ), "\(run.output)")
      // A bundle that is not checked now is no misspelt one.
      try project.write(
        #"{ "overrides": [{ "bundle": "Kit", "diagnostics": { "model.insecure-*": "error" } }] }"#,
        to: ".momentum.json")
      #expect(Run("check", project.path("App/Shop.xcdatamodeld")).status == 0)
      #expect(Run("check", project.path("Kit/Kit.xcdatamodel")).status == 1)
    }
  }
}
