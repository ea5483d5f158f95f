import Foundation
import Momentum
package import MomentumCompiler
import MomentumDiagnostics
package import MomentumMigrator
import MomentumRuntime
package import MomentumSQLite

/// A store that Core Data wrote, with the model that it is of.
package struct OracleStore: Sendable {
  /// Where the model came from.
  package enum Name: Sendable, Hashable {
    /// The first of the versions that are equal by hash, in the order of the versions.
    case version(String, index: Int)
    /// No given version has its hashes; its own `Z_MODELCACHE` has.
    case ownModel
    case unknown
  }

  package let path: String
  package let metadata: StoreMetadata
  package let name: Name
  /// `nil` for an unknown store.
  package let compiled: CompiledModel?
  package let rowCount: Int

  package var file: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Reads a store; `nil` for a database that is none.
  package init?(path: String, versions: BundleVersions) {
    guard let report = try? StoreInspector().inspect(path, check: .none) else { return nil }
    self.path = path
    metadata = report.metadata
    rowCount = Int(report.entities.reduce(0) { $0 + ($1.rowCount ?? 0) })
    let hashes = report.metadata.entityHashes
    if let index = versions.all.firstIndex(where: { $0.hashes == hashes }) {
      name = .version(versions.all[index].name, index: index)
      compiled = OracleStore.laidOut(versions.all[index].compiled, report.metadata)
    } else if let own = OracleStore.ownModel(path, report.metadata) {
      name = .ownModel
      compiled = own
    } else {
      name = .unknown
      compiled = nil
    }
  }

  /// The model with the layout of the framework that wrote the store.
  private static func laidOut(
    _ compiled: CompiledModel, _ metadata: StoreMetadata
  ) -> CompiledModel {
    var ignored = Diagnostics()
    return CompiledModel.compile(
      compiled.syntax, frameworkVersion: metadata.frameworkVersion.map { Int(clamping: $0) },
      keepsHistory: metadata.tracksHistory, &ignored) ?? compiled
  }

  private static func ownModel(_ path: String, _ metadata: StoreMetadata) -> CompiledModel? {
    var ignored = Diagnostics()
    guard let source = try? StoreModel.recover(from: path, &ignored),
      let compiled = CompiledModel.compile(
        source, frameworkVersion: metadata.frameworkVersion.map { Int(clamping: $0) },
        keepsHistory: metadata.tracksHistory, &ignored),
      compiled.mismatches(metadata).isEmpty
    else { return nil }
    return compiled
  }

  /// `2.42.0`, `its own model`, `unknown`
  package var title: String {
    switch name {
    case .version(let name, _): name
    case .ownModel: "its own model"
    case .unknown: "unknown"
    }
  }
}
