import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// Findings of a diff: ids, places in the new model, notes and fix-its.
@Suite struct DiffFindingsTests {
  private func diff(_ old: String, _ new: String) throws -> (ModelDiff, SourceFile) {
    let before = try DiffSample.model(old, "old")
    let after = try DiffSample.model(new, "new")
    let file = try #require(after.syntax).file
    return (ModelDiffer.diff(before, after), file)
  }

  @Test func aFindingPointsIntoTheNewModelAndNotesTheOldPlace() throws {
    let (diff, _) = try diff(
      """
      <entity name="Venue">
        <attribute name="rating" optional="YES" attributeType="Integer 16"/>
        <attribute name="size" optional="YES" attributeType="Integer 16"/>
      </entity>
      """,
      """
      <entity name="Venue">
        <attribute name="rating" optional="YES" attributeType="String"/>
      </entity>
      """)
    expectText(
      TextRenderer().render(diff.findings().all),
      """
      new/contents:3:20: error: attribute 'Venue.rating' changed in type: the migration fails for every store: Core Data does not convert 'Venue.rating' from Integer 16 to String [migration.attribute-type-incompatible]
       3 |   <attribute name="rating" optional="YES" attributeType="String"/>
         |                    ^~~~~~
      note: Core Data: error 134140, Can't find or automatically infer mapping model for migration; underlying error 134190 {entity = Venue, property = rating, reason = Source and destination attribute types are incompatible}
      note: repair: keep attributeType="Integer 16" on attribute 'Venue.rating' and add a new attribute for the new type, filled in a custom migration stage; or write a mapping model
      old/contents:3:20: note: 'Venue.rating' in the old model
       3 |   <attribute name="rating" optional="YES" attributeType="Integer 16"/>
         |                    ^~~~~~
      new/contents:2:15: warning: attribute 'Venue.size' removed: the values of 'size' in all rows of 'Venue' are dropped without an error [migration.attribute-removed]
       2 | <entity name="Venue">
         |               ^~~~~
      note: repair: if it has a new name, add elementID="size" to the attribute that it became; otherwise acknowledge the loss
      old/contents:4:20: note: 'Venue.size' in the old model
       4 |   <attribute name="size" optional="YES" attributeType="Integer 16"/>
         |                    ^~~~

      """)
  }

  @Test func aRenameWithoutIdentifierIsRepairedByItsFixIt() throws {
    let old = """
      <entity name="Venue">
        <attribute name="userIconUrl" optional="YES" attributeType="String"/>
      </entity>
      """
    let (diff, file) = try diff(
      old,
      """
      <entity name="Venue">
        <attribute name="userIconUrlString" optional="YES" attributeType="String"/>
      </entity>
      """)
    let fixIts = diff.findings().all.flatMap(\.fixIts)
    let fixIt = try #require(fixIts.first)
    #expect(fixIts.count == 1)
    var bytes = file.utf8
    bytes.replaceSubrange(
      fixIt.location.range.start..<fixIt.location.range.end, with: fixIt.replacement.utf8)
    let repaired = String(decoding: bytes, as: UTF8.self)
    #expect(repaired.contains("name=\"userIconUrlString\" elementID=\"userIconUrl\" optional"))
    let entity = repaired.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
    let again = ModelDiffer.diff(
      try DiffSample.model(old, "old"), try DiffSample.model(entity, "new"))
    #expect(again.migrationClass == .lossless)
  }

  @Test func aNameThatIsNoXMLIsEscapedInTheRecipe() throws {
    let (diff, _) = try diff(
      """
      <entity name="A&amp;B &quot;x&quot;">
        <attribute name="a" attributeType="String"/><attribute name="b" attributeType="String"/>
        <attribute name="c" attributeType="String"/>
      </entity>
      """,
      """
      <entity name="A&amp;B &quot;x&quot; y">
        <attribute name="a" attributeType="String"/><attribute name="b" attributeType="String"/>
        <attribute name="c" attributeType="String"/>
      </entity>
      """)
    #expect(
      diff.suspectedRenames.map(\.repair) == ["elementID=\"A&amp;B &quot;x&quot;\""])
  }

  @Test func severitiesFollowTheClasses() throws {
    let (diff, _) = try diff(
      """
      <entity name="Venue">
        <attribute name="a" attributeType="Integer 16"/><attribute name="b" attributeType="String"/>
        <attribute name="c" attributeType="String"/><attribute name="d" optional="YES" attributeType="Double"/>
      </entity>
      """,
      """
      <entity name="Venue" representedClassName="V">
        <attribute name="a" attributeType="Integer 32"/><attribute name="b" attributeType="Date"/>
        <attribute name="e" attributeType="String"/><attribute name="d" optional="YES" attributeType="Decimal"/>
      </entity>
      """)
    let lines = diff.findings().all.map { "\($0.severity.rawValue) \($0.id)" }
    expectText(
      lines.joined(separator: "\n"),
      """
      note migration.not-stored
      note migration.attribute-type-widened
      error migration.attribute-type-incompatible
      warning migration.attribute-removed
      warning migration.attribute-type-decimal
      warning migration.attribute-added-required
      """)
  }

  @Test func eachGraveEffectOfAChangeIsAFindingOfItsOwn() throws {
    let (diff, _) = try diff(
      """
      <entity name="Venue">
        <attribute name="size" optional="YES" attributeType="Integer 64"/>
      </entity>
      """,
      """
      <entity name="Venue">
        <attribute name="size" attributeType="Integer 32"/>
      </entity>
      """)
    let version = Acknowledgement.Version(name: "Model", checksum: "x")
    let lines = diff.findings(from: version, to: version).map {
      "\($0.migrationClass?.rawValue ?? "-") \($0.place ?? "-") \($0.diagnostic.id)"
    }
    expectText(
      lines.joined(separator: "\n"),
      """
      depends-on-data Venue.size migration.attribute-type-narrowed
      depends-on-data Venue.size migration.attribute-made-required
      """)
  }

  @Test func aDiffMadeByHandHasNoInverse() {
    #expect(ModelDiff(changes: [], inference: .notNeeded).inverse == nil)
  }
}
