import Foundation
import MomentumTestSupport
import Testing

/// What a failed comparison prints: a difference that leads nowhere costs whoever reads it the afternoon.
@Suite struct FirstDifferenceTests {
  private struct Row: Equatable {
    var key: Int
    var values: [String: Value]
  }

  private enum Value: Equatable {
    case text(String)
    case list([Int])
    case none
  }

  private func difference<Compared: Equatable>(_ actual: Compared, _ expected: Compared) -> String {
    FirstDifference.text(actual, expected) ?? "none"
  }

  @Test func valuesAreFollowedToTheirFirstDifference() {
    let row = Row(key: 1, values: ["a": .text("x"), "b": .list([1, 2, 3])])
    var other = row
    #expect(difference([row], [other]) == "none")
    other.values["b"] = .list([1, 5, 3])
    #expect(
      difference([row, row], [row, other])
        == "at [1].values[\"b\"].list[1]: expected 5, found 2")
    other.values["b"] = .list([1, 2])
    #expect(difference(row, other) == "at .values[\"b\"].list[2]: 1 too many, the first 3")
    #expect(difference(other, row) == "at .values[\"b\"].list[2] of 3: missing 3")
    other.values["b"] = nil
    #expect(difference(row, other) == "at .values[\"b\"]: should not be there")
    #expect(difference(other, row) == "at .values[\"b\"]: is missing")
    other.values["a"] = Value.none
    #expect(difference(row, other).hasPrefix("at values[\"a\"]: expected "))
  }

  @Test func textsTellTheLineAndBytesTheOffset() {
    #expect(difference("a\nb\nc", "a\nB\nc") == "at line 2: expected \"B\", found \"b\"")
    #expect(difference("a\nb", "a") == "at line 2: expected the end, found \"b\"")
    #expect(difference(["a"], ["b"]) == "at [0]: expected \"b\", found \"a\"")
    #expect(
      difference(["f": Data([1, 2, 15])], ["f": Data([1, 2, 16, 0])])
        == "at [\"f\"] byte 2 of 4: expected 10 00, found 0f")
    #expect(difference([UInt8]([1]), [1, 2]) == "at byte 1 of 2: expected 02, found the end")
  }

  @Test func setsAndOptionalsNameWhatIsMissing() {
    #expect(difference(Set([1, 2]), Set([1, 3])) == "at : missing 3")
    let (nothing, two, three): (Int?, Int?, Int?) = (nil, 2, 3)
    #expect(difference(nothing, three) == "expected Optional(3), found nil")
    #expect(difference(two, three) == "expected 3, found 2")
  }
}
