internal import Foundation
internal import MomentumSQL

// Aggregates of predicates that SQLite lacks, under names of our own. Like SQLite's own aggregates,
// which ignore NULL, they ignore values they cannot use, and return NULL if no value remains.

/// An aggregate function of SQL; every function in this file is registered on each connection.
struct AggregateFunction: Sendable {
  /// The code of an aggregate; it is called with at least one value.
  enum Body: Sendable {
    /// Takes numbers only; a text is converted to the number that it spells.
    case numbers(@Sendable ([SQLNumber]) -> SQLValue)
    /// Takes numbers and texts; a text is not converted.
    case values(@Sendable ([AggregateValue]) -> SQLValue)
  }

  let name: String
  let body: Body

  var takesTexts: Bool {
    switch body {
    case .numbers: false
    case .values: true
    }
  }

  func result(of values: [AggregateValue]) -> SQLValue {
    guard !values.isEmpty else { return .null }
    switch body {
    case .values(let body): return body(values)
    case .numbers(let body):
      return body(
        values.compactMap { value in
          if case .number(let number) = value { number } else { nil }
        })
    }
  }

  static let all: [AggregateFunction] = [
    .init(name: "MomentumMedian", body: .numbers(median)),
    .init(name: "MomentumMode", body: .values(mode)),
    .init(name: "MomentumStandardDeviation", body: .numbers(standardDeviation)),
  ]

  /// The median: the middle value by size, or the mean of the two middle values of an even number.
  @Sendable private static func median(_ numbers: [SQLNumber]) -> SQLValue {
    let sorted = inOrder(numbers)
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle].value }
    // Halve before adding: the sum of two large numbers would be infinite.
    return .real(sorted[middle - 1].real / 2 + sorted[middle].real / 2)
  }

  /// The most frequent value; if several are equally frequent, the smallest. Texts are ordered by
  /// their bytes and come after numbers. NSExpression's `mode:` returns all of them (documented),
  /// but a column holds one.
  @Sendable private static func mode(_ values: [AggregateValue]) -> SQLValue {
    var texts: [[UInt8]] = []
    var numbers: [SQLNumber] = []
    for value in values {
      switch value {
      case .text(let bytes): texts.append(bytes)
      case .number(let number): numbers.append(number)
      }
    }
    let number = mostFrequent(inOrder(numbers))
    let text = mostFrequent(texts.sorted { $0.lexicographicallyPrecedes($1) })
    if let text, text.count > number?.count ?? 0 {
      return .text(String(decoding: text.value, as: UTF8.self))
    }
    return number?.value.value ?? .null
  }

  /// The most frequent of sorted values and how often it occurs; of equally frequent values the
  /// first. `nil` if there are no values.
  private static func mostFrequent<Value: Equatable>(
    _ sorted: [Value]
  ) -> (value: Value, count: Int)? {
    guard let first = sorted.first else { return nil }
    var best = (value: first, count: 0)
    var start = 0
    for index in sorted.indices {
      if sorted[index] != sorted[start] { start = index }
      if index - start + 1 > best.count { best = (sorted[start], index - start + 1) }
    }
    return best
  }

  /// The standard deviation of the whole population, as `stddev:` of NSExpression computes it. NULL
  /// if the result is not finite.
  @Sendable private static func standardDeviation(_ numbers: [SQLNumber]) -> SQLValue {
    // Use distances from the mean: the difference of two large sums would lose significant digits.
    let count = Double(numbers.count)
    let mean = numbers.reduce(0) { $0 + $1.real } / count
    let squares = numbers.reduce(0) { sum, number in
      let distance = number.real - mean
      return sum + distance * distance
    }
    let result = (squares / count).squareRoot()
    return result.isFinite ? .real(result) : .null
  }

  /// Sorts numbers: integers alone are compared exactly; if there is a real, all are compared as
  /// reals.
  private static func inOrder(_ numbers: [SQLNumber]) -> [SQLNumber] {
    let integers = numbers.compactMap { number in
      if case .integer(let value) = number { value } else { nil }
    }
    if integers.count == numbers.count { return integers.sorted().map { .integer($0) } }
    return numbers.map(\.real).sorted().map { .real($0) }
  }
}
