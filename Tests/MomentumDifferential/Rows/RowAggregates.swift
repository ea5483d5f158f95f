import MomentumModel
import MomentumPredicate

extension RowValue {
  /// Texts by their bytes; less than, equal to or greater than 0.
  static func order(_ left: RowValue, _ right: RowValue) -> Int {
    switch (left, right) {
    case (.attribute(.string(let one)), .attribute(.string(let other))):
      return one.utf8.elementsEqual(other.utf8)
        ? 0 : one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    case (.attribute(.integer(let one)), .attribute(.integer(let other))):
      return one == other ? 0 : one < other ? -1 : 1
    case (_, _):
      guard let one = left.number, let other = right.number else { return 0 }
      return one == other ? 0 : one < other ? -1 : 1
    }
  }
}

extension RowModel {
  /// Of values that are there.
  static func aggregate(_ function: AggregateFunction, _ values: [RowValue]) -> RowValue {
    switch function {
    case .count: return .attribute(.integer(Int64(values.count)))
    case .countDistinct: return .attribute(.integer(Int64(Set(values.map(\.key)).count)))
    case .sum: return sum(values.compactMap(\.number))
    case .average: return average(values.compactMap(\.number))
    case .minimum: return values.min { RowValue.order($0, $1) < 0 } ?? .null
    case .maximum: return values.max { RowValue.order($0, $1) < 0 } ?? .null
    case .median: return median(values)
    case .mode: return mode(values)
    case .standardDeviation: return standardDeviation(values.compactMap(\.number))
    }
  }

  private static func sum(_ numbers: [Double]) -> RowValue {
    let size = numbers.reduce(0) { $0 + abs($1) }
    guard size.isFinite else { return .anything }
    return .near(numbers.reduce(0, +), tolerance: size * 1e-12)
  }

  private static func average(_ numbers: [Double]) -> RowValue {
    guard !numbers.isEmpty else { return .null }
    let count = Double(numbers.count)
    guard case .near(let sum, let tolerance) = sum(numbers) else { return .anything }
    return .near(sum / count, tolerance: tolerance / count)
  }

  private static func median(_ values: [RowValue]) -> RowValue {
    let sorted = values.sorted { RowValue.order($0, $1) < 0 }.compactMap(\.number)
    guard !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[middle])
    return .near(low / 2 + high / 2, tolerance: (abs(low) + abs(high)) * 1e-12)
  }

  /// The smallest of the most frequent.
  private static func mode(_ values: [RowValue]) -> RowValue {
    var counts: [String: Int] = [:]
    for value in values { counts[value.key, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return values.filter { counts[$0.key] == most }.min { RowValue.order($0, $1) < 0 } ?? .null
  }

  /// Of the whole population. Squares of very large numbers are infinite.
  private static func standardDeviation(_ numbers: [Double]) -> RowValue {
    guard !numbers.isEmpty else { return .null }
    let largest = numbers.map(abs).max() ?? 0
    guard largest < 1e100 else { return .anything }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return .near((squares / Double(numbers.count)).squareRoot(), tolerance: largest * 1e-6)
  }
}
