/// Finds versions by the numbers in their names: `Model 3` in `store_V3`, `App2.61.0` in
/// `store2-61-0`.
struct VersionNumbers {
  private let names: [String]
  private let numbers: [[String]]

  init(names: [String]) {
    self.names = names
    var numbers = names.map { Self.numbers(in: $0) }
    // Xcode names the first version without a number and the second one with 2, so count the first
    // as 1.
    if !numbers.contains(["1"]) {
      let bare = numbers.indices.filter { numbers[$0].isEmpty }
      if let first = bare.first, bare.count == 1, numbers.contains(["2"]) { numbers[first] = ["1"] }
    }
    self.numbers = numbers
  }

  /// The index of the version whose name or number a text has; `nil` if none or several match.
  func find(in text: String) -> Int? {
    let equal = names.indices.filter { names[$0] == text }
    if equal.count == 1 { return equal[0] }
    // Try all numbers first, then without the first ones: other numbers may come before the
    // version's.
    var wanted = Self.numbers(in: text)
    while !wanted.isEmpty {
      let found = numbers.indices.filter { numbers[$0] == wanted }
      if found.count == 1 { return found[0] }
      if found.count > 1 { return nil }
      wanted.removeFirst()
    }
    return nil
  }

  /// The groups of digits in a text, without leading zeros and without a last group of zero:
  /// `2.61.0` is `2.61`.
  private static func numbers(in text: String) -> [String] {
    var runs: [String] = []
    var isInside = false
    for character in text {
      if "0"..."9" ~= character {
        if !isInside { runs.append("") }
        runs[runs.count - 1].append(character)
        isInside = true
      } else {
        isInside = false
      }
    }
    var result = runs.map { run -> String in
      let short = run.drop { $0 == "0" }
      return short.isEmpty ? "0" : String(short)
    }
    while result.count > 1, result.last == "0" { result.removeLast() }
    return result
  }
}
