import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// The copy of its model that a new store keeps in `Z_MODELCACHE`.
@Suite(.tags(.corpus)) struct ModelCopyTests {
  private func compiled(_ text: String, framework: Int? = nil) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: text)
    return try #require(
      CompiledModel.compile(source, frameworkVersion: framework, &diagnostics),
      "\(TextRenderer().render(diagnostics.all))")
  }

  private static let shop = """
    <model><entity name="Shop" representedClassName=".Shop"><attribute name="name" optional="YES" \
    attributeType="String"/></entity>
    <entity name="Stall" parentEntity="Shop"><attribute name="row" optional="YES" \
    attributeType="Integer 16"/></entity>%@</model>
    """

  private func shop(_ more: String = "") -> String {
    Self.shop.replacingOccurrences(of: "%@", with: more)
  }

  @Test func theCopyOfEveryModelIsReadBackWithItsHashes() throws {
    var count = 0
    for entry in ModelTexts.own + ModelTexts.sampleOfCorpus(40) {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: entry.name, text: entry.text)
      guard let model = CompiledModel.compile(source, &diagnostics) else { continue }
      guard let archive = model.modelCopy.archive else {
        #expect(!model.modelCopy.losses.isEmpty, "\(entry.name)")
        continue
      }
      count += 1
      var findings = Diagnostics()
      let again = CompiledModelReader.read(archive, path: entry.name, &findings)
      let read = try #require(again, "\(TextRenderer().render(findings.all))")
      #expect(ModelHashes(of: read).byEntity == model.hashes.byEntity, "\(entry.name)")
    }
    #expect(count > 40)
  }

  /// A store for an older framework says so: the version decides how the store is laid out and read.
  @Test(arguments: [754, 1000, 1300])
  func aNewStoreHasTheVersionOfItsFramework(framework: Int) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shop.sqlite").path
      try compiled(shop(), framework: framework).createStore(at: path)
      let version = try StoreReader(path: path).metadata().frameworkVersion
      #expect(version == Int64(framework))
    }
  }

  @Test func aNewStoreKeepsItsModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shop.sqlite").path
      let model = try compiled(shop())
      try model.createStore(at: path)
      var diagnostics = Diagnostics()
      let text = try #require(try StoreModel.recover(from: path, &diagnostics))
      let kept = try compiled(text.text)
      #expect(kept.hashes.byEntity == model.hashes.byEntity)
      #expect(kept.model.entities.map(\.className) == [".Shop", nil])
      #expect(kept.model.entities.map { $0.attributes.map(\.name) } == [["name"], ["row"]])
    }
  }

  @Test func aStoreKeepsNoHalfOfAModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shop.sqlite").path
      let request =
        "<fetchRequest name=\"kind\" entity=\"Shop\" predicateString=\"name UTI-EQUALS 'a.b'\"/>"
      let model = try compiled(shop(request))
      #expect(model.modelCopy.losses.count == 1)
      #expect(model.modelCopy.losses.first?.contains("fetch request 'kind'") == true)
      try model.createStore(at: path)
      let connection = try StoreReader(path: path).connection
      #expect(try connection.firstValue("SELECT count(*) FROM Z_MODELCACHE") == .integer(0))
    }
  }

  /// Core Data made the table only from this version on.
  @Test(arguments: [(636, false), (637, true)])
  func anOldStoreHasNoTableForIt(framework: Int, isKept: Bool) throws {
    #expect((try compiled(shop(), framework: framework).newModelCache != nil) == isKept)
  }
}
