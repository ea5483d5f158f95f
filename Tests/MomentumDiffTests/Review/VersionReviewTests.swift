import MomentumDiagnostics
import MomentumDiff
import MomentumTestSupport
import Testing

/// What is said of the versions of a bundle: bundles in memory, each rule with the case beside it that says nothing.
@Suite struct VersionReviewTests {
  /// A version whose form is told by the names of its attributes.
  private func version(_ name: String, _ attributes: String...) throws -> ReviewedVersion {
    ReviewedVersion(
      name: name, path: "M.xcdatamodeld/\(name).xcdatamodel/contents",
      form: try ReviewSamples.form(name, attributes.map { ReviewSamples.attribute($0) }))
  }

  private func unreadable(_ name: String) -> ReviewedVersion {
    ReviewedVersion(name: name, path: "main:M.xcdatamodeld/\(name).xcdatamodel/contents", form: nil)
  }

  private func release(_ tag: String, _ version: ReviewedVersion) -> ReleasedForm {
    ReleasedForm(tag: tag, path: "old/\(version.name)/contents", form: version.form)
  }

  private typealias Bundle = (versions: [ReviewedVersion], current: String?)

  private func review(
    _ old: Bundle?, _ new: Bundle?, released: [String: [ReleasedForm]] = [:], staged: Bool = false
  ) -> VersionReview {
    func bundle(_ bundle: Bundle?) -> ReviewedBundle? {
      bundle.map { ReviewSamples.bundle($0.versions, current: $0.current) }
    }
    return VersionReview(
      ref: "main", old: bundle(old), new: bundle(new), released: released,
      usesStagedMigration: staged)
  }

  /// `warning renamed M → M 2: …` for each finding.
  private func told(_ review: VersionReview) -> [String] {
    review.findings().map { finding in
      let id = finding.diagnostic.id.split(separator: ".").last ?? ""
      let ends = [finding.from?.name, finding.to?.name].map { $0 ?? "-" }.joined(separator: " → ")
      return "\(finding.diagnostic.severity) \(id) \(ends)"
    }
  }

  private func texts(_ review: VersionReview) -> [String] {
    review.findings().map(\.diagnostic.text)
  }

  private func notes(_ review: VersionReview) -> [String] {
    review.findings().flatMap(\.diagnostic.notes).map(\.text)
  }

  private func three() throws -> [ReviewedVersion] {
    [try version("M", "a"), try version("M 2", "a", "b"), try version("M 3", "a", "b", "c")]
  }

  // MARK: - The current version goes back

  @Test func aCurrentVersionThatGoesBackIsToldWithItsRelease() throws {
    let all = try three()
    let back = review((all, "M 3"), (all, "M 2"))
    #expect(
      told(back) == ["warning current-moved-back M 3 → M 2", "note current-not-newest M 2 → M 3"])
    #expect(
      texts(back) == [
        "the current version goes back from 'M 3' to 'M 2'; Core Data does not migrate a store of 'M 3' backwards",
        "the current version is 'M 2', and 'M 3' comes after it by its number",
      ])
    #expect(
      notes(back) == [
        "to undo a change of a version that users have, add a new version after 'M 3'",
        "in Xcode: File inspector of the bundle, Model Version; or write 'M 3.xcdatamodel' into .xccurrentversion",
      ])
    let released = review(
      (all, "M 3"), (all, "M 2"),
      released: ["M 3": [release("v1", all[2]), release("v2", all[2])]])
    #expect(told(released).first == "error current-moved-back M 3 → M 2")
    #expect(
      texts(released).first
        == "the current version goes back from 'M 3' to 'M 2'; a store of release 'v2' is newer, and Core Data does not migrate backwards"
    )
  }

  @Test func aCurrentVersionThatGoesOnIsNotToldOf() throws {
    let all = try three()
    #expect(told(review((all, "M 2"), (all, "M 3"))) == [])
    #expect(told(review((all, "M 3"), (all, "M 3"))) == [])
    #expect(told(review((all, nil), (all, "M 3"))) == [])
    #expect(told(review((all, "M 3"), (all, nil))) == [])
    #expect(told(review((all, "M 3"), (all, "M 9"))) == [], "a name that no version has")
  }

  @Test func theSameFormUnderAnotherNumberDoesNotGoBack() throws {
    let all = [try version("M", "a"), try version("M 2", "b"), try version("M 3", "b")]
    #expect(told(review((all, "M 3"), (all, "M 2"))) == ["note current-not-newest M 2 → M 3"])
    // A form that could not be read then is no such form.
    let old = [all[0], all[1], unreadable("M 3")]
    #expect(
      told(review((old, "M 3"), (all, "M 2"))) == [
        "warning unreadable - → M 3", "warning current-moved-back - → M 2",
        "note current-not-newest M 2 → M 3",
      ])
  }

  /// Names without numbers: the version of more releases is the older one, then the first of the bundle.
  @Test func withoutNumbersReleasesTellWhichVersionIsOlder() throws {
    let all = [try version("Alpha", "a"), try version("Beta", "b")]
    let back = ["warning current-moved-back Beta → Alpha"]
    let on = ["warning current-moved-back Alpha → Beta"]
    #expect(told(review((all, "Beta"), (all, "Alpha"))) == back)
    #expect(told(review((all, "Alpha"), (all, "Beta"))) == [])
    let released = ["Beta": [release("v1", all[1])]]
    #expect(told(review((all, "Alpha"), (all, "Beta"), released: released)) == on)
    #expect(told(review((all, "Beta"), (all, "Alpha"), released: released)) == [])
    let both = [
      "Alpha": [release("v1", all[0]), release("v2", all[0])], "Beta": [release("v2", all[1])],
    ]
    #expect(
      told(review((all, "Beta"), (all, "Alpha"), released: both))
        == ["error current-moved-back Beta → Alpha"])
    // A version that was not there before cannot be older.
    #expect(told(review(([all[1]], "Beta"), (all, "Alpha"))) == [])
  }

  // MARK: - The current version is not the newest

  @Test func aNewVersionThatIsNotCurrentIsAWarning() throws {
    let all = try three()
    let new = try version("M 4", "d")
    let added = review((all, "M 3"), (all + [new], "M 3"))
    #expect(told(added) == ["warning current-not-newest M 3 → M 4"])
    #expect(
      texts(added) == [
        "version 'M 4' is new, but 'M 3' is still the current version: the app does not use the new one"
      ])
    #expect(told(review((all, "M 3"), (all + [new], "M 4"))) == [], "it is the current one")
    #expect(told(review(nil, (all + [new], "M 4"))) == [])
    #expect(told(review(nil, (all + [new], "M 2"))) == ["note current-not-newest M 2 → M 4"])
  }

  @Test func aNewVersionOfALowerNumberIsNotNewer() throws {
    let all = [try version("M 5", "a"), try version("M 6", "b")]
    #expect(told(review((all, "M 6"), ([try version("M 4", "d")] + all, "M 6"))) == [])
    // A name without a number may be the newest.
    #expect(
      told(review((all, "M 6"), ([try version("Draft", "d")] + all, "M 6")))
        == ["warning current-not-newest M 6 → Draft"])
    // Of two the last one is named, and a new current version is the newest whatever its name.
    let two = all + [try version("M 7", "e"), try version("M 8", "f")]
    #expect(told(review((all, "M 6"), (two, "M 6"))) == ["warning current-not-newest M 6 → M 8"])
    #expect(told(review((all, "M 6"), (two, "M 7"))) == [])
    #expect(told(review((all, "M 5"), (all, "M 5"))) == ["note current-not-newest M 5 → M 6"])
  }

  @Test func aRenamedVersionIsNotNew() throws {
    let old = [try version("M", "a"), try version("M 2", "b")]
    let renamed = [old[0], try version("M 3", "b")]
    let found = review((old, "M"), (renamed, "M"))
    #expect(told(found) == ["note renamed M 2 → M 3", "note current-not-newest M → M 3"])
    #expect(
      texts(found).first
        == "version 'M 2' is now called 'M 3'; their hashes are equal, so stores still match")
    // With its old name still there it is a new version.
    #expect(
      told(review((old, "M"), (old + [renamed[1]], "M")))
        == ["warning equals-other M 2 → M 3", "warning current-not-newest M → M 3"])
  }

  // MARK: - Deleted

  @Test func aDeletedVersionIsToldWithTheCommandThatBringsItBack() throws {
    let all = try three()
    let kept = [all[0], all[2]]
    let deleted = review((all, "M 3"), (kept, "M 3"))
    #expect(told(deleted) == ["warning deleted M 2 → -"])
    #expect(
      texts(deleted) == [
        "version 'M 2' was deleted since 'main'; an app can migrate a store only while it has the store's version"
      ])
    let folder = "'M.xcdatamodeld/M 2.xcdatamodel'"
    func restored(_ source: String) -> String {
      let file = "'M.xcdatamodeld/M 2.xcdatamodel/contents"
      return
        "to bring it back: mkdir -p \(folder) && git show \(source) > \(file).new' && mv \(file).new' \(file)'"
    }
    #expect(notes(deleted) == [restored("'M.xcdatamodeld/M 2.xcdatamodel/contents'")])
    let released = ["M 2": [release("v1", all[1]), release("v2", all[1])]]
    let error = review((all, "M 3"), (kept, "M 3"), released: released)
    #expect(told(error) == ["error deleted-after-release M 2 → -"])
    #expect(
      texts(error) == [
        "version 'M 2' was deleted, and 'v2' (and 1 more, the first 'v1') was released with it: a store of that release cannot be migrated without it"
      ])
    #expect(notes(error) == [restored("'v2:old/M 2/contents'")])
  }

  @Test func aDeletedVersionThatCannotBeReadIsToldOfByItsReleases() throws {
    let all = try three()
    let old = [all[0], unreadable("M 2")]
    #expect(told(review((old, "M"), ([all[0]], "M"))) == ["warning unreadable - → -"])
    #expect(!old[1].isSwift && !all[0].isSwift, "what cannot be read is no Swift")
    #expect(
      told(review((old, "M"), ([all[0]], "M"), released: ["M 2": [release("v1", all[1])]]))
        == ["error deleted-after-release - → -"])
  }

  @Test func aDeletedBundleNamesTheReleaseOfItsCurrentVersion() throws {
    let all = try three()
    #expect(told(review((all, "M 3"), nil)) == ["warning bundle-deleted M 3 → -"])
    #expect(
      texts(review((all, "M 3"), nil)) == [
        "the bundle 'M.xcdatamodeld' was deleted since 'main'; an app can migrate a store only while it has the store's version"
      ])
    #expect(
      notes(review((all, "M 3"), nil))
        == ["to bring it back: git checkout main -- :/M.xcdatamodeld"])
    func tag(_ released: [String: [ReleasedForm]]) -> String? {
      let found = review((all, "M 3"), nil, released: released)
      guard told(found) == ["error bundle-deleted-after-release M 3 → -"] else { return nil }
      return texts(found).first?.split(separator: "'").map(String.init)[3]
    }
    let first = release("v1", all[0])
    let second = release("v2", all[1])
    #expect(tag(["M 3": [first, release("v7", all[2])], "M": [release("v9", all[0])]]) == "v7")
    #expect(tag(["M": [first], "M 2": [first, second]]) == "v2", "the last version's")
    #expect(told(review(nil, nil)) == [])
  }

  // MARK: - Equal versions

  @Test func aNewVersionThatEqualsAnotherIsToldOnce() throws {
    let all = try three()
    let copy = try version("M 4", "a", "b")
    let found = review((all, "M 3"), (all + [copy], "M 4"))
    #expect(told(found) == ["warning equals-other M 2 → M 4"])
    #expect(notes(found) == ["'M 2' is here"])
    #expect(
      told(review((all, "M 3"), (all + [copy], "M 4"), staged: true))
        == ["error equals-other M 2 → M 4"])
    // Of two new ones the later is told of; an older one counts wherever it stands.
    let pair = [try version("M 5", "x"), try version("M 6", "x")]
    #expect(
      told(review((all, "M 3"), (all + pair, "M 6"))) == ["warning equals-other M 5 → M 6"])
    #expect(
      told(review((all, "M 3"), ([try version("L", "a")] + all, "M 3"))).first
        == "warning equals-other M → L")
    #expect(told(review(([all[0]], "M"), ([all[0], unreadable("M 2")], "M 2"))) == [])
  }
}
