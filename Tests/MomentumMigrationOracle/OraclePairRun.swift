import Foundation
package import MomentumCompiler
package import MomentumMigration
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQLite

/// One pair of stores of a lineage: the earlier one migrated by us, held against what Core Data made.
package struct OraclePairRun: Sendable {
  /// What came of a pair, from the best to the worst.
  package enum Verdict: String, Sendable, CaseIterable {
    /// Rows, values, links, `Z_OPT` and `Z_MAX` are the same.
    case equal
    /// Rows, values and links are the same, `Z_OPT` or `Z_MAX` is not.
    case equalContents = "equal contents"
    /// The same after a step through each version between, as the store went itself.
    case equalByVersions = "equal through each version"
    /// The same as an older store of the lineage gives: this one's neighbour is on another branch.
    case equalFromOlder = "equal from an older store"
    /// The same but for primary keys, which a mapping model makes anew.
    case equalAsGraph = "equal as graphs"
    /// Differences that no migration makes: somebody wrote to the store between.
    case edited
    /// No row of the decision table explains it.
    case differs
    /// Our migration refused or failed.
    case failed
  }

  package var pair: OracleCorpus.Pair
  package var verdict: Verdict
  /// Each with the row of the decision table that explains it, or the whole of what is not explained.
  package var notes: [String]
  private let older: [OracleStore]

  /// - Parameters:
  ///   - between: The versions between those of the two stores, in order.
  ///   - older: Stores of the lineage before the earlier one, the latest first.
  package init(
    _ pair: OracleCorpus.Pair, between: [CompiledModel], older: [OracleStore],
    style: MigrationPlan.Style,
    includesValues: Bool
  ) {
    self.pair = pair
    self.older = older
    verdict = .failed
    notes = []
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-oracle-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try run(in: folder.path, between, style, includesValues)
    } catch { notes = ["\(error)"] }
  }

  private mutating func run(
    in folder: String, _ between: [CompiledModel], _ style: MigrationPlan.Style,
    _ includesValues: Bool
  ) throws {
    guard let old = pair.earlier.compiled, let new = pair.later.compiled else { return }
    let options = StoreComparison.Options(includesValues: includesValues)
    let direct = folder + "/direct.sqlite"
    try copy(pair.earlier, to: direct)
    try migrate(direct, from: old, through: [new], style)
    let comparison = try StoreComparison.compare(
      direct, of: new, with: pair.later.path, of: new, options: options)
    if comparison.isEqual {
      // What an app keeps in the metadata changes as it runs.
      let isSame =
        comparison.lastKeys.isEmpty
        && comparison.entities.allSatisfy { $0.versionNumbers.count == 0 }
      verdict = isSame ? .equal : .equalContents
      if !isSame { notes = [comparison.text] }
      return
    }
    if !between.isEmpty {
      let steps = folder + "/steps.sqlite"
      try copy(pair.earlier, to: steps)
      do {
        try migrate(steps, from: old, through: between + [new], style)
        let stepped = try StoreComparison.compare(steps, of: new, with: pair.later.path, of: new)
        if stepped.isEqual {
          verdict = .equalByVersions
          notes = ["row 51, a version skipped:\n" + comparison.text]
          return
        }
      } catch { notes.append("through each version: \(error)") }
    }
    if try isEqualFromOlder(in: folder, new, style) { return }
    if try isEqualAsGraph(direct, new) { return }
    let own = try StoreComparison.compare(pair.earlier.path, of: old, with: direct, of: new)
    let edits = OracleEdits(comparison, own: own)
    verdict = edits.explainAll ? .edited : .differs
    notes += edits.notes + [comparison.text]
  }

  /// Two neighbours may both come from an older store, each by a migration of its own.
  private mutating func isEqualFromOlder(
    in folder: String, _ new: CompiledModel, _ style: MigrationPlan.Style
  ) throws -> Bool {
    for (index, store) in older.enumerated() {
      guard let source = store.compiled else { continue }
      let path = folder + "/older-\(index).sqlite"
      try copy(store, to: path)
      do {
        try migrate(path, from: source, through: [new], style)
        let found = try StoreComparison.compare(path, of: new, with: pair.later.path, of: new)
        guard found.isEqual else { continue }
      } catch { continue }
      verdict = .equalFromOlder
      notes = ["d.3, it was not made from its neighbour but from \(store.file) (\(store.title))"]
      return true
    }
    return false
  }

  private mutating func isEqualAsGraph(_ direct: String, _ new: CompiledModel) throws -> Bool {
    let reason = "b.3, a heavyweight migration made new primary keys"
    if try StoreGraph(direct, new) == StoreGraph(pair.later.path, new) {
      notes = [reason]
    } else {
      let one = try StoreGraph(direct, new, leavesExternalOut: true)
      let other = try StoreGraph(pair.later.path, new, leavesExternalOut: true)
      guard one == other else { return false }
      notes = [
        reason
          + "; \(one.externalCount) values stood in files of their own, \(other.externalCount) do still"
      ]
    }
    verdict = .equalAsGraph
    return true
  }

  private func copy(_ store: OracleStore, to path: String) throws {
    for suffix in ["", "-wal"] {
      let source = store.path + suffix
      guard suffix.isEmpty || FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(
        atPath: URL(fileURLWithPath: source).resolvingSymlinksInPath().path, toPath: path + suffix)
    }
  }

  private func migrate(
    _ path: String, from source: CompiledModel, through models: [CompiledModel],
    _ style: MigrationPlan.Style
  ) throws {
    var source = source
    for model in models {
      _ = try StoreMigrator(options: MigrationOptions(style: style, keepsBackup: false))
        .migrate(store: path, from: source, to: model)
      source = model
    }
  }
}

/// Differences that lie in what our migration kept as it was, or filled with the default.
struct OracleEdits {
  private(set) var notes: [String] = []
  private(set) var explainAll = true

  /// - Parameter own: The earlier store against our migration of it.
  init(_ comparison: StoreComparison, own: StoreComparison) {
    for entity in comparison.entities where !entity.isEqual {
      let name = entity.newName ?? ""
      guard let kept = own[name], kept.isEqual else {
        explainAll = false
        continue
      }
      // A whole column that differs is no edit but a rule that we do not have.
      let most = max(3, entity.newRowCount / 5)
      for attribute in entity.attributes {
        note("\(name).\(attribute.newName)", attribute.count, most)
      }
      for relationship in entity.relationships {
        let count =
          relationship.onlyInOld.count + relationship.onlyInNew.count + relationship.changed.count
        note("\(name).\(relationship.newName)", count, most)
      }
      note("rows of \(name)", entity.onlyInOld.count + entity.onlyInNew.count, most)
    }
  }

  private mutating func note(_ place: String, _ count: Int, _ most: Int) {
    guard count > 0 else { return }
    if count <= most {
      notes.append("written to after the migration: \(place) (\(count))")
    } else {
      explainAll = false
    }
  }
}
