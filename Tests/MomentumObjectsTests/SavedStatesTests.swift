import MomentumModel
import Testing

@testable import MomentumObjects

/// The newest saved rows that a coordinator keeps for contexts which have read older ones (OG-617).
@Suite struct SavedStatesTests {
  private let place: ObjectPlace

  init() throws {
    place = ObjectPlace(store: "A", entity: try Office().model.entities[0])
  }

  private func id(_ number: Int) -> ObjectID { ObjectID(place, Int64(number)) }

  /// Rows without values, in pages.
  private func rows(_ numbers: Range<Int>, version: Int64) -> [RowSnapshot] {
    var pages = RowPages(readAt: 1)
    for number in numbers {
      pages.builder.begin(id(number), version: version, leaves: 0, toOnes: 0)
      pages.endRow()
    }
    return pages.end()
  }

  private func inserts(_ numbers: Range<Int>) -> StoreChanges {
    StoreChanges(inserts: rows(numbers, version: 1).map { StoreChanges.Insert($0) })
  }

  private func updates(_ numbers: Range<Int>, version: Int64) -> StoreChanges {
    let changed = StoreChanges.ChangedProperties(leaves: [0], toOnes: [], toManys: [])
    return StoreChanges(
      updates: rows(numbers, version: version).map {
        StoreChanges.Update($0, oldVersion: version - 1, changed)
      })
  }

  private func isDeleted(_ id: ObjectID, _ states: inout SavedStates) -> Bool {
    if case .some(nil) = states.state(of: id) { true } else { false }
  }

  private func isUnknown(_ id: ObjectID, _ states: inout SavedStates) -> Bool {
    if case nil = states.state(of: id) { true } else { false }
  }

  private func version(_ id: ObjectID, _ states: inout SavedStates) -> Int64? {
    states.state(of: id)??.version
  }

  @Test(arguments: [2, 255, 256, 5_000])
  func theNewestStateWinsHoweverLargeTheSavesAre(count: Int) {
    var states = SavedStates()
    states.add(inserts(1..<count + 1))
    states.add(updates(1..<count + 1, version: 2))
    #expect(version(id(1), &states) == 2)
    states.add(updates(count..<count + 1, version: 3))
    states.add(deleted: [id(1)])
    states.add(inserts(count + 1..<count * 2 + 1))
    #expect(version(id(count), &states) == 3)
    #expect(isDeleted(id(1), &states), "it was deleted after the saves")
    #expect(version(id(count * 2), &states) == 1)
    #expect(isUnknown(id(count * 2 + 1), &states))
    states.remove([id(count)])
    #expect(isUnknown(id(count), &states))
    states.remove(store: "B")
    #expect(version(id(count * 2), &states) == 1)
    states.remove(store: "A")
    #expect(isUnknown(id(count * 2), &states))
    #expect(isUnknown(id(1), &states), "a store with this identifier may have the row again")
    #expect(states.forgottenUntil > 0)
  }

  @Test func rowsThatAreSavedAgainCountOnce() {
    var states = SavedStates()
    states.add(inserts(1..<60_001))
    states.add(updates(1..<60_001, version: 2))
    states.add(updates(1..<60_001, version: 3))
    #expect(states.forgottenUntil == 0)
    #expect(version(id(1), &states) == 3 && version(id(60_000), &states) == 3)
  }

  @Test func aDeletionAfterALargeSaveIsNotForgotten() {
    var states = SavedStates()
    states.add(inserts(1..<1_001))
    states.add(deleted: [id(500)])
    states.add(updates(1..<400, version: 2))
    #expect(isDeleted(id(500), &states))
    #expect(version(id(399), &states) == 2 && version(id(400), &states) == 1)
  }

  @Test func atMostAHundredThousandRowsAreKept() {
    var states = SavedStates()
    states.add(inserts(1..<60_001))
    #expect(states.forgottenUntil == 0)
    states.add(inserts(60_001..<120_001))
    #expect(states.forgottenUntil > 0, "rows that were read before are read again")
    #expect(isUnknown(id(1), &states) && version(id(120_000), &states) == 1)
    states.add(inserts(200_001..<300_002))
    #expect(isUnknown(id(120_000), &states) && isUnknown(id(200_001), &states))
  }
}
