import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModelFiles
import MomentumRuntime

/// A mapping model that a command reads.
struct MappingInput {
  var file: MappingModelFile
  var diagnostics: Diagnostics

  /// Throws `CommandFailure` if a file cannot be read, `InputRejected` if it is not a mapping
  /// model.
  static func read(_ path: String) throws -> MappingInput {
    var diagnostics = Diagnostics()
    do throws(ModelFileError) {
      if let file = try MappingModelReader.load(path: path, &diagnostics) {
        return MappingInput(file: file, diagnostics: diagnostics)
      }
    } catch {
      throw CommandFailure(error.description)
    }
    throw InputRejected(diagnostics: diagnostics)
  }

  /// The findings about the mapping model for the versions of these bundles; without bundles, for
  /// those in its own folder. `nil` if there is no version at all.
  func examined(path: String, bundles: [String]) throws -> Diagnostics? {
    var found = diagnostics
    var versions = BundleVersions()
    for bundle in bundles.isEmpty ? MappingInput.neighbours(of: path) : bundles {
      var ignored = Diagnostics()
      do throws(ModelFileError) {
        try versions.add(bundle: bundle, &ignored)
      } catch {
        throw CommandFailure(error.description)
      }
    }
    guard !versions.all.isEmpty else { return nil }
    let known = versions.all.map {
      NamedModel(name: $0.name, model: $0.compiled.model)
    }
    let examination =
      switch file {
      case .editor(let syntax): MappingDiagnosis.examine(syntax, versions: known)
      case .compiled(let mapping, let source):
        MappingDiagnosis.examine(
          mapping, at: SourceLocation(source, SourceRange(0, 0)), versions: known)
      }
    found.append(contentsOf: examination.findings)
    return found
  }

  /// The models in the same folder, sorted by name.
  private static func neighbours(of path: String) -> [String] {
    var url = URL(fileURLWithPath: path)
    if url.pathExtension == "xml" { url.deleteLastPathComponent() }
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".momd") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }
}
