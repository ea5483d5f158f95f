import MomentumArchive
package import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQLite

/// The copy of its model that a store keeps in the table `Z_MODELCACHE`.
///
/// Core Data migrates a store from this copy if the app no longer has the model (documented for
/// lightweight migrations), so a copy that lacks a part would be worse than none.
package struct ModelCopy: Sendable {
  /// The keyed archive of the model; `nil` if it cannot hold the whole model.
  package let archive: [UInt8]?
  /// Why there is no archive: a phrase for each part of the model that it cannot hold.
  package let losses: [String]

  /// The content of `Z_MODELCACHE`: the archive as a raw DEFLATE stream.
  package var packed: [UInt8]? { archive.flatMap { ModelCache.deflate($0) } }
}

extension CompiledModel {
  package var modelCopy: ModelCopy {
    let unknown = model.unknownForms
    guard unknown.isEmpty else { return ModelCopy(archive: nil, losses: unknown) }
    var findings = Diagnostics()
    let place = SourceLocation(syntax.file, SourceRange(0, 0))
    // The module of the classes is not known here, so a class `.Name` keeps its period. Of 103 real
    // copies, 71 have no names of classes at all (observed).
    let archive = ModelArchive.bytes(
      of: model, module: nil, form: .storeCache, at: place, &findings)
    guard findings.isEmpty else {
      return ModelCopy(archive: nil, losses: findings.all.map(\.text))
    }
    return ModelCopy(archive: archive, losses: [])
  }
}
