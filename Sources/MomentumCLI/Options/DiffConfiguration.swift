import Foundation
import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles
import MomentumReports

/// The acknowledgements of a bundle's versions in `.momentum.json`.
struct DiffConfiguration {
  var file: ConfigurationFile
  /// The bundle's name without suffix.
  var bundle: String

  init(file: ConfigurationFile, bundle: String) throws {
    self.file = file
    self.bundle = bundle
  }

  /// The file beside a model; `nil` for a reference that has no such file: a store, or a model in a
  /// commit.
  static func beside(_ reference: ModelReference) throws -> DiffConfiguration? {
    switch reference.place {
    case .disk:
      guard !ModelSource.isStore(reference.path) else { return nil }
      return try DiffConfiguration(
        file: try .beside(reference.path),
        bundle: BundleFolder.bundle(of: reference.path).deletingPathExtension().lastPathComponent)
    case .commit: return nil
    }
  }

  var isEmpty: Bool { file.configuration.acknowledgements.isEmpty }

  /// Separates the findings that the file acknowledges from the others. `notes` gets a finding for
  /// each acknowledgement that accepts nothing.
  func sort(
    _ findings: [VersionFinding], versions: [ReviewedVersion], _ notes: inout Diagnostics
  ) -> AcknowledgedFindings {
    let sorted = AcknowledgedFindings(
      findings, bundle: bundle, versions: versions,
      acknowledgements: file.configuration.acknowledgements)
    notes.append(contentsOf: sorted.problems)
    return sorted
  }

  /// The reason in acknowledgements that `--baseline` writes.
  static let baselineReason = "baseline: was there before changes were checked"

  /// Writes acknowledgements of findings; returns the number of acknowledgements.
  func accept(_ findings: [VersionFinding], versions: [ReviewedVersion]) throws -> Int {
    let accepted = AcknowledgedFindings.acknowledgements(
      for: findings, bundle: bundle, versions: versions, reason: Self.baselineReason)
    if !accepted.isEmpty { try file.add(accepted) }
    return accepted.count
  }
}

/// A version of a bundle, to be compared with its other versions.
struct VersionSide {
  var name: String
  var isCurrent: Bool
  /// The version after reading; `nil` if it cannot be read, and the diagnostics say why.
  var side: DiffSide?
  var diagnostics = Diagnostics()
}

/// Reads the versions of a bundle.
enum VersionSides {
  /// The readable versions in the order in which a person counts them, the current one last.
  static func versionsToCurrent(of reference: ModelReference) throws -> [ReviewedVersion] {
    var ignored = Diagnostics()
    let all = try sides(of: reference, &ignored)
    return (all.filter { !$0.isCurrent } + all.filter(\.isCurrent)).compactMap(\.side?.reviewed)
  }

  /// - Parameter found: Receives findings about the bundle itself, such as the choice of its
  ///   current version.
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
        // Load the version by its own path, so that the bundle is not listed again for each
        // version.
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
