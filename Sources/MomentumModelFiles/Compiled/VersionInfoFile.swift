import MomentumDiagnostics
import MomentumPropertyList

/// The content of `VersionInfo.plist` in a `.momd` folder: the current version and every version's
/// entity hashes.
///
/// Source: keys observed in the compiled models of public repositories.
package struct VersionInfoFile: Sendable, Hashable {
  /// The name of the current version, without `.mom`; `nil` if the file does not name it.
  package var currentVersion: String?
  /// For each version, the version hash of each entity by the entity's name.
  package var entityHashes: [String: [String: [UInt8]]]
  /// The checksum of each version in base64; only newer systems write checksums.
  package var checksums: [String: String]

  /// Reads a file; returns `nil` with a warning if it is not a property list of this form.
  static func read(_ file: SourceFile, _ diagnostics: inout Diagnostics) -> VersionInfoFile? {
    let location = SourceLocation(file, SourceRange(0, 0))
    guard let list = try? PropertyList.read(file.utf8), let members = list.dictionary else {
      diagnostics.report(ModelFileMessage.badVersionInfoFile, at: location)
      return nil
    }
    let hashes = members["NSManagedObjectModel_VersionHashes"]?.dictionary ?? [:]
    let checksums = members["NSManagedObjectModel_VersionChecksums"]?.dictionary ?? [:]
    return VersionInfoFile(
      currentVersion: members["NSManagedObjectModel_CurrentVersionName"]?.string,
      entityHashes: hashes.mapValues { version in
        (version.dictionary ?? [:]).compactMapValues(\.data)
      }, checksums: checksums.compactMapValues(\.string))
  }

  static func currentVersion(
    _ file: SourceFile, _ diagnostics: inout Diagnostics
  ) -> (name: String, location: SourceLocation)? {
    guard let info = read(file, &diagnostics) else { return nil }
    guard let name = info.currentVersion else {
      diagnostics.report(
        ModelFileMessage.badVersionInfoFile, at: SourceLocation(file, SourceRange(0, 0)))
      return nil
    }
    return (name, SourceLocation(file, SourceRange(0, 0)))
  }
}
