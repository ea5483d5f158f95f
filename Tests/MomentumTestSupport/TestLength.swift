import Foundation

/// How much a test runs whose inputs are drawn, or are many.
///
/// `MOMENTUM_TESTS=long swift test` runs the long form of every test, as `.ci/run` does. The short form is what fits
/// into a loop of editing and testing; both begin with the same inputs, so that what the short form finds is found
/// again by the long one.
package enum TestLength {
  package static let isLong = ProcessInfo.processInfo.environment["MOMENTUM_TESTS"] == "long"

  /// A count of cases, or a step between them.
  package static func choose<Value>(short: Value, long: Value) -> Value {
    isLong ? long : short
  }
}

extension Collection {
  /// All elements in the long form, and in the short one so many, at equal distances.
  package func thinned(to count: Int) -> [Element] {
    let all = Array(self)
    guard !TestLength.isLong, count < all.count else { return all }
    return (0..<count).map { all[(2 * $0 + 1) * all.count / (2 * count)] }
  }
}
