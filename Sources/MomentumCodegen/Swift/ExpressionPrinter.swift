// Expressions and statements as source lines, laid out as swift-format does it. A line that would be too
// long is broken at the outermost list of arguments or elements; a long text becomes one of several lines.

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
    case .string(let text):
      let literal = SwiftText.literal(text)
      if Expression.fits(literal, used, width) { return [literal] }
      // The text stands in from what comes before it, not from the start of a line.
      let margin = used > 0 ? String(repeating: " ", count: SwiftPrinter.indentation) : ""
      let room = width == .max ? .max : width - margin.utf8.count
      return ["\"\"\""]
        + SwiftText.lines(of: text, width: room).map { $0.isEmpty ? "" : margin + $0 }
        + [margin + "\"\"\""]
    case .integer(let number): return [Expression.source(of: number)]
    case .double(let number): return [Expression.source(of: number)]
    case .boolean(let value): return [value ? "true" : "false"]
    case .null: return ["nil"]
    case .name(let name): return [name.source]
    case .type(let type): return [type.source]
    case .member(let base, let name): return inner(base, after: "", "." + name.source)
    case .chained(let base): return inner(base, after: "", "?")
    case .implicitMember(let name): return ["." + name.source]
    case .element(let base, let index): return ["\(base.source)[\(index.source)]"]
    case .binary(let left, let sign, let right):
      return ["\(left.source) \(sign.rawValue) \(right.source)"]
    case .ternary(let condition, let first, let second):
      return inner(second, after: "\(condition.source) ? \(first.source) : ")
    case .attempt(let value): return inner(value, after: "try ")
    case .conditionalCast(let value, let type): return ["\(value.source) as? \(type.source)"]
    case .typed(let value, let type): return ["\(value.source) as \(type.source)"]
    case .inOut(let name): return ["&\(name.source)"]
    case .closure(let names, let error, let body):
      let effect = error.map { " throws(\($0.source))" } ?? ""
      let heading = names.isEmpty ? "_" : names.map(\.source).joined(separator: ", ")
      let head = "{ \(heading)\(effect) in"
      guard !body.isEmpty else { return [head + " }"] }
      return [head] + SwiftPrinter.lines(of: body, width: width) + ["}"]
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
        .call, .element, .binary, .ternary, .attempt, .conditionalCast, .typed, .inOut, .chained,
        .closure:
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
    let isWhole = !items.contains { $0.value.needsLines }
    if isWhole && fits(oneLine, used, width) || items.isEmpty { return [oneLine] }
    let margin = String(repeating: " ", count: indentation)
    let isCollection = open == "["
    if atoms.allSatisfy({ $0.utf8.count <= 40 }) {
      let comma = isCollection && items.count > 1 ? "," : ""
      let rows = filled(atoms, width: width - indentation).suffixed(comma).map { margin + $0 }
      return isCollection ? [open] + rows + [close] : ([open] + rows).suffixed(close)
    }
    var result = [open]
    for (index, item) in items.enumerated() {
      var lines = item.value.lines(
        width: width - indentation, indentation: indentation, used: item.prefix.utf8.count
      ).prefixed(item.prefix)
      if index + 1 < items.count || (isCollection && items.count > 1) {
        lines = lines.suffixed(",")
      }
      result += lines.map { $0.isEmpty ? "" : margin + $0 }
    }
    return isCollection ? result + [close] : result.suffixed(close)
  }

  /// Whether it stands on several lines however short it is.
  private var needsLines: Bool {
    if case .closure(_, _, let body) = self { !body.isEmpty } else { false }
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

  /// `1_000_000`: in groups where a number has seven digits or more.
  private static func source(of number: Int64) -> String {
    let digits = "\(number.magnitude)"
    let sign = number < 0 ? "-" : ""
    guard digits.utf8.count >= 7 else { return sign + digits }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.utf8.count - index).isMultiple(of: 3) { result += "_" }
      result.append(digit)
    }
    return sign + result
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

  /// Statements as they stand in a closure, indented once.
  static func lines(of body: [Statement], width: Int) -> [String] {
    var printer = SwiftPrinter(lineLengthMax: width)
    printer.indented { printer in
      for statement in body { printer.write(statement) }
    }
    return printer.lines
  }

  private mutating func write(_ prefix: String, _ expression: Expression) {
    write(
      lines: expression.lines(
        width: width, indentation: SwiftPrinter.indentation, used: prefix.utf8.count
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
    case .branch(let condition, let body, let otherwise):
      line("if \(condition.source) {")
      indented { printer in
        for statement in body { printer.write(statement) }
      }
      if !otherwise.isEmpty {
        line("} else {")
        indented { printer in
          for statement in otherwise { printer.write(statement) }
        }
      }
      line("}")
    case .loop(let name, let list, let body):
      write(block: "for \(name.source) in \(list.source)", body)
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
