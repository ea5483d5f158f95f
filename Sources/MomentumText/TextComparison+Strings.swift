// The same for strings; a native string is read in place.

extension TextComparison {
  /// Whether `text` holds `pattern`; see `search(_:for:_:)` of bytes.
  package func search(_ text: String, for pattern: String, _ flags: ComparisonFlags) -> Bool {
    var (text, pattern) = (text, pattern)
    return text.withUTF8 { bytes in
      pattern.withUTF8 { search(UnsafeRawBufferPointer(bytes), for: .init($0), flags) }
    }
  }

  /// Less than, equal to or greater than 0.
  package func compare(_ left: String, _ right: String, _ flags: ComparisonFlags) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { bytes in
      right.withUTF8 { compare(UnsafeRawBufferPointer(bytes), .init($0), flags) }
    }
  }
}

extension LikePattern {
  /// Whether the whole text has the pattern's form.
  package func matches(_ text: String, _ comparison: TextComparison) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0), comparison) }
  }
}
