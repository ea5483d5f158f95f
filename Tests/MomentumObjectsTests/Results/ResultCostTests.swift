import Testing

@testable import MomentumObjects

/// The cost of an event, counted instead of measured, so that a slow machine cannot fail the test.
@Suite struct ResultCostTests {
  /// Values that the closures of a list read, and how often they did.
  private final class Values {
    var keys: [Int] = Array(0..<100_000)
    var comparisons = 0
    var names = 0
  }

  /// Comparing with each row of the list would take 100,000 comparisons for each of the objects.
  @Test func tenChangesOfALongListNeedFewComparisons() throws {
    let values = Values()
    var list = try ResultList(
      values.keys.indices,
      order: { one, other in
        values.comparisons += 1
        return values.keys[one] - values.keys[other]
      },
      sectionName: { element in
        values.names += 1
        return "\(1000 + values.keys[element] / 1000)"
      })
    #expect(values.comparisons == 0)
    #expect(values.names == 100_000)
    values.names = 0
    for number in 0..<10 { values.keys[number * 9_999] = (number * 31_337 + 7) % 100_000 }
    let changes = try list.digest((0..<10).map { ResultTouch($0 * 9_999, isMember: true) })
    #expect(changes.moves.count == 10)
    // The height of a tree of 100,000 rows is about 40.
    #expect(values.comparisons < 10 * 80)
    #expect(values.names == 10)
    #expect(list.count == 100_000)
    let keys = list.all.map { values.keys[$0] }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
