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
    try file.expect([
      (name: "diff", text: DiffLaws.text(ModelDiffer.diff(old, new))),
      (name: "places", text: FindingPlaces.text(old, new)),
    ])
    DiffLaws.expect(old, new, "\(file.path)")
  }

  @Test func everyRuleHasACase() {
    let files = DecisionTableTests.caseFiles()
    #expect(MigrationRule.all.filter { files[$0] == nil }.map(\.id) == [])
  }

  @Test func everyNumberOfTheTableHasARule() {
    let numbers = Set(MigrationRule.all.compactMap(\.number))
    // Numbers 48 to 52 are about files and releases, not about a pair of models.
    #expect((1...47).filter { !numbers.contains($0) } == [])
    #expect(Set(MigrationRule.all).count == MigrationRule.all.count, "a rule is listed twice")
  }

  @Test func whatCoreDataRefusesSaysHowThatIsKnown() {
    for rule in MigrationRule.all {
      #expect(
        (rule.explanation.severity == .error) == (rule.classes.first == .notInferrable), "\(rule)")
    }
  }

  @Test func theArticleIsTheTable() throws {
    try RepositoryFiles.expectGolden(
      DecisionTable.article(caseFiles: DecisionTableTests.caseFiles()),
      at: "Sources/Momentum/Documentation.docc/DecisionTable.md")
  }

  /// By rule, the first file of its number that shows it, or the first of all.
  private static func caseFiles() -> [MigrationRule: String] {
    var result: [MigrationRule: String] = [:]
    for rule in MigrationRule.all {
      let names = cases.filter { $0["diff"]?.contains("[\(rule.id)]") ?? false }.map { file in
        String(file.path.split(separator: "/").last ?? "")
      }.sorted()
      let prefix = rule.number.map { $0 < 10 ? "0\($0)-" : "\($0)-" }
      result[rule] = names.first { name in prefix.map(name.hasPrefix) ?? false } ?? names.first
    }
    return result
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
