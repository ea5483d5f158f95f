import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// Names in the sentences of a diff, and what is left of a list.
@Suite struct DiffMemberTests {
  private func sentences(_ old: String, _ new: String) throws -> String {
    let before = try DiffSample.model(old, "old")
    let after = try DiffSample.model(new, "new")
    return TextRenderer().render(ModelDiffer.diff(before, after).findings().all)
  }

  @Test(arguments: [(5, "'e'"), (6, "'e' and 1 more"), (7, "'e' and 2 more")])
  func fiveNamesAreShownAndTheOthersCounted(count: Int, end: String) throws {
    let attributes = ["a", "b", "c", "d", "e", "f", "g"].prefix(count).map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
    }.joined()
    let base = "<entity name=\"Base\">\(attributes)</entity>"
    let text = try sentences(
      base + "<entity name=\"Sub\" parentEntity=\"Base\"></entity>",
      base + "<entity name=\"Sub\"></entity>")
    #expect(
      text.contains("lose their values of 'a', 'b', 'c', 'd', \(end), which they"), "\(text)")
  }

  @Test func anEntityThatIsRemovedIsAlsoMissingInItsConfiguration() throws {
    func model(_ names: [String]) -> String {
      names.map { "<entity name=\"\($0)\"></entity>" }.joined()
        + "<configuration name=\"Local\">"
        + names.map { "<memberEntity name=\"\($0)\"/>" }.joined() + "</configuration>"
    }
    let diff = ModelDiffer.diff(
      try DiffSample.model(model(["A", "B"]), "old"),
      try DiffSample.model(model(["A"]), "new"))
    let changed = diff.changes.filter { $0.element == .configuration }
    #expect(changed.count == 1, "configuration 'Local' lost entity 'B'")
  }
}
