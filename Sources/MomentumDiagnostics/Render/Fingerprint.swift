/// Names for findings that stay the same while lines move, so that a service tells old ones from new.
enum Fingerprint {
  /// 32 hexadecimal digits for each diagnostic, all different.
  ///
  /// Made of id, path and the names that the text quotes; equal findings are numbered in their order.
  /// Lines take no part, so that a line added above a finding makes no new one, and neither does the
  /// wording, which may change under an id.
  static func all(of diagnostics: [Diagnostic]) -> [String] {
    var counts: [String: Int] = [:]
    return diagnostics.map { diagnostic in
      let key = ([diagnostic.id, diagnostic.anyLocation?.file.path ?? ""] + names(in: diagnostic))
        .map { "\($0.utf8.count):\($0)" }.joined()
      let number = counts[key, default: 0]
      counts[key] = number + 1
      return digits(of: "\(number):\(key)")
    }
  }

  /// What stands between single quotes.
  private static func names(in diagnostic: Diagnostic) -> [String] {
    diagnostic.text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// Two hashes of 64 bits, FNV-1a of the text forwards and backwards. No secret depends on them.
  private static func digits(of text: String) -> String {
    let bytes = Array(text.utf8)
    return [hash(bytes), hash(bytes.reversed())].map { value in
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Diagnostic {
  /// Its place, or the first place of a note where it has none: services show nothing without a place.
  var anyLocation: SourceLocation? { location ?? notes.lazy.compactMap(\.location).first }
}
