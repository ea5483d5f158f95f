internal import Foundation
internal import MomentumSQL

// Aggregates of predicates, under names of our own; SQLite has none of them. They pass over what is
// no number, as SQLite's own pass over NULL, and give NULL where no number is left.

/// A function of the numbers of a column, as a row of the registry.
struct AggregateFunction: Sendable {
  let name: String
  /// Called with at least one number.
  let body: @Sendable ([SQLNumber]) -> SQLValue

  static let all: [AggregateFunction] = [
    .init(name: "MomentumMedian", body: median),
    .init(name: "MomentumMode", body: mode),
    .init(name: "MomentumStandardDeviation", body: standardDeviation),
  ]

  /// The middle one by size; of the two in the middle of an even number, the value half way between.
  @Sendable private static func median(_ numbers: [SQLNumber]) -> SQLValue {
    let sorted = inOrder(numbers)
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle].value }
    // Halved first: the sum of two large numbers is infinite.
    return .real(sorted[middle - 1].real / 2 + sorted[middle].real / 2)
  }

  /// The most frequent number; the smallest of several. NSExpression's `mode:` gives all of them
  /// (documented), which is more than a column holds.
  @Sendable private static func mode(_ numbers: [SQLNumber]) -> SQLValue {
    let sorted = inOrder(numbers)
    var best = (number: sorted[0], count: 0)
    var start = 0
    for index in sorted.indices {
      if sorted[index] != sorted[start] { start = index }
      if index - start + 1 > best.count { best = (sorted[start], index - start + 1) }
    }
    return best.number.value
  }

  /// Of the whole population, as `stddev:` of NSExpression. NULL where it is not finite.
  @Sendable private static func standardDeviation(_ numbers: [SQLNumber]) -> SQLValue {
    // The distances from the mean: the difference of two large sums would lose the digits that count.
    let count = Double(numbers.count)
    let mean = numbers.reduce(0) { $0 + $1.real } / count
    let squares = numbers.reduce(0) { $0 + ($1.real - mean) * ($1.real - mean) }
    let result = (squares / count).squareRoot()
    return result.isFinite ? .real(result) : .null
  }

  /// Integers among themselves are compared exactly; with a real among them, all are as reals.
  private static func inOrder(_ numbers: [SQLNumber]) -> [SQLNumber] {
    let integers = numbers.compactMap { number in
      if case .integer(let value) = number { value } else { nil }
    }
    if integers.count == numbers.count { return integers.sorted().map { .integer($0) } }
    return numbers.map(\.real).sorted().map { .real($0) }
  }
}
