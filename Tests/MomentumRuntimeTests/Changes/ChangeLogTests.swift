import MomentumModel
import Testing

@testable import MomentumRuntime

/// What a transaction remembers of its changes, and what a savepoint takes back.
@Suite struct ChangeLogTests {
  private let root = EntityID(0)
  private let other = EntityID(1)
  private let link = RelationshipID(EntityID(0), 0)
  private let name = ChangedProperty.attribute(AttributeID(EntityID(0), 0))

  private func row(_ key: Int64) -> RowKey { RowKey(root: root, key: key) }

  private func touched(_ log: inout ChangeLog, _ keys: Int64...) -> [Bool] {
    var result: [Bool] = []
    for key in keys { result.append(log.touch(row(key))) }
    return result
  }

  /// A log whose table had 5 objects before and has got three more.
  private func log() -> ChangeLog {
    var log = ChangeLog()
    log.keys[root] = ChangeLog.Keys(highestBefore: 5, highest: 8)
    return log
  }

  @Test func aRowIsCountedOnceAndANewOneNever() {
    var log = log()
    #expect(touched(&log, 4, 5, 6, 8) == [true, true, false, false])
    #expect(touched(&log, 4, 5) == [false, false])
    let ofOther = RowKey(root: other, key: 6)
    let counts = [log.touch(ofOther), log.touch(ofOther)]
    #expect(counts == [true, false], "a table without new objects has only old ones")
  }

  @Test func changedPropertiesAreThoseOfOldRows() {
    var log = log()
    log.note(name, row(4))
    #expect(log.properties.isEmpty, "nobody asked for them")
    log.recordsProperties = true
    for key in [4, 5, 6] as [Int64] { log.note(name, row(key)) }
    log.note(.relationship(link), row(4))
    log.note(name, RowKey(root: other, key: 9))
    #expect(
      log.properties == [
        row(4): [name, .relationship(link)], row(5): [name], RowKey(root: other, key: 9): [name],
      ])
  }

  /// A table counts for itself, also where two take turns; a table whose keys were not read gives none.
  @Test func theNextKeyIsThatOfItsTable() {
    var log = ChangeLog()
    func next(_ roots: EntityID...) -> [Int64?] {
      var keys: [Int64?] = []
      for root in roots { keys.append(log.nextKey(root)) }
      return keys
    }
    #expect(next(root, other) == [nil, nil])
    log.keys[root] = ChangeLog.Keys(highestBefore: 5, highest: 8)
    #expect(next(root, other, root) == [9, nil, 10])
    log.keys[other] = ChangeLog.Keys(highestBefore: 0, highest: 0)
    #expect(next(other, other, root, other, root) == [1, 2, 11, 3, 12])
    #expect(log.keys[root]?.highest == 12 && log.keys[root]?.highestBefore == 5)
    #expect(log.keys[other]?.highest == 3)
    log.keys[root] = nil
    #expect(next(root, other, root) == [nil, 4, nil])
    log.keys[other] = ChangeLog.Keys(highestBefore: 0, highest: .max - 1)
    #expect(next(other, other) == [.max, nil])
  }

  @Test func aCheckIsRememberedOnceInItsOrder() {
    var log = log()
    for key in [2, 1, 2] as [Int64] { log.check(link, key) }
    #expect(log.checks.map(\.key) == [2, 1])
  }

  @Test func goingBackTakesAwayWhatCameAfterTheMarkAlone() {
    var log = log()
    _ = log.touch(row(1))
    log.check(link, 1)
    log.lastPositions[.init(relationship: link, key: 1)] = 2048
    let mark = log.mark
    _ = log.touch(row(2))
    log.check(link, 2)
    log.keys[root]?.highest = 9
    log.keys[other] = ChangeLog.Keys(highestBefore: 0, highest: 1)
    log.goBack(to: mark)
    #expect(log.keys[root]?.highest == 8 && log.keys[other] == nil)
    #expect(log.lastPositions.isEmpty, "positions are read again")
    #expect(log.checks.map(\.key) == [1])
    #expect(touched(&log, 1, 2) == [false, true], "the first was counted before the mark")
    log.check(link, 1)
    log.check(link, 2)
    #expect(log.checks.map(\.key) == [1, 2])
    let second = log.mark
    log.goBack(to: second)
    #expect(log.checks.map(\.key) == [1, 2], "nothing came after the mark")
    #expect(touched(&log, 2) == [false])
  }

  @Test func goingBackTakesAwayWhatTheHistoryWouldSay() {
    var log = log()
    log.recordsProperties = true
    log.note(name, row(1))
    log.note(deletions: [.init(.delete, root, 2), .init(.delete, root, 7)], root: root)
    #expect(log.deletions.map(\.key) == [2], "the seventh is new in this transaction")
    let mark = log.mark
    log.note(name, row(1))
    log.note(.relationship(link), row(1))
    log.note(name, row(3))
    log.note(deletions: [.init(.delete, root, 4)], root: root)
    log.goBack(to: mark)
    #expect(log.properties == [row(1): [name]])
    #expect(log.deletions.map(\.key) == [2])
  }
}
