import Foundation
import MomentumMigrationOracle
import MomentumMigrator
import MomentumSQLite

// momentum-migration-oracle --stores DIR… --models DIR… [--truth 1] [--values 1]
//
// Migrates each store to the version of the next one of its lineage and compares the result with what
// Core Data made of it.

@main
struct MigrationOracleTool {
  static func main() throws {
    var stores: [String] = []
    var models: [String] = []
    var truth = false
    var values = false
    var current = ""
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--stores", "--models": current = argument
      case "--truth": truth = true
      case "--values": values = true
      case _ where current == "--stores": stores.append(argument)
      case _ where current == "--models": models.append(argument)
      case _:
        print("unknown argument '\(argument)'")
        exit(64)
      }
    }
    let corpus = try OracleCorpus(stores: stores, models: models)
    print("\(corpus.versions.all.count) versions, \(corpus.stores.count) stores")
    for store in corpus.stores {
      print(
        "\(store.file): \(store.title), \(store.rowCount) rows, framework \(store.metadata.frameworkVersion ?? 0)"
      )
    }
    guard truth else { return }
    for pair in corpus.neighbours {
      guard let old = pair.earlier.compiled, let new = pair.later.compiled else { continue }
      print("\n== \(pair.title)")
      do {
        let comparison = try StoreComparison.compare(
          pair.earlier.path, of: old, with: pair.later.path, of: new,
          options: .init(includesValues: values))
        print(comparison.text, terminator: "")
      } catch { print("error: \(error)") }
    }
  }
}
