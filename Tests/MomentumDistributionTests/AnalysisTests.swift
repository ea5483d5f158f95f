import MomentumDiagnostics
import MomentumDistribution
import MomentumModel
import Testing

/// Which entity may be a root, and where the others belong (PG-2, section 3 of the notes on servers).
@Suite struct AnalysisTests {
  private func best(_ entities: String) -> [String] {
    let analysis = Tracker.analysis(Tracker.compile(entities))
    var issues = Diagnostics()
    let decisions = analysis.userInfoDecisions(&issues)
    return analysis.candidates(decisions).first.map { analysis.summary($0) } ?? []
  }

  private static func entity(_ name: String, _ inside: String = "") -> String {
    "<entity name=\"\(name)\"><attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>\(inside)</entity>"
  }

  private static func toOne(
    _ name: String, _ destination: String, optional: Bool = false, info: String = ""
  ) -> String {
    "<relationship name=\"\(name)\" \(optional ? "optional=\"YES\" " : "")maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"\(destination)\">\(info)</relationship>"
  }

  private static func info(_ value: String) -> String {
    "<userInfo><entry key=\"distribution\" value=\"\(value)\"/></userInfo>"
  }

  @Test func trackerHasAPlan() throws {
    let analysis = Tracker.analysis()
    let candidates = analysis.candidates(DistributionDecisions())
    let best = try #require(candidates.first)
    #expect(
      analysis.summary(best) == [
        "Account root", "Project by account", "State reference", "Tag reference",
        "Task by project.account", "User by account",
      ])
    #expect(best.isComplete)
    #expect(candidates.map { analysis.model[$0.root].name } == ["Account", "Project"])
  }

  @Test func severalPathsAreUndecided() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A"))
        + Self.entity("C", Self.toOne("b", "B") + Self.toOne("z", "A")))
    #expect(found == ["A root", "B by a1", "C undecided"])
  }

  @Test func aDecidedPathIsTaken() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A"))
        + Self.entity("C", Self.toOne("b", "B") + Self.toOne("z", "A") + Self.info("by z")))
    #expect(found == ["A root", "B by a1", "C by z"])
  }

  @Test func anotherWayToTheRootCrosses() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A"))
        + Self.entity("C", Self.toOne("b", "B") + Self.toOne("z", "A") + Self.info("by b.a1")))
    #expect(found == ["A root", "B by a1", "C by b.a1", "C.z crosses"])
  }

  @Test func optionalPathIsUndecided() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A"))
        + Self.entity("C", Self.toOne("b", "B", optional: true)))
    #expect(found == ["A root", "B by a1", "C undecided"])
  }

  @Test func optionalPathMayBeDecided() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A"))
        + Self.entity("C", Self.toOne("b", "B", optional: true) + Self.info("by b.a1")))
    #expect(found == ["A root", "B by a1", "C by b.a1"])
  }

  @Test func aRelationshipOfASubentityIsNotRequired() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A")) + Self.entity("C")
        + "<entity name=\"D\" parentEntity=\"C\">\(Self.toOne("a2", "A"))</entity>")
    #expect(found == ["A root", "B by a1", "C undecided"])
  }

  @Test func rootsThatReferToEachOtherCross() {
    let found = best(
      Self.entity("A", Self.toOne("parent", "A", optional: true))
        + Self.entity("B", Self.toOne("a1", "A")))
    #expect(found == ["A root", "B by a1", "A.parent crosses"])
  }

  @Test func unenforcedRelationshipsDoNotCross() {
    let found = best(
      Self.entity(
        "A", Self.toOne("parent", "A", optional: true, info: Self.info("unenforced")))
        + Self.entity("B", Self.toOne("a1", "A")))
    #expect(found == ["A root", "B by a1"])
  }

  @Test func referenceTablesDoNotReferToDistributedOnes() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A") + Self.toOne("r", "R"))
        + Self.entity("R", Self.toOne("b", "B", optional: true) + Self.info("reference")))
    #expect(found == ["A root", "B by a1", "R reference", "R.b crosses"])
  }

  @Test func cyclesOfRequiredKeysCross() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A") + Self.toOne("c", "C"))
        + Self.entity("C", Self.toOne("a2", "A") + Self.toOne("b", "B") + Self.info("by a2")))
    #expect(found.contains("C.b crosses"))
  }

  @Test func userInfoNamesTheRoot() {
    let found = best(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A") + Self.info("root"))
        + Self.entity("C", Self.toOne("b", "B")))
    #expect(found == ["A reference", "B root", "C by b"])
  }

  @Test func withoutRequiredPathsThereIsARefusal() {
    let compiled = Tracker.compile(
      Self.entity("A") + Self.entity("B", Self.toOne("a1", "A", optional: true)))
    let analysis = Tracker.analysis(compiled)
    #expect(analysis.candidates(DistributionDecisions()).isEmpty)
    #expect(analysis.refusal() == ["B.a1 is not required, so a row may be without its A"])
  }

  @Test func wrongUserInfoIsReported() {
    let compiled = Tracker.compile(
      Self.entity("A", Self.info("by nothing"))
        + Self.entity("B", Self.toOne("a1", "A", info: Self.info("x"))))
    var issues = Diagnostics()
    _ = Tracker.analysis(compiled).userInfoDecisions(&issues)
    #expect(issues.all.map(\.id) == ["distribution.user-info", "distribution.user-info"])
  }

  /// A chain of diamonds has exponentially many paths; the search ends all the same.
  @Test func manyPathsEndTheSearch() {
    var entities = Self.entity("A0")
    for number in 1...40 {
      entities += Self.entity(
        "A\(number)",
        Self.toOne("x", "A\(number - 1)") + Self.toOne("y", "A\(number - 1)"))
    }
    let found = best(entities)
    #expect(found.count == 41)
  }
}
