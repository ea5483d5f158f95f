public import MomentumCompiler
public import MomentumDiagnostics
internal import MomentumModel
public import MomentumModelFiles
internal import MomentumRuntime
internal import MomentumVersionHash

/// The versions of model bundles, which can be found by a store's hashes.
///
/// ```swift
/// var versions = BundleVersions()
/// var diagnostics = Diagnostics()
/// try versions.add(bundle: "App/Model.xcdatamodeld", &diagnostics)
/// let current = versions.all.first { $0.isCurrent }?.compiled
/// ```
public struct BundleVersions: Sendable {
  /// A version that could be read.
  public struct Version: Sendable {
    /// The path of the bundle, as it was given.
    package let bundle: String
    /// The name without `.xcdatamodel`.
    public let name: String
    /// The path of the version's folder or file.
    public let path: String
    /// Whether the bundle names this version as its current one.
    public let isCurrent: Bool
    /// The version's model, to which stores can be migrated.
    public let compiled: CompiledModel
    /// The hashes by entity name. Two versions have equal values if a store of one is a store of
    /// the other.
    package let hashes: [String: [UInt8]]

    init(
      bundle: String, name: String, path: String, isCurrent: Bool, compiled: CompiledModel
    ) {
      self.bundle = bundle
      self.name = name
      self.path = path
      self.isCurrent = isCurrent
      self.compiled = compiled
      hashes = compiled.hashes.byEntity
    }
  }

  /// A version that could not be read.
  public struct Unreadable: Sendable, Hashable {
    /// The name without `.xcdatamodel`.
    public let name: String
    /// The path of the version's folder or file.
    public let path: String
    /// Why the version could not be read.
    public let diagnostics: Diagnostics
  }

  /// The versions in the order of the bundles. Within a bundle they are sorted by name, with
  /// numbers in names compared as numbers.
  public private(set) var all: [Version] = []
  /// The versions that could not be read, in the same order.
  public private(set) var unreadable: [Unreadable] = []

  /// Makes a list without versions.
  public init() {}

  /// Reads every version of a bundle, or a single version or file.
  ///
  /// A version with errors is left out; the diagnostics tell why.
  public mutating func add(
    bundle path: String, as bundle: String? = nil, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) {
    var ignored = Diagnostics()
    let found = try ModelBundle.versions(path: path, &ignored)
    if found.isEmpty { diagnostics.append(contentsOf: ignored) }
    for version in found {
      var problems = Diagnostics()
      let file = try ModelBundle.load(path: version.path, &problems)
      let compiled = file.flatMap { Self.compile($0, &problems) }
      diagnostics.append(contentsOf: problems)
      guard let compiled else {
        unreadable.append(
          Unreadable(name: version.name, path: version.path, diagnostics: problems))
        continue
      }
      all.append(
        Version(
          bundle: bundle ?? path, name: version.name, path: version.path,
          isCurrent: version.isCurrent, compiled: compiled))
    }
  }

  /// Compiles a version. Findings are reported only if this fails: errors in a version's predicates
  /// do not concern its stores.
  private static func compile(
    _ file: LoadedModelFile, _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    var found = Diagnostics()
    let compiled = CompiledModel.compile(file.contents, &found)
    if compiled == nil { diagnostics.append(contentsOf: found) }
    return compiled
  }

  /// The versions with these hashes; several if versions have the same hashes.
  package func matching(_ hashes: [String: [UInt8]]) -> [Version] {
    hashes.isEmpty ? [] : all.filter { $0.hashes == hashes }
  }

  /// The first version with a name, without `.xcdatamodel`; `nil` if there is none.
  public subscript(name: String) -> Version? { all.first { $0.name == name } }
}
