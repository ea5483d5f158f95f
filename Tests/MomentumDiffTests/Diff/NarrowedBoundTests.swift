import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// Bounds and counts at their edges: one that is moved inwards by one concerns stored rows, one that stays or
/// is moved outwards does not.
@Suite struct NarrowedBoundTests {
  private func migrationClass(
    _ old: String, _ new: String, id: String
  ) throws -> MigrationClass? {
    let diff = ModelDiffer.diff(
      try DiffSample.model(old, "old"), try DiffSample.model(new, "new"))
    return diff.changes.flatMap(\.assessments).first { $0.rule.id.hasPrefix(id) }?.migrationClass
  }

  // MARK: - Attributes

  private func attribute(_ type: String, _ least: String, _ most: String) -> String {
    let bounds =
      (least.isEmpty ? "" : " minValueString=\"\(least)\"")
      + (most.isEmpty ? "" : " maxValueString=\"\(most)\"")
    return
      "<entity name=\"Tip\"><attribute name=\"size\" optional=\"YES\" attributeType=\"\(type)\""
      + "\(bounds)/></entity>"
  }

  /// Bounds before and after, and whether stored values may be outside the new ones.
  private static let bounds: [(before: (String, String), after: (String, String), narrows: Bool)] =
    [
      (("2", "9"), ("2", "10"), false), (("2", "9"), ("1", "9"), false),
      (("2", "9"), ("3", "9"), true), (("2", "9"), ("2", "8"), true),
      (("2", "9"), ("", "9"), false), (("2", "9"), ("2", ""), false),
      (("", "9"), ("2", "9"), true), (("2", ""), ("2", "9"), true),
      (("2", "9"), ("3", "10"), true), (("2", "9"), ("1", "10"), false),
    ]

  @Test(
    arguments: ["Integer 16", "Integer 64", "Decimal", "Double", "Float"], bounds.indices)
  func aBoundNarrowsOnlyWhenItMovesInwards(type: String, index: Int) throws {
    let row = Self.bounds[index]
    let found = try migrationClass(
      attribute(type, row.before.0, row.before.1), attribute(type, row.after.0, row.after.1),
      id: "migration.attribute-validation")
    #expect(
      found == (row.narrows ? .dependsOnData : .nothing),
      "\(row.before) to \(row.after) of \(type)")
  }

  // MARK: - Relationships

  private func relationship(_ least: Int, _ most: Int) -> String {
    "<entity name=\"Tip\"><relationship name=\"tags\" optional=\"YES\" toMany=\"YES\" "
      + "minCount=\"\(least)\" maxCount=\"\(most)\" deletionRule=\"Nullify\" "
      + "destinationEntity=\"Tag\"/></entity><entity name=\"Tag\"/>"
  }

  @Test(
    arguments: [
      (before: (1, 5), after: (1, 6), narrows: false), ((1, 5), (0, 5), false),
      ((1, 5), (2, 5), true), ((1, 5), (1, 4), true), ((1, 5), (1, 0), false),
      ((1, 0), (1, 5), true), ((1, 5), (0, 6), false), ((1, 5), (2, 6), true),
    ] as [(before: (Int, Int), after: (Int, Int), narrows: Bool)])
  func aCountNarrowsOnlyWhenItMovesInwards(
    before: (Int, Int), after: (Int, Int), narrows: Bool
  ) throws {
    let found = try migrationClass(
      relationship(before.0, before.1), relationship(after.0, after.1),
      id: "migration.relationship-count")
    #expect(found == (narrows ? .dependsOnData : .lossless), "\(before) to \(after)")
  }
}
