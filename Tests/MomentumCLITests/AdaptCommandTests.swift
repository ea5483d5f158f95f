import Foundation
import MomentumTestSupport
import Testing
import momentum_adapt_tool

/// `adapt` as a user meets it, and the tool of the plugin.
@Suite struct AdaptCommandTests {
  private static let source = """
    import CoreData
    public class Article: NSManagedObject {
      @NSManaged public var name: String?
    }
    let key = #keyPath(Article.name)

    """

  /// A folder with a model, and with sources by their paths.
  private func with(
    _ sources: [String: String] = ["Model/Article.swift": source], _ body: (URL) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      for (path, text) in sources {
        let place = folder.appendingPathComponent("App/" + path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      try FileManager.default.copyItem(
        at: RepositoryFiles.url("Models/Newsroom.xcdatamodeld"),
        to: folder.appendingPathComponent("App/Newsroom.xcdatamodeld"))
      try body(folder)
    }
  }

  private func text(_ folder: URL, _ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func copiesAreWrittenAndStaleOnesRemoved() throws {
    try with(["Model/Article.swift": Self.source, "Other.swift": "let a = 1\n"]) { folder in
      let (app, output) = (folder.path + "/App", folder.path + "/Linux")
      let dry = Run("adapt", app, "--output", output, "--dry-run")
      #expect(dry.status == 0 && dry.output.contains("Linux/Model/Article+Adapted.swift"))
      #expect(!FileManager.default.fileExists(atPath: output))
      let run = Run("adapt", app, "--output", output)
      #expect(run.status == 0, "\(run.error)")
      #expect(run.error.contains("Linux: 2 files written, 0 unchanged"))
      let copy = try text(folder, "Linux/Model/Article+Adapted.swift")
      #expect(
        copy.contains("#sourceLocation(file: \"\(app)/Model/Article.swift\", line: 1)\nimport"))
      #expect(copy.contains("public var name: String? { get { managedValue(forKey: \"name\") }"))
      #expect(copy.contains("let key = (\"name\""))
      try FileManager.default.removeItem(at: folder.appendingPathComponent("App/Other.swift"))
      let again = Run("adapt", app, "--output", output)
      #expect(again.error.contains("Linux: 0 files written, 1 removed, 1 unchanged"))
    }
  }

  @Test func accessorsAloneAreWrittenForTheLinker() throws {
    let source = Self.source.replacing("let key = #keyPath(Article.name)\n", with: "")
    try with(["Model/Article.swift": source]) { folder in
      let app = folder.path + "/App"
      for _ in 0..<2 {
        let run = Run("adapt", app, "--link", "News", "--output", app)
        #expect(run.status == 0, "\(run.error)")
      }
      let accessors = try text(folder, "App/LinkedAccessors.swift")
      #expect(accessors.contains("@_silgen_name(\"$s4News7ArticleC4nameSSSgvg\")"))
      let kept = try text(folder, "App/Model/Article.swift")
      #expect(kept == source)
    }
    try with { folder in
      let refused = Run(
        "adapt", folder.path + "/App", "--link", "News", "--output", folder.path + "/Out")
      #expect(refused.status != 0)
      #expect(refused.error.contains("Article.swift:5:11: error: Linux refuses this"))
    }
    #expect(
      Run("adapt", "App", "--link", "1st", "--output", "Out").error.contains(
        "no name of a Swift module"))
  }

  @Test func copiesBelowTheSourcesAreNoSources() throws {
    try with { folder in
      let app = folder.path + "/App"
      for _ in 1...2 {
        #expect(Run("adapt", app, "--output", app + "/Linux").status == 0)
      }
      #expect(!FileManager.default.fileExists(atPath: app + "/Linux/Linux"))
      #expect(Run("adapt", app, "--output", app + "/").status == 64)
    }
  }

  @Test func mistakesHaveTheirPlaceAndNothingIsWritten() throws {
    let source = Self.source.replacing("Article.name", with: "Article.nmae")
    try with(["Article.swift": source + "import UIKit\n"]) { folder in
      let (app, output) = (folder.path + "/App", folder.path + "/Linux")
      let run = Run("adapt", app, "--output", output)
      #expect(run.status == 65)
      #expect(
        run.error.contains(
          "App/Article.swift:5:28: error: no property 'nmae' in entity 'Article'; did you mean 'name'?"
        ))
      #expect(run.error.contains("[adapt.missing-module]"))
      #expect(!FileManager.default.fileExists(atPath: output))
      let allowed = Run("adapt", app, "--output", output, "--warn", "adapt.*")
      #expect(allowed.status == 0 && allowed.error.contains("warning: no property 'nmae'"))
    }
  }

  @Test func inputThatCannotBeUsedIsRefused() throws {
    try with([:]) { folder in
      let app = folder.path + "/App"
      let none = Run("adapt", app, "--output", folder.path + "/Linux")
      #expect(none.status == 65 && none.error.contains("no Swift source at"))
      #expect(Run("adapt", folder.path + "/Nowhere", "--output", app + "/Linux").status != 0)
      #expect(Run("adapt", app).status == 64)
    }
    try with { folder in
      let old = folder.appendingPathComponent("App/Old.xcdatamodel")
      try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
      try Data("<model>".utf8).write(to: old.appendingPathComponent("contents"))
      let arguments = ["adapt", folder.path + "/App", "--output", folder.path + "/Linux"]
      let found = Run(arguments)
      #expect(found.status == 0 && found.error.contains("Old.xcdatamodel/contents:1:"))
      #expect(Run(arguments + ["--model", old.path]).status == 65)
      // A file of somebody else is not replaced.
      try Data("let a = 1\n".utf8).write(to: folder.appendingPathComponent("App/New.swift"))
      try Data("mine".utf8).write(to: folder.appendingPathComponent("Linux/New+Adapted.swift"))
      let blocked = Run(arguments)
      #expect(blocked.status == 74 && blocked.error.contains("New+Adapted.swift"))
      #expect(try text(folder, "Linux/New+Adapted.swift") == "mine")
    }
  }

  // MARK: - The plugin's tool

  @Test func theToolCopiesAndCompiles() throws {
    try with { folder in
      let (app, output) = (folder.path + "/App", folder.path + "/Build")
      let model = app + "/Newsroom.xcdatamodeld"
      let adapt = [
        "adapt", "--folder", output, "--model", model, "--source", app + "/Model/Article.swift",
        "Article+Adapted.swift",
      ]
      #expect(AdaptTool.run(adapt) == .success)
      #expect(try text(folder, "Build/Article+Adapted.swift").contains("managedValue"))
      #expect(AdaptTool.run(["compile", model, "--output", output + "/N.momd"]) == .success)
      let names = try FileManager.default.contentsOfDirectory(atPath: output + "/N.momd")
      #expect(names.sorted() == ["Newsroom 2.mom", "Newsroom.mom", "VersionInfo.plist"])
      #expect(AdaptTool.run(["compile", model, "--output", output + "/N.mom"]) == .success)
      #expect(Run("hash", output + "/N.mom").status == 0)
    }
  }

  @Test func theToolCompilesAMappingModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let files = RepositoryFiles.url("Tests/Cases/Mapping").path
      let output = folder.path + "/Garage.cdm"
      let arguments = [
        "compile-mapping", files + "/Garage.xcmappingmodel", "--model",
        files + "/Garage.xcdatamodeld", "--output", output,
      ]
      #expect(AdaptTool.run(arguments) == .success)
      let expected = Run("dump", "mapping", files + "/Garage.cdm", "--format", "json").output
      #expect(Run("dump", "mapping", output, "--format", "json").output == expected)
      // Without its versions, nothing finds the mapping model; it stops no build.
      let date =
        try FileManager.default.attributesOfItem(atPath: output)[.modificationDate] as? Date
      #expect(AdaptTool.run(arguments) == .success)
      let again =
        try FileManager.default.attributesOfItem(atPath: output)[.modificationDate] as? Date
      #expect(again == date)
      #expect(AdaptTool.run([arguments[0], arguments[1], "--output", output]) == .success)
      #expect(!Run("dump", "mapping", output, "--format", "json").output.isEmpty)
      for wrong in [["compile-mapping", arguments[1]], arguments.dropLast() + ["x.mom"]] {
        #expect(AdaptTool.run(Array(wrong)) == .usage)
      }
      #expect(
        AdaptTool.run(["compile-mapping", files + "/compile.py", "--output", output]) == .badInput)
    }
  }

  @Test func theToolRefusesWhatItCannotUse() throws {
    try with(["A.swift": "let s = #selector(getter: A.b)\n"]) { folder in
      let app = folder.path + "/App"
      for arguments in [
        [], ["adapt"], ["adapt", "--folder"], ["adapt", "--folder", app, "--source", "x"],
        ["compile", app], ["compile", app, "--output", "x.txt"], ["check"],
      ] {
        #expect(AdaptTool.run(arguments) == .usage, "\(arguments)")
      }
      let copy = ["adapt", "--folder", folder.path + "/B", "--source"]
      #expect(AdaptTool.run(copy + [app + "/None.swift", "N.swift"]) == .failure)
      #expect(AdaptTool.run(copy + [app + "/A.swift", "N.swift"]) == .badInput)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/B"))
      let contents = folder.appendingPathComponent(
        "App/Newsroom.xcdatamodeld/Newsroom 2.xcdatamodel"
      )
      .appendingPathComponent("contents")
      try Data("<model>".utf8).write(to: contents)
      let compile = [
        "compile", app + "/Newsroom.xcdatamodeld", "--output", folder.path + "/N.momd",
      ]
      #expect(AdaptTool.run(compile) == .badInput)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/N.momd"))
    }
  }
}
