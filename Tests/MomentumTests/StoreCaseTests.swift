import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Stores of several framework versions with their models: those of `Tests/Cases/Stores`, and those that Core
/// Data wrote for other people where the corpus is there.
@Suite(.tags(.corpus)) struct StoreCaseTests {
  private static func compiled(
    _ store: StoreCase, frameworkVersion: Int? = nil, keepsHistory: Bool = false
  ) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "model.xml", utf8: Array(try Data(contentsOf: store.model)))
    let compiled = CompiledModel.compile(
      source, frameworkVersion: frameworkVersion, keepsHistory: keepsHistory, &diagnostics)
    return try #require(compiled, "\(store): \(TextRenderer().render(diagnostics.all))")
  }

  @Test func theStoresOfTheRepositoryAreOfEveryKind() {
    #expect(StoreCase.own.count >= 7, "\(StoreCase.own) in Tests/Cases/Stores")
    #expect(StoreCase.own.filter(\.isMigrated).count == 2)
    #expect(StoreCase.own.filter(\.isLaterEdit).count == 1)
    #expect(RepositoryFiles.corpus == nil || StoreCase.ofCorpus.count > 50)
  }

  /// The hashes in a store's metadata confirm every detail that counts of the model it keeps.
  @Test(arguments: StoreCase.all)
  func theKeptModelHasTheHashesOfTheStore(store: StoreCase) throws {
    try store.withStore { path in
      var diagnostics = Diagnostics()
      guard let contents = try StoreModel.recover(from: path, &diagnostics) else {
        #expect(diagnostics.isEmpty, "\(store): \(TextRenderer().render(diagnostics.all))")
        #expect(!store.isOwn || store.name == "lights", "\(store) keeps a model")
        return
      }
      let model = try #require(
        CompiledModel.compile(contents, &diagnostics),
        "\(store): \(TextRenderer().render(diagnostics.all))")
      let others = model.mismatches(try StoreReader(path: path).metadata()).map(\.entity)
      #expect(others == [], "\(store): entities of the kept model with other hashes")
    }
  }

  /// The statements that make a store are those of the script, for a store that no migration has changed.
  @Test(arguments: StoreCase.own.filter { !$0.isMigrated && !$0.isLaterEdit })
  func ourSchemaIsThatOfTheStore(store: StoreCase) throws {
    try store.withStore { path in
      let reader = try StoreReader(path: path)
      let metadata = try reader.metadata()
      let model = try Self.compiled(
        store, frameworkVersion: metadata.frameworkVersion.map { Int($0) },
        keepsHistory: metadata.tracksHistory)
      // What has no name of Core Data's is the app's own.
      let sql =
        "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT IN "
        + "('visitor_log', 'busy_days', 'GALLERY_SEARCH') ORDER BY sql"
      let found = try reader.rows(SQLText(text: sql)).map { row -> String in
        guard case .text(let text)? = row.first else { return "" }
        return text
      }
      let made = model.schema.creationStatements(framework: model.framework).sorted()
      expectText(
        made.joined(separator: "\n"), found.joined(separator: "\n"), "the schema of '\(store)'")
    }
  }

  @Test(arguments: StoreCase.most)
  func everyEntityIsFetchedWhole(store: StoreCase) throws {
    let model = try Self.compiled(store)
    try store.withStore { path in
      var diagnostics = Diagnostics()
      let session = try FetchSession.open(path, model: model, &diagnostics)
      #expect((session == nil) == store.isLaterEdit, "\(store) opens with its model")
      guard let session else { return }
      let reader = try StoreReader(path: path)
      for (index, entity) in model.model.entities.enumerated() {
        let storage = model.schema.entities[index]
        let sql =
          "SELECT COUNT(*) FROM \(SQLPrinter.identifier(storage.table)) WHERE Z_ENT BETWEEN "
          + "\(storage.familyNumbers.lowerBound) AND \(storage.familyNumbers.upperBound)"
        let expected = try reader.rows(SQLText(text: sql)).first?.first
        let fetch = try #require(model.compile(RequestInput(entity: entity.name), &diagnostics))
        let found = try session.run(fetch).rows.count
        #expect(expected == .integer(Int64(found)), "\(store): rows of '\(entity.name)'")
      }
    }
  }

  /// A copy of the schema without rows gives the plan that the store itself gives, for a search and a sort
  /// by every attribute.
  @Test(arguments: StoreCase.most)
  func theCopyOfASchemaPlansAsTheStore(store: StoreCase) throws {
    let model = try Self.compiled(store)
    try store.withStore { path in
      var diagnostics = Diagnostics()
      guard let session = try FetchSession.open(path, model: model, &diagnostics),
        let planner = try FetchPlanner.open(store: path, model: model, &diagnostics)
      else {
        #expect(store.isLaterEdit, "\(store): \(TextRenderer().render(diagnostics.all))")
        return
      }
      var plans = 0
      for entity in model.model.entities {
        for attribute in entity.attributes {
          var found = Diagnostics()
          let request = RequestInput(
            entity: entity.name, predicate: "%K == $X", arguments: [attribute.name],
            sortKeys: [attribute.name + ":desc"])
          // Transient attributes and composites are no columns.
          guard let fetch = model.compile(request, bindsVariables: false, &found) else { continue }
          plans += 1
          let explained = try planner.explain(fetch)
          let own = try session.queryPlan(fetch)
          #expect(explained.plan == own, "\(store): \(request)")
          for case .other(let text) in explained.plan.lines.map(\.node.step) {
            Issue.record("\(store): a line of a plan that is not known: \(text)")
          }
          if let advice = explained.advice {
            let names = Set(advice.indexes.map(\.suggestion.storeName))
            let unused = names.subtracting(advice.plan.indexNames)
            #expect(unused == [], "\(store): advised for \(request), and not used by its plan")
          }
        }
      }
      #expect(plans > 0 || !store.isOwn, "\(store) has no attribute to search by")
    }
  }
}
