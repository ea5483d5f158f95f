import Foundation
public import MomentumCompiler
public import MomentumMigration
import MomentumMigrator
import MomentumSQLite

/// One pair of stores of a lineage: the earlier one migrated by us, held against what Core Data made.
public struct OraclePairRun: Sendable {
  /// What came of a pair, from the best to the worst.
  public enum Verdict: String, Sendable, CaseIterable {
    /// Rows, values, links, `Z_OPT` and `Z_MAX` are the same.
    case equal
    /// Rows, values and links are the same, `Z_OPT` or `Z_MAX` is not.
    case equalContents = "equal contents"
    /// The same after a step through each version between, as the store went itself.
    case equalByVersions = "equal through each version"
    /// The same but for primary keys, which a mapping model makes anew.
    case equalAsGraph = "equal as graphs"
    /// Differences that no migration makes: somebody wrote to the store between.
    case edited
    /// No row of the decision table explains it.
    case differs
    /// Our migration refused or failed.
    case failed
  }

  public var pair: OracleCorpus.Pair
  public var verdict: Verdict
  /// Each with the row of the decision table that explains it, or the whole of what is not explained.
  public var notes: [String]

  /// - Parameter between: The versions between those of the two stores, in order.
  public init(
    _ pair: OracleCorpus.Pair, between: [CompiledModel], style: MigrationPlan.Style,
    includesValues: Bool
  ) {
    self.pair = pair
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
    try copy(to: direct)
    try migrate(direct, through: [new], style)
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
      try copy(to: steps)
      do {
        try migrate(steps, through: between + [new], style)
        let stepped = try StoreComparison.compare(steps, of: new, with: pair.later.path, of: new)
        if stepped.isEqual {
          verdict = .equalByVersions
          notes = ["row 51, a version skipped:\n" + comparison.text]
          return
        }
      } catch { notes.append("through each version: \(error)") }
    }
    let one = try StoreGraph(direct, new)
    if one == (try StoreGraph(pair.later.path, new)) {
      verdict = .equalAsGraph
      notes = ["b.3, a heavyweight migration made new primary keys"]
      return
    }
    let own = try StoreComparison.compare(pair.earlier.path, of: old, with: direct, of: new)
    let edits = OracleEdits(comparison, own: own)
    verdict = edits.explainAll ? .edited : .differs
    notes += edits.notes + [comparison.text]
  }

  private func copy(to path: String) throws {
    for suffix in ["", "-wal"] {
      let source = pair.earlier.path + suffix
      guard suffix.isEmpty || FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(
        atPath: URL(fileURLWithPath: source).resolvingSymlinksInPath().path, toPath: path + suffix)
    }
  }

  private func migrate(
    _ path: String, through models: [CompiledModel], _ style: MigrationPlan.Style
  ) throws {
    var source = pair.earlier.compiled
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
