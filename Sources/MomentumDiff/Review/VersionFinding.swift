public import MomentumDiagnostics
import MomentumVersionHash

/// A finding about the step from one version to another, with what an acknowledgement names.
public struct VersionFinding: Sendable, Hashable {
  public var diagnostic: Diagnostic
  /// `nil` where the version was added.
  public var from: Acknowledgement.Version?
  /// `nil` where the version was deleted.
  public var to: Acknowledgement.Version?
  /// The element: `Venue.rating`; `nil` for a version as a whole.
  public var place: String?
  /// The class of a change of the model; `nil` for a finding about versions.
  public var migrationClass: MigrationClass?
  /// Whether no release has the form that the change begins with, so that only developers' stores are concerned.
  public private(set) var isUnreleased = false
  /// Where only the stores of some versions are concerned; `nil` for a finding about the current version.
  var stores: Stores?

  /// Versions, and the finding's text without them.
  struct Stores: Sendable, Hashable {
    var names: [String]
    var text: String

    /// More names than this are a list of their own.
    static let namesMax = 3

    var wholeText: String {
      "for stores of \(VersionFinding.joined(names.map { "'\($0)'" }, max: Stores.namesMax)): \(text)"
    }
  }

  public init(
    _ diagnostic: Diagnostic, from: Acknowledgement.Version?, to: Acknowledgement.Version?,
    place: String? = nil, migrationClass: MigrationClass? = nil
  ) {
    self.diagnostic = diagnostic
    self.from = from
    self.to = to
    self.place = place
    self.migrationClass = migrationClass
  }

  /// `'M', 'M 2' and 5 more`.
  static func joined(_ names: [String], max: Int) -> String {
    let shown = names.prefix(max)
    if names.count > max {
      return shown.joined(separator: ", ") + " and \(names.count - max) more"
    }
    return shown.count < 2
      ? shown.joined() : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
  }

  /// The finding as a note, for stores that no user has.
  public var asNote: VersionFinding {
    var copy = self
    copy.diagnostic.severity = .note
    copy.isUnreleased = true
    return copy
  }

  /// What is to be written to accept it.
  public func acknowledgement(bundle: String, reason: String) -> Acknowledgement {
    Acknowledgement(
      rule: diagnostic.id, place: place, bundle: bundle, from: from, to: to, reason: reason)
  }
}

/// What findings about the stores of several versions have in common.
private struct MergedFinding: Hashable {
  var id: String
  var text: String
  var location: SourceLocation?
  var place: String?
  var to: Acknowledgement.Version?
}

extension [VersionFinding] {
  /// Findings that say the same of the stores of several versions as one, at the first one's place.
  ///
  /// For readers: an acknowledgement is of one version, so these are sorted before.
  public func merged() -> [VersionFinding] {
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
  /// As an acknowledgement names it; `nil` for one that cannot be read.
  public var identity: Acknowledgement.Version? {
    form.map { Acknowledgement.Version(name: name, checksum: $0.hashes.checksum) }
  }
}

extension ReviewedBundle {
  /// The versions in the order in which stores go through them: the current one last, whatever its name.
  public var versionsToCurrent: [ReviewedVersion] {
    versions.filter { $0.name != currentVersion } + (current.map { [$0] } ?? [])
  }
}

extension ModelDiff {
  /// One finding for each effect of each change, for exactly these two versions.
  public func findings(
    from: Acknowledgement.Version?, to: Acknowledgement.Version?
  ) -> [VersionFinding] {
    // `findings()` has one for each effect, in their order.
    zip(effects, findings().all).map { effect, diagnostic in
      VersionFinding(
        diagnostic, from: from, to: to, place: (effect.change.new ?? effect.change.old)?.path,
        migrationClass: effect.assessment.migrationClass)
    }
  }
}
