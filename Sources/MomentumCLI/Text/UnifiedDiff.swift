import MomentumDiagnostics

/// The changes of a file in the form of `diff -u`.
enum UnifiedDiff {
  /// The number of unchanged lines that are shown around a change.
  private static let context = 2

  /// The changes from the original text of a file to the new one. Control characters are replaced,
  /// so that a line of the file cannot change other lines of a terminal.
  static func text(of file: FixedFile) -> String {
    let old = lines(file.original)
    let new = lines(file.fixed)
    var lines = ["--- a/\(file.path)", "+++ b/\(file.path)"]
    for hunk in hunks(old, new) { lines += hunk }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A line end at the end of the file begins no line.
    if parts.last?.isEmpty ?? false { parts.removeLast() }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func hunks(_ old: [String], _ new: [String]) -> [[String]] {
    // `difference` takes a time that grows with the number of changed lines, which is small here.
    let changes = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var steps: [(mark: Character, text: String, old: Int, new: Int)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        steps.append(("-", old[left], left, right))
        left += 1
      } else if right < new.count, added.contains(right) {
        steps.append(("+", new[right], left, right))
        right += 1
      } else {
        steps.append((" ", old[left], left, right))
        left += 1
        right += 1
      }
    }
    return ranges(steps.map { $0.mark != " " }).map { range in
      let part = steps[range]
      let oldCount = part.count { $0.mark != "+" }
      let newCount = part.count { $0.mark != "-" }
      let first = steps[range.lowerBound]
      return ["@@ -\(first.old + 1),\(oldCount) +\(first.new + 1),\(newCount) @@"]
        + part.map { "\($0.mark)\($0.text)" }
    }
  }

  /// The ranges of steps to show: changes with their surroundings, joined where they touch.
  private static func ranges(_ isChange: [Bool]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for index in isChange.indices where isChange[index] {
      let range = max(0, index - context)..<min(isChange.count, index + context + 1)
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }
}
