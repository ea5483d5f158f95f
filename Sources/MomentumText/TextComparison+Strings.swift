// The functions of `TextComparison` and `LikePattern` for strings. The bytes of a native Swift
// string are used without copying them.

extension TextComparison {
  /// Whether `text` contains `pattern`; see `search(_:for:_:)` for bytes.
  package func search(_ text: String, for pattern: String, _ flags: ComparisonFlags) -> Bool {
    var (text, pattern) = (text, pattern)
    return text.withUTF8 { bytes in
      pattern.withUTF8 { search(UnsafeRawBufferPointer(bytes), for: .init($0), flags) }
    }
  }

  /// The order of two texts: less than 0 if `left` is first, 0 if both are equal, greater than 0
  /// otherwise.
  package func compare(_ left: String, _ right: String, _ flags: ComparisonFlags) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { bytes in
      right.withUTF8 { compare(UnsafeRawBufferPointer(bytes), .init($0), flags) }
    }
  }
}

extension LikePattern {
  /// Whether the whole text matches the pattern.
  package func matches(_ text: String, _ comparison: TextComparison) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0), comparison) }
  }
}
