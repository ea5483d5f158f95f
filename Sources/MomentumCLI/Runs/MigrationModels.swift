import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigrator
import MomentumModelFiles

/// The models of a migration: the target, and the models among which the source of a store is
/// searched.
struct MigrationModels {
  struct Candidate {
    /// The name of the version: `Model 3`
    var name: String
    var model: CompiledModel
  }

  var target: CompiledModel
  var targetName: String
  /// The source, if the user named it.
  var source: CompiledModel?
  var candidates: [Candidate] = []
  /// The mapping model to use instead of an inferred one.
  var mapping: MappingModelFile?
  /// Versions that cannot be read; the source may be one of them.
  var unreadable: [String] = []

  /// - Parameters:
  ///   - target: `--to`
  ///   - source: `--from`; a path with a version is the source, one without only adds candidates.
  init(to target: String, from source: String?) throws {
    let path = VersionedPath(target)
    let input = try ModelInput.read(path)
    guard let compiled = input.compiled else {
      throw InputRejected(diagnostics: input.diagnostics)
    }
    try compiled.requireKnownHashes("migrate to '\(input.file.versionName)'")
    self.target = compiled
    targetName = input.file.versionName
    let given = VersionedPath(source ?? path.path)
    if let version = given.version {
      let model = try ModelInput.compiled(given)
      self.source = model
      candidates = [Candidate(name: version, model: model)]
    } else {
      try add(given.path)
    }
  }

  private mutating func add(_ path: String) throws {
    if ModelSource.isStore(path) {
      let input = try ModelInput.read(path)
      guard let compiled = input.compiled else {
        throw InputRejected(diagnostics: input.diagnostics)
      }
      candidates.append(Candidate(name: input.file.versionName, model: compiled))
      return
    }
    for version in try versions(path) {
      do {
        let input = try ModelInput.read(version.path)
        if let compiled = input.compiled {
          candidates.append(Candidate(name: version.name, model: compiled))
        } else {
          unreadable.append(version.name)
        }
      } catch is InputRejected {
        unreadable.append(version.name)
      }
    }
  }

  private func versions(_ path: String) throws -> [ModelVersion] {
    var diagnostics = Diagnostics()
    do throws(ModelFileError) {
      return try ModelBundle.versions(path: path, &diagnostics)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  /// The versions among which a mapping model finds its two.
  var versions: [NamedModel] {
    (candidates + [Candidate(name: targetName, model: target)])
      .map { NamedModel(name: $0.name, model: $0.model.model) }
  }

  /// The name of the version that is the source, in quotes; `nil` if the source is not one of the
  /// candidates.
  func versionName(of source: MigrationSource) -> String? {
    guard case .version(let index) = source.match, candidates.indices.contains(index) else {
      return nil
    }
    return "'\(candidates[index].name)'"
  }

  /// The name of the source in messages.
  func name(of source: MigrationSource) -> String {
    switch source.match {
    case .version: versionName(of: source).map { "version \($0)" } ?? "the given model"
    case .modelCache: "the model that the store keeps"
    case .unknown: "an unknown model"
    }
  }
}
