/// The words of the format language, matched without regard to case.
///
/// Source: Apple's *Predicate Programming Guide*, "Predicate Format String Syntax"; TERNARY,
/// FUNCTION and the set operators from Foundation's public tests.
package enum Keyword: String, CaseIterable, Sendable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `in` = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case between = "BETWEEN"
  case utiConformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case ternary = "TERNARY"
  case function = "FUNCTION"
  case fetch = "FETCH"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"

  /// Words that are reserved but have no use in a format. The parser reads them as keys; the
  /// printer writes `#` before them, as before every reserved word.
  ///
  /// Source: the first two are in Apple's list of reserved words; the others are observed in
  /// implementations that copy Foundation's printer.
  static let reservedKeys = ["CASEINSENSITIVE", "CI", "APPLY", "TOKENMATCHES", "INTERSECTION"]

  /// Whether a key of this name needs a `#` before it in the canonical text.
  static func isReserved(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      guard bytes.count <= KeywordTable.lengthMax, KeywordTable.isWord(bytes) else { return false }
      var word = PackedWord()
      for byte in bytes { word.append(byte) }
      return KeywordTable.all.find(word) != nil
        || reservedKeys.contains(String(decoding: bytes, as: UTF8.self).uppercased())
    }
  }
}

/// A word of up to sixteen letters, packed into two integers in lower case, so that words compare
/// as numbers.
struct PackedWord: Sendable, Hashable {
  private(set) var high: UInt64 = 0
  private(set) var low: UInt64 = 0
  private(set) var count = 0

  /// Adds a byte with the bit set by which lower-case letters differ from upper-case ones. The bit
  /// turns no digit, underscore or dash into a letter.
  mutating func append(_ byte: UInt8) {
    if count < 8 {
      high = high << 8 | UInt64(byte | 0x20)
    } else {
      low = low << 8 | UInt64(byte | 0x20)
    }
    count += 1
  }
}

/// Finds the keyword that a word of the text is, among the keywords of the same length.
struct KeywordTable: Sendable {
  static let lengthMax = 16
  static let all = KeywordTable()

  private struct Entry: Sendable {
    var word: PackedWord
    var keyword: Keyword
  }

  /// Entries sorted by length: the words of `n` letters are at `starts[n]..<starts[n + 1]`.
  private let entries: [Entry]
  private let starts: [Int]

  private init() {
    let all = Keyword.allCases.map { keyword in
      var word = PackedWord()
      for byte in keyword.rawValue.utf8 { word.append(byte) }
      return Entry(word: word, keyword: keyword)
    }
    var sorted: [Entry] = []
    var starts: [Int] = []
    for length in 0...(KeywordTable.lengthMax + 1) {
      starts.append(sorted.count)
      sorted += all.filter { $0.word.count == length }
    }
    entries = sorted
    self.starts = starts
  }

  /// The keyword of this spelling, if there is one.
  func find(_ word: PackedWord) -> Keyword? {
    guard word.count <= KeywordTable.lengthMax else { return nil }
    for index in starts[word.count]..<starts[word.count + 1]
    where entries[index].word.high == word.high && entries[index].word.low == word.low {
      return entries[index].keyword
    }
    return nil
  }

  static func isWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { PredicateLexer.isLetter($0) || PredicateLexer.isDigit($0) || $0 == 0x2D }
  }
}
