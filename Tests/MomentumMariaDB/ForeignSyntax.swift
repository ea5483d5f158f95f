/// Looks for the syntax of other databases in a statement for MariaDB.
package enum ForeignSyntax {
  /// The words and signs that MariaDB reads otherwise or not at all, each once.
  package static func found(in sql: String) -> [String] {
    let bare = withoutQuotes(sql)
    let words = Set(bare.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) })
    var found = foreignSigns.filter { bare.contains($0) }
    found += foreignWords.filter { words.contains($0) }
    // A regular expression is compiled each time, so a statement without the word is not searched.
    let has = { (some: Set<String>) in !words.isDisjoint(with: some) }
    // A column may have the name of a type or of a function: these count in their places alone.
    if has(["text", "integer", "numeric", "real"]),
      let type = bare.firstMatch(of: /\n  \w+ (text|integer|numeric|real)\b|AS (text|numeric)\)/)
    {
      found.append(String(type.output.0))
    }
    if has(["total", "strpos", "starts_with", "strftime"]),
      let call = bare.firstMatch(of: /\b(total|strpos|starts_with|strftime)\(/)
    {
      found.append(String(call.output.0))
    }
    if bare.contains("$"), bare.contains(/\$[0-9]/) { found.append("$1") }
    if has(["IS"]), bare.contains(/\bIS (?!(NOT )?(NULL|TRUE)\b)/) { found.append("IS") }
    return found
  }

  /// `||` is OR in MariaDB, and a double quote encloses a text.
  private static let foreignSigns = ["\"", "::", "||", "IS NOT DISTINCT FROM", "IS DISTINCT FROM"]

  private static let foreignWords = [
    "NULLS", "STRICT", "ROWID", "PRAGMA", "GLOB", "DEFERRABLE", "IDENTITY", "COMMENT", "ILIKE",
    "INTEGER", "TEXT", "REAL", "BLOB", "AUTOINCREMENT", "timestamptz", "bytea",
  ]

  /// The statement without comments, texts and names in quotes.
  private static func withoutQuotes(_ sql: String) -> String {
    sql.replacing(/'(?:[^'\\]|\\.|'')*'|`(?:[^`]|``)*`/, with: "").replacing(/-- .*/, with: "")
  }
}
