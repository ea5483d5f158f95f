/// The name a person most likely meant: the candidate with the smallest edit distance, if that is
/// at most a third of the name's length.
///
/// If two candidates have the same distance, the first in byte order is returned, so that the
/// result is stable.
package func nearName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased())
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates.sorted() {
    let letters = Array(candidate.lowercased())
    guard abs(letters.count - wanted.count) <= limit, letters.count <= 200 else { continue }
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best?.name
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforePrevious = [Int](repeating: 0, count: right.count + 1)
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
