import Foundation
import MomentumMigration
import MomentumMigrationOracle
import MomentumMigrationTesting
import MomentumMigrator
import MomentumSQLite

// momentum-migration-oracle --stores DIR… --models DIR… [--all-pairs] [--truth] [--values] [--style STYLE]
//
// Names each store by its hashes, migrates it to the version of the next one of its lineage (the same
// Z_UUID) and compares the result with what Core Data made of it. Exits with 1 where a difference is not
// explained.

/// The options of the command line.
struct Options {
  var stores: [String] = []
  var models: [String] = []
  /// Every earlier store to every later one, not neighbours only.
  var allPairs = false
  /// What Core Data did, without our own migration.
  var truth = false
  var values = false
  var style = MigrationPlan.Style.fresh

  init(_ arguments: [String]) {
    var current = ""
    for argument in arguments {
      switch argument {
      case "--stores", "--models", "--style": current = argument
      case "--all-pairs": allPairs = true
      case "--truth": truth = true
      case "--values": values = true
      case _ where current == "--stores": stores.append(argument)
      case _ where current == "--models": models.append(argument)
      case _ where current == "--style": style = .init(rawValue: argument) ?? style
      case _:
        print("unknown argument '\(argument)'")
        exit(64)
      }
    }
  }
}

@main
struct MigrationOracleTool {
  static func main() throws {
    let options = Options(Array(CommandLine.arguments.dropFirst()))
    let corpus = try OracleCorpus(stores: options.stores, models: options.models)
    print("\(corpus.versions.all.count) versions, \(corpus.stores.count) stores")
    for store in corpus.stores {
      print(
        "\(store.file): \(store.title), \(store.rowCount) rows, "
          + "framework \(store.metadata.frameworkVersion ?? 0)")
    }
    let pairs = options.allPairs ? corpus.allPairs : corpus.neighbours
    if options.truth {
      for pair in pairs { showTruth(pair, options) }
    } else {
      migrate(pairs, corpus, options)
    }
  }

  private static func showTruth(_ pair: OracleCorpus.Pair, _ options: Options) {
    guard let old = pair.earlier.compiled, let new = pair.later.compiled else { return }
    print("\n== \(pair.title)")
    do {
      let comparison = try StoreComparison.compare(
        pair.earlier.path, of: old, with: pair.later.path, of: new,
        options: .init(includesValues: options.values))
      print(comparison.text, terminator: "")
    } catch { print("error: \(error)") }
  }

  private static func migrate(
    _ pairs: [OracleCorpus.Pair], _ corpus: OracleCorpus, _ options: Options
  ) {
    var counts: [OraclePairRun.Verdict: Int] = [:]
    for pair in pairs {
      // One jump is what all pairs are about; the ways round would take an hour.
      let between = options.allPairs ? [] : corpus.versions(between: pair).map(\.compiled)
      let older = options.allPairs ? [] : corpus.older(than: pair)
      let run = OraclePairRun(
        pair, between: between, older: older, style: options.style,
        includesValues: options.values)
      counts[run.verdict, default: 0] += 1
      print("\n== \(pair.title): \(run.verdict.rawValue)")
      for note in run.notes { print(note) }
    }
    print("\n\(pairs.count) pairs")
    for verdict in OraclePairRun.Verdict.allCases {
      print("\(verdict.rawValue): \(counts[verdict] ?? 0)")
    }
    if counts[.differs] != nil || counts[.failed] != nil { exit(1) }
  }
}
