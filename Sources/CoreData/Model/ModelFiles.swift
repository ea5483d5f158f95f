import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModelFiles
import MomentumObjects
import MomentumRuntime
import MomentumVersionHash

/// Finds and reads the files of models.
enum ModelFiles {
  /// The current version of a model; `nil` if it cannot be read. What is wrong goes to the standard
  /// error, as Core Data's log does.
  static func current(at url: URL) -> CompiledModel? {
    let (versions, problem) = read(url)
    if let found = versions.all.first(where: \.isCurrent) ?? versions.all.last {
      return found.compiled
    }
    FileHandle.standardError.write(
      Data("CoreData: error: Failed to load model at path: \(url.path). \(problem)\n".utf8))
    return nil
  }

  /// All versions of a model.
  static func versions(at url: URL) -> [CompiledModel] { read(url).versions.all.map(\.compiled) }

  /// The checksums of all versions of a model by their names.
  static func checksums(at url: URL) -> [String: String] {
    let pairs = read(url).versions.all.map { ($0.name, $0.compiled.hashes.checksum) }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func read(_ url: URL) -> (versions: BundleVersions, problem: String) {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    do { try versions.add(bundle: url.path, &diagnostics) } catch {
      return (versions, error.description)
    }
    return (versions, diagnostics.all.map(\.text).joined(separator: "; "))
  }

  /// The models in some bundles; `nil` for the main bundle and the resources beside it.
  static func urls(
    in bundles: [Bundle]?, suffixes: Set<String> = ["momd", "mom", "xcdatamodeld"]
  ) -> [URL] {
    let folders = bundles.map { $0.compactMap(\.resourceURL) + $0.map(\.bundleURL) } ?? mainFolders
    var found: [URL] = []
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() {
        let url = folder.appendingPathComponent(name)
        if suffixes.contains(url.pathExtension), !found.contains(url) { found.append(url) }
      }
    }
    return found
  }

  /// The model with a name, for a container: in the main bundle, in other bundles of the process, or
  /// in the resources of a target of a package.
  static func url(named name: String) -> URL? {
    let all = urls(in: nil)
    let named = all.filter { $0.deletingPathExtension().lastPathComponent == name }
    return named.first { $0.pathExtension == "momd" } ?? named.first
  }

  /// The folder of the program, its resources, the bundles that are loaded, and the folders
  /// `Package_Target.resources` that SwiftPM puts beside a program.
  private static var mainFolders: [URL] {
    let bundles = [Bundle.main] + Bundle.allBundles + Bundle.allFrameworks
    var folders: [URL] = []
    for bundle in bundles {
      for folder in [bundle.resourceURL, bundle.bundleURL] {
        if let folder, !folders.contains(folder) { folders.append(folder) }
      }
    }
    let program = Bundle.main.bundleURL
    return folders + resourceNames(in: program).map { program.appendingPathComponent($0) }
  }

  /// The folders `Package_Target.resources` in a folder, which is that of the program.
  private static func resourceNames(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
  }

  /// The targets with resources, as `Target` of `Package_Target.resources`. A model's classes are
  /// mostly in the target that has the model, which is a module of this name.
  static let targets: [String] = resourceNames(in: Bundle.main.bundleURL).compactMap(target)

  private static func target(_ name: String) -> String? {
    guard let first = name.firstIndex(of: "_"), let dot = name.lastIndex(of: "."), first < dot
    else { return nil }
    return String(name[name.index(after: first)..<dot]).replacing("-", with: "_")
  }

  /// The folder with the resources of a module, beside the program; `nil` if its target has none.
  static func resources(of module: String, beside folder: URL = Bundle.main.bundleURL) -> URL? {
    resourceNames(in: folder).first { target($0) == module }
      .map { folder.appendingPathComponent($0) }
  }
}

/// The models in memory that have entities, so that a class finds its entity and a migration its
/// source.
final class ModelRegistry: Sendable {
  static let shared = ModelRegistry()

  /// `@unchecked`: a weak reference is read and compared by one thread at a time, under the lock.
  /// The model itself is changed before contexts use it and only read afterwards, as on a Mac, and
  /// nothing here changes it.
  private struct Reference: @unchecked Sendable {
    weak var model: NSManagedObjectModel?
  }

  private let references = Locked<[Reference]>([])

  func add(_ model: NSManagedObjectModel) {
    let reference = Reference(model: model)
    references.withLock { list in
      list.removeAll { $0.model == nil }
      if !list.contains(where: { $0.model === model }) { list.append(reference) }
    }
  }

  /// The entity of an object whose context has gone.
  func entity(of core: ManagedObject) -> NSEntityDescription? {
    let plan = core.objectID.entity
    let model = models.first { $0.hasPlan(plan) }
    return model?.entitiesByName[plan.name]
  }

  /// The models, the oldest first.
  var models: [NSManagedObjectModel] {
    references.withLock { $0 }.compactMap(\.model)
  }
}
