public import MomentumDiagnostics

/// Which version of a model made each stored database below a folder.
public struct FixtureReport: Sendable, Hashable {
  /// A version, identified by its bundle and name.
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
      /// All versions with the store's hashes; several if versions have the same hashes.
      case versions([Version])
      /// No version has the store's hashes, but the model in the store's `Z_MODELCACHE` has. The
      /// value has the identifiers of that model.
      case ownModel(identifiers: [String])
      case unknown
    }

    /// The path. It begins with the path of the given folder.
    public var path: String
    public var match: Match
    /// The rows of all entities, including those in the log.
    public var rowCount: Int64
    /// The rows of the file without its log, if they differ; `nil` without a log or if it changes
    /// nothing.
    public var rowCountWithoutLog: Int64?
    /// The version that the file's name states; `nil` if it states none.
    public var namedVersion: Version?
    public var frameworkVersion: Int64?
  }

  /// The stores by path.
  public var stores: [Store]
  /// Every version with the paths of its stores, in the order of the versions.
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
