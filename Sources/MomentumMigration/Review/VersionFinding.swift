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
  /// Of a change of the model; `nil` for a finding about versions.
  public var migrationClass: MigrationClass?

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

  /// What is to be written to accept it.
  public func acknowledgement(bundle: String, reason: String) -> Acknowledgement {
    Acknowledgement(
      rule: diagnostic.id, place: place, bundle: bundle, from: from, to: to, reason: reason)
  }
}

extension ReviewedVersion {
  /// As an acknowledgement names it; `nil` for one that cannot be read.
  public var identity: Acknowledgement.Version? {
    form.map { Acknowledgement.Version(name: name, checksum: $0.hashes.checksum) }
  }
}

extension ReviewedBundle {
  /// The versions that can be read, as acknowledgements name them.
  public var identities: [Acknowledgement.Version] { versions.compactMap(\.identity) }
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
