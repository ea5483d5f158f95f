import Foundation
import Momentum
import MomentumDiagnostics
import MomentumMigration
import MomentumModelFiles
import MomentumReports

/// What a bundle's `.momentum.json` accepts of its versions.
struct DiffConfiguration {
  var file: ConfigurationFile
  /// The bundle's name without suffix.
  var bundle: String

  init(file: ConfigurationFile, bundle: String) throws {
    self.file = file
    self.bundle = bundle
  }

  /// The file beside a model; `nil` for what has none, such as a store.
  static func beside(_ reference: ModelReference) throws -> DiffConfiguration? {
    switch reference.place {
    case .disk:
      guard try !ModelInput.isStore(reference.path) else { return nil }
      return try DiffConfiguration(
        file: try .beside(reference.path),
        bundle: BundleFolder.bundle(of: reference.path).deletingPathExtension().lastPathComponent)
    case .commit: return nil
    }
  }

  var isEmpty: Bool { file.configuration.acknowledgements.isEmpty }

  /// Tells accepted findings from others, with the severities that the file wants.
  func sort(
    _ findings: [VersionFinding], versions: [Acknowledgement.Version], _ notes: inout Diagnostics
  ) -> AcknowledgedFindings {
    AcknowledgedFindings.reviewStale(
      file.configuration.acknowledgements, bundle: bundle, versions: versions, &notes)
    return AcknowledgedFindings(
      findings, bundle: bundle, versions: versions,
      acknowledgements: file.configuration.acknowledgements)
  }

  /// Writes that findings are accepted.
  func accept(_ findings: [VersionFinding]) throws {
    guard !findings.isEmpty else { return }
    var seen: Set<VersionFinding> = []
    let new = findings.filter { seen.insert($0).inserted }
    try file.add(
      new.map {
        $0.acknowledgement(
          bundle: bundle, reason: "baseline: was there before changes were checked")
      })
  }
}

/// A version of a bundle as one side of diffs.
struct VersionSide {
  var name: String
  var isCurrent: Bool
  /// `nil` for a version that cannot be read; the diagnostics say why.
  var side: DiffSide?
  var diagnostics = Diagnostics()
}

/// The versions of a bundle with their checksums.
enum VersionSides {
  /// In the order in which a person counts them; versions that cannot be read are left out.
  static func identities(of reference: ModelReference) throws -> [Acknowledgement.Version] {
    var ignored = Diagnostics()
    return try sides(of: reference, &ignored).compactMap { $0.side?.identity }
  }

  /// - Parameter found: What is wrong with the bundle itself, such as the choice of its current version.
  static func sides(
    of reference: ModelReference, _ found: inout Diagnostics
  ) throws -> [VersionSide] {
    let path: String
    switch reference.place {
    case .disk: path = BundleFolder.shownBundle(of: reference.path)
    case .commit: path = reference.path
    }
    let versions = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.versions(path: path, in: reference.source, &found)
    }
    return try versions.map { version in
      var result = VersionSide(name: version.name, isCurrent: version.isCurrent)
      do {
        // By its own path, so that the bundle is listed once.
        var one = reference
        one.path = version.path
        one.version = nil
        result.side = try one.load()
        result.side?.label.path = path
      } catch let rejected as InputRejected {
        result.diagnostics = rejected.diagnostics
      }
      return result
    }
  }
}
