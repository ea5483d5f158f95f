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

/// Requests on stores that Momentum did not write, against the evaluator on the same rows: the stores of
/// `Tests/Cases/Stores`, and those that real systems wrote where the corpus is there.
@Suite(.tags(.corpus)) struct StoreRequestTests {
  /// Numbers of requests and not a time, so that a failure can be run again on any machine.
  private static let requestsMax = 400

  @Test func requestsOnOurStoresFindTheSameAsInMemory() throws {
    try Self.expectAgreement(on: StoreCase.own, each: 3)
  }

  /// Other requests, on the stores of real systems where the corpus is there.
  @Test func otherRequestsFindTheSameAsInMemory() throws {
    let stores = StoreCase.ofCorpus.isEmpty ? StoreCase.own : StoreCase.ofCorpus
    try Self.expectAgreement(on: stores, each: 2, seed: 1000)
  }

  private static func expectAgreement(
    on stores: [StoreCase], each count: Int, seed: UInt64 = 0
  ) throws {
    var requests = 0
    var failures: [String] = []
    for (index, store) in stores.enumerated() where requests < requestsMax {
      try store.withStore { path in
        guard let opened = try open(store, path), !opened.graph.leftPairsOut else { return }
        let dice = Dice(seed: seed + UInt64(index), part: 5)
        var generator = PredicateGenerator(graph: opened.graph, dice: dice)
        let check = RequestCheck(opened)
        for entity in opened.graph.model.entityIDs {
          guard (1...500).contains(opened.graph.members(of: entity).count) else { continue }
          let predicates =
            generator.attributePredicates(over: entity, each: count)
            + (0..<2 * count).map { _ in generator.predicate(over: entity) }
          for predicate in predicates where requests < requestsMax {
            requests += 1
            let request = GeneratedRequest(entity: entity, predicate: predicate)
            var dice = Dice(seed: UInt64(requests))
            guard case .disagrees(let found) = check.run(request, &dice) else { continue }
            failures.append(
              "\(store) \(opened.graph.model[entity].name): \(predicate.format.text)\n"
                + "  \(found.kind) \(found.detail)\n  \(found.sql?.text ?? "")"
                + "\n  in memory \(found.expected.prefix(200))\n  found \(found.found.prefix(200))")
          }
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(4).joined(separator: "\n"))")
    #expect(requests > 200, "\(requests) requests on \(stores.count) stores")
  }

  /// `nil` for a model that is a later edit than its store.
  private static func open(_ store: StoreCase, _ path: String) throws -> DifferentialStore? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "model.xml", utf8: Array(try Data(contentsOf: store.model)))
    let reader = try StoreReader(path: path)
    guard let compiled = CompiledModel.compile(source, &diagnostics),
      compiled.mismatches(try reader.metadata()).isEmpty
    else {
      #expect(store.isLaterEdit, "\(store): \(TextRenderer().render(diagnostics.all))")
      return nil
    }
    return try DifferentialStore(reader.connection, compiled)
  }
}
