// Prints expressions on several lines in the layout of swift-format: a line that would be too long
// is broken at the outermost list of arguments or elements; a long text becomes a literal of
// several lines.

extension SwiftPrinter {
  private typealias Item = (prefix: String, value: Expression)

  /// Writes an expression from the current column on, on as many lines as the width requires.
  mutating func write(_ expression: Expression, width: Int) {
    switch expression {
    case .string(let value): write(value, width: width)
    case .integer, .double, .boolean, .null, .name, .type, .implicitMember, .inOut, .keyPath:
      text += expression.source
    case .element, .binary, .conditionalCast, .typed: writeParts(of: expression)
    case .member(let base, let name):
      write(base, width: width)
      text += "." + name.source
    case .chained(let base):
      write(base, width: width)
      text += "?"
    case .ternary(let condition, let first, let second):
      text += "\(condition.source) ? \(first.source) : "
      write(second, width: width)
    case .attempt(let value):
      text += "try "
      write(value, width: width)
    case .closure(let names, let error, let body):
      text += Expression.head(names, error)
      write(closure: body, width: width)
    case .call(let function, let arguments):
      write(function, width: width)
      write(arguments, width: width)
    case .array(let elements): write(elements.map { ("", $0) }, "[", "]", width: width)
    case .tuple(let elements): write(elements.map { ("", $0) }, "(", ")", width: width)
    case .dictionary(let pairs):
      let items = pairs.map { ($0.key.source + ": ", $0.value) }
      write(items, pairs.isEmpty ? "[:" : "[", "]", width: width)
    }
  }

  /// Writes an expression that is never broken, however long its line is.
  private mutating func writeParts(of expression: Expression) {
    switch expression {
    case .element: text += expression.source
    case .binary(let left, let sign, let right):
      text += "\(left.source) \(sign.rawValue) \(right.source)"
    case .conditionalCast(let value, let type): text += "\(value.source) as? \(type.source)"
    case .typed(let value, let type): text += "\(value.source) as \(type.source)"
    case .string, .integer, .double, .boolean, .null, .name, .type, .implicitMember, .inOut,
      .member, .chained, .ternary, .attempt, .closure, .call, .array, .tuple, .dictionary,
      .keyPath:
      break
    }
  }

  private mutating func write(_ value: String, width: Int) {
    let room = Expression.room(column, width)
    if let literal = Expression.string(value).source(countMax: room) {
      text += literal
      return
    }
    // The lines of the literal are indented relative to the expression before it, not to the start
    // of the line.
    let indentation = column > 0 ? SwiftPrinter.indentation : 0
    text += "\"\"\""
    for line in SwiftText.lines(of: value, width: width == .max ? .max : width - indentation) {
      continueText(with: line, indentation: indentation)
    }
    continueText(with: "\"\"\"", indentation: indentation)
  }

  private mutating func write(closure body: [Statement], width: Int) {
    guard !body.isEmpty else {
      text += " }"
      return
    }
    for line in SwiftPrinter.lines(of: body, width: width) { next(line: line) }
    next(line: "}")
  }

  // MARK: - Lists

  /// Writes the arguments of a call: in parentheses, or as a trailing closure.
  private mutating func write(_ arguments: [Expression.Argument], width: Int) {
    let items = arguments.map { argument in
      (prefix: argument.label.map { $0.labelSource + ": " } ?? "", value: argument.value)
    }
    if items.count == 1, let only = arguments.first {
      switch only.value {
      case .closure where only.label == nil:
        text += " "
        return write(only.value, width: width)
      case .array, .tuple, .dictionary:
        // If a list is the only argument, the line is broken after the list's bracket, not after
        // the parenthesis.
        text += "(" + items[0].prefix
        write(only.value, width: width)
        text += ")"
        return
      case .string, .integer, .double, .boolean, .null, .name, .type, .member, .implicitMember,
        .call, .element, .binary, .ternary, .attempt, .conditionalCast, .typed, .inOut, .chained,
        .closure, .keyPath:
        break
      }
    }
    write(items, "(", ")", width: width)
  }

  private mutating func write(_ items: [Item], _ open: String, _ close: String, width: Int) {
    text += open
    if items.isEmpty || writeOnLine(items, close, countMax: Expression.room(column, width)) {
      text += close
      return
    }
    let isCollection = open == "["
    let comma = isCollection && items.count > 1 ? "," : ""
    indented(by: listIndentation) { printer in
      let room = width - printer.listIndentation
      if let atoms = SwiftPrinter.atoms(items, countMax: 40) {
        for row in SwiftPrinter.filled(atoms, width: room) {
          printer.next(line: row)
        }
        printer.text += comma
      } else {
        for (index, item) in items.enumerated() {
          printer.finish()
          printer.begin(with: item.prefix)
          printer.write(item.value, width: room)
          printer.text += index + 1 < items.count ? "," : comma
        }
      }
    }
    if isCollection {
      finish()
      begin()
    }
    text += close
  }

  /// Writes the items, without the closing bracket, if all of them fit on the line; returns false
  /// otherwise.
  private mutating func writeOnLine(_ items: [Item], _ close: String, countMax: Int) -> Bool {
    if items.contains(where: { $0.value.needsLines }) { return false }
    let start = text.count
    let end = start + min(countMax - close.utf8.count, .max - start)
    for (index, item) in items.enumerated() {
      text += (index > 0 ? ", " : "") + item.prefix
      guard let source = item.value.source(countMax: end - text.count) else {
        text.cut(to: start)
        return false
      }
      text += source
    }
    return true
  }

  /// The text of each item on one line; `nil` if an item takes more bytes than `countMax`.
  private static func atoms(_ items: [Item], countMax: Int) -> [String]? {
    var atoms: [String] = []
    for item in items {
      let countLeft = countMax - item.prefix.utf8.count
      guard let source = item.value.source(countMax: countLeft) else { return nil }
      atoms.append(item.prefix + source)
    }
    return atoms
  }

  /// Fills each line with as many short elements, such as bytes, as fit.
  private static func filled(_ atoms: [String], width: Int) -> [String] {
    var lines: [String] = []
    for (index, atom) in atoms.enumerated() {
      let text = index + 1 < atoms.count ? atom + "," : atom
      if let last = lines.last, last.utf8.count + text.utf8.count < width {
        lines[lines.count - 1] = last + " " + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}

extension Expression {
  /// Whether the expression takes several lines, however short it is.
  fileprivate var needsLines: Bool {
    if case .closure(_, _, let body) = self { !body.isEmpty } else { false }
  }

  /// The number of bytes that are left on a line, less two for a comma and a bracket at its end.
  static func room(_ used: Int, _ width: Int) -> Int { width == .max ? .max : width - used - 2 }
}
