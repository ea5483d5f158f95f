import Foundation
import MomentumTestSupport
import Testing

/// `scan` as a user meets it.
@Suite(.tags(.corpus)) struct ScanCommandTests {
  private let model = "Models/Newsroom.xcdatamodeld"

  private static let source = """
    import CoreData
    func find(name: String) {
      let request = NSFetchRequest<Article>(entityName: "Article")
      request.predicate = NSPredicate(format: "nmae == %@", name)
      request.predicate = NSPredicate(format: "name == \\(name)")
    }

    """

  private func with(_ text: String = source, _ body: (URL) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      try Data(text.utf8).write(to: folder.appendingPathComponent("Store.swift"))
      let model = RepositoryFiles.root.appendingPathComponent(model)
      try FileManager.default.copyItem(
        at: model, to: folder.appendingPathComponent("Newsroom.xcdatamodeld"))
      try body(folder)
    }
  }

  @Test func findingsHaveTheirPlaceAndTheStatusIsOne() throws {
    try with { folder in
      let run = Run("scan", folder.path)
      #expect(run.status == 1)
      #expect(
        run.output.contains("Store.swift:4:44: error: no property 'nmae' in entity 'Article'"))
      #expect(run.output.contains("[scan.interpolated-format]"))
      #expect(run.error.contains("1 file scanned with 1 model: 1 error, 1 warning"))
      #expect(Run("scan", folder.path, "--fail-on", "never").status == 0)
      #expect(Run("scan", folder.path, "--allow", "predicate.unknown-key").status == 0)
      #expect(
        Run("scan", folder.path, "--allow", "predicate.*", "--fail-on", "warning").status == 1)
      #expect(Run("scan", folder.path, "--allow", "scan.unknwon-key").status == 64)
    }
  }

  @Test func repairsAreMade() throws {
    try with { folder in
      let run = Run("scan", folder.path, "--fix")
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.error.contains("2 repairs made"))
      let text = try String(
        contentsOf: folder.appendingPathComponent("Store.swift"), encoding: .utf8)
      #expect(text.contains(#"NSPredicate(format: "name == %@", name)"#))
      #expect(!text.contains("nmae") && !text.contains("\\("))
    }
  }

  @Test func aModelThatTheSearchFindsAndCannotReadIsReportedAndLeftOut() throws {
    try with { folder in
      let old = folder.appendingPathComponent("Old.xcdatamodel")
      try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
      try Data("bplist00".utf8).write(to: old.appendingPathComponent("elements"))
      let run = Run("scan", folder.path)
      #expect(run.status == 1)
      #expect(run.output.contains("Old.xcdatamodel:1:1: warning: a model of Xcode 3"))
      #expect(run.output.contains("no property 'nmae' in entity 'Article'"))
      #expect(run.error.contains("1 file scanned with 1 model: 1 error, 2 warnings"))
      #expect(Run("scan", folder.path, "--allow", "predicate.unknown-key").status == 0)
      let named = Run("scan", folder.path, "--model", old.path)
      #expect(named.status == 65)
      #expect(!named.output.contains("nmae"))
    }
  }

  @Test func eachFormatHasTheFinding() throws {
    try with { folder in
      let path = folder.appendingPathComponent("Store.swift").path
      func output(_ format: String) -> String {
        Run("scan", folder.path, "--format", format).output
      }
      #expect(
        output("xcode").contains(
          "\(path):4:44: error: no property 'nmae' in entity 'Article'; did you mean 'name'? (predicate.unknown-key)\n"
        ))
      #expect(
        output("checkstyle").contains(
          "<error line=\"4\" column=\"44\" severity=\"error\" message=\"no property"))
      #expect(output("checkstyle").contains("source=\"predicate.unknown-key\"/>"))
      #expect(output("github").contains("::error file="))
      #expect(
        output("sarif").contains("\"ruleId\" : \"predicate.unknown-key\"")
          || output("sarif").contains("\"ruleId\": \"predicate.unknown-key\""))
      #expect(output("json").contains("\"id\": \"scan.interpolated-format\""))
      #expect(output("gitlab").contains("\"check_name\": \"scan.interpolated-format\""))
      #expect(output("junit").contains("failures=\"1\""))
    }
  }

  @Test func theConfigurationOfTheProjectCounts() throws {
    try with { folder in
      try Data(#"{"diagnostics": {"predicate.unknown-key": "allow"}, "failOn": "warning"}"#.utf8)
        .write(to: folder.appendingPathComponent(".momentum.json"))
      let run = Run("scan", folder.path)
      #expect(run.status == 1)
      #expect(!run.output.contains("nmae"))
    }
  }

  @Test func withoutAModelNothingIsScanned() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let run = Run("scan", folder.path)
      #expect(run.status == 65)
      #expect(run.error.contains("name it with --model"))
      #expect(Run("scan", folder.path + "/none.swift", "--model", model).status == 74)
    }
  }

  @Test func aCommentSwitchesARuleOff() throws {
    let text = ScanCommandTests.source.replacingOccurrences(
      of: "nmae == %@\", name)", with: "nmae == %@\", name)  // momentum:disable:this all")
    try with(text) { folder in
      #expect(Run("scan", folder.path).status == 0)
    }
  }
}
