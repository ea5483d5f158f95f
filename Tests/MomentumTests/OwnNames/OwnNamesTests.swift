import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumModel
import MomentumQuery
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Stores whose catalogue has other names than the layout computes.
@Suite struct OwnNamesTests {
  /// Whatever a store's names and numbers are, the same requests find the same objects.
  @Test(arguments: 0..<TestLength.choose(short: 20, long: 60))
  func aDisguisedStoreGivesTheSameRows(seed: Int) throws {
    var random = RandomStoreModel(seed: UInt64(seed))
    let compiled = try Self.compile(random.contents)
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("plain.sqlite").path
      let other = folder.appendingPathComponent("disguised.sqlite").path
      try Self.fill(path, compiled, random.seed())
      try FileManager.default.copyItem(atPath: path, toPath: other)
      do {
        let connection = try Connection(path: other, access: .readWrite)
        var disguise = DisguisedStore(connection, compiled, seed: UInt64(seed))
        try disguise.run()
      }
      let plain = try Self.session(path, compiled)
      let disguised = try Self.session(other, compiled)
      let planner = try #require(try Self.planner(other, compiled))
      for request in Self.requests(compiled.model) {
        let fetch = try compiled.compiled(request)
        let story = "seed \(seed): \(request.entity ?? "") \(request.predicate ?? "")"
        #expect(
          try Self.text(plain.run(fetch), plain) == Self.text(disguised.run(fetch), disguised),
          "\(story)")
        #expect(try !planner.explain(fetch).steps.isEmpty, "\(story)")
      }
    }
  }

  private static let shop = """
    <model>
    <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="boxes" optional="YES" toMany="YES" ordered="YES" destinationEntity="Box" inverseName="items" inverseEntity="Box"/></entity>
    <entity name="Box"><attribute name="label" optional="YES" attributeType="String"/>
    <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item" inverseName="boxes" inverseEntity="Item"/></entity>
    </model>
    """

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch { return "\(error)" }
  }

  /// A part that is not there is named where it is needed, and no other request minds.
  @Test func aMissingColumnIsNamedWithItsProperty() throws {
    let compiled = try Self.compile(Self.shop)
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shop.sqlite").path
      try compiled.createStore(at: path)
      try Connection(path: path, access: .readWrite).execute("ALTER TABLE ZITEM DROP COLUMN ZNAME")
      let session = try Self.session(path, compiled)
      let expected =
        "'\(path)' has the version hashes of the model, but its tables do not fit it: table ZITEM has no "
        + "column ZNAME (Item.name)"
      let items = try compiled.compiled(RequestInput(entity: "Item"))
      #expect(message { _ = try session.run(items) } == expected)
      #expect(message { try session.forEachRow(items) { _ in true } } == expected)
      #expect(message { _ = try Self.planner(path, compiled)?.explain(items) } == expected)
      #expect(try session.run(compiled.compiled(RequestInput(entity: "Box"))).rows.isEmpty)
      let seed = SourceFile(
        path: "seed", text: "{\"objects\": [{\"entity\": \"Box\", \"id\": \"b\"}]}")
      var diagnostics = Diagnostics()
      #expect(
        message { _ = try compiled.importObjects(of: seed, into: path, &diagnostics) } == expected)
    }
  }

  /// Without its order column a relationship has its objects in no order, and nothing may be written to it.
  @Test func aMissingOrderColumnIsNoOrder() throws {
    let compiled = try Self.compile(Self.shop)
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shop.sqlite").path
      try Self.fill(
        path, compiled,
        """
        {"objects": [{"entity": "Box", "id": "b"},
        {"entity": "Item", "id": "i", "relationships": {"boxes": ["b"]}}]}
        """)
      let connection = try Connection(path: path, access: .readWrite)
      let side = try #require(
        compiled.schema.relationships.values.compactMap { storage -> JoinTableSide? in
          guard case .joinTable(let side) = storage else { return nil }
          return side.orderColumn == nil ? nil : side
        }.first)
      let order = try #require(side.orderColumn)
      try connection.execute(sql: "ALTER TABLE \(side.table) DROP COLUMN \(order)")
      var request = RequestInput(entity: "Item")
      request.prefetchedPaths = ["boxes"]
      let found = try Self.session(path, compiled).run(compiled.compiled(request))
      #expect(found.prefetched.first?.indexes == [1: [0]])
      let seed = SourceFile(path: "seed", text: "{\"objects\": []}")
      var diagnostics = Diagnostics()
      let refusal = message {
        _ = try compiled.importObjects(of: seed, into: path, &diagnostics)
      }
      #expect(refusal.hasSuffix("table \(side.table) has no column \(order) (Item.boxes)"))
    }
  }

  private static func compile(_ contents: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: contents)
    return try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
  }

  private static func fill(_ path: String, _ model: CompiledModel, _ seed: String) throws {
    try model.createStore(at: path)
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "seed", text: seed)
    let counts = try model.importObjects(of: source, into: path, &diagnostics)
    try #require(counts != nil, "\(TextRenderer().render(diagnostics.all))")
  }

  private static func session(_ path: String, _ model: CompiledModel) throws -> FetchSession {
    var diagnostics = Diagnostics()
    return try #require(try FetchSession.open(path, model: model, &diagnostics))
  }

  private static func planner(_ path: String, _ model: CompiledModel) throws -> FetchPlanner? {
    var diagnostics = Diagnostics()
    return try FetchPlanner.open(store: path, model: model, &diagnostics)
  }

  /// All objects of each entity, and each relationship in a condition, a count and prefetched.
  private static func requests(_ model: ObjectModel) -> [RequestInput] {
    model.entityIDs.flatMap { entity -> [RequestInput] in
      let all = RequestInput(entity: model[entity].name)
      var requests = [all]
      for id in model.relationships(of: entity) {
        let name = model[id].name
        var reached = all
        reached.predicate = model[id].isToMany ? "ANY \(name) != nil" : "\(name) != nil"
        requests.append(reached)
        reached.predicate = nil
        reached.prefetchedPaths = [name]
        requests.append(reached)
        guard model[id].isToMany else { continue }
        reached = all
        reached.predicate = "\(name).@count > 1"
        requests.append(reached)
      }
      return requests
    }
  }

  /// Rows with entities instead of their numbers, which may differ.
  private static func text(_ result: FetchResult, _ session: FetchSession) -> String {
    let model = session.model
    let names = Dictionary(model.schema.entities.map { (Int64($0.number), $0.name) }) { $1 }
    let rows = result.rows.map { row in
      zip(result.columns, row).map { column, value -> String in
        switch (column, value) {
        case (.entityNumber, .integer(let number)), (.toOneEntity(_), .integer(let number)):
          names[number] ?? "no entity"
        case (_, _): "\(column): \(value)"
        }
      }.joined(separator: ", ")
    }
    let reached = result.prefetched.map { prefetched in
      let links = prefetched.indexes.sorted { $0.key < $1.key }.map { key, indexes in
        let keys = indexes.map { "\(prefetched.objects.rows[$0][1])" }
        let isOrdered = model.model[prefetched.relationship].isOrdered
        return "\(key) → \((isOrdered ? keys : keys.sorted()).joined(separator: " "))"
      }
      return links.joined(separator: "\n")
    }
    return (rows.sorted() + reached).joined(separator: "\n")
  }
}
