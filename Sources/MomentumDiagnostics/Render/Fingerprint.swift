/// Identifies findings independently of their lines, so that a service can distinguish new findings
/// from old ones after an edit.
enum Fingerprint {
  /// A fingerprint of 32 hexadecimal digits for each diagnostic, all different.
  ///
  /// It is computed from the id, the path and the names that the text quotes; equal findings are
  /// numbered in their order. Line numbers are left out, since a line added above a finding would
  /// change its fingerprint; so is the wording, which may change for an id.
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

  /// The texts between single quotes: the names that a message is about.
  private static func names(in diagnostic: Diagnostic) -> [String] {
    diagnostic.text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// Two hashes of 64 bits as hexadecimal digits: FNV-1a of the text forwards and backwards. No
  /// security depends on them.
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
  /// The finding's place; without one, the first place of its notes. Services do not show findings
  /// without a place.
  var anyLocation: SourceLocation? { location ?? notes.lazy.compactMap(\.location).first }
}
