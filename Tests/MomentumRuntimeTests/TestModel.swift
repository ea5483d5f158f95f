import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import GoldenStaff
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumTestSupport

/// Our own models and stores made of them.
enum TestModel {
  struct Problem: Error {
    var text: String
  }

  /// A store in a folder of its own, filled with the objects of a seed file.
  static func withStore<Model: StoredModel>(
    of model: Model.Type, seed: String, options: StoreOptions = StoreOptions(),
    _ body: (Store<Model>) throws -> Void
  ) throws {
    try withFolder { folder in
      let path = folder + "/store.sqlite"
      let store = try Model.create(path, options: options)
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "seed.json", text: seed)
      guard try store.compiled.importObjects(of: source, into: path, &diagnostics) != nil else {
        throw Problem(text: diagnostics.all.map(\.text).joined(separator: "\n"))
      }
      try body(store)
    }
  }

  static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-runtime-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  static func withBubbleTea(
    options: StoreOptions = StoreOptions(), _ body: (Store<BubbleTea>) throws -> Void
  ) throws {
    try withStore(
      of: BubbleTea.self, seed: RepositoryFiles.text("Models/BubbleTea.seed.json"),
      options: options, body)
  }

  static func withStaff(_ body: (Store<Staff>) throws -> Void) throws {
    try withStore(
      of: Staff.self, seed: RepositoryFiles.text("Models/Staff.seed.json"), body)
  }

  static func withNewsroom(_ body: (Store<Newsroom>) throws -> Void) throws {
    try withStore(of: Newsroom.self, seed: newsroomSeed, body)
  }

  /// Two contributors of whom one is an editor, three articles, tags in an order that is not that of the
  /// keys.
  private static let newsroomSeed = """
    {"objects": [
      {"entity": "Category", "id": "food", "attributes": {"name": "Food"}},
      {"entity": "Category", "id": "tea", "attributes": {"name": "Tea"},
       "relationships": {"parent": "food"}},
      {"entity": "Contributor", "id": "ida", "attributes":
        {"name": "Ida", "feePerWord": "0.15", "email": "ida@example.com"}},
      {"entity": "Editor", "id": "jon", "attributes": {"name": "Jon", "level": 3},
       "relationships": {"desk": "tea"}},
      {"entity": "Article", "id": "a1", "attributes":
        {"name": "Pearls", "creationDate": "2024-01-02T00:00:00Z", "views": 10,
         "identifier": "00000000-0000-4000-8000-000000000001", "url": "https://example.com/1",
         "layout": {"columns": 2, "margin": 1.5, "theme": "dark"}, "draft": true},
       "relationships": {"author": "ida", "category": "tea"}},
      {"entity": "Article", "id": "a2", "attributes":
        {"name": "Straws", "creationDate": "2024-03-04T00:00:00Z", "views": 250, "isPinned": true,
         "identifier": "00000000-0000-4000-8000-000000000002",
         "layout": {"columns": 1, "margin": 0.5, "theme": "light"}},
       "relationships": {"author": "jon", "category": "food"}},
      {"entity": "Article", "id": "a3", "attributes":
        {"name": "Cups", "creationDate": "2024-05-06T00:00:00Z",
         "identifier": "00000000-0000-4000-8000-000000000003"}},
      {"entity": "Tag", "id": "new", "attributes": {"name": "new"},
       "relationships": {"articles": ["a2", "a1"]}},
      {"entity": "Tag", "id": "long", "attributes": {"name": "long"},
       "relationships": {"articles": ["a1"]}},
      {"entity": "Attachment", "id": "f1", "attributes":
        {"extension": "png", "size": 9000000000, "payload": "AQID"},
       "relationships": {"article": "a1"}},
      {"entity": "Attachment", "id": "f2", "attributes": {"extension": "pdf", "size": 12},
       "relationships": {"article": "a1"}}
    ]}
    """
}

/// What the observer of a store heard.
final class StatementLog: @unchecked Sendable {
  private let lock = NSLock()
  private var runs: [StatementRun] = []
  private var sql: [String] = []

  func add(_ text: String) { lock.withLock { sql.append(text) } }

  var texts: [String] { lock.withLock { sql } }

  func add(_ run: StatementRun) { lock.withLock { runs.append(run) } }

  /// What has run since the last time that was asked.
  func take() -> [StatementRun] {
    lock.withLock {
      defer { runs = [] }
      return runs
    }
  }

  var options: StoreOptions { StoreOptions(observe: { self.add($0) }) }
}
