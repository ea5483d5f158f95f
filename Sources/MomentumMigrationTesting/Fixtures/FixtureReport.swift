package import MomentumDiagnostics

/// The version of a model that made each stored database below a folder.
package struct FixtureReport: Sendable, Hashable {
  /// A version, identified by its bundle and name.
  package struct Version: Sendable, Hashable {
    /// The bundle's path as it was given or found.
    package var bundle: String
    package var name: String

    package init(bundle: String, name: String) {
      self.bundle = bundle
      self.name = name
    }
  }

  /// A store of Core Data.
  package struct Store: Sendable, Hashable {
    package enum Match: Sendable, Hashable {
      /// All versions with the store's hashes; several if versions have the same hashes.
      case versions([Version])
      /// No version has the store's hashes, but the model in the store's `Z_MODELCACHE` has.
      /// `identifiers` are the version identifiers of that model.
      case ownModel(identifiers: [String])
      case unknown
    }

    /// The path, which begins with the path of the examined folder.
    package var path: String
    package var match: Match
    /// The number of rows of all entities, including rows that are only in the log.
    package var rowCount: Int64
    /// The number of rows in the file without its log; `nil` if it is the same, or if there is no
    /// log.
    package var rowCountWithoutLog: Int64?
    /// The version whose name or number is in the file's name; `nil` if there is none.
    package var namedVersion: Version?
    package var frameworkVersion: Int64?
  }

  /// The stores by path.
  package var stores: [Store]
  /// Every version with the paths of its stores, in the order of the versions.
  package var versions: [(version: Version, paths: [String])] {
    versionList.map { version in
      (
        version,
        stores.filter {
          if case .versions(let all) = $0.match { all.contains(version) } else { false }
        }.map(\.path)
      )
    }
  }
  package var findings: Diagnostics
  var versionList: [Version]
}
