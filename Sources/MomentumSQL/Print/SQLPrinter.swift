/// Prints SQL values as text, with the blanks that Core Data's log has.
///
/// In a condition the log has a blank before every column of a table: `WHERE  t0.ZAGE > ?`,
/// `( t0.ZA = ? AND  t0.ZB = ?)`. In lists and joins the log has no such blank. Source: observed in
/// 15 verbatim statements that Core Data printed under `-com.apple.CoreData.SQLDebug`, 2011–2026.
package struct SQLPrinter: Sendable {
  /// The most bytes of a printed text.
  ///
  /// If a dialect writes an operand twice, as SQLite does for `^`, each level of nesting doubles
  /// the text. The longest allowed predicate, 1 MB, stays far below the limit if nothing is
  /// doubled.
  package static let bytesMax = 8 << 20

  let dialect: SQLDialect
  // Most statements are shorter than this capacity; a longer text is copied when its storage grows.
  var text = SQLOutput(capacity: 900)
  var bindings: [SQLBinding] = []
  var placeholders: [Int] = []
  var arrays: [SQLValueArray] = []

  init(_ dialect: SQLDialect) { self.dialect = dialect }

  /// The text of the statement and its bindings, in the order of their placeholders.
  package static func print(_ select: SQLSelect, dialect: SQLDialect = .coreData) -> SQLText {
    var printer = SQLPrinter(dialect)
    printer.write(select)
    return printer.finished
  }

  /// The printed statement. It is empty if its text would exceed ``bytesMax``, because a cut-off
  /// text could be another valid statement.
  var finished: SQLText {
    guard !isFull else {
      var nothing = SQLText(text: "")
      nothing.isTooLong = true
      return nothing
    }
    return SQLText(text: text.text, bindings: bindings, placeholders: placeholders, arrays: arrays)
  }

  /// Whether the text exceeds ``bytesMax``. Nothing more is written then, which also limits the
  /// time.
  var isFull: Bool { text.count > SQLPrinter.bytesMax }

  /// A name as it is written in SQL: unchanged if it is plain, otherwise quoted.
  ///
  ///     ZNAME   "ZODD NAME"
  package static func identifier(_ name: String) -> String {
    isPlain(name) ? name : quoted(name, with: "\"")
  }

  /// Whether a name has only letters, digits and underscores and does not begin with a digit.
  private static func isPlain(_ name: String) -> Bool {
    // Every name of a statement is tested here. Without the contiguous storage this took 2.6 times
    // the instructions.
    name.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(Array(name.utf8))
  }

  private static func isPlain(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, !(0x30...0x39).contains(first) else { return false }
    return name.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case _: false
    }
  }

  /// A text literal, for statements without bindings: `'it''s'`.
  package static func literal(_ text: String) -> String { quoted(text, with: "'") }

  /// A text literal in the form of the dialect. If a backslash starts an escape there, `C:\`
  /// becomes `'C:\\'`, otherwise `'C:\'`.
  static func literal(_ text: String, in dialect: SQLDialect) -> String {
    guard dialect.quoting.escapesBackslashes else { return literal(text) }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" { escaped.append(scalar) }
      escaped.append(scalar)
    }
    return literal(String(escaped))
  }

  /// Puts a text in quotes. Scalars are compared, not characters: a quote followed by a combining
  /// accent is one `Character` and not equal to a quote, but SQL reads it as a quote.
  private static func quoted(_ text: String, with quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView([quote])
    for scalar in text.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }

  /// The name of a table or column in this dialect.
  func name(_ name: String) -> String { SQLPrinter.name(name, in: dialect) }

  static func name(_ name: String, in dialect: SQLDialect) -> String {
    let isWord = SQLPrinter.isPlain(name) && dialect.quoting.reservedWords?.contains(name) != true
    return isWord ? name : SQLPrinter.quoted(name, with: dialect.quoting.nameQuote)
  }

  /// Whether a name in UTF-8 needs no quotes: it is plain and not reserved.
  static func isBareName(_ name: UnsafeBufferPointer<UInt8>, in dialect: SQLDialect) -> Bool {
    guard let first = name.first, isPlain(name) else { return false }
    guard let words = dialect.quoting.reservedWords, words.hasWord(beginningWith: first) else {
      return true
    }
    return !words.contains(String(decoding: name, as: UTF8.self))
  }

  // MARK: - Statements

  mutating func write(_ select: SQLSelect) {
    text += select.isDistinct ? "SELECT DISTINCT " : "SELECT "
    writeList(select.columns)
    text += " FROM "
    write(select.source)
    for join in select.joins {
      text += " "
      text += join.kind.rawValue
      text += " "
      write(join.source)
      text += " ON "
      write(join.condition)
    }
    if let condition = select.condition {
      text += " WHERE "
      write(condition)
    }
    writeGroups(select)
    writeOrder(select.order, isLast: select.limit == nil && select.offset == nil)
    writeWindow(select)
  }

  private mutating func writeGroups(_ select: SQLSelect) {
    for (index, group) in select.groups.enumerated() {
      text += index == 0 ? " GROUP BY " : ", "
      write(group)
    }
    if let condition = select.groupCondition {
      text += " HAVING "
      write(condition)
    }
  }

  private mutating func writeWindow(_ select: SQLSelect) {
    guard select.limit != nil || select.offset != nil else { return }
    // Without ORDER BY, Core Data still writes the blank that comes before ORDER BY.
    text += select.order.isEmpty ? " " : ""
    if let limit = select.limit.map(String.init) ?? dialect.queries.unlimited {
      text += " LIMIT \(limit)"
    }
    if let offset = select.offset { text += " OFFSET \(offset)" }
  }

  private mutating func write(_ source: SQLSource) {
    switch source {
    case .table(let name, let alias):
      text += self.name(name)
      if let alias {
        text += " "
        text += alias
      }
    case .select(let select, let alias):
      text += "("
      write(select)
      text += ")"
      if let alias, dialect.queries.namesDerivedTables { text += " \(alias)" }
    case .union(let first, let second, let alias):
      text += "("
      write(first)
      text += " UNION "
      write(second)
      text += ") \(alias)"
    case .array(let array, let alias):
      arrays.append(array)
      text += "\(name(array.name)) \(alias)"
    }
  }

  mutating func writeList(_ columns: [SQLExpression]) {
    for (index, column) in columns.enumerated() {
      if index > 0 { text += ", " }
      writeUnspaced(column)
    }
  }

  /// Writes the ORDER BY terms. Blanks surround a collation, except at the end of the statement.
  private mutating func writeOrder(_ terms: [SQLOrderTerm], isLast: Bool) {
    for (index, term) in terms.enumerated() {
      text += index == 0 ? " ORDER BY " : ", "
      if term.isNullable, dialect.queries.nullOrder == .conditions {
        writeUnspaced(term.expression)
        text += term.isAscending ? " IS NOT NULL, " : " IS NULL, "
      }
      writeUnspaced(term.expression)
      if let collation = term.collation.flatMap(dialect.queries.collationName) {
        text += " COLLATE \(collation)"
        if !isLast || !term.isAscending || index < terms.count - 1 { text += " " }
      }
      if !term.isAscending { text += " DESC" }
      if term.isNullable, dialect.queries.nullOrder == .keywords {
        text += term.isAscending ? " NULLS FIRST" : " NULLS LAST"
      }
    }
  }
}
