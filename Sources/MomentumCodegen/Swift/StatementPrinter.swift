// Prints statements as lines.

extension SwiftPrinter {
  /// Ends the current line with ` {`, and writes the statements and `}`.
  mutating func finish(block body: [Statement]) {
    finish(with: " {")
    indented { printer in
      for statement in body { printer.write(statement) }
    }
    line("}")
  }

  /// Writes a block of statements after its head: `head { body }`.
  mutating func write(block head: String, _ body: [Statement]) {
    begin(with: head)
    finish(block: body)
  }

  /// The lines of the statements in a closure, indented by one level.
  static func lines(of body: [Statement], width: Int) -> [String] {
    var printer = SwiftPrinter(lineLengthMax: width)
    printer.indented { printer in
      for statement in body { printer.write(statement) }
    }
    return printer.lines
  }

  private mutating func write(_ prefix: String, _ expression: Expression) {
    begin(with: prefix)
    finish(with: expression)
  }

  private mutating func write(_ statement: Statement) {
    switch statement {
    case .expression(let value): write("", value)
    case .constant(let name, let type, let value):
      write("let \(name.source)\(type.map { ": " + $0.source } ?? "") = ", value)
    case .variable(let name, let value): write("var \(name.source) = ", value)
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
