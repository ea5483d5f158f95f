import Testing

@testable import MomentumObjects

/// What a delegate gets, by the worked scenarios of the specification.
@Suite struct ResultScenarioTests {
  struct Scenario: Sendable, CustomTestStringConvertible {
    var rule: String
    var before: String
    var hasSections = true
    /// Objects whose values change or that are new.
    var sets: [String] = []
    /// Objects that are touched without a change of the values seen here.
    var refreshed: [String] = []
    /// Objects that are deleted or no longer satisfy the predicate.
    var leaves: [String] = []
    var steps: [String]
    var after: String
    var testDescription: String { rule }
  }

  static let scenarios: [Scenario] = [
    Scenario(
      rule: "SR-225 an insert has the path after", before: "a1 S", sets: ["b2 S"],
      steps: ["insert b 0,1"], after: "S: a b"),
    Scenario(
      rule: "SR-226 a new section comes before its object", before: "a1 S", sets: ["c1 T"],
      steps: ["section insert 1 T", "insert c 1,0"], after: "S: a | T: c"),
    Scenario(
      rule: "SR-227 the first object of an empty list", before: "", sets: ["a1 S"],
      steps: ["section insert 0 S", "insert a 0,0"], after: "S: a"),
    Scenario(
      rule: "SR-228 a delete has the path before", before: "a1 S,b2 S", leaves: ["b"],
      steps: ["delete b 0,1"], after: "S: a"),
    Scenario(
      rule: "SR-229 an emptied section goes after its objects", before: "x1 S,y2 S,z1 T",
      leaves: ["y", "x"],
      steps: ["delete x 0,0", "delete y 0,1", "section delete 0 S"], after: "T: z"),
    Scenario(
      rule: "SR-230 a change of another key", before: "a1 S", refreshed: ["a"],
      steps: ["update a 0,0"], after: "S: a"),
    Scenario(
      rule: "SR-231 a move into a new section is no update", before: "a1 S,b2 S",
      sets: ["b2 T"], steps: ["section insert 1 T", "move b 0,1 to 1,0"], after: "S: a | T: b"),
    Scenario(
      rule: "SR-232 a move between sections", before: "a1 S,b2 S,c1 T,d3 T,e4 T",
      sets: ["a2 T"], steps: ["move a 0,0 to 1,1"], after: "S: b | T: c a d e"),
    Scenario(
      rule: "SR-233 equal numbers in two sections are a move", before: "a1 S,b2 T",
      sets: ["a1 T"], steps: ["move a 0,0 to 0,0", "section delete 0 S"], after: "T: a b"),
    Scenario(
      rule: "SR-234 leaving the predicate is a delete", before: "a1,b2", hasSections: false,
      leaves: ["a"], steps: ["delete a 0,0"], after: ": b"),
    Scenario(
      rule: "SR-235 entering the predicate is an insert", before: "b2", hasSections: false,
      sets: ["a1"], steps: ["insert a 0,0"], after: ": a b"),
    Scenario(
      rule: "SR-236 an object that never was a member", before: "a1 S", leaves: ["c"],
      steps: [], after: "S: a"),
    Scenario(
      rule: "SR-237 an exchange is one move and one update", before: "a0,b1",
      hasSections: false, sets: ["a1", "b0"],
      steps: ["move b 0,1 to 0,0", "update a 0,0"], after: ": b a"),
    Scenario(
      rule: "SR-238 six changes in one event", before: "a1,b2,c3,d4,e9", hasSections: false,
      sets: ["e0", "f5", "g6"], refreshed: ["b", "c"], leaves: ["a"],
      steps: [
        "delete a 0,0", "insert f 0,4", "insert g 0,5", "move e 0,4 to 0,0", "update b 0,1",
        "update c 0,2",
      ], after: ": e b c d f g"),
    Scenario(
      rule: "SR-239 others that only slide are not reported", before: "a1,b2,c3",
      hasSections: false, sets: ["c0"], leaves: ["a"],
      steps: ["delete a 0,0", "move c 0,2 to 0,0"], after: ": c b"),
    Scenario(
      rule: "SR-241 refreshing all objects", before: "a1,b2", hasSections: false,
      refreshed: ["b", "a"], steps: ["update a 0,0", "update b 0,1"], after: ": a b"),
    Scenario(
      rule: "SR-242 a merge of three inserted objects", before: "", hasSections: false,
      sets: ["c3", "a1", "b2"], steps: ["insert a 0,0", "insert b 0,1", "insert c 0,2"],
      after: ": a b c"),
    Scenario(
      rule: "SR-208 an object that passes an untouched one moves", before: "a1,b2",
      hasSections: false, sets: ["a3"], steps: ["move a 0,0 to 0,1"], after: ": b a"),
    Scenario(
      rule: "SR-210 the longest run stays", before: "a1,b2,c3,d4", hasSections: false,
      sets: ["d0", "a1", "b2", "c3"],
      steps: ["move d 0,3 to 0,0", "update a 0,0", "update b 0,1", "update c 0,2"],
      after: ": d a b c"),
    Scenario(
      rule: "SR-211 equal paths are an update", before: "a1,x2,b3", hasSections: false,
      sets: ["x4"], leaves: ["a"],
      steps: ["delete a 0,0", "move b 0,2 to 0,0", "update x 0,1"], after: ": b x"),
    Scenario(
      rule: "SR-208 objects with equal keys keep their order", before: "a1,b1,c1",
      hasSections: false, refreshed: ["b"], steps: ["update b 0,1"], after: ": a b c"),
    Scenario(
      rule: "SR-206 sections that change places are deleted and inserted",
      before: "a1 S,b2 T", sets: ["a1 Z", "b2 C"],
      steps: [
        "section insert 0 C", "section insert 1 Z", "move a 0,0 to 1,0", "move b 1,0 to 0,0",
        "section delete 0 S", "section delete 1 T",
      ], after: "C: b | Z: a"),
    Scenario(
      rule: "SR-193 a section that one object leaves and another enters stays",
      before: "a1 S,b2 T,c3 T", sets: ["a1 T", "b2 S"],
      steps: ["move a 0,0 to 1,0", "move b 1,0 to 0,0"], after: "S: b | T: a c"),
    Scenario(
      rule: "SR-195 an object without a section name", before: "a1 S", sets: ["b1"],
      steps: ["section insert 0 ", "insert b 0,0"], after: ": b | S: a"),
    Scenario(
      rule: "SR-219 an insert beyond the fetch limit lengthens the list", before: "b2,c3,d4",
      hasSections: false, sets: ["a1"], steps: ["insert a 0,0"], after: ": a b c d"),
  ]

  @Test(arguments: scenarios)
  func theDelegateGets(_ scenario: Scenario) throws {
    let world = ResultWorld(scenario.before)
    var list = try world.list(sections: scenario.hasSections)
    for text in scenario.sets { world.set(text) }
    let members = scenario.sets.map { String($0.prefix { $0.isLetter }) } + scenario.refreshed
    let changes = try list.digest(
      members.map { ResultTouch($0, isMember: true) }
        + scenario.leaves.map { ResultTouch($0, isMember: false) })
    #expect(changes.text == scenario.steps)
    #expect(list.text == scenario.after)
    #expect(changes.isEmpty == scenario.steps.isEmpty)
  }

  @Test func aPathIsFoundUntilTheObjectLeaves() throws {
    let world = ResultWorld("a1 S,b2 S,c1 T")
    var list = try world.list()
    #expect(list.path(of: "c") == ResultPath(1, 0))
    #expect(list[ResultPath(0, 1)] == "b")
    #expect(list[ResultPath(0, 2)] == nil)
    #expect(list[ResultPath(2, 0)] == nil)
    #expect(list[ResultPath(0, -1)] == nil)
    _ = try list.digest([ResultTouch("c", isMember: false)])
    #expect(list.path(of: "c") == nil)
    #expect(list.sectionCount == 1)
  }

  @Test func withoutSectionsThereIsExactlyOne() throws {
    let list = try ResultWorld().list(sections: false)
    #expect(list.allSections == [ResultSection("", count: 0)])
    #expect(try ResultWorld().list().allSections.isEmpty)
  }

  @Test func anObjectThatWasTouchedTwiceIsReportedOnce() throws {
    let world = ResultWorld("a1,b2")
    var list = try world.list(sections: false)
    let changes = try list.digest([
      ResultTouch("a", isMember: true), ResultTouch("a", isMember: true),
    ])
    #expect(changes.text == ["update a 0,0"])
  }

  /// SR-188, 192: fetching again changes the content without a change set.
  @Test func fetchingAgainReplacesTheContent() throws {
    let world = ResultWorld("a1 S,b2 S,c1 T")
    var list = try world.list()
    try list.refetch(["c"])
    #expect(list.text == "T: c")
    #expect(list.path(of: "a") == nil)
  }
}
