// Expressions and statements as source lines. A line that would be too long is broken at the
// outermost list of arguments or elements; a long string literal stays whole.

extension Expression {
  /// The expression on one line.
  package var source: String {
    lines(width: .max, indentation: 0).joined(separator: " ")
  }

  /// The expression on as many lines as a width asks for, the later ones indented within it.
  func lines(width: Int, indentation: Int) -> [String] {
    switch self {
    case .string(let text): return [SwiftText.literal(text)]
    case .integer(let number): return ["\(number)"]
    case .double(let number): return [Expression.source(of: number)]
    case .boolean(let value): return [value ? "true" : "false"]
    case .null: return ["nil"]
    case .name(let name): return [name.source]
    case .type(let type): return [type.source]
    case .member(let base, let name):
      return base.lines(width: width, indentation: indentation).suffixed("." + name.source)
    case .implicitMember(let name): return ["." + name.source]
    case .element(let base, let index): return ["\(base.source)[\(index.source)]"]
    case .binary(let left, let sign, let right):
      return ["\(left.source) \(sign.rawValue) \(right.source)"]
    case .ternary(let condition, let first, let second):
      return second.lines(width: width, indentation: indentation)
        .prefixed("\(condition.source) ? \(first.source) : ")
    case .attempt(let value):
      return value.lines(width: width, indentation: indentation).prefixed("try ")
    case .conditionalCast(let value, let type): return ["\(value.source) as? \(type.source)"]
    case .closure(let names, let value):
      return value.lines(width: width, indentation: indentation)
        .prefixed("{ \(names.map(\.source).joined(separator: ", ")) in ").suffixed(" }")
    case .call(let function, let arguments):
      let items = arguments.map { argument in
        (argument.label.map { $0.source + ": " } ?? "", argument.value)
      }
      let head = function.lines(width: width, indentation: indentation)
      return Expression.list(items, open: "(", close: ")", width: width, indentation: indentation)
        .joined(after: head)
    case .array(let elements):
      return Expression.list(
        elements.map { ("", $0) }, open: "[", close: "]", width: width, indentation: indentation)
    case .dictionary(let pairs):
      guard !pairs.isEmpty else { return ["[:]"] }
      return Expression.list(
        pairs.map { ($0.key.source + ": ", $0.value) }, open: "[", close: "]", width: width,
        indentation: indentation)
    case .tuple(let elements):
      return Expression.list(
        elements.map { ("", $0) }, open: "(", close: ")", width: width, indentation: indentation)
    }
  }

  private static func list(
    _ items: [(prefix: String, value: Expression)], open: String, close: String, width: Int,
    indentation: Int
  ) -> [String] {
    let oneLine = open + items.map { $0.prefix + $0.value.source }.joined(separator: ", ") + close
    // What stands before the list on its line is not known here; a margin is good enough.
    guard oneLine.utf8.count > width - width / 3, !items.isEmpty else { return [oneLine] }
    let margin = String(repeating: " ", count: indentation)
    var result = [open]
    for (index, item) in items.enumerated() {
      var lines = item.value.lines(width: width - indentation, indentation: indentation)
        .prefixed(item.prefix)
      if index + 1 < items.count { lines = lines.suffixed(",") }
      result += lines.map { margin + $0 }
    }
    return result + [close]
  }

  private static func source(of number: Double) -> String {
    if number.isNaN { return "Double.nan" }
    if number.isInfinite { return number < 0 ? "-Double.infinity" : "Double.infinity" }
    return "\(number)"
  }
}

extension [String] {
  /// The lines put after the last of others.
  fileprivate func joined(after head: [String]) -> [String] {
    guard let last = head.last else { return self }
    return head.dropLast() + prefixed(last)
  }
}

extension SwiftPrinter {
  /// `head { body }`
  mutating func write(block head: String, _ body: [Statement]) {
    line(head + " {")
    indented { printer in
      for statement in body { printer.write(statement) }
    }
    line("}")
  }

  private mutating func write(_ prefix: String, _ expression: Expression) {
    write(
      lines: expression.lines(width: width, indentation: layout.indentation).prefixed(prefix))
  }

  private mutating func write(_ statement: Statement) {
    switch statement {
    case .expression(let value): write("", value)
    case .constant(let name, let type, let value):
      write("let \(name.source)\(type.map { ": " + $0.source } ?? "") = ", value)
    case .assign(let target, let value): write(target.source + " = ", value)
    case .returning(let value): write("return ", value)
    case .failing(let value): write("throw ", value)
    case .deferred(let value): line("defer { \(value.source) }")
    case .guarding(let condition, let otherwise):
      line("guard \(condition.source) else {")
      indented { $0.write(otherwise) }
      line("}")
    case .switching(let subject, let cases):
      line("switch \(subject.source) {")
      for item in cases {
        line(
          item.patterns.isEmpty
            ? "default:" : "case \(item.patterns.map(\.source).joined(separator: ", ")):")
        indented { printer in
          for statement in item.body { printer.write(statement) }
        }
      }
      line("}")
    }
  }
}

extension Statement.Condition {
  fileprivate var source: String {
    switch self {
    case .holds(let value): value.source
    case .binds(let name, let value): "let \(name.source) = \(value.source)"
    case .matches(let pattern, let name, let value):
      "case .\(pattern.source)(let \(name.source)) = \(value.source)"
    }
  }
}

extension Statement.Pattern {
  fileprivate var source: String {
    "." + name.source + (binds.map { "(let \($0.source))" } ?? "")
  }
}
