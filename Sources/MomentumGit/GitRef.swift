/// Checks names of commits before they are passed to git.
enum GitRef {
  private static let lengthMax = 1024

  /// Whether a name can be that of a branch, a tag or a commit; `HEAD~2` and `main@{yesterday}` are
  /// allowed.
  ///
  /// `false` for a range, a search, an option, or a path in a commit, which git would accept too.
  static func isPlausible(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= lengthMax else { return false }
    let isRefused =
      first == UInt8(ascii: "-") || first == UInt8(ascii: "^") || name.contains("..")
      || name.contains(":")
    return !isRefused && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether a name matches a pattern of `git tag --list`. In a pattern `*` matches any text with
  /// slashes, `?` one character, `[abc]`, `[a-z]` and `[!a]` one character of a set, and `\` makes
  /// the next character literal.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    let text = Array(name.unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (position, index) = (0, 0)
    // Where to continue if the pattern after the last star does not match: the star then matches
    // one more character.
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

  /// The index of the next element if the element at `index` matches a character; `nil` if it does
  /// not.
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
    var members = isNegated ? set.dropFirst() : set
    var isMember = false
    while let first = members.popFirst() {
      if members.first == "-", let last = members.dropFirst().first {
        members = members.dropFirst(2)
        isMember = isMember || (first <= last && (first...last).contains(scalar))
      } else {
        isMember = isMember || first == scalar
      }
    }
    return isMember != isNegated
  }
}
