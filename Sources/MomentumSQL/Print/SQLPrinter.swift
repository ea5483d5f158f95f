/// Prints SQL values as SQLite text, spaced as Core Data's log prints it.
///
/// The log writes every reference to a table's column in a condition with a blank in front, which
/// gives `WHERE  t0.ZAGE > ?` and `( t0.ZA = ? AND  t0.ZB = ?)`, and columns of lists and of joins
/// without. Source: observed in 15 verbatim statements that Core Data printed under
/// `-com.apple.CoreData.SQLDebug`, 2011–2026.
public struct SQLPrinter: Sendable {
  private var text = ""
  private var bindings: [SQLBinding] = []
  private var placeholders: [Int] = []

  private init() {}

  /// The statement's text and its bindings, in the order of their placeholders.
  public static func print(_ select: SQLSelect) -> SQLText {
    var printer = SQLPrinter()
    printer.write(select)
    return SQLText(
      text: printer.text, bindings: printer.bindings, placeholders: printer.placeholders)
  }

  /// A name as it may stand in SQL: as it is when it is plain, quoted when it is not.
  ///
  ///     ZNAME   "ZODD NAME"
  public static func identifier(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && !(0x30...0x39).contains(name.utf8.first ?? 0)
      && name.utf8.allSatisfy { byte in
        byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
    if isPlain { return name }
    return quoted(name, with: "\"")
  }

  /// A text literal, for statements that take no bindings: `'it''s'`.
  public static func literal(_ text: String) -> String { quoted(text, with: "'") }

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

  // MARK: - Statements

  private mutating func write(_ select: SQLSelect) {
    text += select.isDistinct ? "SELECT DISTINCT " : "SELECT "
    writeList(select.columns)
    text += " FROM "
    write(select.source)
    for join in select.joins {
      text += " \(join.kind.rawValue) \(SQLPrinter.identifier(join.table)) \(join.alias) ON "
      write(join.condition)
    }
    if let condition = select.condition {
      text += " WHERE "
      write(condition)
    }
    writeOrder(select.order)
    // Without an order Core Data leaves the blank that would have stood before it.
    if select.limit != nil || select.offset != nil { text += select.order.isEmpty ? "  " : " " }
    // SQLite has no OFFSET without LIMIT; a negative limit is none.
    if let limit = select.limit ?? select.offset.map({ _ in -1 }) { text += "LIMIT \(limit)" }
    if let offset = select.offset { text += " OFFSET \(offset)" }
  }

  private mutating func write(_ source: SQLSource) {
    switch source {
    case .table(let name, let alias):
      text += SQLPrinter.identifier(name)
      if let alias { text += " \(alias)" }
    case .select(let select):
      text += "("
      write(select)
      text += ")"
    }
  }

  private mutating func writeList(_ columns: [SQLExpression]) {
    for (index, column) in columns.enumerated() {
      if index > 0 { text += ", " }
      writeUnspaced(column)
    }
  }

  private mutating func writeOrder(_ terms: [SQLOrderTerm]) {
    for (index, term) in terms.enumerated() {
      text += index == 0 ? " ORDER BY " : ", "
      writeUnspaced(term.expression)
      if let collation = term.collation { text += " COLLATE \(collation) " }
      if !term.isAscending { text += " DESC" }
    }
  }

  // MARK: - Expressions

  /// An element of a select or order list, where a column has no blank in front.
  private mutating func writeUnspaced(_ expression: SQLExpression) {
    if case .column(let column) = expression {
      write(column)
    } else {
      write(expression)
    }
  }

  private mutating func write(_ column: SQLColumn) {
    text += "\(column.table).\(SQLPrinter.identifier(column.name))"
  }

  private mutating func write(_ expression: SQLExpression) {
    switch expression {
    case .column(let column):
      text += " "
      write(column)
    case .joinColumn(let column):
      write(column)
    case .integer(let value):
      text += String(value)
    case .star:
      text += "*"
    case .placeholder(let binding):
      placeholders.append(text.utf8.count)
      bindings.append(binding)
      text += "?"
    case .comparison(let left, let comparison, let right):
      write(left)
      text += " \(comparison.rawValue) "
      write(right)
    case .isNull(let operand):
      writeNullTest(operand, "IS NULL")
    case .isNotNull(let operand):
      writeNullTest(operand, "IS NOT NULL")
    case .isNotTrue(let condition):
      text += "("
      write(condition)
      text += ") IS NOT 1"
    case .between(let operand, let low, let high):
      write(operand)
      text += " BETWEEN "
      write(low)
      text += " AND "
      write(high)
    case .isIn(let operand, let elements):
      write(operand)
      text += " IN ("
      writeSequence(elements, separator: ",")
      text += ")"
    case .isInArray(let operand, let array):
      write(operand)
      // The blank behind it is Core Data's (observed: two stand before ORDER BY, three before LIMIT).
      text += " IN (SELECT * FROM \(SQLPrinter.identifier(array))) "
    case .and(let operands):
      text += "("
      writeSequence(operands, separator: " AND ")
      text += ")"
    case .or(let operands):
      text += "("
      writeSequence(operands, separator: " OR ")
      text += ")"
    case .not(let condition):
      text += " NOT ("
      write(condition)
      text += ")"
    case .parenthesized(let condition):
      text += "("
      write(condition)
      text += ")"
    case .function(let name, let arguments):
      text += " \(name)("
      writeSequence(arguments, separator: ", ")
      text += ")"
    case .count(let operand, let isDistinct):
      text += isDistinct ? "COUNT(DISTINCT " : "COUNT("
      write(operand)
      text += ")"
    case .select(let select):
      writeSubselect(select)
    case .exists(let select):
      text += " EXISTS "
      writeSubselect(select)
    }
  }

  private mutating func writeSequence(_ expressions: [SQLExpression], separator: String) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += separator }
      write(expression)
    }
  }

  /// A sub-select ends with a blank before its parenthesis.
  private mutating func writeSubselect(_ select: SQLSelect) {
    text += "("
    write(select)
    text += " )"
  }

  /// A join's column gets two blanks in a test for NULL (observed: `NOT (  t1.Z_2MANYBS IS NOT NULL)`).
  private mutating func writeNullTest(_ operand: SQLExpression, _ test: String) {
    if case .joinColumn = operand { text += "  " }
    write(operand)
    text += " \(test)"
  }
}
