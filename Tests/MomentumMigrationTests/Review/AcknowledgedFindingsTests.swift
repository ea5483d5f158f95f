import MomentumDiagnostics
import MomentumMigration
import Testing

@Suite struct AcknowledgedFindingsTests {
  private let versions = (1...4).map {
    Acknowledgement.Version(name: "M \($0)", checksum: "c\($0)")
  }

  private struct Message: DiagnosticMessage {
    var id: String
    var severity: Severity { .warning }
    var text: String { "" }
  }

  private func finding(
    _ from: Int, _ to: Int, place: String? = "A.b", rule: String = "migration.attribute-removed"
  ) -> VersionFinding {
    VersionFinding(
      Diagnostic(Message(id: rule)), from: versions[from - 1], to: versions[to - 1], place: place,
      migrationClass: .dropsData)
  }

  private func isAccepted(
    _ finding: VersionFinding, by one: Acknowledgement, versions: [Acknowledgement.Version]? = nil
  ) -> Bool {
    AcknowledgedFindings(
      [finding], bundle: "M", versions: versions ?? self.versions, acknowledgements: [one]
    ).open.isEmpty
  }

  private func accepting(_ from: Int, _ to: Int, place: String? = "A.b", bundle: String? = nil)
    -> Acknowledgement
  {
    Acknowledgement(
      rule: "migration.attribute-removed", place: place, bundle: bundle,
      from: versions[from - 1], to: versions[to - 1], reason: "r")
  }

  @Test func aStepIsAcceptedAndEveryWayOverIt() {
    #expect(isAccepted(finding(2, 3), by: accepting(2, 3)))
    #expect(isAccepted(finding(1, 4), by: accepting(2, 3)))
    #expect(!isAccepted(finding(2, 3), by: accepting(1, 4)))
    #expect(!isAccepted(finding(3, 4), by: accepting(2, 3)))
    #expect(isAccepted(finding(2, 3), by: accepting(2, 3, place: nil)))
    #expect(!isAccepted(finding(2, 3), by: accepting(2, 3, place: "A.c")))
    #expect(!isAccepted(finding(2, 3, rule: "migration.entity-removed"), by: accepting(2, 3)))
    #expect(isAccepted(finding(2, 3), by: accepting(2, 3, bundle: "M")))
    #expect(!isAccepted(finding(2, 3), by: accepting(2, 3, bundle: "N")))
  }

  @Test func anotherFormOfAVersionIsAnotherPair() {
    var edited = versions
    edited[2].checksum = "other"
    var finding = finding(2, 3)
    finding.to = edited[2]
    #expect(!isAccepted(finding, by: accepting(2, 3), versions: edited))
    var way = self.finding(1, 4)
    way.from = edited[0]
    #expect(!isAccepted(way, by: accepting(2, 3), versions: edited))
    var found = Diagnostics()
    AcknowledgedFindings.reviewStale(
      [accepting(2, 3), accepting(1, 2), accepting(2, 3, bundle: "N")], bundle: "M",
      versions: edited, &found)
    #expect(
      found.all.map { "\($0.text) [\($0.id)] \($0.notes.map(\.text))" } == [
        "the acknowledgement of 'migration.attribute-removed' for 'A.b' is of another form of version 'M 3' and does not count; look at the change again [versions.stale-acknowledgement] [\"the checksum of \'M 3\' is now \'other\'\"]"
      ])
  }

  @Test func anEditInPlaceGoesFromAFormThatIsGone() {
    let old = Acknowledgement.Version(name: "M 1", checksum: "before")
    let edit = Acknowledgement(
      rule: "versions.edited-after-release", from: old, to: versions[0], reason: "r")
    var found = Diagnostics()
    AcknowledgedFindings.reviewStale([edit], bundle: "M", versions: versions, &found)
    #expect(found.isEmpty)
    var deleted = edit
    deleted.to = nil
    deleted.from = Acknowledgement.Version(name: "Gone", checksum: "x")
    AcknowledgedFindings.reviewStale([deleted], bundle: "M", versions: versions, &found)
    #expect(found.isEmpty)
  }
}
