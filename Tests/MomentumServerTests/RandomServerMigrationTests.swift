import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigrationProof
import MomentumMigrator
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

/// Random pairs of versions: a database of the first one becomes one of the second.
@Suite(
  .tags(.server, .random), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct RandomServerMigrationTests {
  struct Pair {
    var old: CompiledModel
    var new: CompiledModel
    var store: String
    var told: String
  }

  /// The first two versions of a seed, with a store of the first.
  private static func pair(_ seed: UInt64, in folder: URL) throws -> Pair {
    let evolution = Evolution(seed: seed, size: Evolution.size(seed: seed, rowsMax: 40))
    let compiled = try evolution.versions.prefix(2).map { try ProofStore.compile($0.model) }
    let rows = Evolution.size(seed: seed, rowsMax: 40).rows
    let graph = PopulationGenerator.graph(of: compiled[0].model, count: rows, seed: seed)
    let store = folder.appendingPathComponent("\(seed).sqlite").path
    var dice = Dice(seed: seed, part: 14)
    _ = try ProofStore(graph, compiled[0], at: store, &dice)
    return Pair(
      old: compiled[0], new: compiled[1], store: store,
      told: "seed \(seed): " + evolution.told[0].joined(separator: "; "))
  }

  private static var seeds: ClosedRange<UInt64> {
    let first = UInt64(ProcessInfo.processInfo.environment["MOMENTUM_TEST_SEED"] ?? "") ?? 1
    return first...(first + UInt64(TestLength.choose(short: 20, long: 260)) - 1)
  }

  /// The same rows as the migration of the store gives, and the tables of a database that is made for
  /// the second version.
  @Test func aMigratedDatabaseIsAsAFreshOne() async throws {
    for seed in Self.seeds {
      try await ServerCase.with { server in
        let pair = try Self.pair(seed, in: server.folder)
        do { try await Self.migrate(pair, server) } catch {
          Issue.record("\(pair.told): \(error)")
        }
      }
    }
  }

  private static func migrate(_ pair: Pair, _ server: ServerCase) async throws {
    _ = try await CopyToServer(
      store: pair.store, of: pair.old, named: "M", to: server.address
    ).run()
    let before = try await MigrationCase.rows(server.observer, pair.old)
    let migration = MigrationCase.migration(server, pair.old, pair.new)
    let outcome: ServerMigration.Outcome
    do { outcome = try await migration.run() } catch let error as ServerMigrationError {
      switch error {
      case .rowsFail, .refused:
        // Nothing has changed.
        #expect(try await MigrationCase.drift(server, pair.old) == [], "\(pair.told)")
        return
      case _: throw error
      }
    }
    #expect(try await MigrationCase.drift(server, pair.new) == [], "\(pair.told)")
    let again = try await migration.run()
    #expect(again.isCurrent, "\(pair.told)")
    let after = try await MigrationCase.rows(server.observer, pair.new)
    try await compareWithStore(pair, after)
    guard outcome.plan.hasWayBack else { return }
    for step in outcome.plan.steps.reversed() {
      try await MigrationCase.run(step.down ?? [], on: server.observer)
    }
    #expect(try await MigrationCase.drift(server, pair.old) == [], "back: \(pair.told)")
    let back = try await MigrationCase.rows(server.observer, pair.old)
    #expect(back == before, "back: \(pair.told)")
  }

  private static func compareWithStore(_ pair: Pair, _ rows: [String]) async throws {
    // A store keeps the bytes of the row, whose first one then says where the value is: it reads another
    // value afterwards. A server has the value itself.
    if pair.told.contains("toggle external storage") { return }
    do {
      _ = try StoreMigrator(options: MigrationOptions(verification: .quick))
        .migrate(store: pair.store, from: pair.old, to: pair.new)
    } catch {
      // The store's own migration refuses what a server can do.
      return
    }
    try await ServerCase.with { server in
      do {
        _ = try await CopyToServer(
          store: pair.store, of: pair.new, named: "M", to: server.address
        ).run()
      } catch is ServerError {
        // Rows that a store may have and a server's constraints refuse.
        return
      }
      let wanted = try await MigrationCase.rows(server.observer, pair.new)
      #expect(rows == wanted, "\(pair.told)")
    }
  }
}
