import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// Finds patterns in the overrides of configurations that match no bundle or version.
struct OverrideReview {
  /// The configurations by their paths.
  private var files: [String: ConfigurationFile] = [:]
  private var models: [String: Set<String>] = [:]

  /// Records a model that uses the configuration.
  mutating func add(_ file: ConfigurationFile, of model: String) {
    if file.configuration.overrides.isEmpty { return }
    files[file.path] = file
    models[file.path, default: []].insert(model)
  }

  /// Reports patterns without a match; models below the configuration's folder that were not
  /// checked count too.
  func review(_ found: inout Diagnostics) {
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      var versions = versions(of: models[path] ?? [])
      var problems = Diagnostics()
      file.configuration.reviewOverrides(versions: versions, &problems)
      if problems.isEmpty { continue }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard let others = models(below: folder) else { continue }
      versions.merge(self.versions(of: Set(others))) { $0.union($1) }
      file.configuration.reviewOverrides(versions: versions, &found)
    }
  }

  /// The models below a folder; `nil` if the folder has too many files to search, so that nobody
  /// can tell whether a pattern matches.
  private func models(below folder: String) -> [String]? {
    do { return try ModelDiscovery.models(below: folder) } catch { return nil }
  }

  private func versions(of models: Set<String>) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for model in models {
      guard let bundle = ModelPath(model) else { continue }
      var ignored = Diagnostics()
      result[bundle.name, default: []].formUnion([])
      do throws(ModelFileError) {
        let versions = try ModelBundle.versions(path: bundle.bundle, &ignored)
        result[bundle.name]?.formUnion(versions.map(\.name))
      } catch {
        // A bundle that cannot be read is reported by its check.
        continue
      }
    }
    return result
  }
}
