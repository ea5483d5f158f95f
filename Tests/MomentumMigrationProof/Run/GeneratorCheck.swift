package import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumSQLite

/// Whether models, objects and oracle fit together before any migration.
package enum GeneratorCheck {
  /// Every version of a seed is a model, its store passes the checks of results, and the oracle of nothing
  /// changed gives the same objects.
  package static func problems(seed: UInt64, rowsMax: Int, in folder: URL) throws -> [String] {
    let size = Evolution.size(seed: seed, rowsMax: rowsMax)
    let evolution = Evolution(seed: seed, size: size)
    let compiled = try evolution.versions.map { try ProofStore.compile($0.model) }
    let path = folder.appendingPathComponent("\(seed).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var dice = Dice(seed: seed, part: 14)
    let graph = PopulationGenerator.graph(of: compiled[0].model, count: size.rows, seed: seed)
    let store = try ProofStore(graph, compiled[0], at: path, &dice)
    let first = evolution.versions[0]
    let outcome = MigrationOracle(from: first, to: first, graph: store.state.graph).outcome()
    guard case .succeeds(let expected) = outcome else { return ["the oracle says \(outcome)"] }
    guard expected.choices.isEmpty else { return ["links do not fit their relationship"] }
    return try ResultCheck(
      path: path, from: first, to: first, target: compiled[0], before: store.state, style: .fresh
    ).problems(expected)
  }
}
