// Texts are compared as texts: a failure prints the lines that differ.
package import Testing

/// Fails with a line diff unless both texts are equal.
package func expectText(
  _ actual: String, _ expected: String, _ comment: Comment? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let title = comment.map { "\($0)\n" } ?? ""
  Issue.record(
    "\(title)--- expected\n+++ actual\n\(lineDiff(expected, actual))",
    sourceLocation: sourceLocation)
}

/// The lines of two texts, `-` before those only in the first, `+` before those only in the second.
package func lineDiff(_ old: String, _ new: String) -> String {
  let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let difference = newLines.difference(from: oldLines)
  var removed: [Int: String] = [:]
  var inserted: [Int: String] = [:]
  for change in difference {
    switch change {
    case .remove(let offset, let line, _): removed[offset] = line
    case .insert(let offset, let line, _): inserted[offset] = line
    }
  }
  var result: [String] = []
  var oldIndex = 0
  var newIndex = 0
  while oldIndex < oldLines.count || newIndex < newLines.count {
    if let line = removed[oldIndex] {
      result.append("-" + line)
      oldIndex += 1
    } else if let line = inserted[newIndex] {
      result.append("+" + line)
      newIndex += 1
    } else {
      result.append(" " + (oldIndex < oldLines.count ? oldLines[oldIndex] : ""))
      oldIndex += 1
      newIndex += 1
    }
  }
  return result.joined(separator: "\n")
}
