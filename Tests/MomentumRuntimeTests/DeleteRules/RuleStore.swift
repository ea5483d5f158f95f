import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport

/// A store of a rule model, filled with the objects of a plain graph.
struct RuleStore {
  struct Problem: Error { var text: String }

  let model: RuleModel
  let compiled: CompiledModel
  private let session: BatchSession
  private let connection: Connection
  /// By root entity and primary key; the names of deleted objects too.
  private var names: [StoredGraph.Key: String] = [:]

  static func with(
    _ graph: PlainGraph, _ model: RuleModel, _ body: (RuleStore) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("rules.sqlite").path
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "contents", text: model.contents)
      guard let compiled = CompiledModel.compile(source, &diagnostics) else {
        throw Problem(text: TextRenderer().render(diagnostics.all) + model.contents)
      }
      try compiled.createStore(at: path)
      let seed = SourceFile(path: "seed", text: graph.seed(of: model))
      guard try compiled.importObjects(of: seed, into: path, &diagnostics) != nil,
        let session = try BatchSession.open(path, model: compiled, &diagnostics)
      else { throw Problem(text: TextRenderer().render(diagnostics.all)) }
      let connection = try Connection(path: path, access: .readWrite)
      var store = RuleStore(
        model: model, compiled: compiled, session: session, connection: connection)
      for (key, object) in try StoredGraph.read(compiled, connection).objects {
        guard case .text(let name)? = object.values["name"] else { continue }
        store.names[key] = name
      }
      try body(store)
    }
  }

  /// Deletes objects of one entity by the runtime.
  ///
  /// - Returns: How many went along.
  func delete(_ names: Set<String>, of entity: String) throws -> Int {
    let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
    var diagnostics = Diagnostics()
    let request = RequestInput(entity: entity, predicate: "name IN {\(list)}")
    guard let fetch = compiled.compile(request, &diagnostics) else {
      throw Problem(text: TextRenderer().render(diagnostics.all))
    }
    let result = try session.delete(fetch)
    guard result.matched == names.count else {
      throw Problem(text: "the request found \(result.matched) of \(names.count) objects")
    }
    return result.cascaded
  }

  /// The objects as their rows have them, and what does not fit together in the rows.
  func read() throws -> (graph: PlainGraph, faults: [String]) {
    let stored = try StoredGraph.read(compiled, connection)
    var graph = PlainGraph()
    for (key, object) in stored.objects {
      var plain = PlainGraph.Object(entity: object.entity)
      for relationship in model.relationships(of: object.entity) {
        let root = model.root(of: relationship.destination)
        let found = (object.links[relationship.name] ?? []).map {
          names[StoredGraph.Key(root: root, key: $0)] ?? "key \($0)"
        }
        plain.links[relationship.name] = relationship.isOrdered ? found : found.sorted()
      }
      graph.objects[names[key] ?? "\(key)"] = plain
    }
    return (graph, stored.faults)
  }
}

extension PlainGraph {
  /// The objects as `momentum import` takes them; every relationship is given from both sides.
  fileprivate func seed(of model: RuleModel) -> String {
    let items = objects.sorted { $0.key < $1.key }.map { name, object in
      let links = model.relationships(of: object.entity).compactMap {
        relationship -> (key: String, value: JSONText)? in
        let targets = (object.links[relationship.name] ?? []).map { JSONText.string($0) }
        guard let first = targets.first else { return nil }
        return (relationship.name, relationship.isToMany ? .array(targets) : first)
      }
      return JSONText.object([
        ("entity", .string(object.entity)), ("id", .string(name)),
        ("attributes", .object([("name", .string(name))])), ("relationships", .object(links)),
      ])
    }
    return JSONText.object([("objects", .array(items))]).compact
  }
}
