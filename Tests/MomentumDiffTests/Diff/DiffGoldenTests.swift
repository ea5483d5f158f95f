import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// All that is said of many pairs, as one text each: a changed word or place is a changed line.
@Suite(.tags(.random)) struct DiffGoldenTests {
  /// Random models with one to eight edits: combinations of changes that nobody would write by hand.
  @Test func randomPairsAreDescribedAsBefore() throws {
    var text = ""
    for seed in 1000..<1070 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let old = RandomModels.model(&random)
      var new = old
      for _ in 0..<Int.random(in: 1...8, using: &random) { RandomModels.edit(&new, &random) }
      // An id that is looked up in the wrong model then finds another element.
      if seed.isMultiple(of: 2) { new = new.reversed }
      text += "== \(seed)\n"
      text += DiffLaws.text(ModelDiffer.diff(DiffedModel(old), DiffedModel(new))) + "\n"
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/DiffTexts/random.txt")
  }

  /// What is said does not depend on the order of declarations, but for the order of names within a sentence.
  @Test func theOrderOfDeclarationsChangesNothing() throws {
    var text = ""
    for file in CaseFile.all(in: "Diff") {
      let old = DiffedModel(try DiffSample.model(try #require(file["old"]), "old").model)
      let new = try DiffSample.model(try #require(file["new"]), "new").model
      let plain = DiffLaws.text(ModelDiffer.diff(old, DiffedModel(new)))
      let turned = DiffLaws.text(ModelDiffer.diff(old, DiffedModel(new.reversed)))
      if plain != turned {
        text += "== \(file.path.split(separator: "/").last ?? "")\n\(turned)\n"
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/DiffTexts/reversed.txt")
  }

  /// The place of each finding of the decision table's cases, of its notes and of its fix-its, in both directions.
  @Test func findingsPointAtTheirElements() throws {
    var lines: [String] = []
    for file in CaseFile.all(in: "Diff") {
      let old = try DiffSample.model(try #require(file["old"]), "old")
      let new = try DiffSample.model(try #require(file["new"]), "new")
      for (name, diff) in [
        ("forth", ModelDiffer.diff(old, new)), ("back", ModelDiffer.diff(new, old)),
      ] {
        let title = file.path.split(separator: "/").last ?? ""
        lines.append("== \(title) \(name)")
        lines += diff.findings().all.map(line)
      }
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/DiffTexts/places.txt")
  }

  /// `new 3:20 'size' note migration.x; old 3:20 'size'; fix new 3:26 ' elementID="a"'`
  private func line(_ finding: Diagnostic) -> String {
    let notes = finding.notes.filter { $0.location != nil }.map { place($0.location) }
    let fixIts = finding.fixIts.map { "fix \(place($0.location)) '\($0.replacement)'" }
    return
      (["\(place(finding.location)) \(finding.severity.rawValue) \(finding.id)"] + notes + fixIts)
      .joined(separator: "; ")
  }

  private func place(_ location: MomentumDiagnostics.SourceLocation?) -> String {
    guard let location else { return "nowhere" }
    let (bytes, range) = (location.file.utf8, location.range)
    let before = bytes[..<range.start]
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let row = before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let name = location.file.path.split(separator: "/").first ?? ""
    let text = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
    return "\(name) \(row):\(range.start - lineStart + 1) '\(text.prefix(30))'"
  }
}
