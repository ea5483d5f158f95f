// Expressions and statements as source lines. A line that would be too long is broken at the
// outermost list of arguments or elements; a long string literal stays whole.

extension Expression {
  /// The expression on one line.
  package var source: String {
    lines(width: .max, indentation: 0).joined(separator: " ")
  }

  /// The expression on as many lines as a width asks for, the later ones indented within it.
  ///
  /// `used` columns of the first line are taken by what stands before.
  func lines(width: Int, indentation: Int, used: Int = 0) -> [String] {
    func inner(_ value: Expression, after prefix: String, _ suffix: String = "") -> [String] {
      value.lines(width: width, indentation: indentation, used: used + prefix.utf8.count)
        .prefixed(prefix).suffixed(suffix)
    }
    func list(_ values: [Expression], _ open: String, _ close: String) -> [String] {
      Expression.list(
        values.map { ("", $0) }, open: open, close: close, width: width, indentation: indentation,
        used: used)
    }
    switch self {
    case .string(let text): return [SwiftText.literal(text)]
    case .integer(let number): return ["\(number)"]
    case .double(let number): return [Expression.source(of: number)]
    case .boolean(let value): return [value ? "true" : "false"]
    case .null: return ["nil"]
    case .name(let name): return [name.source]
    case .type(let type): return [type.source]
    case .member(let base, let name): return inner(base, after: "", "." + name.source)
    case .implicitMember(let name): return ["." + name.source]
    case .element(let base, let index): return ["\(base.source)[\(index.source)]"]
    case .binary(let left, let sign, let right):
      return ["\(left.source) \(sign.rawValue) \(right.source)"]
    case .ternary(let condition, let first, let second):
      return inner(second, after: "\(condition.source) ? \(first.source) : ")
    case .attempt(let value): return inner(value, after: "try ")
    case .conditionalCast(let value, let type): return ["\(value.source) as? \(type.source)"]
    case .cast(let value, let type): return ["\(value.source) as \(type.source)"]
    case .chained(let value): return inner(value, after: "", "?")
    case .closure(let names, let error, let value):
      let effect = error.map { " throws(\($0.source))" } ?? ""
      let head = "{ \(names.map(\.source).joined(separator: ", "))\(effect) in"
      let oneLine = "\(head) \(value.source) }"
      guard Expression.fits(oneLine, used, width) else {
        let body = value.lines(width: width - indentation, indentation: indentation)
        return [head] + body.map { String(repeating: " ", count: indentation) + $0 } + ["}"]
      }
      return [oneLine]
    case .call(let function, let arguments):
      let head = function.lines(width: width, indentation: indentation, used: used)
      let column = head.count > 1 ? 0 : used
      return Expression.lines(
        arguments, width: width, indentation: indentation,
        used: column + (head.last?.utf8.count ?? 0)
      ).joined(after: head)
    case .array(let elements): return list(elements, "[", "]")
    case .tuple(let elements): return list(elements, "(", ")")
    case .dictionary(let pairs):
      guard !pairs.isEmpty else { return ["[:]"] }
      return Expression.list(
        pairs.map { ($0.key.source + ": ", $0.value) }, open: "[", close: "]", width: width,
        indentation: indentation, used: used)
    }
  }

  /// The arguments of a call with their parentheses, or a closure behind the call.
  private static func lines(
    _ arguments: [Argument], width: Int, indentation: Int, used: Int
  ) -> [String] {
    let items = arguments.map { argument in
      (prefix: argument.label.map { $0.labelSource + ": " } ?? "", value: argument.value)
    }
    if items.count == 1, let only = arguments.first {
      switch only.value {
      case .closure where only.label == nil:
        return only.value.lines(width: width, indentation: indentation, used: used + 1)
          .prefixed(" ")
      case .array, .tuple, .dictionary:
        // The brackets of a lone list take the place of the parentheses' own lines.
        let open = "(" + items[0].prefix
        return only.value.lines(
          width: width, indentation: indentation, used: used + open.utf8.count
        ).prefixed(open).suffixed(")")
      case .string, .integer, .double, .boolean, .null, .name, .type, .member, .implicitMember,
        .call, .element, .binary, .ternary, .attempt, .conditionalCast, .cast, .chained, .closure:
        break
      }
    }
    return list(
      items, open: "(", close: ")", width: width, indentation: indentation, used: used)
  }

  private static func list(
    _ items: [(prefix: String, value: Expression)], open: String, close: String, width: Int,
    indentation: Int, used: Int
  ) -> [String] {
    let atoms = items.map { $0.prefix + $0.value.source }
    let oneLine = open + atoms.joined(separator: ", ") + close
    if fits(oneLine, used, width) || items.isEmpty { return [oneLine] }
    let margin = String(repeating: " ", count: indentation)
    if atoms.allSatisfy({ $0.utf8.count <= 12 }) {
      return [open] + filled(atoms, width: width - indentation).map { margin + $0 } + [close]
    }
    var result = [open]
    for (index, item) in items.enumerated() {
      var lines = item.value.lines(
        width: width - indentation, indentation: indentation, used: item.prefix.utf8.count
      ).prefixed(item.prefix)
      if index + 1 < items.count { lines = lines.suffixed(",") }
      result += lines.map { margin + $0 }
    }
    return result + [close]
  }

  /// Whether a text fits on a line with room for a comma and a bracket after it.
  private static func fits(_ text: String, _ used: Int, _ width: Int) -> Bool {
    width == .max || used + text.utf8.count + 2 <= width
  }

  /// Short elements, such as bytes, as many on a line as fit.
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
      lines: expression.lines(
        width: width, indentation: layout.indentation, used: prefix.utf8.count
      ).prefixed(prefix))
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
