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

/// The findings about stored databases.
enum FixtureMessage: DiagnosticMessage {
  case disagreeingName(said: String, found: [String])
  case logHoldsRows(all: Int64, inFile: Int64)
  case noRows
  case notRead(String)
  case unknownVersion(keepsModel: Bool)
  case versionWithoutFixture(String)
  case walkCut(Int)

  var id: String {
    switch self {
    case .disagreeingName: "fixture.disagreeing-name"
    case .logHoldsRows: "fixture.log-holds-rows"
    case .noRows: "fixture.no-rows"
    case .notRead: "fixture.not-read"
    case .unknownVersion: "fixture.unknown-version"
    case .versionWithoutFixture: "fixture.version-without-fixture"
    case .walkCut: "fixture.too-many-files"
    }
  }

  var severity: Severity {
    switch self {
    case .notRead: .error
    case .disagreeingName, .logHoldsRows, .noRows, .unknownVersion, .versionWithoutFixture,
      .walkCut:
      .warning
    }
  }

  var text: String {
    switch self {
    case .disagreeingName(let said, let found):
      "the name says version '\(said)', but the store is of version "
        + found.map { "'\($0)'" }.joined(separator: " or ")
    case .logHoldsRows(let all, let inFile):
      "\(all - inFile) of the store's \(all) rows stand only in the '-wal' beside it"
    case .noRows: "the store has no rows, so a migration of it proves little"
    case .notRead(let reason): "the store cannot be read: \(reason)"
    case .unknownVersion(let keepsModel):
      "no version of the bundles has the store's hashes"
        + (keepsModel ? "; it keeps its own model" : ", and it keeps no model of its own")
    case .versionWithoutFixture(let name): "no store is of version '\(name)'"
    case .walkCut(let count): "only the first \(count) files and folders were looked at"
    }
  }
}
