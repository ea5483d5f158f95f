import Foundation
import Momentum
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumModelFiles

extension ModelReference {
  /// The mapping models that an app with this model has: those of its commit, or of the work tree
  /// around it; without a repository those in the bundle's folder.
  func knownMappings() throws -> [KnownMapping] {
    let folder = BundleFolder.bundle(of: path).deletingLastPathComponent()
    switch place {
    case .commit(let ref, _):
      return try gitFailures { () throws(GitError) in
        let repository = try GitRepository.containing(path: ".")
        let files = try CommitFiles(repository, try repository.resolve(ref), label: ref + ":")
        return try MappingModels(repository, at: files).all()
      }
    case .disk:
      if let repository = ModelReference.repository(around: folder.path) {
        return try gitFailures { () throws(GitError) in try MappingModels(repository).all() }
      }
      let names = FileManager.default.enumerator(atPath: folder.path).map { files in
        files.compactMap { file -> String? in
          files.skipDescendants()
          return file as? String
        }
      }
      return (names ?? []).filter { MappingModelReader.isMappingModel(path: $0) }.sorted()
        .compactMap {
          MappingModels.read(BundleFolder.path(of: $0, beside: path))
        }
    }
  }
}

extension ModelReference {
  /// The repository around a folder; `nil` if there is none or it has no work tree.
  private static func repository(around folder: String) -> GitRepository? {
    do throws(GitError) {
      let repository = try GitRepository.containing(path: folder)
      return repository.root == nil ? nil : repository
    } catch {
      return nil
    }
  }

  /// The bundle's versions; empty for a store, which has only one model.
  fileprivate func versions() throws -> [ReviewedVersion] {
    if ref == nil, ModelSource.isStore(path) { return [] }
    return try VersionSides.versionsToCurrent(of: self)
  }
}

extension ModelDiff {
  /// The diff with the effects of the mapping model between the two sides.
  ///
  /// - Parameter reference: The bundle; a mapping model may be for its other versions.
  func judged(
    by mappings: [KnownMapping], among sides: [DiffSide], in reference: ModelReference
  ) throws -> ModelDiff {
    if mappings.isEmpty { return self }
    let others = try reference.versions()
    let versions = (sides.map(\.reviewed) + others).compactMap { version in
      version.form.map { NamedModel(name: version.name, model: $0.model) }
    }
    return judged(by: mappings, among: versions)
  }
}
