import MomentumDiagnostics
import MomentumDiff
import MomentumTestSupport
import Testing

/// Edits that no hash shows: a hash modifier pasted into the same version would be an edit of a release.
@Suite struct EditInPlaceTests {
  private static let plain = [
    "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>",
    "<relationship name=\"r\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Venue\"/>",
  ]

  /// The repairs of an edit of one version.
  private func repairs(
    _ version: String, _ replaced: String, _ replacement: String
  ) throws -> [String] {
    let edited = EditInPlaceTests.plain.map { $0.replacing(replaced, with: replacement) }
    let names = ["M", "M 2"]
    let old = try names.map { try one($0, EditInPlaceTests.plain) }
    let new = try names.map { try one($0, $0 == version ? edited : EditInPlaceTests.plain) }
    let review = VersionReview(
      ref: "main", old: ReviewSamples.bundle(old, current: "M 2"),
      new: ReviewSamples.bundle(new, current: "M 2"))
    return review.changes(judgedBy: .noMappings).flatMap(\.diagnostic.notes).map(\.text)
      .filter { $0.hasPrefix("repair: ") }
  }

  private func one(_ name: String, _ lines: [String]) throws -> ReviewedVersion {
    // Two versions of other hashes.
    let own = name == "M" ? lines : lines + [ReviewSamples.attribute("n")]
    return ReviewedVersion(
      name: name, path: "\(name)/contents", form: try ReviewSamples.form(name, own))
  }

  @Test(arguments: [
    ("attributeType=\"String\"/>", "attributeType=\"String\" defaultValueString=\"x\"/>"),
    ("Nullify", "Cascade"),
    (
      "destinationEntity=\"Venue\"/>",
      "destinationEntity=\"Venue\"/><fetchIndex name=\"i\"><fetchIndexElement property=\"a\" type=\"Binary\" order=\"ascending\"/></fetchIndex>"
    ),
  ])
  func aModifierBelongsInANewVersion(_ replaced: String, _ replacement: String) throws {
    let current = try repairs("M 2", replaced, replacement)
    #expect(current.count == 1)
    #expect(current.first?.contains("versionHashModifier=") == true)
    #expect(current.first?.contains("in a new version, so that a migration runs") == true)
    // No store is migrated to a version that is not the current one.
    #expect(
      try repairs("M", replaced, replacement) == [
        "repair: make this change in a new version: 'M' is not the current one, and no store is migrated to it"
      ])
  }
}
