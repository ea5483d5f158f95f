import MomentumDiagnostics
import MomentumDiff
import MomentumTestSupport
import Testing

@Suite struct AcknowledgedFindingsTests {
  private static let removed = "migration.attribute-removed"

  /// `Venue.b` goes with M 3, `Venue.c` with M 4.
  private func versions() throws -> [ReviewedVersion] {
    try ["ab", "abcd", "acd", "ad"].enumerated().map { index, names in
      let form = try ReviewSamples.form(
        "M \(index + 1)", names.map { ReviewSamples.attribute(String($0)) })
      return ReviewedVersion(name: "M \(index + 1)", path: "", form: form)
    }
  }

  private struct Message: DiagnosticMessage {
    var id: String
    var severity: Severity { .warning }
    var text: String { "" }
  }

  private func finding(
    _ from: Int, _ to: Int, place: String? = "Venue.b", rule: String = Self.removed
  ) throws -> VersionFinding {
    let versions = try versions()
    return VersionFinding(
      Diagnostic(Message(id: rule)), from: versions[from - 1].identity,
      to: versions[to - 1].identity, place: place, migrationClass: .dropsData)
  }

  private func accepting(
    _ from: Int, _ to: Int, place: String? = "Venue.b", bundle: String? = nil
  ) throws -> Acknowledgement {
    let versions = try versions()
    return Acknowledgement(
      rule: Self.removed, place: place, bundle: bundle, from: versions[from - 1].identity,
      to: versions[to - 1].identity, reason: "r")
  }

  private func isAccepted(
    _ finding: VersionFinding, by one: Acknowledgement, versions: [ReviewedVersion]? = nil
  ) throws -> Bool {
    AcknowledgedFindings(
      [finding], bundle: "M", versions: try versions ?? self.versions(), acknowledgements: [one]
    ).open.isEmpty
  }

  private func problems(
    _ acknowledgements: [Acknowledgement], versions: [ReviewedVersion]? = nil
  ) throws -> [Diagnostic] {
    AcknowledgedFindings(
      [], bundle: "M", versions: try versions ?? self.versions(),
      acknowledgements: acknowledgements
    ).problems.all
  }

  @Test func aStepIsAcceptedAndEveryWayOverIt() throws {
    #expect(try isAccepted(finding(2, 3), by: accepting(2, 3)))
    #expect(try isAccepted(finding(1, 4), by: accepting(2, 3)))
    #expect(try !isAccepted(finding(2, 3), by: accepting(1, 4)))
    #expect(try !isAccepted(finding(3, 4), by: accepting(2, 3)))
    #expect(try isAccepted(finding(2, 3), by: accepting(2, 3, place: nil)))
    #expect(try !isAccepted(finding(2, 3), by: accepting(2, 3, place: "Venue.c")))
    #expect(
      try !isAccepted(finding(2, 3, rule: "migration.entity-removed"), by: accepting(2, 3)))
    #expect(try isAccepted(finding(2, 3), by: accepting(2, 3, bundle: "M")))
    #expect(try !isAccepted(finding(2, 3), by: accepting(2, 3, bundle: "N")))
  }

  @Test func aWayIsAcceptedOnlyForWhatTheStepItselfHas() throws {
    let everywhere = try accepting(3, 4, place: nil)
    #expect(try isAccepted(finding(2, 4, place: "Venue.c"), by: everywhere))
    #expect(try !isAccepted(finding(2, 4, place: "Venue.b"), by: everywhere))
    #expect(try !isAccepted(finding(1, 4, place: "Venue.b"), by: accepting(3, 4)))
  }

  @Test func anotherFormOfAVersionIsAnotherPair() throws {
    var edited = try versions()
    edited[2].form = try ReviewSamples.form("M 3", [ReviewSamples.attribute("z")])
    var finding = try finding(2, 3)
    finding.to = edited[2].identity
    #expect(try !isAccepted(finding, by: accepting(2, 3), versions: edited))
    var way = try self.finding(1, 4)
    way.from = edited[2].identity
    #expect(try !isAccepted(way, by: accepting(2, 3), versions: edited))
    let found = try problems(
      [accepting(2, 3), accepting(1, 2, bundle: "N"), accepting(2, 3, bundle: "N")],
      versions: edited)
    #expect(
      found.map(\.text) == [
        "the acknowledgement of 'migration.attribute-removed' for 'Venue.b' is of another form of version 'M 3' and does not count; look at the change again"
      ])
    let checksum = edited[2].identity?.checksum ?? ""
    #expect(
      found.first?.notes.map(\.text) == ["the checksum of 'M 3' is now '\(checksum)'"])
  }

  @Test func anEditInPlaceGoesFromAFormThatIsGone() throws {
    let old = Acknowledgement.Version(name: "M 1", checksum: "before")
    let edit = Acknowledgement(
      rule: "versions.edited-after-release", from: old, to: try versions()[0].identity,
      reason: "r")
    var deleted = edit
    deleted.to = nil
    deleted.from = Acknowledgement.Version(name: "Gone", checksum: "x")
    #expect(try problems([edit, deleted]).isEmpty)
  }

  @Test func whatAcceptsNothingIsSaid() throws {
    var misspelt = try accepting(2, 3)
    misspelt.from?.name = "M 22"
    var gone = try accepting(2, 3)
    gone.from = Acknowledgement.Version(name: "M 0", checksum: "x")
    expectText(
      try problems([
        accepting(2, 3), accepting(2, 3, place: "Venue.bb"), accepting(1, 2),
        accepting(1, 2, place: nil), misspelt, gone,
      ]).map(\.text).joined(separator: "\n"),
      """
      the acknowledgement of 'migration.attribute-removed' for 'Venue.bb' accepts nothing: the step from 'M 2' to 'M 3' has no such change; did you mean 'Venue.b'?
      the acknowledgement of 'migration.attribute-removed' for 'Venue.b' accepts nothing: the step from 'M 1' to 'M 2' has no such change
      the acknowledgement of 'migration.attribute-removed' accepts nothing: the step from 'M 1' to 'M 2' has no such change
      the acknowledgement of 'migration.attribute-removed' for 'Venue.b' accepts nothing: there is no version 'M 22', and 'M 2' has its checksum
      """)
  }
}
