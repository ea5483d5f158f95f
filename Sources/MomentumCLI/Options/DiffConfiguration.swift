import Foundation
import Momentum
import MomentumDiagnostics
import MomentumDiff
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
    _ findings: [VersionFinding], versions: [ReviewedVersion], _ notes: inout Diagnostics
  ) -> AcknowledgedFindings {
    let sorted = AcknowledgedFindings(
      findings, bundle: bundle, versions: versions,
      acknowledgements: file.configuration.acknowledgements)
    notes.append(contentsOf: sorted.problems)
    return sorted
  }

  /// Why `--baseline` accepts something.
  static let baselineReason = "baseline: was there before changes were checked"

  /// Writes that findings are accepted; gives how many acknowledgements that takes.
  func accept(_ findings: [VersionFinding], versions: [ReviewedVersion]) throws -> Int {
    let accepted = AcknowledgedFindings.acknowledgements(
      for: findings, bundle: bundle, versions: versions, reason: Self.baselineReason)
    if !accepted.isEmpty { try file.add(accepted) }
    return accepted.count
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
  /// In the order in which a person counts them, the current one last; what cannot be read is left out.
  static func versionsToCurrent(of reference: ModelReference) throws -> [ReviewedVersion] {
    var ignored = Diagnostics()
    let all = try sides(of: reference, &ignored)
    return (all.filter { !$0.isCurrent } + all.filter(\.isCurrent)).compactMap(\.side?.reviewed)
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
