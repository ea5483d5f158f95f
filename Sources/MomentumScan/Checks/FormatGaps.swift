import MomentumDiagnostics

/// The interpolations of a format: each is replaced by its text if it is known, otherwise by a
/// conversion.
struct FormatGaps {
  /// An interpolation whose text is not known.
  struct Gap {
    var argument: FormatArgument
    var location: SourceLocation
    /// Whether the interpolation is between quotes of the predicate.
    var isQuoted: Bool
    /// Whether nothing but the interpolation is between the quotes.
    var isWholeText: Bool
    /// Whether the interpolation replaces a key.
    var isKey: Bool
    /// Whether the interpolation replaces a whole condition: `a == 1 AND \(condition)`.
    var isCondition: Bool
  }

  /// The interpolations whose text is not known, in written order.
  private(set) var unknown: [Gap] = []
  /// The format with `%K` or `%@` in place of the unknown interpolations, in up to three variants,
  /// the likeliest first. The first variant that can be parsed is checked.
  private(set) var fillings: [SourceLiteral] = []

  init(_ site: FormatSite) {
    let format = site.format
    var texts: [String] = []
    var isKey: [Bool] = []
    let bytes = Array(format.text.utf8)
    for (index, gap) in format.gaps.enumerated() {
      let argument =
        index < site.gaps.count ? site.gaps[index] : FormatArgument(.unknown, at: gap.location)
      if case .string(let known) = argument.value, known.gaps.isEmpty {
        texts.append(known.text)
        isKey.append(false)
        continue
      }
      let quote = FormatGaps.openQuote(before: gap.offset, in: bytes)
      let isWhole =
        quote != nil && bytes[gap.offset - 1] == quote
        && gap.offset < bytes.count && bytes[gap.offset] == quote
      let stands = FormatGaps.isKeyPlace(String(decoding: bytes[..<gap.offset], as: UTF8.self))
      unknown.append(
        Gap(
          argument: argument, location: gap.location, isQuoted: quote != nil, isWholeText: isWhole,
          isKey: quote == nil && stands,
          isCondition: quote == nil && stands && FormatGaps.isCondition(index, of: format, bytes)))
      texts.append(quote == nil ? (stands ? "%K" : "%@") : "x")
      isKey.append(quote == nil)
    }
    fillings = [format.filling(texts)]
    if texts.contains("%K") {
      fillings.append(format.filling(texts.map { $0 == "%K" ? "%@" : $0 }))
    }
    if texts.contains("%@") {
      fillings.append(format.filling(zip(texts, isKey).map { $1 && $0 == "%@" ? "%K" : $0 }))
    }
  }

  /// The quotation mark of the predicate's string literal around an offset; `nil` outside of string
  /// literals.
  private static func openQuote(before offset: Int, in bytes: [UInt8]) -> UInt8? {
    var open: UInt8?
    var index = 0
    while index < offset {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), open != nil {
        index += 2
        continue
      }
      if byte == open {
        open = nil
      } else if open == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        open = byte
      }
      index += 1
    }
    return open
  }

  /// Whether an interpolation is joined to other conditions by AND, OR and the like, and nothing
  /// compares it.
  private static func isCondition(
    _ index: Int, of format: SourceLiteral, _ bytes: [UInt8]
  ) -> Bool {
    let gaps = format.gaps
    let offset = gaps[index].offset
    // Only the text between this interpolation and its neighbours counts.
    let start = index > 0 ? gaps[index - 1].offset : 0
    let end = index + 1 < gaps.count ? gaps[index + 1].offset : bytes.count
    guard start <= offset, offset <= end else { return false }
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
      .reversed().drop { $0.isWhitespace }
    let after = String(decoding: bytes[offset..<end], as: UTF8.self).drop { $0.isWhitespace }
    let wordBefore = String(before.prefix { $0.isLetter }.reversed()).uppercased()
    let isJoinedBefore =
      ["AND", "OR", "NOT"].contains(wordBefore) || before.first == "&" || before.first == "|"
    let isJoinedAfter =
      ["AND", "OR"].contains(after.prefix { $0.isLetter }.uppercased()) || after.first == "&"
      || after.first == "|"
    let opens = before.first.map { $0 == "(" } ?? (index == 0)
    let closes = after.first.map { $0 == ")" } ?? (index + 1 == gaps.count)
    return (isJoinedBefore && (isJoinedAfter || closes)) || (isJoinedAfter && opens)
  }

  /// Whether the text before an interpolation makes a key likelier than a value there:
  /// `\(key) == 1`.
  private static func isKeyPlace(_ before: String) -> Bool {
    let trimmed = before.reversed().drop { $0 == " " || $0 == "\n" || $0 == "\t" }
    guard let last = trimmed.first else { return true }
    if last == "(" { return !["SUBQUERY("].contains(String(trimmed.prefix(9).reversed())) }
    if last == "&" || last == "|" || last == "." { return true }
    let word = String(trimmed.prefix { $0.isLetter }.reversed()).uppercased()
    return ["AND", "OR", "NOT", "ANY", "ALL", "SOME", "NONE"].contains(word)
  }
}
