import Testing

@testable import MomentumObjects

/// Random events against a plain sort of the whole list, followed by the steps that a table does.
@Suite struct ResultRandomTests {
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// The order of the elements, as an independent reader of the rules would make it: the old list
  /// without those that left, with new ones at the end, sorted without disturbing equal ones.
  private func expected(
    _ old: [String], _ touched: [ResultTouch<String>], _ world: ResultWorld
  ) -> [String] {
    let gone = Set(touched.filter { !$0.isMember }.map(\.element))
    let new = touched.filter { $0.isMember && !old.contains($0.element) }.map(\.element)
    let all = old.filter { !gone.contains($0) } + new
    return all.enumerated().sorted { left, right in
      let order = world.order(left.element, right.element)
      return order != 0 ? order < 0 : left.offset < right.offset
    }.map(\.element)
  }

  private func nested(_ list: ResultList<String>) -> [[String]] {
    var rest = list.all[...]
    return list.allSections.map { section in
      defer { rest = rest.dropFirst(section.count) }
      return Array(rest.prefix(section.count))
    }
  }

  /// What a table shows after a batch update: removals at the old paths, then insertions at the new
  /// ones.
  private func applied(_ changes: ResultChangeSet<String>, to old: [[String]]) -> [[String]] {
    var table: [[String?]] = old.map { $0.map { $0 } }
    for row in changes.deletes { table[row.path.section][row.path.row] = nil }
    for move in changes.moves { table[move.from.section][move.from.row] = nil }
    var sections = table.map { $0.compactMap { $0 } }
    for section in changes.sectionDeletes.reversed() {
      #expect(sections[section.index].isEmpty)
      sections.remove(at: section.index)
    }
    for section in changes.sectionInserts { sections.insert([], at: section.index) }
    let arrivals =
      changes.inserts.map { ($0.path, $0.element) } + changes.moves.map { ($0.to, $0.element) }
    for (path, element) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      guard path.section < sections.count, path.row <= sections[path.section].count else {
        Issue.record("no place for \(element) at \(path)")
        continue
      }
      sections[path.section].insert(element, at: path.row)
    }
    return sections
  }

  private func change(
    _ world: ResultWorld, _ random: inout Random, keys: Int, teams: [String]
  ) -> [ResultTouch<String>] {
    let names = "abcdefghijklmnopqrstuvwxyz".prefix(Int.random(in: 1...26, using: &random))
    var touched: [ResultTouch<String>] = []
    let share = Int.random(in: 1...10, using: &random)
    for name in names where Int.random(in: 0..<10, using: &random) < share {
      if Bool.random(using: &random) {
        world.people[String(name)] = ResultWorld.Person(
          key: Int.random(in: 0..<keys, using: &random), team: teams.randomElement(using: &random))
      }
      let isMember = Int.random(in: 0..<4, using: &random) != 0
      touched.append(
        ResultTouch(String(name), isMember: isMember && world.people[String(name)] != nil))
    }
    return touched.shuffled(using: &random)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func aTableThatFollowsTheChangesHasTheNewList(seed: UInt64) throws {
    var random = Random(state: seed)
    for round in 0..<60 {
      let world = ResultWorld()
      let hasSections = round % 3 != 0
      let teams = Array(["S", "T", "U", "V", "W"].prefix(Int.random(in: 1...5, using: &random)))
      let keys = [3, 30, 300][round % 3]
      var list = try world.list(sections: hasSections)
      for _ in 0..<20 {
        let old = nested(list)
        let flat = list.all
        let touched = change(world, &random, keys: keys, teams: teams)
        let changes = try list.digest(touched)
        #expect(list.all == expected(flat, touched, world), "seed \(seed) round \(round)")
        if hasSections {
          let names = list.all.map { world.people[$0]?.team ?? "" }
          #expect(try ResultSection.runs(of: names) == list.allSections)
        }
        #expect(applied(changes, to: old) == nested(list), "\(old) \(changes.text)")
        check(changes, old, list, touched)
      }
    }
  }

  /// What holds for all change sets besides their effect.
  private func check(
    _ changes: ResultChangeSet<String>, _ old: [[String]], _ list: ResultList<String>,
    _ touched: [ResultTouch<String>]
  ) {
    let before = Set(old.joined())
    for row in changes.deletes + changes.updates {
      #expect(old[row.path.section][row.path.row] == row.element)
    }
    for move in changes.moves {
      #expect(old[move.from.section][move.from.row] == move.element)
      #expect(list.path(of: move.element) == move.to)
      let isSameSection =
        changes.sectionDeletes.allSatisfy { $0.index != move.from.section }
        && changes.sectionInserts.allSatisfy { $0.index != move.to.section }
      if move.from == move.to, isSameSection, list.sectionCount == 1 {
        Issue.record("a move with equal paths")
      }
    }
    // Each touched survivor is exactly one move or update.
    let survivors = Set(
      touched.filter { $0.isMember && before.contains($0.element) }.map(\.element))
    let told = (changes.moves.map(\.element) + changes.updates.map(\.element))
      .filter { survivors.contains($0) }
    #expect(told.count == survivors.count && Set(told) == survivors)
    let touchedElements = Set(touched.map(\.element))
    #expect(changes.updates.allSatisfy { touchedElements.contains($0.element) })
  }

  /// No other choice of the touched objects that stay would be larger.
  @Test func asManyObjectsAsPossibleStay() throws {
    var random = Random(state: 11)
    for _ in 0..<300 {
      let world = ResultWorld("a0,b1,c2,d3,e4,f5")
      var list = try world.list(sections: false)
      let old = list.all
      let touched = old.filter { _ in Bool.random(using: &random) }
      for name in touched {
        world.people[name]?.key = Int.random(in: 0..<6, using: &random)
      }
      let changes = try list.digest(touched.map { ResultTouch($0, isMember: true) })
      let new = list.all
      var most = 0
      for choice in 0..<(1 << touched.count) {
        let moved = Set(
          touched.enumerated().filter { choice & (1 << $0.offset) != 0 }.map(\.element))
        let isOrdered = old.filter { !moved.contains($0) } == new.filter { !moved.contains($0) }
        if isOrdered { most = max(most, touched.count - moved.count) }
      }
      // Objects that only have equal paths are updates too, so there may be more.
      #expect(changes.updates.count >= most)
      let untouchedMoves = changes.moves.filter { !touched.contains($0.element) }
      if untouchedMoves.isEmpty { #expect(changes.updates.count == most) }
    }
  }
}
