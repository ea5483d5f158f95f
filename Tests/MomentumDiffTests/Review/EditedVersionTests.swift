import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumTestSupport
import Testing

/// What is said of a version that was edited, by the releases that had it, and which versions' releases are looked up.
@Suite struct EditedVersionTests {
  private func version(_ attributes: String..., name: String = "M") throws -> ReviewedVersion {
    try ReviewedVersion(
      name: name, path: "M.xcdatamodeld/\(name).xcdatamodel/contents",
      form: ReviewSamples.form(name, attributes.map { ReviewSamples.attribute($0) }))
  }

  private func unreadable(_ name: String = "M") -> ReviewedVersion {
    ReviewedVersion(name: name, path: "main:\(name)", form: nil)
  }

  /// The findings of an edit of one version, by the forms of its releases `v1`, `v2`, …
  private func told(
    _ old: ReviewedVersion, _ new: ReviewedVersion, _ released: [ReviewedVersion] = [],
    staged: Bool = false
  ) -> [String] {
    let forms = released.enumerated().map { index, version in
      ReleasedForm(tag: "v\(index + 1)", path: "M/contents", form: version.form)
    }
    return VersionReview(
      ref: "main", old: ReviewSamples.bundle([old], current: "M"),
      new: ReviewSamples.bundle([new], current: "M"), released: ["M": forms],
      usesStagedMigration: staged
    ).findings().map { "\($0.diagnostic.severity) \($0.diagnostic.text)" }
  }

  private func error(_ releases: String) -> String {
    "error version 'M' was in \(releases) and is edited: the hash of 'Venue' changed, so a store that this release wrote does not match any more; add a new version in place of editing this one"
  }

  @Test func anEditBeforeAnyReleaseIsANote() throws {
    let (old, new) = (try version("a"), try version("a", "b"))
    let text =
      "version 'M' was edited since 'main' and the hash of 'Venue' changed; no release has it, so only stores of developers and testers do not match any more"
    #expect(told(old, new) == ["note " + text])
    #expect(
      told(old, new, staged: true) == ["warning \(text), and staged migration refuses those"])
    #expect(told(old, old) == [])
  }

  @Test func anEditOfAReleasedFormIsAnError() throws {
    let (old, new, other) = (try version("a"), try version("a", "b"), try version("c"))
    #expect(told(old, new, [old]) == [error("'v1'")])
    #expect(
      told(old, new, [old, other, other])
        == [error("'v3' (and 2 more, the first 'v1')")])
    #expect(told(old, new, [old, new, other]) == [error("'v3' (and 1 more, the first 'v1')")])
    #expect(told(old, new, [old], staged: true) == [error("'v1'")])
    #expect(
      told(old, new, [old, unreadable()]) == [error("'v1'")], "what cannot be read is no form")
  }

  /// The newest release has the form again, so what older releases had was given up with it.
  @Test func aFormOfTheNewestReleaseIsNoEdit() throws {
    let (old, new) = (try version("a"), try version("a", "b"))
    #expect(told(old, new, [old, new]) == [])
    #expect(told(old, new, [new]) == [])
    #expect(told(new, new, [old]) == [], "nothing was edited since the commit")
  }

  @Test func aVersionThatCouldNotBeReadIsComparedWithItsReleases() throws {
    let (old, new) = (try version("a"), try version("a", "b"))
    let start = "warning version 'M' cannot be read at 'main', so its edits are not looked at"
    #expect(told(unreadable(), new) == [start])
    #expect(told(unreadable(), new, [new]) == [start])
    #expect(told(unreadable(), new, [old]) == [start, error("'v1'")])
    #expect(told(unreadable(), new, [old, new]) == [start])
    #expect(told(old, unreadable(), [old]) == [], "the reader of the files tells of it")
  }

  // MARK: - How much is told

  private func entities(_ count: Int, _ attributes: Int) throws -> ReviewedVersion {
    let text = (1...count).map { number in
      let lines = (0..<attributes).map { ReviewSamples.attribute("a\($0)") }.joined()
      return "<entity name=\"E\(number)\">\(lines)</entity>"
    }
    return ReviewedVersion(
      name: "M", path: "M.xcdatamodeld/M.xcdatamodel/contents",
      form: try DiffSample.model(text.joined(separator: "\n"), "M"))
  }

  /// Three entities are named, the differences of five are told, eight of each.
  @Test(arguments: [
    (1, "the hash of 'E1'"), (2, "the hashes of 'E1', 'E2'"), (3, "the hashes of 'E1', 'E2', 'E3'"),
    (4, nil), (5, nil), (6, nil),
  ])
  func manyEntitiesAreCounted(count: Int, names: String?) throws {
    let review = VersionReview(
      ref: "main", old: ReviewSamples.bundle([try entities(count, 0)], current: "M"),
      new: ReviewSamples.bundle([try entities(count, 9)], current: "M"))
    let finding = try #require(review.findings().first)
    if let names { #expect(finding.diagnostic.text.contains("and \(names) changed")) }
    let notes = finding.diagnostic.notes.map(\.text)
    #expect(notes.count == min(count, 5) * 8 + (count > 5 ? 1 : 0))
    #expect(notes.first == "entity 'E1': attribute 'a0': added")
    #expect(notes[7] == "entity 'E1': attribute 'a7': added")
    #expect((notes.last == "and 1 more entities") == (count == 6))
  }

  @Test func anEntityThatComesOrGoesIsTold() throws {
    let review = VersionReview(
      ref: "main", old: ReviewSamples.bundle([try entities(1, 1)], current: "M"),
      new: ReviewSamples.bundle([try entities(2, 1)], current: "M"))
    #expect(review.findings().first?.diagnostic.notes.map(\.text) == ["entity 'E2' added"])
    let back = VersionReview(
      ref: "main", old: review.new, new: review.old)
    #expect(back.findings().first?.diagnostic.notes.map(\.text) == ["entity 'E2' removed"])
  }

  // MARK: - Releases to look up

  private func lookedUp(
    _ old: [ReviewedVersion], _ current: String?, _ new: [ReviewedVersion]?, _ now: String?
  ) -> [String] {
    VersionReview(
      ref: "main", old: ReviewSamples.bundle(old, current: current),
      new: new.map { ReviewSamples.bundle($0, current: now) }
    ).versionsToLookUp()
  }

  @Test func onlyWhatChangedIsLookedUp() throws {
    let one = try version("a")
    let two = try version("b", name: "M 2")
    #expect(lookedUp([one, two], "M 2", [one, two], "M 2") == [])
    #expect(lookedUp([one, two], "M 2", nil, nil) == ["M", "M 2"], "all were deleted")
    #expect(lookedUp([one, two], "M 2", [two], "M 2") == ["M"])
    #expect(lookedUp([unreadable(), two], "M 2", [one, two], "M 2") == ["M"])
    #expect(lookedUp([one, two], "M 2", [unreadable(), two], "M 2") == ["M"])
    #expect(lookedUp([unreadable(), two], "M 2", [unreadable(), two], "M 2") == [])
    // Another current version means other ways for the stores of all versions.
    #expect(lookedUp([one, two], "M", [one, two], "M 2") == ["M", "M 2"])
    // The way of no store is known where a current version cannot be read.
    #expect(
      lookedUp([one, unreadable("M 2")], "M", [one, unreadable("M 2")], "M 2") == ["M", "M 2"])
    #expect(VersionReview(ref: "main", old: nil, new: nil).versionsToLookUp() == [])
  }
}
