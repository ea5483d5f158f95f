package import MomentumDiagnostics
import MomentumVersionHash

/// A finding about the step between two versions, with everything that an acknowledgement of it
/// names.
package struct VersionFinding: Sendable, Hashable {
  package var diagnostic: Diagnostic
  /// The old version; `nil` if the version was added.
  package var from: Acknowledgement.Version?
  /// The new version; `nil` if the version was deleted.
  package var to: Acknowledgement.Version?
  /// The element, for example `Venue.rating`; `nil` for a finding about the whole version.
  package var place: String?
  /// The class of the change's effect; `nil` for a finding about versions.
  package var migrationClass: MigrationClass?
  /// Whether no release has the form before the change, so that only developers have such stores.
  package private(set) var isUnreleased = false
  /// The versions whose stores are affected; `nil` for a finding about the current version.
  var stores: Stores?

  /// The names of the affected versions, and the text of the finding without these names.
  struct Stores: Sendable, Hashable {
    var names: [String]
    var text: String

    /// The most names in the text. If there are more, the finding lists them in a note.
    static let namesMax = 3

    var wholeText: String {
      "for stores of \(VersionFinding.joined(names.map { "'\($0)'" }, max: Stores.namesMax)): \(text)"
    }
  }

  package init(
    _ diagnostic: Diagnostic, from: Acknowledgement.Version?, to: Acknowledgement.Version?,
    place: String? = nil, migrationClass: MigrationClass? = nil
  ) {
    self.diagnostic = diagnostic
    self.from = from
    self.to = to
    self.place = place
    self.migrationClass = migrationClass
  }

  /// The names in one text: `'M', 'M 2' and 5 more`.
  static func joined(_ names: [String], max: Int) -> String {
    let shown = names.prefix(max)
    if names.count > max {
      return shown.joined(separator: ", ") + " and \(names.count - max) more"
    }
    return shown.count < 2
      ? shown.joined() : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
  }

  /// The finding as a note, because no user has such stores.
  package var asNote: VersionFinding {
    var copy = self
    copy.diagnostic.severity = .note
    copy.isUnreleased = true
    return copy
  }

  /// The acknowledgement that accepts the finding.
  package func acknowledgement(bundle: String, reason: String) -> Acknowledgement {
    Acknowledgement(
      rule: diagnostic.id, place: place, bundle: bundle, from: from, to: to, reason: reason)
  }
}

/// The values by which findings about different versions are merged.
private struct MergedFinding: Hashable {
  var id: String
  var text: String
  var location: SourceLocation?
  var place: String?
  var to: Acknowledgement.Version?
}

extension [VersionFinding] {
  /// Merges findings that report the same for the stores of several versions. The merged finding is
  /// at the place of the first one.
  ///
  /// Merge only for display: an acknowledgement is for one version, so apply acknowledgements
  /// first.
  package func merged() -> [VersionFinding] {
    var positions: [MergedFinding: Int] = [:]
    var result: [VersionFinding] = []
    for finding in self {
      guard let stores = finding.stores else {
        result.append(finding)
        continue
      }
      let key = MergedFinding(
        id: finding.diagnostic.id, text: stores.text, location: finding.diagnostic.location,
        place: finding.place, to: finding.to)
      if let position = positions[key] {
        result[position].stores?.names += stores.names
      } else {
        positions[key] = result.count
        result.append(finding)
      }
    }
    return result.map { finding in
      guard let stores = finding.stores else { return finding }
      var copy = finding
      copy.diagnostic.text = stores.wholeText
      if stores.names.count > VersionFinding.Stores.namesMax {
        copy.diagnostic.notes.append(
          Diagnostic.Note("these versions: " + stores.names.joined(separator: ", ")))
      }
      return copy
    }
  }
}

extension ReviewedVersion {
  /// The version in the form of an acknowledgement; `nil` if it cannot be read.
  package var identity: Acknowledgement.Version? {
    form.map { Acknowledgement.Version(name: name, checksum: $0.hashes.checksum) }
  }
}

extension ReviewedBundle {
  /// The versions in the order of migrations: the current one last, whatever its name.
  package var versionsToCurrent: [ReviewedVersion] {
    versions.filter { $0.name != currentVersion } + (current.map { [$0] } ?? [])
  }
}

extension ModelDiff {
  /// Returns a finding for each effect of each change.
  package func findings(
    from: Acknowledgement.Version?, to: Acknowledgement.Version?
  ) -> [VersionFinding] {
    // `findings()` returns a finding for each of `effects`, in the same order.
    zip(effects, findings().all).map { effect, diagnostic in
      VersionFinding(
        diagnostic, from: from, to: to, place: (effect.change.new ?? effect.change.old)?.path,
        migrationClass: effect.assessment.migrationClass)
    }
  }
}
