import Foundation
import MomentumDiagnostics
import MomentumDistribution
import MomentumTestSupport
import Testing

@Suite struct PlanFileTests {
  private func plan(
    _ text: String, _ entities: String = Tracker.entities
  ) -> (plan: DistributionPlan?, issues: Diagnostics) {
    var issues = Diagnostics()
    let plan = PlanFileReading.plan(
      SourceFile(path: "distribution.json", text: text),
      Tracker.analysis(Tracker.compile(entities)), &issues)
    return (plan, issues)
  }

  private static let written: String = {
    let analysis = Tracker.analysis()
    return analysis.candidates(DistributionDecisions()).first.map { PlanFile.text($0, analysis) }
      ?? ""
  }()

  @Test func aWrittenPlanIsReadBack() {
    let (plan, issues) = plan(Self.written)
    #expect(issues.isEmpty)
    #expect(plan == Tracker.schema.plan)
  }

  @Test func theWrittenFileIsAsDocumented() throws {
    try RepositoryFiles.expectGolden(
      Self.written, at: "Tests/Cases/Distribution/distribution.json")
  }

  @Test func theWrittenFileFollowsTheSchema() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/distribution.json")
    #expect(try schema.problems(in: Self.written) == [])
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    /// The text to replace, and the new text with a mark where the finding begins.
    var old: String
    var new: String
    var id: String
    var message: String

    var testDescription: String { message }
  }

  static let wrong = [
    Wrong(
      old: "\"formatVersion\": 1", new: "\"formatVersion\": 1️⃣2", id: "distribution.format",
      message: "'formatVersion' is 1, not 2"),
    Wrong(
      old: "\"root\": \"Account\"", new: "\"root\": 1️⃣\"Acount\"", id: "distribution.unknown-name",
      message: "no entity 'Acount' in the model; did you mean 'Account'?"),
    Wrong(
      old: "\"root\": \"Account\"", new: "\"root\": 1️⃣\"Member\"", id: "distribution.unknown-name",
      message: "'Member' shares the table of 'User', which the plan places"),
    Wrong(
      old: "\"placement\": \"root\"", new: "\"placement\": 1️⃣\"here\"", id: "distribution.format",
      message:
        "'placement' is 'root', 'colocated', 'reference' or 'undecided', not 'here'"),
    Wrong(
      old: "\"path\": \"project.account\"", new: "\"path\": 1️⃣\"project\"", id: "distribution.path",
      message: "the path 'project' of 'Task' leads to 'Project', not to the root 'Account'"),
    Wrong(
      old: "\"path\": \"project.account\"", new: "\"path\": 1️⃣\"tags.x\"", id: "distribution.path",
      message: "the path 'tags.x' of 'Task' names something that is no to-one relationship"),
    Wrong(
      old: "\"path\": \"project.account\"", new: "\"path\": 1️⃣\"assignee.account\"",
      id: "distribution.path",
      message:
        "the path 'assignee.account' of 'Task' has the optional relationship 'Task.assignee', so a row may be without a root; write \"allowsOptional\": true if the program gives its root"
    ),
    Wrong(
      old: "\"unenforced\": []", new: "\"unenforced\": [1️⃣\"Task.assigne\"]",
      id: "distribution.unknown-name",
      message:
        "no to-one relationship with a key 'Task.assigne' in the model; did you mean 'Task.assignee'?"
    ),
    Wrong(
      old: "\"unenforced\": []", new: "1️⃣\"unforced\": []", id: "distribution.format",
      message:
        "the member 'unforced' is none of 'formatVersion', 'root', 'entities', 'unenforced'"),
    Wrong(
      old: "\"unenforced\": []", new: "\"unenforced\": [],1️⃣", id: "json.syntax", message: ""),
  ]

  @Test(arguments: wrong) func aWrongFileIsReportedAtItsPlace(_ wrong: Wrong) throws {
    let changed = Self.written.replacingOnce(wrong.old, with: wrong.new)
    let marked = MarkedText(changed)
    let (plan, issues) = plan(marked.text)
    #expect(plan == nil)
    let first = try #require(issues.all.first)
    #expect(first.id == wrong.id)
    if !wrong.message.isEmpty {
      #expect(first.text == wrong.message)
      #expect(first.location?.range.start == marked.offsets[1])
    }
  }

  @Test func aNewEntityIsMissingInThePlan() throws {
    let (plan, issues) = plan(
      Self.written, Tracker.entities + "<entity name=\"Note\"/>")
    #expect(plan == nil)
    #expect(issues.all.map(\.text) == ["the plan does not place the entity 'Note'"])
    #expect(issues.all.first?.location?.line == 4)
  }

  @Test func aRenamedEntityIsNamed() {
    let renamed = Tracker.entities
      .replacingOnce("<entity name=\"State\">", with: "<entity name=\"Phase\" elementID=\"State\">")
      .replacingOnce("destinationEntity=\"State\"", with: "destinationEntity=\"Phase\"")
    #expect(
      plan(Self.written, renamed).issues.all.first?.text
        == "the entity 'State' is called 'Phase' now")
  }

  @Test func aRelationshipThatBecomesOptionalIsReported() {
    let changed = Tracker.entities.replacingOnce(
      "<relationship name=\"project\" maxCount",
      with: "<relationship name=\"project\" optional=\"YES\" maxCount")
    let (plan, issues) = plan(Self.written, changed)
    #expect(plan == nil)
    #expect(issues.all.map(\.id) == ["distribution.path"])
  }

  @Test func aNewWayToAnotherRootIsReported() {
    let changed = Tracker.entities.replacingOnce(
      "<relationship name=\"state\"",
      with:
        "<relationship name=\"shared\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Account\"/><relationship name=\"state\""
    )
    let (plan, issues) = plan(Self.written, changed)
    #expect(plan == nil)
    #expect(
      issues.all.map(\.text) == ["'Task.shared' leads to Account beside the path project.account"]
    )
  }

  @Test func anUndecidedEntityIsReported() {
    let text = Self.written.replacingOnce(
      "\"placement\": \"reference\"", with: "\"placement\": \"undecided\"")
    let (plan, issues) = plan(text)
    #expect(plan == nil)
    #expect(issues.all.map(\.id) == ["distribution.undecided"])
  }

  /// Every text cut at any byte is a finding, never a trap.
  @Test func cutFilesAreReported() {
    let bytes = Array(Self.written.utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 7) {
      let (plan, issues) = plan(String(decoding: bytes[..<end], as: UTF8.self))
      #expect(plan == nil && issues.hasErrors, "cut at \(end)")
    }
  }
}

extension String {
  func replacingOnce(_ old: String, with new: String) -> String {
    guard let range = range(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }
}
