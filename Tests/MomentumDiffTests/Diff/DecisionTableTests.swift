import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// One small pair of models for each row of the decision table, with all that is said of it.
@Suite struct DecisionTableTests {
  private static let cases = CaseFile.all(in: "Diff")

  @Test(arguments: cases) func everyRowSaysWhatHappensToStoredRows(file: CaseFile) throws {
    let old = try DiffSample.model(try #require(file["old"]), "old")
    let new = try DiffSample.model(try #require(file["new"]), "new")
    try file.expect([(name: "diff", text: DiffLaws.text(ModelDiffer.diff(old, new)))])
    DiffLaws.expect(old, new, "\(file.path)")
  }

  @Test func everyRuleHasACase() {
    let text = DecisionTableTests.cases.compactMap { $0["diff"] }.joined(separator: "\n")
    let missing = MigrationRule.allCases.filter { !text.contains("[\($0.rawValue)]") }
    #expect(missing.map(\.rawValue) == [])
  }

  @Test func everyRowOfTheTableHasARule() {
    let rows = Set(MigrationRule.allCases.compactMap(\.row))
    // Rows 48 to 52 are about files and releases, not about a pair of models.
    #expect((1...47).filter { !rows.contains($0) } == [])
  }
}

/// The order of the classes, which decides what a report says first and when a command fails.
@Suite struct MigrationClassTests {
  @Test func whatFailsForEveryStoreIsTheGravest() {
    #expect(
      MigrationClass.allCases.map(\.rawValue) == [
        "nothing", "lossless", "drops-data", "depends-on-data", "unproven", "not-inferrable",
      ])
    #expect(MigrationClass.allCases.sorted() == MigrationClass.allCases)
  }
}
