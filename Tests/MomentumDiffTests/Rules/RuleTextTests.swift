import MomentumDiagnostics
import MomentumDiffSamples
import MomentumModel
import Testing

@testable import MomentumDiff

/// Texts that repairs are made of, and names in sentences.
@Suite struct RuleTextTests {
  private static let defaults: [(AttributeType, String?)] = [
    (.integer16, "defaultValueString=\"0\""), (.integer32, "defaultValueString=\"0\""),
    (.integer64, "defaultValueString=\"0\""), (.decimal, "defaultValueString=\"0.0\""),
    (.double, "defaultValueString=\"0.0\""), (.float, "defaultValueString=\"0.0\""),
    (.string, "defaultValueString=\"\""), (.boolean, "defaultValueString=\"NO\""),
    (.date, "defaultDateTimeInterval=\"0\""), (.undefined, nil), (.binary, nil), (.uuid, nil),
    (.uri, nil), (.transformable, nil), (.objectID, nil), (.composite(CompositeID(0)), nil),
  ]

  @Test(arguments: defaults)
  func aDefaultIsWrittenAsXcodeDoes(_ type: AttributeType, _ text: String?) {
    #expect(Repair.defaultValue(for: type) == text)
    let attribute = Attribute(name: "a", type: type)
    #expect(
      Repair.valueForRequired(attribute, place: "E.a")
        == "add \(text.map { $0 + " or " } ?? "")optional=\"YES\" to attribute 'E.a'")
  }

  private static let modifiers: [(String?, String)] = [
    (nil, "1"), ("", "1"), ("1", "2"), ("9", "10"), ("-1", "0"), ("a", "a-2"), ("a&b", "a&amp;b-2"),
    ("9223372036854775806", "9223372036854775807"),
    ("9223372036854775807", "9223372036854775807-2"),
  ]

  @Test(arguments: modifiers)
  func aModifierIsOneThatThePresentOneIsNot(_ current: String?, _ next: String) {
    #expect(Repair.modifier(after: current) == "versionHashModifier=\"\(next)\"")
  }

  @Test func aRenamingIdentifierIsTheFirstNameEscaped() {
    #expect(Repair.renamingIdentifier(.init("a", nil)) == "elementID=\"a\"")
    #expect(Repair.renamingIdentifier(.init("a", "")) == "elementID=\"a\"")
    #expect(Repair.renamingIdentifier(.init("a", "b\"<")) == "elementID=\"b&quot;&lt;\"")
  }

  @Test func whatMakesAMigrationRunBelongsInANewVersion() {
    let repair = "add x \(Repair.migrationRuns), and go on"
    #expect(Repair.inNewVersion(nil, than: nil) == nil)
    #expect(Repair.inNewVersion(nil, than: "M") == nil)
    #expect(Repair.inNewVersion("add x", than: "M") == "add x")
    #expect(
      Repair.inNewVersion(repair, than: nil)
        == "add x in a new version, so that a migration runs, and go on")
    #expect(
      Repair.inNewVersion(repair, than: "M 1")
        == "make this change in a new version: 'M 1' is not the current one, and no store is migrated to it"
    )
  }

  @Test(arguments: [
    (0, "no entity"), (1, "'A'"), (2, "'A' or 'B'"), (3, "'A' or 2 other entities"),
    (4, "'A' or 3 other entities"),
  ])
  func namesOfEntitiesAreTwoAtTheMost(count: Int, text: String) {
    let model = ObjectModel(entities: ["A", "B", "C", "D"].map { Entity(name: $0) })
    #expect(model.quotedNames(of: Array(model.entityIDs.prefix(count)), "or") == text)
    #expect(
      model.quotedNames(of: Array(model.entityIDs.prefix(count)))
        == text.replacing(" or ", with: " and "))
  }

  @Test func valuesAreShownAsAPersonReadsThem() throws {
    for (value, text) in [
      (AttributeValue.integer(-3), "-3"), (.double(1.5), "1.5"), (.string("it's"), "'it's'"),
      (.boolean(true), "YES"), (.boolean(false), "NO"), (.date(2.5), "2.5 s after 2001-01-01"),
      (.binary([1, 2]), "2 bytes"), (.uri("a:b"), "'a:b'"),
    ] { #expect(value.text == text) }
  }

  // MARK: - Limits

  private func limits(_ low: AttributeValue?, _ high: AttributeValue?, _ pattern: String? = nil)
    -> ValueLimits
  {
    ValueLimits(
      Attribute(
        name: "a", type: .integer16, minimum: low, maximum: high, regularExpression: pattern))
  }

  @Test func limitsForbidWhatIsOutsideOfThemAndFittedOthers() {
    let none = limits(nil, nil)
    let rows: [(ValueLimits, ValueLimits, Bool)] = [
      (none, none, false), (none, limits(.integer(1), nil), true),
      (none, limits(nil, .integer(1)), true), (limits(.integer(1), .integer(9)), none, false),
      (limits(.integer(1), nil), limits(.integer(1), nil), false),
      (limits(.integer(1), nil), limits(.integer(0), nil), false),
      (limits(.integer(1), nil), limits(.integer(2), nil), true),
      (limits(nil, .integer(9)), limits(nil, .integer(9)), false),
      (limits(nil, .integer(9)), limits(nil, .integer(10)), false),
      (limits(nil, .integer(9)), limits(nil, .integer(8)), true),
      (limits(.double(1), nil), limits(.integer(1), nil), false),
      (limits(.double(1), nil), limits(.integer(2), nil), true),
      (limits(.date(5), nil), limits(.date(6), nil), true),
      (limits(.date(5), nil), limits(.date(4.5), nil), false),
      (limits(.string("a"), nil), limits(.string("b"), nil), true),
      (limits(.string("a"), nil), limits(.string("a"), nil), false),
      (
        limits(.integer(9_007_199_254_740_993), nil), limits(.integer(9_007_199_254_740_994), nil),
        true
      ),
      (
        limits(nil, .integer(9_007_199_254_740_993)), limits(nil, .integer(9_007_199_254_740_992)),
        true
      ),
      (none, limits(nil, nil, "x"), true), (none, limits(nil, nil, ""), false),
      (limits(nil, nil, "x"), limits(nil, nil, "x"), false),
      (limits(nil, nil, "x"), limits(nil, nil, "y"), true), (limits(nil, nil, "x"), none, false),
    ]
    for (old, new, isForbidden) in rows {
      #expect(new.forbids(whatFits: old) == isForbidden, "from \(old) to \(new)")
    }
  }

  // MARK: - Counts of relationships

  /// From and to: `one`, `one!` for a required one, or a minimum and a maximum of a to-many relationship, 0 for none.
  @Test(arguments: [
    ("0 0", "0 0", true), ("0 0", "1 0", false), ("1 0", "0 0", true), ("2 5", "2 5", true),
    ("2 5", "1 5", true), ("2 5", "3 5", false), ("2 5", "2 6", true), ("2 5", "2 4", false),
    ("2 5", "2 0", true), ("2 0", "2 5", false), ("one", "0 0", true), ("one", "1 0", false),
    ("one!", "1 0", true), ("one!", "2 0", false), ("0 5", "one", true), ("0 0", "one!", false),
    ("1 0", "one!", true), ("one", "one!", true),
  ])
  func countsThatAllowMoreAreWider(_ old: String, _ new: String, _ isWider: Bool) throws {
    func relationship(_ text: String) -> Relationship {
      var result = Relationship(
        name: "r", destination: EntityID(0), isOptional: text != "one!")
      let counts = text.split(separator: " ").compactMap { Int($0) }
      if counts.count == 2 {
        result.isToMany = true
        result.isOptional = false
        (result.minimumCount, result.maximumCount) = (counts[0], counts[1])
      }
      return result
    }
    let found = try #require(
      RelationshipCounts.countChanged(relationship(old), relationship(new), "E.r"))
    #expect(
      found.rule.id
        == "migration.relationship-count-" + (isWider ? "widened" : "narrowed"), "\(old) to \(new)")
    if !isWider {
      let counts = old.split(separator: " ")
      let before = relationship(old)
      #expect(
        found.repair
          == "keep minCount=\"\(before.minimumCount)\" and maxCount=\"\(before.maximumCount)\" on relationship 'E.r', or correct such rows in a custom migration stage",
        "\(counts)")
    }
  }
}
