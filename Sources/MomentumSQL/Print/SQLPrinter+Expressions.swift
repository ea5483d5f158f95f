extension SQLPrinter {
  /// Writes an element of a SELECT or ORDER BY list, where Core Data writes no blank before a
  /// column.
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
    // Append the parts one by one: an interpolation would allocate a string for each column.
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
    case .text(let value): text += SQLPrinter.literal(value, in: dialect)
    case .star: text += "*"
    case .placeholder(let binding, let type): write(binding, type)
    case .comparison(let left, let comparison, let right):
      write(left)
      text += " "
      text += comparison.rawValue
      text += " "
      write(right)
    case .isSame(let left, let right, let isNegated):
      write(isNegated ? dialect.queries.different : dialect.queries.same, left, right)
    case .isNull(let operand): writeNullTest(operand, " IS NULL")
    case .isNotNull(let operand): writeNullTest(operand, " IS NOT NULL")
    case .isTrue(let condition):
      writeEnclosed(condition, ") IS ")
      text += dialect.queries.trueWord
    case .isNotTrue(let condition):
      writeEnclosed(condition, ") IS NOT ")
      text += dialect.queries.trueWord
    case .between(let operand, let low, let high):
      writePair(operand, " BETWEEN ", low)
      text += " AND "
      write(high)
    case .isIn(let operand, let elements): writeMembership(operand, elements)
    case .isInArray(let operand, let array):
      write(operand)
      arrays.append(array)
      text += " IN (SELECT * FROM \(name(array.name))) "
    case .isInText(let operand, let values, let type): writeMembership(operand, values, type)
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
    case .bitwiseNot(let operand): write(dialect.queries.bitwiseNot, operand, operand)
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
      text += " AS "
      text += dialect.types.castName(type)
      text += ")"
    case .collated(let operand, let collation):
      write(operand)
      if let name = dialect.queries.collationName(collation) { text += " COLLATE \(name)" }
    case .select(let select): writeSubselect(select)
    case .exists(let select):
      text += " EXISTS "
      writeSubselect(select)
    case .named(let operand, _): write(operand)
    case .column, .joinColumn, .name, .integer, .text, .star, .placeholder, .comparison, .isSame,
      .isNull,
      .isNotNull, .isTrue, .isNotTrue, .between, .isIn, .isInArray, .isInText, .isInSelect,
      .boolean,
      .and,
      .or,
      .not, .parenthesized:
      write(expression)
    }
  }

  // MARK: - Lists

  /// Writes a test whether an operand is in a list of expressions: ` t0.ZA IN (?,?)`.
  private mutating func writeMembership(_ operand: SQLExpression, _ elements: [SQLExpression]) {
    write(operand)
    text += " IN ("
    writeSequence(elements, separator: ",")
    text += ")"
  }

  /// Writes a test whether an operand is in a list of many values. A dialect that can split a text
  /// into values gets one placeholder, any other dialect one placeholder for each value.
  private mutating func writeMembership(
    _ operand: SQLExpression, _ values: [SQLValue], _ type: SQLType
  ) {
    if case .text(let list) = dialect.queries.longLists {
      write(list.condition(type), operand, .placeholder(.value(.text(list.text(values)))))
    } else {
      writeMembership(operand, values.map { .placeholder(.value($0), type) })
    }
  }

  // MARK: - Parts

  private mutating func write(_ binding: SQLBinding, _ type: SQLType?) {
    bindings.append(binding)
    guard dialect.types.hasTypedPlaceholders, let type,
      let template = dialect.types.placeholder(type)
    else { return writeSign() }
    for piece in template.pieces {
      text += piece.words
      writeSign()
    }
    text += template.end
  }

  /// Writes the placeholder: `?` or `$1`.
  private mutating func writeSign() {
    placeholders.append(text.count)
    text += dialect.queries.numbersPlaceholders ? "$\(bindings.count)" : "?"
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

  /// Writes a sub-select. It ends with a blank before its closing parenthesis, as in Core Data's
  /// log.
  private mutating func writeSubselect(_ select: SQLSelect) {
    text += "("
    write(select)
    text += " )"
  }

  /// Writes a test for NULL. It has two blanks before a column of a join (observed:
  /// `NOT ( t1.Z_2MANYBS IS NOT NULL)`).
  private mutating func writeNullTest(_ operand: SQLExpression, _ test: String) {
    if case .joinColumn = operand { text += "  " }
    write(operand)
    text += test
  }

  private mutating func writeArithmetic(
    _ left: SQLExpression, _ sign: SQLArithmeticOperator, _ right: SQLExpression
  ) {
    if let template = dialect.queries.arithmetic(sign) { return write(template, left, right) }
    text += "("
    write(left)
    text += " "
    text += sign.sign
    text += " "
    write(right)
    text += ")"
  }

  private mutating func write(
    _ aggregate: SQLAggregate, _ operand: SQLExpression, _ isDistinct: Bool
  ) {
    switch dialect.queries.aggregate(aggregate) {
    case .call(let name):
      text += name
      text += isDistinct ? "(DISTINCT " : "("
      write(operand)
      text += ")"
    case .template(let template): write(template, operand, operand)
    }
  }

  // MARK: - Functions

  private mutating func write(_ function: SQLFunction, _ arguments: [SQLExpression]) {
    switch dialect.queries.function(function) {
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

  /// Writes a template with its arguments. An argument that the template uses twice is written
  /// twice, with its bindings.
  private mutating func write(_ template: SQLTemplate, _ arguments: [SQLExpression]) {
    for piece in template.pieces {
      text += piece.words
      if piece.operand < arguments.count { write(arguments[piece.operand]) }
    }
    text += template.end
  }

  /// Writes a template of `{0}` and `{1}` without allocating an array for the operands.
  private mutating func write(
    _ template: SQLTemplate, _ first: SQLExpression, _ second: SQLExpression
  ) {
    for piece in template.pieces {
      text += piece.words
      write(piece.operand == 0 ? first : second)
    }
    text += template.end
  }
}
