import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumReports
import MomentumTestSupport
import Testing

/// The page of versions and entities, and the matrix of versions.
@Suite struct HistoryPageTests {
  private static func versions() throws -> [ReportVersion] {
    let file = try #require(CaseFile.all(in: "History").first)
    return try file.sections.filter { $0.name == "version" }.enumerated().map { index, section in
      try ReportVersion(
        named: index == 0 ? "Model" : "Model \(index + 1)", contents: section.text)
    }
  }

  private static func matrix(_ versions: [ReportVersion]) -> MigrationMatrixReport {
    MigrationMatrixReport(
      VersionMatrix(versions.map { (name: $0.label.name, model: $0.model) }))
  }

  private static func page(_ versions: [ReportVersion]) -> String {
    let shown = versions.enumerated().map { index, version in
      HistoryPage.Version(
        label: version.label, model: version.model,
        notes: index == 1 ? ["v1.0"] : index == versions.count - 1 ? ["current"] : [])
    }
    let steps = zip(versions, versions.dropFirst()).map { ModelDiffer.diff($0.diffed, $1.diffed) }
    return HistoryPage(title: "Model", versions: shown, steps: steps, matrix: matrix(versions))
      .html()
  }

  @Test func thePageIsAsRecorded() throws {
    let html = Self.page(try Self.versions())
    #expect(HTMLCheck.problems(of: html) == [])
    try RepositoryFiles.expectGolden(html, at: "Tests/Cases/History/journal.html")
  }

  @Test func theCheckOfPagesCanRefuse() throws {
    let html = Self.page(try Self.versions())
    for (part, wrong) in [
      ("</table>", ""), ("href=\"#steps\"", "href=\"#nowhere\""),
      ("id=\"steps\"", "id=\"history\""),
      ("href=\"#steps\"", "href=\"https://example.com\""),
      ("<main>", "<main onclick=\"x\">"),
    ] {
      let broken = html.replacingOccurrences(of: part, with: wrong)
      #expect(broken != html, "\(part)")
      #expect(!HTMLCheck.problems(of: broken).isEmpty, "\(wrong)")
    }
  }

  @Test func aRenamedEntityKeepsItsRow() throws {
    let html = Self.page(try Self.versions())
    #expect(html.contains("<bdi>Break</bdi><span class=\"former\">was <bdi>Spot</bdi></span>"))
    #expect(html.components(separatedBy: "<th scope=\"row\"><div").count == 4)
    #expect(html.contains("No longer in the model"))
  }

  @Test func aPageOfAnyNumberOfVersionsIsWellFormed() throws {
    let versions = try Self.versions()
    for count in 0...versions.count {
      let page = Self.page(Array(versions.prefix(count)))
      #expect(HTMLCheck.problems(of: page) == [], "\(count) versions")
    }
  }

  @Test func versionsWithoutTheirStepAreLeftOut() throws {
    let versions = try Self.versions()
    let page = HistoryPage(
      title: "Model",
      versions: versions.map { .init(label: $0.label, model: $0.model) }, steps: [])
    #expect(page.html().contains("1 version,"))
  }

  // MARK: - Matrix

  @Test func theMatrixIsAsRecorded() throws {
    let matrix = Self.matrix(try Self.versions())
    #expect(
      try JSONSchema(at: "Grammar/MigrationMatrix.schema.json").problems(in: matrix.json()) == [])
    try RepositoryFiles.expectGolden(matrix.text(), at: "Tests/Cases/History/matrix.txt")
    try RepositoryFiles.expectGolden(matrix.markdown(), at: "Tests/Cases/History/matrix.md")
    try RepositoryFiles.expectGolden(matrix.json(), at: "Tests/Cases/History/matrix.json")
  }

  @Test func aJumpGraverThanItsStepsIsNamed() {
    func pair(_ old: Int, _ new: Int, _ migrationClass: MigrationClass)
      -> MigrationMatrixReport.Pair
    {
      .init(old: old, new: new, migrationClass: migrationClass, inference: .inferred)
    }
    let matrix = MigrationMatrixReport(
      versions: ["1", "2", "3", "4"],
      pairs: [
        pair(0, 1, .lossless), pair(1, 2, .lossless), pair(2, 3, .dropsData),
        pair(0, 2, .dropsData), pair(1, 3, .dropsData), pair(0, 3, .notInferrable),
      ])
    #expect(matrix.worseJumps.map { [$0.old, $0.new] } == [[0, 2], [0, 3]])
    #expect(matrix.text().contains("  1 → 4: not inferrable"))
  }

  @Test func whereOnlyWaysToTheNewestAreKnownThatIsTheOneColumn() throws {
    let matrix = MigrationMatrixReport(
      versions: ["1", "2", "3", "4"],
      pairs: [(0, 1), (1, 2), (2, 3), (0, 3), (1, 3)].map {
        .init(old: $0.0, new: $0.1, migrationClass: .lossless, inference: .inferred)
      })
    expectText(
      matrix.text(),
      """
            4
      1  1  L
      2  2  L
      3  3  L
      4  4

      L  lossless: migrates by itself and loses nothing

      """)
  }

  @Test func aComparisonIsAPageUnderTheBundlesName() throws {
    let versions = try Self.versions()
    let html = HistoryPage(comparing: ReportVersion.compared(versions[0], versions[1])).html()
    #expect(html.contains("<h1><bdi>Model</bdi></h1>"))
    #expect(HTMLCheck.problems(of: html) == [])
  }

  @Test func aLongMatrixShowsTheNewestVersions() {
    let pairs = (0..<60).flatMap { old in
      (old + 1..<61).map { new in
        MigrationMatrixReport.Pair(
          old: old, new: new, migrationClass: .lossless, inference: .inferred)
      }
    }
    let matrix = MigrationMatrixReport(versions: (1...61).map { "Model \($0)" }, pairs: pairs)
    for width in [40, 80, 120] {
      let lines = matrix.text(width: width).split(separator: "\n")
      for line in lines.prefix(62) { #expect(line.count <= width) }
    }
    #expect(matrix.text(width: 80).contains("of 61 versions fit"))
    #expect(matrix.text(width: 400).contains("fit") == false)
  }
}
