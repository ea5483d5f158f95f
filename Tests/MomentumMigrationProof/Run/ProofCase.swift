package import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumMigrator
import MomentumModelFiles
import MomentumSQLite

/// One seed: a store, its migrations, and whether they did what they have to.
package struct ProofCase {
  package let seed: UInt64
  package let size: Evolution.Size

  package init(seed: UInt64, size: Evolution.Size) {
    self.seed = seed
    self.size = size
  }

  /// What became of one migration.
  package enum Ending: String, Sendable, Hashable, CaseIterable {
    case migrated
    /// Rows did not fit, which preflight said too.
    case rowsFail = "rows did not fit"
    case notInferrable = "not inferrable"
    /// Equal by hashes.
    case current = "already current"
  }

  package struct Result: Sendable {
    package var endings: [Ending] = []
    /// Whether v1 → v2 → v3 and v1 → v3 were compared.
    package var hasComposed = false
    package var rows = 0
    package var problems: [String] = []
    package var text = ""
  }

  /// - Parameter folder: An empty one.
  package func run(in folder: URL) -> Result {
    var result = Result()
    let evolution = Evolution(seed: seed, size: size)
    do {
      try run(evolution, folder, &result)
    } catch {
      result.problems.append("\(error)")
    }
    if !result.problems.isEmpty { result.text = report(evolution, result) }
    return result
  }

  private func run(_ evolution: Evolution, _ folder: URL, _ result: inout Result) throws {
    var dice = Dice(seed: seed, part: 14)
    let compiled = try evolution.versions.map { try ProofStore.compile($0.model) }
    let graph = PopulationGenerator.graph(of: compiled[0].model, count: size.rows, seed: seed)
    let path = folder.appendingPathComponent("first.sqlite").path
    let store = try ProofStore(graph, compiled[0], at: path, &dice)
    result.rows = store.state.graph.objects.count
    let options = MigrationOptions(
      style: dice.chance(70) ? .fresh : .asCoreData, isInPlace: dice.chance(50),
      keepsBackup: dice.chance(50), verification: dice.chance(50) ? .full : .quick)
    let keepsLog = dice.chance(50)
    func step(_ from: Int, _ to: Int, _ path: String) throws -> Bool {
      let name = "v\(from + 1) to v\(to + 1)"
      let step = MigrationStep(
        path: path, old: evolution.versions[from], new: evolution.versions[to],
        source: compiled[from], target: compiled[to], options: options, keepsLog: keepsLog)
      let (ending, problems) = try step.run()
      if let ending { result.endings.append(ending) }
      result.problems += problems.map { "\(name): \($0)" }
      return ending == .migrated || ending == .current
    }
    let direct = folder.appendingPathComponent("direct.sqlite").path
    if compiled.count > 2 { try FileManager.default.copyItem(atPath: path, toPath: direct) }
    let isThere = try step(0, 1, path)
    guard compiled.count > 2, isThere, result.problems.isEmpty else { return }
    let isAtEnd = try step(1, 2, path)
    guard try step(0, 2, direct), isAtEnd, result.problems.isEmpty else { return }
    result.problems += try compositionProblems(evolution, store, path, direct, compiled[2])
    result.hasComposed = true
  }

  /// Where the oracle gets to the same objects by both ways, so must the stores.
  private func compositionProblems(
    _ evolution: Evolution, _ store: ProofStore, _ chained: String, _ direct: String,
    _ last: CompiledModel
  ) throws -> [String] {
    let versions = evolution.versions
    guard
      case .succeeds(let middle) = MigrationOracle(
        from: versions[0], to: versions[1], graph: store.state.graph
      ).outcome(), middle.choices.isEmpty, middle.newlyOrdered.isEmpty,
      case .succeeds(let end) = MigrationOracle(
        from: versions[1], to: versions[2], graph: middle.graph
      ).outcome(), end.choices.isEmpty, end.newlyOrdered.isEmpty,
      case .succeeds(let leap) = MigrationOracle(
        from: versions[0], to: versions[2], graph: store.state.graph
      ).outcome(),
      ObjectCheck(expected: end, found: leap.graph).problems(ignoringDerived: true).isEmpty
    else { return [] }
    let states = try [chained, direct].map { path in
      try StoreState(reading: try Connection(path: path, access: .readWrite), last)
    }
    return ObjectCheck(
      expected: ExpectedObjects(graph: states[0].graph), found: states[1].graph
    ).problems().map { "v1 to v3 differs from v1 to v2 to v3: \($0)" }
  }

  private func report(_ evolution: Evolution, _ result: Result) -> String {
    var lines = ["--seed \(seed), \(size.rows) rows, steps \(size.steps)"]
    for (index, told) in evolution.told.enumerated() {
      lines.append("  to v\(index + 2):")
      lines += told.map { "    \($0)" }
    }
    lines += result.problems.prefix(12).map { "  ! \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The models, for a closer look.
  package func modelTexts() -> [String] {
    Evolution(seed: seed, size: size).versions.map { ModelWriter.contents(of: $0.model) }
  }
}
