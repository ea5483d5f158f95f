// Makes names of tables, columns and indexes: snake_case, at most 63 bytes, each used once.

enum PlainName {
  /// The greatest length of a name. PostgreSQL cuts longer names silently (documented:
  /// <https://www.postgresql.org/docs/current/sql-syntax-lexical.html>, NAMEDATALEN).
  static let bytesMax = 63

  /// A name in snake case: `PriceInfo` → `price_info`, `URLString` → `url_string`, `line2` →
  /// `line2`.
  ///
  /// A word begins at an upper-case letter after another kind of letter or a digit, and at the last
  /// letter of an upper-case run before a lower-case letter. Other characters become `_`.
  static func snakeCase(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isUpper = scalar.properties.isUppercase
      if isUpper, index > 0, isWordCharacter(scalars[index - 1]), scalars[index - 1] != "_" {
        let followsUpper = scalars[index - 1].properties.isUppercase
        let precedesLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
        if !followsUpper || precedesLower { result.append("_") }
      }
      result.append(
        contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map {
          isWordCharacter($0) ? $0 : "_"
        })
    }
    return result.isEmpty ? "_" : String(result)
  }

  /// A name in camel case: `price_info` → `priceInfo`. If the result differs from the name in the
  /// model, as for `imageURL`, a comment of the table has the name in the model.
  static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return (words.prefix(1) + words.dropFirst().map { capitalized($0)[...] }).joined()
  }

  static func capitalized(_ word: some StringProtocol) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return scalar.properties.isAlphabetic
    }
  }

  /// A name of at most 63 bytes: a long one keeps its beginning and gets a hash of the whole.
  static func shortened(_ name: String) -> String {
    guard name.utf8.count > bytesMax else { return name }
    let digits = String(hash(name), radix: 16)
    let suffix = "_" + String(repeating: "0", count: 8 - digits.count) + digits
    var kept = String.UnicodeScalarView()
    var count = suffix.utf8.count
    for scalar in name.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= bytesMax else { break }
      kept.append(scalar)
    }
    return String(kept) + suffix
  }

  /// The FNV-1a hash of 32 bits, which is equal in every run, unlike Swift's own hash.
  private static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

/// The names in use among the tables and indexes of a database, or among the columns of a table.
///
/// Names are in lower case already, so names that differ here also differ for databases that ignore
/// case.
package struct PlainNameScope {
  private var used: Set<String> = []

  /// Names that no column may have: system columns that PostgreSQL refuses (documented:
  /// <https://www.postgresql.org/docs/current/ddl-system-columns.html>), and SQLite's names for its
  /// own key, which such a column would hide (documented: <https://sqlite.org/rowidtable.html>).
  static let columns = PlainNameScope(used: [
    "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "rowid", "oid", "_rowid_",
  ])

  /// The names of tables and indexes. They are in one scope, because a table and an index cannot
  /// have the same name, neither in SQLite nor in PostgreSQL.
  static let relations = PlainNameScope(used: [])

  /// Takes the first free candidate; if none is free, a candidate with the lowest possible number
  /// from 2 on. `siblings` are endings: the name with each of these endings has to be free too, and
  /// is taken as well.
  mutating func take(_ candidates: String..., siblings: [String] = []) -> String {
    var number = 1
    while true {
      for candidate in candidates {
        let name = PlainName.shortened(number == 1 ? candidate : "\(candidate)_\(number)")
        let names = [name] + siblings.map { PlainName.shortened(name + $0) }
        if names.allSatisfy({ !used.contains($0) }) {
          used.formUnion(names)
          return name
        }
      }
      number += 1
    }
  }
}

extension PlainNameScope {
  /// The first candidate that is not in use, with a number if all are, cut to the greatest length.
  package static func free(_ candidates: String..., besides used: Set<String>) -> String {
    var number = 1
    while true {
      for candidate in candidates {
        let name = PlainName.shortened(number == 1 ? candidate : "\(candidate)_\(number)")
        if !used.contains(name) { return name }
      }
      number += 1
    }
  }
}
