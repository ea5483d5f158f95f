import MomentumDiff
import MomentumModel
import MomentumTestSupport
import Testing

/// Core Data goes from any version to any newer one at once.
@Suite struct VersionMatrixTests {
  private func version(_ name: String, _ attributes: [Attribute]) -> (
    name: String, model: ObjectModel
  ) {
    (name, ObjectModel(entities: [Entity(name: "Venue", attributes: attributes)]))
  }

  /// An attribute is dropped and comes back with another type: each step is inferred, the skip is not.
  private var versions: [(name: String, model: ObjectModel)] {
    [
      version("1", [Attribute(name: "code", type: .integer16, isOptional: true)]),
      version("2", []),
      version("3", [Attribute(name: "code", type: .string, isOptional: true)]),
      version(
        "4", [Attribute(name: "code", type: .string, isOptional: true, usesScalarType: true)]),
    ]
  }

  private func text(_ matrix: VersionMatrix, _ cells: [VersionMatrix.Cell]) -> String {
    cells.map { cell in
      "\(matrix.names[cell.old]) → \(matrix.names[cell.new]): \(cell.migrationClass.rawValue) "
        + "\(cell.isInferred ? "inferred" : "not inferred") \(cell.rules.map(\.id).joined(separator: " "))"
    }.joined(separator: "\n")
  }

  @Test func everyVersionIsComparedWithEveryNewerOne() {
    let matrix = VersionMatrix(versions)
    expectText(
      text(matrix, matrix.cells),
      """
      1 → 2: drops-data inferred migration.attribute-removed
      1 → 3: not-inferrable not inferred migration.attribute-type-incompatible
      1 → 4: not-inferrable not inferred migration.attribute-type-incompatible
      2 → 3: lossless inferred migration.attribute-added
      2 → 4: lossless inferred migration.attribute-added
      3 → 4: nothing inferred migration.not-stored
      """)
    #expect(matrix[1, 3]?.migrationClass == .lossless)
    #expect(matrix[3, 1] == nil)
  }

  @Test func aSkipThatFailsThoughEachStepWorksIsFound() {
    let matrix = VersionMatrix(versions)
    #expect(
      text(matrix, matrix.brokenSkips)
        == """
        1 → 3: not-inferrable not inferred migration.attribute-type-incompatible
        1 → 4: not-inferrable not inferred migration.attribute-type-incompatible
        """)
  }

  @Test func aSkipOverAStepThatFailsIsNoSurprise() {
    let all = versions
    let matrix = VersionMatrix([all[0], all[2], all[3]])
    #expect(matrix.cells.filter { !$0.isInferred }.count == 2)
    #expect(matrix.brokenSkips == [])
  }

  @Test func theLastVersionAloneTakesOneColumn() {
    let matrix = VersionMatrix(toLastOf: versions)
    #expect(matrix.cells.map(\.old) == [0, 1, 2])
    #expect(matrix.cells.allSatisfy { $0.new == 3 })
    #expect(VersionMatrix(toLastOf: []).cells == [])
    #expect(VersionMatrix(Array(versions.prefix(1))).cells == [])
  }
}
