internal import MomentumPredicate

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The functions that compute one value from many. The caller removes nil elements first.
enum Statistics {
  static func numbers(
    _ values: [PredicateValue], _ function: String
  ) throws(EvaluationError) -> [Number] {
    var numbers: [Number] = []
    for value in values {
      guard let number = Number(value) else {
        throw EvaluationError(.wrongArgument(of: function, value.kind, wanted: "numbers"))
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The sum; 0 without values.
  static func sum(
    _ values: [PredicateValue], _ function: String, _ semantics: NullSemantics
  ) throws(EvaluationError) -> Number {
    let arithmetic = Arithmetic(semantics: semantics)
    var sum = PredicateValue.integer(0)
    for number in try numbers(values, function) {
      sum = try arithmetic.value(.add, sum, number.value)
    }
    return Number(sum) ?? .double(.nan)
  }

  /// Computes `@sum`. The result is not an integer, so that dividing it keeps fractions: in
  /// Foundation's semantics it is a decimal (documented: Key-Value Coding Programming Guide); in
  /// the store's semantics it is a double, like SQLite's `total`.
  static func total(
    _ values: [PredicateValue], _ function: String, _ semantics: NullSemantics
  ) throws(EvaluationError) -> Number {
    let zero: PredicateValue = semantics == .foundation ? .decimal(0) : .double(0)
    return try sum([zero] + values, function, semantics)
  }

  /// The mean: a decimal if a value is a decimal, else a double; nil without values.
  static func average(
    _ values: [PredicateValue], _ function: String, _ semantics: NullSemantics
  ) throws(EvaluationError) -> PredicateValue {
    guard !values.isEmpty else { return .null }
    let count = values.count
    let isDecimal = values.contains { if case .decimal = $0 { true } else { false } }
    // In the store's semantics the sum is a double too, as in SQLite.
    let zero: PredicateValue = isDecimal && semantics == .foundation ? .decimal(0) : .double(0)
    switch try sum([zero] + values, function, semantics) {
    case .integer(let sum): return .double(Double(sum) / Double(count))
    case .double(let sum): return Arithmetic(semantics: semantics).result(sum / Double(count))
    case .decimal(let sum):
      return try Arithmetic(semantics: semantics).value(
        .divide, .decimal(sum), .integer(Int64(count)))
    }
  }

  /// The middle number; for an even count, the mean of the middle two.
  static func median(
    _ values: [PredicateValue], _ function: String, _ semantics: NullSemantics
  ) throws(EvaluationError) -> PredicateValue {
    let numbers = try numbers(values, function).sorted { Number.order($0, $1) < 0 }
    guard !numbers.isEmpty else { return .null }
    let middle = numbers.count / 2
    guard numbers.count.isMultiple(of: 2) else { return numbers[middle].value }
    return try average(
      [numbers[middle - 1].value, numbers[middle].value], function, semantics)
  }

  /// All most frequent values, in the order of their first occurrence.
  static func mode(_ values: [PredicateValue]) -> PredicateValue {
    var counts: [PredicateValue: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return .array(PredicateSet(values).elements.filter { counts[$0] == most })
  }

  /// The standard deviation of the whole population; nil without values.
  static func standardDeviation(
    _ values: [PredicateValue], _ function: String
  ) throws(EvaluationError) -> PredicateValue {
    let numbers = try numbers(values, function).map(\.double)
    guard !numbers.isEmpty else { return .null }
    let count = Double(numbers.count)
    let mean = numbers.reduce(0, +) / count
    let squares = numbers.map { ($0 - mean) * ($0 - mean) }
    return .double((squares.reduce(0, +) / count).squareRoot())
  }
}
