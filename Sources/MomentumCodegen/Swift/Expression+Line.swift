// Prints expressions on one line, which fits nearly all of them.

extension Expression {
  /// The reason why an expression cannot be on one line.
  enum NeedsLines: Error {
    case tooLong
    /// The expression has a closure with statements.
    case statements
  }

  /// The expression on one line.
  package var source: String { source(countMax: .max) ?? "" }

  /// The expression on one line; `nil` if it takes more bytes than `countMax`.
  func source(countMax: Int) -> String? {
    var text = SourceText()
    do {
      try write(to: &text, end: countMax)
      return text.count <= countMax ? text.string : nil
    } catch .tooLong {
      return nil
    } catch {
      let line = SwiftPrinter.joined(self)
      return line.utf8.count <= countMax ? line : nil
    }
  }

  /// Writes the expression on one line.
  ///
  /// Throws soon after the text has become longer than `end`; the caller then has to remove what
  /// was written.
  func write(to text: inout SourceText, end: Int) throws(NeedsLines) {
    switch self {
    case .string(let value):
      guard value.utf8.count <= end - text.count else { throw .tooLong }
      SwiftText.write(literal: value, to: &text)
    case .integer(let number): text += Expression.source(of: number)
    case .double(let number): text += Expression.source(of: number)
    case .boolean(let value): text += value ? "true" : "false"
    case .null: text += "nil"
    case .name(let name): text += name.source
    case .type(let type): type.write(to: &text)
    case .implicitMember(let name):
      text += "."
      text += name.source
    case .inOut(let name):
      text += "&"
      text += name.source
    case .keyPath(let type, let name): text += "\\\(type?.source ?? "").\(name.source)"
    case .member(let base, let name):
      try base.write(to: &text, end: end)
      text += "."
      text += name.source
    case .chained(let base):
      try base.write(to: &text, end: end)
      text += "?"
    case .call(let function, let arguments):
      try function.write(to: &text, end: end)
      try Expression.write(arguments, to: &text, end: end)
    case .array(let elements): try Expression.write(elements, "[", "]", to: &text, end: end)
    case .tuple(let elements): try Expression.write(elements, "(", ")", to: &text, end: end)
    case .dictionary(let pairs): try Expression.write(pairs, to: &text, end: end)
    case .closure(let names, let error, let body):
      guard body.isEmpty else { throw .statements }
      text += Expression.head(names, error) + " }"
    case .element, .binary, .ternary, .attempt, .conditionalCast, .typed:
      try writeOperation(to: &text, end: end)
    }
  }

  private func writeOperation(to text: inout SourceText, end: Int) throws(NeedsLines) {
    switch self {
    case .element(let base, let index):
      try base.write(to: &text, end: end)
      text += "["
      if let label = index.label { text += label.labelSource + ": " }
      try index.value.write(to: &text, end: end)
      text += "]"
    case .binary(let left, let sign, let right):
      try left.write(to: &text, end: end)
      text += " \(sign.rawValue) "
      try right.write(to: &text, end: end)
    case .ternary(let condition, let first, let second):
      try condition.write(to: &text, end: end)
      text += " ? "
      try first.write(to: &text, end: end)
      text += " : "
      try second.write(to: &text, end: end)
    case .attempt(let value):
      text += "try "
      try value.write(to: &text, end: end)
    case .conditionalCast(let value, let type):
      try value.write(to: &text, end: end)
      text += " as? "
      type.write(to: &text)
    case .typed(let value, let type):
      try value.write(to: &text, end: end)
      text += " as "
      type.write(to: &text)
    case .string, .integer, .double, .boolean, .null, .name, .type, .implicitMember, .inOut,
      .member, .chained, .call, .array, .tuple, .dictionary, .closure, .keyPath:
      break
    }
  }

  /// The beginning of a closure: `{ row throws(MomentumRuntime.RowError) in`.
  static func head(_ names: [Identifier], _ error: TypeReference?) -> String {
    let effect = error.map { " throws(\($0.source))" } ?? ""
    let heading = names.isEmpty ? "_" : names.map(\.source).joined(separator: ", ")
    return "{ \(heading)\(effect) in"
  }

  // MARK: - Lists

  /// Writes the arguments of a call: in parentheses, or as a trailing closure.
  private static func write(
    _ arguments: [Argument], to text: inout SourceText, end: Int
  ) throws(NeedsLines) {
    if arguments.count == 1, arguments[0].label == nil, case .closure = arguments[0].value {
      text += " "
      return try arguments[0].value.write(to: &text, end: end)
    }
    text += "("
    try text.append(list: arguments) { (argument, text) throws(NeedsLines) in
      if let label = argument.label {
        text += label.labelSource
        text += ": "
      }
      try argument.value.write(to: &text, within: end)
    }
    text += ")"
  }

  private static func write(
    _ elements: [Expression], _ open: String, _ close: String, to text: inout SourceText, end: Int
  ) throws(NeedsLines) {
    text += open
    try text.append(list: elements) { (element, text) throws(NeedsLines) in
      try element.write(to: &text, within: end)
    }
    text += close
  }

  private static func write(
    _ pairs: [Pair], to text: inout SourceText, end: Int
  ) throws(NeedsLines) {
    text += pairs.isEmpty ? "[:" : "["
    try text.append(list: pairs) { (pair, text) throws(NeedsLines) in
      try pair.key.write(to: &text, end: end)
      text += ": "
      try pair.value.write(to: &text, within: end)
    }
    text += "]"
  }

  /// Writes an element of a list and then checks the line's length, so that a long list is given up
  /// early.
  private func write(to text: inout SourceText, within end: Int) throws(NeedsLines) {
    try write(to: &text, end: end)
    guard text.count <= end else { throw .tooLong }
  }

  // MARK: - Numbers

  /// The digits of a number; from seven digits on, they are in groups of three: `100000`,
  /// `1_000_000`.
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
