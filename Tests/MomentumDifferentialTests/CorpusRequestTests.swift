import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Requests on stores that real systems wrote, against the evaluator on the same rows.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct CorpusRequestTests {
  private static let folders: [URL] = {
    guard let corpus = RepositoryFiles.corpus else { return [] }
    let stores = corpus.appendingPathComponent("stores")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: stores.path)) ?? []
    return names.sorted().map { stores.appendingPathComponent($0) }
  }()

  /// A number of requests and not a time, so that a failure can be run again on any machine.
  private static let requestsMax = 400

  /// A model that is a later edit than its store is passed over.
  @Test func everyAttributeIsFoundAsInMemory() throws {
    var requests = 0
    var failures: [String] = []
    for (index, folder) in Self.folders.enumerated() where requests < Self.requestsMax {
      guard let store = try Self.store(folder), !store.graph.leftPairsOut else { continue }
      var generator = PredicateGenerator(
        graph: store.graph, dice: Dice(seed: UInt64(index), part: 5))
      let check = RequestCheck(store)
      for entity in store.graph.model.entityIDs {
        guard (1...500).contains(store.graph.members(of: entity).count) else { continue }
        let predicates =
          generator.attributePredicates(over: entity, each: 2)
          + (0..<4).map { _ in generator.predicate(over: entity) }
        for predicate in predicates where requests < Self.requestsMax {
          requests += 1
          let request = GeneratedRequest(entity: entity, predicate: predicate)
          var dice = Dice(seed: UInt64(requests))
          guard case .disagrees(let found) = check.run(request, &dice) else { continue }
          failures.append(
            "\(folder.lastPathComponent) \(store.graph.model[entity].name): "
              + "\(predicate.format.text)\n  \(found.kind) \(found.detail)\n  \(found.sql?.text ?? "")"
              + "\n  \(found.expected.prefix(200))\n  \(found.found.prefix(200))")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(8).joined(separator: "\n"))")
    #expect(requests > 100)
  }

  private static func store(_ folder: URL) throws -> DifferentialStore? {
    var diagnostics = Diagnostics()
    let source = SourceFile(
      path: "model.xml",
      utf8: Array(try Data(contentsOf: folder.appendingPathComponent("model.xml"))))
    let reader = try StoreReader(path: folder.appendingPathComponent("store.sqlite").path)
    guard let compiled = CompiledModel.compile(source, &diagnostics),
      compiled.mismatches(try reader.metadata()).isEmpty
    else { return nil }
    return try DifferentialStore(reader.connection, compiled)
  }
}
