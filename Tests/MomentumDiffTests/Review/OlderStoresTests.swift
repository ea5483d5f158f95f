import MomentumDiagnostics
import MomentumDiff
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// What a change does to stores of versions other than the current one: Core Data never chains.
@Suite struct OlderStoresTests {
  private func attribute(_ name: String, _ more: String = "") -> String {
    ReviewSamples.attribute(name, more)
  }

  private func review(
    _ old: [ReviewedVersion], current: String, _ new: [ReviewedVersion], current now: String,
    released: [String: [ReleasedForm]] = [:]
  ) -> VersionReview {
    VersionReview(
      ref: "main", old: ReviewSamples.bundle(old, current: current),
      new: ReviewSamples.bundle(new, current: now), released: released)
  }

  /// The findings about other stores than the current version's.
  private func older(_ review: VersionReview) -> [VersionFinding] {
    review.changes(judgedBy: .noMappings).merged().filter {
      $0.diagnostic.text.hasPrefix("for stores")
    }
  }

  @Test func aLostRenamingIdentifierDropsValuesOfOlderStores() throws {
    let old = [
      try ReviewSamples.version("M", attribute("a")),
      try ReviewSamples.version("M 2", attribute("b", "elementID=\"a\"")),
    ]
    let next = try ReviewSamples.version("M 3", attribute("b"), attribute("n"))
    let added = review(old, current: "M 2", old + [next], current: "M 3")
    let found = older(added)
    #expect(found.map(\.place) == ["Venue.a"])
    #expect(found.first?.migrationClass == .dropsData)
    #expect(found.first?.diagnostic.severity == .warning)
    #expect(found.first?.from == old[0].identity)
    #expect(found.first?.to == next.identity)
    #expect(
      found.first?.diagnostic.text.hasPrefix("for stores of 'M': attribute 'Venue.a' removed")
        == true)
    #expect(added.versionsToLookUp() == ["M", "M 2"])
    // The same in place, where the hashes say nothing.
    let edited = try ReviewSamples.version("M 2", attribute("b"))
    #expect(edited.form?.hashes == old[1].form?.hashes)
    let inPlace = review(old, current: "M 2", [old[0], edited], current: "M 2")
    #expect(older(inPlace).map(\.place) == ["Venue.a"])
    // And with a new identifier of its own the next version keeps the values.
    let kept = try ReviewSamples.version("M 3", attribute("b", "elementID=\"a\""), attribute("n"))
    #expect(older(review(old, current: "M 2", old + [kept], current: "M 3")).isEmpty)
  }

  @Test func aLostDefaultMakesOlderStoresFail() throws {
    let required = "<attribute name=\"r\" attributeType=\"String\" "
    let old = [
      try ReviewSamples.version("M", attribute("a")),
      try ReviewSamples.version("M 2", attribute("a"), required + "defaultValueString=\"x\"/>"),
    ]
    let edited = try ReviewSamples.version("M 2", attribute("a"), required + "/>")
    let found = older(review(old, current: "M 2", [old[0], edited], current: "M 2"))
    #expect(found.map(\.diagnostic.id) == ["migration.attribute-added-required"])
    #expect(found.first?.migrationClass == .dependsOnData)
    // Given back it is no loss.
    #expect(older(review([old[0], edited], current: "M 2", old, current: "M 2")).isEmpty)
  }

  @Test func anIdentifierOfTheOlderVersionCountsAsItIsNow() throws {
    let old = [
      try ReviewSamples.version("M", attribute("a", "elementID=\"x\"")),
      try ReviewSamples.version("M 2", attribute("b", "elementID=\"x\"")),
    ]
    let edited = try ReviewSamples.version("M", attribute("a", "elementID=\"y\""))
    #expect(edited.form?.hashes == old[0].form?.hashes)
    let found = older(review(old, current: "M 2", [edited, old[1]], current: "M 2"))
    #expect(found.map(\.place).contains("Venue.a"))
  }

  @Test func whatTheCurrentVersionsSayIsNotRepeated() throws {
    let old = [
      try ReviewSamples.version("M", attribute("a"), attribute("b"), attribute("c")),
      try ReviewSamples.version("M 2", attribute("b"), attribute("c")),
    ]
    let next = try ReviewSamples.version("M 3", attribute("c"))
    #expect(older(review(old, current: "M 2", old + [next], current: "M 3")).isEmpty)
    // Also where the element had another name.
    let renamed = [
      try ReviewSamples.version("M", attribute("name"), attribute("c")),
      try ReviewSamples.version("M 2", attribute("title", "elementID=\"name\""), attribute("c")),
    ]
    #expect(older(review(renamed, current: "M 2", renamed + [next], current: "M 3")).isEmpty)
    #expect(older(review(old, current: "M 2", old, current: "M 2")).isEmpty)
  }

  /// The same for relationships: one that is required where older stores have none.
  @Test func requiredLinksOfOlderStoresAreToldOnce() throws {
    func link(_ name: String, _ more: String) -> String {
      "<relationship name=\"\(name)\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Venue\"\(more)/>"
    }
    let optional = " optional=\"YES\""
    let old = [
      try ReviewSamples.version("M", attribute("a")),
      try ReviewSamples.version("M 2", attribute("a"), link("l", optional)),
      try ReviewSamples.version("M 3", attribute("a"), link("m", optional + " elementID=\"l\"")),
    ]
    let required = try ReviewSamples.version("M 4", attribute("b"), link("m", " elementID=\"l\""))
    let found = review(old, current: "M 3", old + [required], current: "M 4")
      .changes(judgedBy: .noMappings).merged()
    #expect(
      ReviewSamples.text(found) == """
        warning migration.attribute-removed: attribute 'Venue.a' removed: the values of 'a' in all rows of 'Venue' are dropped without an error
        note migration.attribute-added: attribute 'Venue.b' added: existing rows of 'Venue' have NULL in 'b'
        warning migration.relationship-made-required: relationship 'Venue.m' changed in optional: the migration succeeds; rows of 'Venue' without a link in 'Venue.m' then cannot be saved
        """)
    let gone = try ReviewSamples.version("M 4", attribute("a"))
    #expect(older(review(old, current: "M 3", old + [gone], current: "M 4")).isEmpty)
    // The former current version had added it as a required one already.
    let steps = [
      old[0], try ReviewSamples.version("M 2", attribute("a"), link("l", "")),
    ]
    let renamed = try ReviewSamples.version("M 3", attribute("a"), link("m", " elementID=\"l\""))
    #expect(older(review(steps, current: "M 2", steps + [renamed], current: "M 3")).isEmpty)
  }

  @Test func oneFindingNamesTheVersionsItConcerns() throws {
    var old: [ReviewedVersion] = []
    for number in 1...5 {
      old.append(
        try ReviewSamples.version("M \(number)", attribute("a"), attribute("k\(number)")))
    }
    old.append(try ReviewSamples.version("M 6", attribute("b", "elementID=\"a\"")))
    let next = try ReviewSamples.version("M 7", attribute("b"), attribute("n"))
    let subject = review(old, current: "M 6", old + [next], current: "M 7")
    let found = older(subject)
    #expect(found.map(\.place) == ["Venue.a"])
    #expect(
      found.first?.diagnostic.text.hasPrefix("for stores of 'M 1', 'M 2', 'M 3' and 2 more: ")
        == true)
    #expect(
      found.first?.diagnostic.notes.last?.text == "these versions: M 1, M 2, M 3, M 4, M 5")
    #expect(
      subject.olderStores(judgedBy: .noMappings).grouped().map(\.joinedNames) == [
        "M 1, M 2, M 3 and 2 more"
      ])
    // One acknowledgement is enough: the newest store's way is part of the others'.
    let all = subject.changes(judgedBy: .noMappings).filter { $0.place == "Venue.a" }
    #expect(all.count == 5)
    let versions = subject.new?.versionsToCurrent ?? []
    let accepted = AcknowledgedFindings.acknowledgements(
      for: all, bundle: "M", versions: versions, reason: "r")
    #expect(accepted.map(\.from) == [old[4].identity])
    #expect(
      AcknowledgedFindings(all, bundle: "M", versions: versions, acknowledgements: accepted)
        .open.isEmpty)
  }

  @Test func releasesHaveStoresOfTheirOwnForms() throws {
    let old = [try ReviewSamples.version("M", attribute("b", "elementID=\"a\""))]
    let released = try ReviewSamples.form("M", [attribute("a")])
    let next = try ReviewSamples.version("M 2", attribute("b"), attribute("n"))
    let found = older(
      review(
        old, current: "M", old + [next], current: "M 2",
        released: ["M": [ReleasedForm(tag: "v1", path: "M", form: released)]]))
    #expect(found.map(\.place) == ["Venue.a"])
    #expect(found.first?.diagnostic.text.hasPrefix("for stores of 'M of v1': ") == true)
    #expect(found.first?.from?.checksum == released.hashes.checksum)
  }

  @Test func nobodyHasStoresOfADraft() throws {
    let old = [
      try ReviewSamples.version("M", attribute("a")),
      try ReviewSamples.version("M 2", attribute("a"), attribute("b"), attribute("c")),
    ]
    let finished = try ReviewSamples.version("M 2", attribute("a"), attribute("c"))
    #expect(older(review(old, current: "M", [old[0], finished], current: "M 2")).isEmpty)
  }

  /// Two versions, one of them with a number where the next version has a text: whether stores of it exist is
  /// for its name to say alone.
  @Test func aVersionNumberedAfterTheCurrentOneIsADraft() throws {
    let number = "<attribute name=\"b\" optional=\"YES\" attributeType=\"Integer 64\"/>"
    func places(numberIn name: String, current: String) throws -> [String] {
      let old = [
        try ReviewSamples.version(name, attribute("a"), number),
        try ReviewSamples.version(current, attribute("a")),
      ].sorted { $0.name < $1.name }
      let next = try ReviewSamples.version("M 3", attribute("a"), attribute("b"))
      return older(review(old, current: current, old + [next], current: "M 3")).compactMap(\.place)
    }
    #expect(try places(numberIn: "M", current: "M 2") == ["Venue.b"])
    #expect(try places(numberIn: "M 2", current: "M") == [])
  }
}
