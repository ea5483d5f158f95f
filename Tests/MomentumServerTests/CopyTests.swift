import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumMigrationTesting
import MomentumModelFiles
import MomentumPostgreSQL
import MomentumRuntime
import MomentumSQLite
import MomentumServer
import MomentumTestSupport
import Testing

/// `momentum copy`: a store to a server and back is the same store.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct CopyTests {
  static func compiled(_ text: String, history: Bool = false) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let compiled = CompiledModel.compile(
      SourceFile(path: "contents", text: text), keepsHistory: history, &diagnostics)
    return try #require(compiled, "\(diagnostics.all)")
  }

  static func seed(
    _ compiled: CompiledModel, at path: String, rows: Int = 20, number: UInt64 = 1
  ) throws {
    try compiled.createStore(at: path)
    var diagnostics = Diagnostics()
    let seeded = StoreSeed(rowsPerEntity: rows, number: number).objects(of: compiled)
    let inserted = try seeded.insert(into: path, of: compiled, &diagnostics)
    #expect(inserted != nil, "\(diagnostics.all)")
  }

  @Test(arguments: ["BubbleTea", "Newsroom", "Staff", "SurfJournal"])
  func aStoreComesBackEqual(_ name: String) async throws {
    let model = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    try await ServerCase.with { server in
      let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
      var diagnostics = Diagnostics()
      let file = try #require(try ModelBundle.load(path: model, &diagnostics))
      try Self.seed(Self.compiled(file.contents.text), at: old)
      let there = await server.momentum("copy", old, server.text, "--model", model)
      #expect(there.status == 0, "\(there.errors)")
      #expect(there.errors.contains("equal on both sides"))
      let progress =
        "SELECT count(*) FROM pg_tables WHERE tablename = 'momentum_copy'"
        + " AND schemaname = current_schema()"
      #expect(try await server.count(progress) == 0)
      let back = await server.momentum("copy", server.text, new, "--model", model)
      #expect(back.status == 0, "\(back.errors)")
      try StoreDump.expectSame(old, new)
      let files = try FileManager.default.contentsOfDirectory(atPath: server.folder.path)
      #expect(files.sorted() == ["new.sqlite", "old.sqlite"])
    }
  }

  /// Models and objects are drawn; each store goes to the server and back.
  @Test func randomStoresComeBackEqual() async throws {
    for seed in 1...UInt64(TestLength.choose(short: 12, long: 150)) {
      let model = ModelGenerator.model(seed: seed)
      let compiled = try Self.compiled(
        ModelWriter.contents(of: model), history: seed.isMultiple(of: 3))
      try await ServerCase.with { server in
        let (old, new) = (server.path("old.sqlite"), server.path("new.sqlite"))
        try Self.seed(compiled, at: old, rows: 12, number: seed)
        do {
          var there = CopyToServer(store: old, of: compiled, named: "M", to: server.address)
          there.chunkBytes = 700
          let result = try await there.run()
          var back = CopyFromServer(server.address, of: compiled, toStore: new)
          back.chunkRows = 7
          #expect(try await back.run().rows == result.rows)
          try StoreDump.expectSame(old, new, "seed \(seed)")
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }
}
