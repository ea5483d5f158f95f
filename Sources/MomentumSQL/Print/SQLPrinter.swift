/// Prints SQL values as text, spaced as Core Data's log prints it.
///
/// The log writes every reference to a table's column in a condition with a blank in front, which
/// gives `WHERE  t0.ZAGE > ?` and `( t0.ZA = ? AND  t0.ZB = ?)`, and columns of lists and of joins
/// without. Source: observed in 15 verbatim statements that Core Data printed under
/// `-com.apple.CoreData.SQLDebug`, 2011–2026.
public struct SQLPrinter: Sendable {
  /// The longest text that is made, in bytes.
  ///
  /// A computation that a dialect writes with an operand twice, such as `^` in SQLite, doubles the text
  /// with each level of nesting. The longest predicate that is read, 1 MB, stays far below where
  /// nothing doubles.
  public static let bytesMax = 8 << 20

  let dialect: SQLDialect
  var text = ""
  var bindings: [SQLBinding] = []
  var placeholders: [Int] = []
  var arrays: [SQLValueArray] = []

  init(_ dialect: SQLDialect) {
    self.dialect = dialect
    // Most statements are shorter: text that outgrows its storage is copied.
    text.reserveCapacity(900)
  }

  /// The statement's text and its bindings, in the order of their placeholders.
  public static func print(_ select: SQLSelect, dialect: SQLDialect = .coreData) -> SQLText {
    var printer = SQLPrinter(dialect)
    printer.write(select)
    return printer.finished
  }

  /// What was written; nothing of a text that was cut off, which would be another statement.
  var finished: SQLText {
    guard !isFull else {
      var nothing = SQLText(text: "")
      nothing.isTooLong = true
      return nothing
    }
    return SQLText(text: text, bindings: bindings, placeholders: placeholders, arrays: arrays)
  }

  /// Past the limit nothing more is written, so that the time is bounded too.
  var isFull: Bool { text.utf8.count > SQLPrinter.bytesMax }

  /// A name as it may stand in SQL: as it is when it is plain, quoted when it is not.
  ///
  ///     ZNAME   "ZODD NAME"
  public static func identifier(_ name: String) -> String {
    isPlain(name) ? name : quoted(name, with: "\"")
  }

  /// Letters, digits and underscores, no digit in front.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    // Every name of a statement passes here. Without the piece of memory it took 2.6 times the instructions.
    return name.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) }
      ?? name.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case _: false
    }
  }

  /// A text literal, for statements that take no bindings: `'it''s'`.
  public static func literal(_ text: String) -> String { quoted(text, with: "'") }

  /// A text literal as the dialect reads it: `'C:\\\\'` where a backslash begins an escape.
  static func literal(_ text: String, in dialect: SQLDialect) -> String {
    guard dialect.quoting.escapesBackslashes else { return literal(text) }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" { escaped.append(scalar) }
      escaped.append(scalar)
    }
    return literal(String(escaped))
  }

  /// Scalar by scalar: to `Character` a quote with an accent above it is no quote, to SQL it is one.
  private static func quoted(_ text: String, with quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView([quote])
    for scalar in text.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }

  /// A name of a table or a column in this dialect.
  func name(_ name: String) -> String { SQLPrinter.name(name, in: dialect) }

  static func name(_ name: String, in dialect: SQLDialect) -> String {
    let isWord = SQLPrinter.isPlain(name) && dialect.quoting.reservedWords?.contains(name) != true
    return isWord ? name : SQLPrinter.quoted(name, with: dialect.quoting.nameQuote)
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
    // Without an order Core Data leaves the blank that would have stood before it.
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

  /// A collation has blanks around it, but for the one that would end the statement.
  private mutating func writeOrder(_ terms: [SQLOrderTerm], isLast: Bool) {
    for (index, term) in terms.enumerated() {
      text += index == 0 ? " ORDER BY " : ", "
      if dialect.queries.nullOrder == .conditions {
        writeUnspaced(term.expression)
        text += term.isAscending ? " IS NOT NULL, " : " IS NULL, "
      }
      writeUnspaced(term.expression)
      if let collation = term.collation.flatMap(dialect.queries.collationName) {
        text += " COLLATE \(collation)"
        if !isLast || !term.isAscending || index < terms.count - 1 { text += " " }
      }
      if !term.isAscending { text += " DESC" }
      if dialect.queries.nullOrder == .keywords {
        text += term.isAscending ? " NULLS FIRST" : " NULLS LAST"
      }
    }
  }
}
