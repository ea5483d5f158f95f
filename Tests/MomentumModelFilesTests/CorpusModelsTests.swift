import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Models in the form that Xcode writes: our own, and those of the corpus where it is there.
@Suite(.tags(.corpus)) struct CorpusModelsTests {
  private static let folders =
    ["Models"]
    + (RepositoryFiles.corpus == nil ? [] : ["models", "versions", "stores", "migration"])

  private func files(_ folder: String, _ isModel: (String) -> Bool) -> [String] {
    let parent = folder == "Models" ? RepositoryFiles.root : RepositoryFiles.corpus
    let base = parent?.appendingPathComponent(folder).path ?? ""
    let names = FileManager.default.enumerator(atPath: base)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter(isModel).sorted().map { "\(base)/\($0)" }
  }

  @Test(arguments: folders)
  func everyModelIsReadWithoutAnError(folder: String) throws {
    let paths = files(folder) {
      folder == "models"
        ? $0.hasSuffix(".xml") : $0.hasSuffix("contents") || $0.hasSuffix("model.xml")
    }
    #expect(paths.count > (folder == "Models" ? 7 : 20))
    var ids: [String: Int] = [:]
    for path in paths {
      var diagnostics = Diagnostics()
      let loaded = try #require(try ModelBundle.load(path: path, &diagnostics))
      let syntax = ModelReader.read(contents: loaded.contents, &diagnostics)
      let model = syntax.flatMap { ModelChecker.check($0, &diagnostics) }
      let errors = TextRenderer().render(diagnostics.all.filter { $0.severity == .error })
      expectText(errors, "", "\(path)")
      #expect(model != nil)
      for finding in diagnostics.all { ids[finding.id, default: 0] += 1 }
    }
    // Warnings that would be false alarms about what Xcode itself writes.
    #expect(ids["model.unknown-element"] == nil)
    #expect(ids["model.unexpected-text"] == nil)
    #expect(ids["model.unknown-attribute", default: 0] <= 4, "hand-written 'deleteRule'")
  }

  @Test func everyBundleHasOneCurrentVersion() throws {
    for path in ["Models", "versions"].flatMap({ folder in
      files(folder) { $0.hasSuffix(".xcdatamodeld") }
    }) {
      var diagnostics = Diagnostics()
      let versions = try ModelBundle.versions(path: path, &diagnostics)
      #expect(versions.filter(\.isCurrent).count == 1, "\(path)")
      // One bundle of two versions has an empty dictionary.
      #expect(diagnostics.all.allSatisfy { $0.id == "bundle.no-current-version" })
    }
  }
}
