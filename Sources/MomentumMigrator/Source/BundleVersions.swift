public import MomentumCompiler
public import MomentumDiagnostics
internal import MomentumModel
public import MomentumModelFiles
internal import MomentumRuntime
internal import MomentumVersionHash

/// The versions of model bundles, to be found by what a store says of itself.
public struct BundleVersions: Sendable {
  /// One version that could be read.
  public struct Version: Sendable {
    /// The bundle's path as it was given.
    public let bundle: String
    /// Without `.xcdatamodel`.
    public let name: String
    /// The version's folder or file.
    public let path: String
    public let isCurrent: Bool
    public let compiled: CompiledModel
    /// By entity; the same for versions that are equal by hash.
    public let hashes: [String: [UInt8]]

    init(
      bundle: String, name: String, path: String, isCurrent: Bool, compiled: CompiledModel
    ) {
      self.bundle = bundle
      self.name = name
      self.path = path
      self.isCurrent = isCurrent
      self.compiled = compiled
      hashes = Dictionary(compiled.hashes.entities.map { ($0.name, $0.hash) }) { first, _ in first }
    }
  }

  /// One version that could not be read.
  public struct Unreadable: Sendable, Hashable {
    /// Without `.xcdatamodel`.
    public let name: String
    /// The version's folder or file.
    public let path: String
    /// Why not.
    public let diagnostics: Diagnostics
  }

  /// By bundle as given, and in the order in which a person counts versions.
  public private(set) var all: [Version] = []
  /// In the same order.
  public private(set) var unreadable: [Unreadable] = []

  public init() {}

  /// Reads every version of a bundle, or a single version or file.
  ///
  /// A version with errors is left out; the diagnostics say why.
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

  /// What a version's predicates have to say is no concern of its stores.
  private static func compile(
    _ file: LoadedModelFile, _ diagnostics: inout Diagnostics
  ) -> CompiledModel? {
    var found = Diagnostics()
    let compiled = CompiledModel.compile(file.contents, &found)
    if compiled == nil { diagnostics.append(contentsOf: found) }
    return compiled
  }

  /// The versions whose stores have these hashes; several where versions are equal by hash.
  public func matching(_ hashes: [String: [UInt8]]) -> [Version] {
    hashes.isEmpty ? [] : all.filter { $0.hashes == hashes }
  }

  public subscript(name: String) -> Version? { all.first { $0.name == name } }
}
