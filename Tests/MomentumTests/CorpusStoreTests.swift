import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Real stores with their authors' models, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct CorpusStoreTests {
  private static let folders: [URL] = {
    guard let corpus = RepositoryFiles.corpus else { return [] }
    let stores = corpus.appendingPathComponent("stores")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stores.path)) ?? []
    return names.sorted().map { stores.appendingPathComponent($0) }
  }()

  /// Stores whose model in the repository is a later edit, told by their own hashes.
  private static let laterEdits: Set<String> = ["002", "043", "050", "076", "112"]

  /// The hashes in a store's metadata confirm every detail that counts of the model it keeps.
  @Test(arguments: folders)
  func theKeptModelHasTheHashesOfTheStore(folder: URL) throws {
    let path = folder.appendingPathComponent("store.sqlite").path
    var diagnostics = Diagnostics()
    guard let contents = try StoreModel.recover(from: path, &diagnostics) else {
      #expect(diagnostics.isEmpty)
      return
    }
    let model = try #require(CompiledModel.compile(contents, &diagnostics))
    #expect(!diagnostics.hasErrors)
    #expect(model.mismatches(try StoreReader(path: path).metadata()).isEmpty)
  }

  @Test(arguments: folders)
  func everyEntityIsFetchedWhole(folder: URL) throws {
    let number = String(folder.lastPathComponent.prefix(3))
    var diagnostics = Diagnostics()
    let source = SourceFile(
      path: "model.xml",
      utf8: Array(try Data(contentsOf: folder.appendingPathComponent("model.xml"))))
    let model = try #require(CompiledModel.compile(source, &diagnostics))
    let path = folder.appendingPathComponent("store.sqlite").path
    let session = try FetchSession.open(path, model: model, &diagnostics)
    #expect((session == nil) == Self.laterEdits.contains(number))
    guard let session else { return }
    let reader = try StoreReader(path: path)
    for (index, entity) in model.model.entities.enumerated() {
      let storage = model.schema.entities[index]
      let sql =
        "SELECT COUNT(*) FROM \(SQLPrinter.identifier(storage.table)) WHERE Z_ENT BETWEEN "
        + "\(storage.familyNumbers.lowerBound) AND \(storage.familyNumbers.upperBound)"
      let expected = try reader.rows(SQLText(text: sql)).first?.first
      let fetch = try #require(
        model.compile(RequestText(entity: entity.name), &diagnostics))
      let found = try session.run(fetch).rows.count
      #expect(expected == .integer(Int64(found)), "\(entity.name)")
    }
  }

  /// A copy of the schema without rows gives the plan that the store itself gives, for a search and a sort
  /// by every attribute.
  @Test(arguments: folders)
  func theCopyOfASchemaPlansAsTheStore(folder: URL) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(
      path: "model.xml",
      utf8: Array(try Data(contentsOf: folder.appendingPathComponent("model.xml"))))
    let model = try #require(CompiledModel.compile(source, &diagnostics))
    let path = folder.appendingPathComponent("store.sqlite").path
    guard let session = try FetchSession.open(path, model: model, &diagnostics),
      let planner = try FetchPlanner.open(store: path, model: model, &diagnostics)
    else { return }
    for entity in model.model.entities {
      for attribute in entity.attributes {
        var found = Diagnostics()
        let request = RequestText(
          entity: entity.name, predicate: "%K == $X", arguments: [attribute.name],
          sortKeys: [attribute.name + ":desc"])
        // Transient attributes and composites are no columns.
        guard let fetch = model.compile(request, bindsVariables: false, &found) else { continue }
        let explained = try planner.explain(fetch)
        #expect(try explained.plan == session.queryPlan(fetch), "\(request)")
        for case .other(let text) in explained.plan.lines.map(\.node.step) {
          Issue.record("unknown line: \(text)")
        }
        if let advice = explained.advice {
          let names = advice.indexes.map(\.suggestion.storeName)
          #expect(Set(names).isSubset(of: advice.plan.indexNames), "\(request)")
        }
      }
    }
  }
}
