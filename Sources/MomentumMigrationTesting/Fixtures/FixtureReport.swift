public import MomentumDiagnostics

/// Which version of a model each stored database below a folder really is.
public struct FixtureReport: Sendable, Hashable {
  /// A version by its bundle and its name.
  public struct Version: Sendable, Hashable {
    /// The bundle's path as it was given or found.
    public var bundle: String
    public var name: String

    public init(bundle: String, name: String) {
      self.bundle = bundle
      self.name = name
    }
  }

  /// A store of Core Data.
  public struct Store: Sendable, Hashable {
    public enum Match: Sendable, Hashable {
      /// All versions that have its hashes; several where versions are equal by hash.
      case versions([Version])
      /// No version has the store's hashes, but the model that it keeps in `Z_MODELCACHE` does, with these
      /// identifiers.
      case ownModel(identifiers: [String])
      case unknown
    }

    /// The path, which begins with that of the folder that was given.
    public var path: String
    public var match: Match
    /// Rows of all entities, those in its log too.
    public var rowCount: Int64
    /// Rows of the file alone, where a log beside it holds other ones; `nil` without such a log.
    public var rowCountWithoutLog: Int64?
    /// The version that the file's name says it is; `nil` where it says none.
    public var namedVersion: Version?
    public var frameworkVersion: Int64?
  }

  /// By path.
  public var stores: [Store]
  /// Every version with the stores that are of it, as versions are counted.
  public var versions: [(version: Version, paths: [String])] {
    versionList.map { version in
      (
        version,
        stores.filter {
          if case .versions(let all) = $0.match { all.contains(version) } else { false }
        }.map(\.path)
      )
    }
  }
  public var findings: Diagnostics
  var versionList: [Version]
}
