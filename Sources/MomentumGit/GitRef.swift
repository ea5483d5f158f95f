/// Which names of commits go to git at all.
enum GitRef {
  private static let lengthMax = 1024

  /// Whether a name could be one of a branch, a tag or a commit, `HEAD~2` and `main@{yesterday}` included.
  ///
  /// Not a range, a search, an option, or a path in a commit: git would take these too.
  static func isPlausible(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= lengthMax else { return false }
    let isRefused =
      first == UInt8(ascii: "-") || first == UInt8(ascii: "^") || name.contains("..")
      || name.contains(":")
    return !isRefused && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether a name matches a pattern as `git tag --list` takes it: `*` is any text, slashes too, `?` one
  /// character, `[abc]`, `[a-z]` and `[!a]` one of some, `\` takes the next one as it is.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    let text = Array(name.unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (position, index) = (0, 0)
    // Where to go on when what follows the last star does not fit: the star takes one more.
    var retry: (position: Int, index: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == "*" {
        retry = (position, index)
        index += 1
      } else if let next = step(text[position], pattern, index) {
        position += 1
        index = next
      } else if let again = retry {
        retry = (again.position + 1, again.index)
        position = again.position + 1
        index = again.index + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }

  /// Where the pattern goes on when its element at `index` takes a character.
  private static func step(
    _ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ index: Int
  ) -> Int? {
    guard index < pattern.count else { return nil }
    switch pattern[index] {
    case "?": return index + 1
    case "\\" where index + 1 < pattern.count:
      return pattern[index + 1] == scalar ? index + 2 : nil
    case "[":
      guard let end = pattern[(index + 1)...].dropFirst().firstIndex(of: "]") else { break }
      return contains(pattern[(index + 1)..<end], scalar) ? end + 1 : nil
    case _: break
    }
    return pattern[index] == scalar ? index + 1 : nil
  }

  private static func contains(
    _ set: ArraySlice<Unicode.Scalar>, _ scalar: Unicode.Scalar
  ) -> Bool {
    let isNegated = set.first == "!" || set.first == "^"
    var rest = isNegated ? set.dropFirst() : set
    var found = false
    while let first = rest.popFirst() {
      if rest.first == "-", let last = rest.dropFirst().first {
        rest = rest.dropFirst(2)
        found = found || (first <= last && (first...last).contains(scalar))
      } else {
        found = found || first == scalar
      }
    }
    return found != isNegated
  }
}
