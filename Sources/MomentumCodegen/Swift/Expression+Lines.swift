// Expressions that one line does not hold, laid out as swift-format does it: a line that would be too long is
// broken at the outermost list of arguments or elements; a long text becomes one of several lines.

extension Expression {
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
      if let literal = source(countMax: Expression.room(used, width)) { return [literal] }
      // The text stands in from what comes before it, not from the start of a line.
      let margin = used > 0 ? String(repeating: " ", count: SwiftPrinter.indentation) : ""
      let room = width == .max ? .max : width - margin.utf8.count
      return ["\"\"\""]
        + SwiftText.lines(of: text, width: room).map { $0.isEmpty ? "" : margin + $0 }
        + [margin + "\"\"\""]
    case .integer, .double, .boolean, .null, .name, .type, .implicitMember, .inOut:
      return [source]
    case .element(let base, let index): return ["\(base.source)[\(index.source)]"]
    case .binary(let left, let sign, let right):
      return ["\(left.source) \(sign.rawValue) \(right.source)"]
    case .conditionalCast(let value, let type): return ["\(value.source) as? \(type.source)"]
    case .typed(let value, let type): return ["\(value.source) as \(type.source)"]
    case .member(let base, let name): return inner(base, after: "", "." + name.source)
    case .chained(let base): return inner(base, after: "", "?")
    case .ternary(let condition, let first, let second):
      return inner(second, after: "\(condition.source) ? \(first.source) : ")
    case .attempt(let value): return inner(value, after: "try ")
    case .closure(let names, let error, let body):
      let head = Expression.head(names, error)
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
    if items.isEmpty { return [open + close] }
    if !items.contains(where: { $0.value.needsLines }),
      let oneLine = oneLine(items, open, close, countMax: room(used, width))
    {
      return [oneLine]
    }
    let margin = String(repeating: " ", count: indentation)
    let isCollection = open == "["
    if let atoms = atoms(items, countMax: 40) {
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

  private static func oneLine(
    _ items: [(prefix: String, value: Expression)], _ open: String, _ close: String, countMax: Int
  ) -> String? {
    var line = open
    for (index, item) in items.enumerated() {
      line += (index > 0 ? ", " : "") + item.prefix
      guard let source = item.value.source(countMax: countMax - line.utf8.count) else { return nil }
      line += source
    }
    line += close
    return line.utf8.count <= countMax ? line : nil
  }

  /// Each item on one line; `nil` where one is longer than a count of bytes.
  private static func atoms(
    _ items: [(prefix: String, value: Expression)], countMax: Int
  ) -> [String]? {
    var atoms: [String] = []
    for item in items {
      let rest = countMax - item.prefix.utf8.count
      guard let source = item.value.source(countMax: rest) else { return nil }
      atoms.append(item.prefix + source)
    }
    return atoms
  }

  /// Whether it stands on several lines however short it is.
  private var needsLines: Bool {
    if case .closure(_, _, let body) = self { !body.isEmpty } else { false }
  }

  /// The bytes that a line has left, with room kept for a comma and a bracket at its end.
  static func room(_ used: Int, _ width: Int) -> Int { width == .max ? .max : width - used - 2 }

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
}

extension [String] {
  /// The lines put after the last of others.
  fileprivate func joined(after head: [String]) -> [String] {
    guard let last = head.last else { return self }
    return head.dropLast() + prefixed(last)
  }
}
