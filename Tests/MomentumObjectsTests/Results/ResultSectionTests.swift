import Testing

@testable import MomentumObjects

/// Sections out of order, index titles, and the other forms of a change.
@Suite struct ResultSectionTests {
  private func list(_ names: [String]) throws -> ResultList<Int> {
    try ResultList(names.indices, order: { $0 - $1 }, sectionName: { names[$0] })
  }

  /// SR-197
  @Test func aNameThatBeginsAgainIsAnError() {
    #expect {
      try list(["X", "Y", "X"])
    } throws: { error in
      (error as? SectionOrderError)?.reason
        == "The fetched object at index 2 has an out of order section name 'X. "
        + "Objects must be sorted by section name'"
    }
  }

  /// SR-197 in an event: nothing changes, and the name and the index are those of the object that
  /// a fetch would complain about.
  @Test(arguments: [
    // The new object's name has begun before.
    (["S", "T"], 5, "S", 2, "S"),
    // The new object divides a section.
    (["S", "S"], 1, "T", 2, "S"),
    // The new object's name begins later.
    (["R", "S", "T"], 1, "T", 1, "T"),
  ])
  func anEventOutOfOrderChangesNothing(
    _ names: [String], _ place: Int, _ name: String, _ index: Int, _ wrong: String
  ) throws {
    // Elements are ten times their index; the new one has the number `place * 10 - 5`.
    let new = place * 10 - 5
    var list = try ResultList(
      names.indices.map { $0 * 10 }, order: { $0 - $1 },
      sectionName: { $0 == new ? name : names[$0 / 10] })
    let before = list.all
    let sections = list.allSections
    #expect(throws: SectionOrderError(index: index, name: wrong)) {
      try list.digest([ResultTouch(0, isMember: true), ResultTouch(new, isMember: true)])
    }
    #expect(list.all == before)
    #expect(list.allSections == sections)
    for element in before { #expect(list[list.path(of: element) ?? ResultPath(9, 9)] == element) }
  }

  @Test func aLineOfTheLogNamesTheKeyPath() {
    #expect(
      ResultSection.unnamedLine(keyPath: "department.name")
        == "(NSFetchedResultsController) A section returned nil value for section name key path "
        + "'department.name'. Objects will be placed in unnamed section")
    #expect(
      SectionOrderError(index: 0, name: "a").logLine.hasPrefix(
        "CoreData: error: (NSFetchedResultsController) The fetched object"))
  }

  /// SR-199
  @Test func aTitleIsTheCapitalFirstLetter() throws {
    let titles = SectionIndexTitles(sections: ["apples", "", "pears", "éclairs"])
    #expect(titles.all == ["A", "P", "É"])
    #expect(try titles.section(for: "P", at: 1) == 2)
    #expect(throws: SectionIndexTitleError(title: "P", index: 0, count: 3)) {
      try titles.section(for: "P", at: 0)
    }
    #expect(throws: SectionIndexTitleError.self) { try titles.section(for: "Z", at: 3) }
    let own = SectionIndexTitles(sections: ["a", "b"]) { $0 == "a" ? "first" : nil }
    #expect(own.all == ["first"])
  }

  /// SR-223
  @Test func aSnapshotHasTheWholeContentAndTheReloadedObjects() throws {
    let world = ResultWorld("a1 S,b2 S,c1 T")
    var list = try world.list()
    world.set("b0 S")
    let changes = try list.digest([
      ResultTouch("b", isMember: true), ResultTouch("c", isMember: true),
    ])
    let snapshot = list.snapshot(changes) { "id \($0)" }
    #expect(
      snapshot
        == ResultSnapshot(
          sections: [.init("S", ["id b", "id a"]), .init("T", ["id c"])],
          reloaded: ["id b", "id c"]))
    #expect(list.snapshot { $0 }.reloaded.isEmpty)
  }

  /// SR-224
  @Test func aDifferenceHasAssociatedMovesAndNoUpdates() throws {
    let world = ResultWorld("a1,b2,c3")
    var list = try world.list(sections: false)
    let old = list.all
    world.set("c0")
    world.set("d9")
    let changes = try list.digest([
      ResultTouch("a", isMember: false), ResultTouch("b", isMember: true),
      ResultTouch("c", isMember: true), ResultTouch("d", isMember: true),
    ])
    let difference = try #require(changes.difference)
    #expect(old.applying(difference) == list.all)
    #expect(difference.removals.count == 2)
    #expect(difference.insertions.contains(.insert(offset: 0, element: "c", associatedWith: 2)))
  }

  @Test func aDifferenceNeedsOneSection() throws {
    let world = ResultWorld("a1 S,b2 T")
    var list = try world.list()
    let changes = try list.digest([ResultTouch("b", isMember: false)])
    #expect(changes.difference == nil)
  }

  @Test func fetchingAgainHasADifference() throws {
    let world = ResultWorld("a1,b2,c3")
    let old = try world.list(sections: false)
    var new = old
    try new.refetch(["c", "x", "b"])
    let difference = try #require(new.difference(from: old))
    #expect(old.all.applying(difference) == ["c", "x", "b"])
    #expect(difference.count == 4)
  }
}
