extension SQLPrinter {
  /// An element of a select or order list, where a column has no blank in front.
  mutating func writeUnspaced(_ expression: SQLExpression) {
    switch expression {
    case .column(let column): write(column)
    case .named(let inner, let name):
      writeUnspaced(inner)
      text += " AS \(self.name(name))"
    case _: write(expression)
    }
  }

  private mutating func write(_ column: SQLColumn) {
    // Piece by piece: an interpolation would make a string of its own for each column.
    text += column.table
    text += "."
    text += name(column.name)
  }

  mutating func write(_ expression: SQLExpression) {
    guard !isFull else { return }
    switch expression {
    case .column(let column):
      text += " "
      write(column)
    case .joinColumn(let column): write(column)
    case .name(let name): text += self.name(name)
    case .integer(let value): text += String(value)
    case .text(let value): text += SQLPrinter.literal(value)
    case .star: text += "*"
    case .placeholder(let binding, let type): write(binding, type)
    case .comparison(let left, let comparison, let right):
      write(left)
      text += " "
      text += comparison.rawValue
      text += " "
      write(right)
    case .isSame(let left, let right, let isNegated):
      writePair(left, sameness(isNegated: isNegated), right)
    case .isNull(let operand): writeNullTest(operand, " IS NULL")
    case .isNotNull(let operand): writeNullTest(operand, " IS NOT NULL")
    case .isTrue(let condition):
      writeEnclosed(condition, dialect.hasNumericTruth ? ") IS 1" : ") IS TRUE")
    case .isNotTrue(let condition):
      writeEnclosed(condition, dialect.hasNumericTruth ? ") IS NOT 1" : ") IS NOT TRUE")
    case .between(let operand, let low, let high):
      writePair(operand, " BETWEEN ", low)
      text += " AND "
      write(high)
    case .isIn(let operand, let elements):
      write(operand)
      text += " IN ("
      writeSequence(elements, separator: ",")
      text += ")"
    case .isInArray(let operand, let array):
      write(operand)
      arrays.append(array)
      text += " IN (SELECT * FROM \(name(array.name))) "
    case .isAny(let operand, let values, let type):
      write(operand)
      text += " = ANY("
      write(.value(.text(SQLPrinter.arrayLiteral(values))), nil)
      text += "::\(dialect.typeName(type))[])"
    case .isInSelect(let operand, let select):
      write(operand)
      text += " IN "
      writeSubselect(select)
    case .boolean(let isTrue): text += isTrue ? "1 = 1" : "0 = 1"
    case .and(let operands): writeCompound(operands, " AND ")
    case .or(let operands): writeCompound(operands, " OR ")
    case .not(let condition):
      text += " NOT "
      writeEnclosed(condition, ")")
    case .parenthesized(let condition): writeEnclosed(condition, ")")
    case .arithmetic, .bitwiseNot, .function, .aggregate, .conditional, .cast, .collated, .select,
      .exists, .named:
      writeValue(expression)
    }
  }

  private mutating func writeValue(_ expression: SQLExpression) {
    switch expression {
    case .arithmetic(let left, let sign, let right): writeArithmetic(left, sign, right)
    case .bitwiseNot(let operand):
      text += "(~"
      write(operand)
      text += ")"
    case .function(let function, let arguments): write(function, arguments)
    case .aggregate(let aggregate, let operand, let isDistinct):
      write(aggregate, operand, isDistinct)
    case .conditional(let condition, let first, let second):
      text += "CASE WHEN "
      writePair(condition, " THEN ", first)
      text += " ELSE "
      write(second)
      text += " END"
    case .cast(let operand, let type):
      text += "CAST("
      writeUnspaced(operand)
      text += " AS \(dialect.typeName(type)))"
    case .collated(let operand, let collation):
      write(operand)
      if let name = dialect.collationName(collation) { text += " COLLATE \(name)" }
    case .select(let select): writeSubselect(select)
    case .exists(let select):
      text += " EXISTS "
      writeSubselect(select)
    case .named(let operand, _): write(operand)
    case .column, .joinColumn, .name, .integer, .text, .star, .placeholder, .comparison, .isSame,
      .isNull,
      .isNotNull, .isTrue, .isNotTrue, .between, .isIn, .isInArray, .isAny, .isInSelect, .boolean,
      .and,
      .or,
      .not, .parenthesized:
      write(expression)
    }
  }

  /// `{"1","2"}`, as PostgreSQL reads an array from text (documented:
  /// <https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO>).
  private static func arrayLiteral(_ values: [SQLValue]) -> String {
    var result = "{"
    for (index, value) in values.enumerated() {
      if index > 0 { result += "," }
      result += "\""
      for scalar in value.plainText.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
      result += "\""
    }
    return result + "}"
  }

  // MARK: - Parts

  private func sameness(isNegated: Bool) -> String {
    switch (dialect.comparesWithIs, isNegated) {
    case (true, false): " IS "
    case (true, true): " IS NOT "
    case (false, false): " IS NOT DISTINCT FROM "
    case (false, true): " IS DISTINCT FROM "
    }
  }

  private mutating func write(_ binding: SQLBinding, _ type: SQLType?) {
    placeholders.append(text.utf8.count)
    bindings.append(binding)
    guard dialect.numbersPlaceholders else {
      text += "?"
      return
    }
    text += "$\(bindings.count)"
    if let type { text += "::\(dialect.typeName(type))" }
  }

  private mutating func writePair(
    _ left: SQLExpression, _ separator: String, _ right: SQLExpression
  ) {
    write(left)
    text += separator
    write(right)
  }

  private mutating func writeEnclosed(_ condition: SQLExpression, _ end: String) {
    text += "("
    write(condition)
    text += end
  }

  private mutating func writeCompound(_ operands: [SQLExpression], _ separator: String) {
    text += "("
    writeSequence(operands, separator: separator)
    text += ")"
  }

  mutating func writeSequence(_ expressions: [SQLExpression], separator: String) {
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
    text += test
  }

  private mutating func writeArithmetic(
    _ left: SQLExpression, _ sign: SQLArithmeticOperator, _ right: SQLExpression
  ) {
    text += "("
    write(left)
    text += " \(sign.rawValue) "
    // SQLite gives NULL for a division by 0, databases that check types an error.
    switch sign {
    case .divide where dialect.checksTypes, .remainder where dialect.checksTypes:
      text += "NULLIF("
      write(right)
      text += ", 0)"
    // The distance of a shift is an integer of 32 bits there.
    case .leftShift where dialect.checksTypes, .rightShift where dialect.checksTypes:
      text += "("
      write(right)
      text += ")::integer"
    case .add, .subtract, .multiply, .divide, .remainder, .bitwiseAnd, .bitwiseOr, .leftShift,
      .rightShift:
      write(right)
    }
    text += ")"
  }

  private mutating func write(
    _ aggregate: SQLAggregate, _ operand: SQLExpression, _ isDistinct: Bool
  ) {
    let name = dialect.aggregateName(aggregate)
    let isOrdered = name.hasSuffix(")")
    if aggregate == .total, dialect.checksTypes { text += "coalesce(" }
    text +=
      isOrdered ? "\(name) WITHIN GROUP (ORDER BY " : isDistinct ? "\(name)(DISTINCT " : "\(name)("
    write(operand)
    text += ")"
    if aggregate == .total, dialect.checksTypes { text += ", 0)::double precision" }
  }

  // MARK: - Functions

  private mutating func write(_ function: SQLFunction, _ arguments: [SQLExpression]) {
    switch dialect.function(function) {
    case .call(let name, let trailing):
      text += " "
      text += name
      text += "("
      writeSequence(arguments, separator: ", ")
      for (index, argument) in trailing.enumerated() {
        if index > 0 || !arguments.isEmpty { text += ", " }
        text += argument
      }
      text += ")"
    case .template(let template): write(template, arguments)
    }
  }

  /// An argument that the template has twice is written twice, with its bindings.
  private mutating func write(_ template: String, _ arguments: [SQLExpression]) {
    var rest = Substring(template)
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      let digit = rest.index(after: brace)
      guard digit < rest.endIndex, let index = rest[digit].wholeNumberValue,
        let end = rest.index(digit, offsetBy: 1, limitedBy: rest.endIndex), end < rest.endIndex,
        rest[end] == "}"
      else {
        text += "{"
        rest = rest[digit...]
        continue
      }
      if index < arguments.count { write(arguments[index]) }
      rest = rest[rest.index(after: end)...]
    }
    text += rest
  }
}
