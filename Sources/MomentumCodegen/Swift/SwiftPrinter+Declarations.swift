// Prints types, variables and functions as lines.

extension SwiftPrinter {
  mutating func write(_ type: TypeDeclaration) {
    if let comment = type.comment { write(comment, marker: "///") }
    for use in type.macros { write(use, marker: "@") }
    if let name = type.objCName, type.hasObjCNameOnAppleOnly {
      line("#if canImport(ObjectiveC)")
      indented { $0.line("@objc(\(name.text))") }
      line("#endif")
    } else if let name = type.objCName {
      line("@objc(\(name.text))")
    }
    let head = "\(type.modifiers.source)\(type.kind.rawValue) \(type.name.source)"
    let body = type.members.isEmpty && !layout.hasEmptyLinesInTypes ? "{}" : "{"
    let types = type.inherited.map(\.source)
    let colon = type.kind == .extension && layout.hasSpaceBeforeColonOfExtensions ? " : " : ": "
    let whole = types.isEmpty ? head : head + colon + types.joined(separator: ", ")
    if types.isEmpty || fits(whole, and: 1 + body.utf8.count) {
      line("\(whole) \(body)")
    } else {
      write(lines: broken(head, types))
      line(body)
    }
    guard body == "{" else { return }
    if layout.hasEmptyLinesInTypes { line("") }
    indented { $0.write(members: type.members) }
    if layout.hasEmptyLinesInTypes {
      // Xcode writes an empty line after the fetch request even if no properties follow.
      if type.members.count == 1, case .function = type.members[0] { line("") }
      if !type.members.isEmpty { line("") }
    }
    line("}")
  }

  /// The lines of a type's head that is too long for one line:
  /// `public struct Name: Sendable, Hashable,` with the other types on lines below, indented.
  private func broken(_ head: String, _ types: [String]) -> [String] {
    let margin = String(repeating: " ", count: SwiftPrinter.indentation)
    var result = [head + ":"]
    for (index, type) in types.enumerated() {
      let text = index + 1 < types.count ? type + "," : type
      let last = result[result.count - 1]
      if last.count + 1 + text.count <= width {
        result[result.count - 1] = last + " " + text
      } else {
        result.append(margin + text)
      }
    }
    return result
  }

  /// Whether a text and `more` further bytes fit on one line at the current indentation.
  private func fits(_ text: String, and more: Int) -> Bool {
    text.utf8.count + more <= width || text.count + more <= width
  }

  /// Writes a macro such as `@Relationship(inverse: \Tip.cafe)`, on as many lines as the layout
  /// requires.
  mutating func write(_ use: MacroUse, marker: String) {
    begin(with: marker)
    finish(with: use.expression)
  }

  mutating func write(_ variable: VariableDeclaration) {
    if let comment = variable.comment { write(comment, marker: "///") }
    for use in variable.macros { write(use, marker: "@") }
    begin()
    variable.modifiers.write(to: &text)
    text += variable.isConstant ? "let " : "var "
    text += variable.name.source
    if let type = variable.type {
      text += ": "
      type.write(to: &text)
    }
    switch variable.body {
    case .stored(nil): finish()
    case .stored(let value?):
      text += " = "
      finish(with: value)
    case .requirement(let isSettable): finish(with: isSettable ? " { get set }" : " { get }")
    case .getter(let body):
      if !finish(getter: body) { finish(block: body) }
    case .accessors(let get, let set):
      finish(with: " {")
      indented {
        $0.write(block: "get", get)
        $0.write(block: "set", set)
      }
      line("}")
    case .forwarding(let get, let set):
      finish(with: " {")
      indented {
        $0.write(accessor: "get", get)
        $0.write(accessor: "set", set)
      }
      line("}")
    }
  }

  /// Writes `get { value }`, on one line if it fits.
  private mutating func write(accessor word: String, _ value: Expression) {
    if let source = value.source(countMax: width - word.utf8.count - 5) {
      line("\(word) { \(source) }")
    } else {
      write(block: word, [.expression(value)])
    }
  }

  /// Ends the line with ` { value }`. Returns false and writes nothing if the getter is more than
  /// one expression, or the line would be too long.
  private mutating func finish(getter body: [Statement]) -> Bool {
    guard body.count == 1, case .expression(let value) = body[0] else { return false }
    guard let source = value.source(countMax: width - column - 5) else { return false }
    finish(with: " { \(source) }")
    return true
  }

  mutating func write(_ function: FunctionDeclaration) {
    if let comment = function.comment { write(comment, marker: "///") }
    if !function.selector.isEmpty {
      line("@objc(" + function.selector.map { $0.text + ":" }.joined() + ")")
    }
    begin()
    function.modifiers.write(to: &text)
    switch function.name {
    case .function(let name): text += "func \(name.source)"
    case .initializer(let isFailable): text += isFailable ? "init?" : "init"
    }
    text += "("
    let start = text.count
    text.append(list: function.parameters) { $0.write(to: &$1) }
    function.writeTail(to: &text)
    let brace = function.body == nil ? 0 : 2
    // A function without a body stays on one line, as Xcode writes the accessors of relationships.
    let isWhole = function.parameters.isEmpty || function.body == nil
    if !isWhole, !fitsLine(and: brace) {
      text.cut(to: start)
      finish()
      write(function.parameters)
      begin()
      function.writeTail(to: &text)
    }
    if let body = function.body { finish(block: body) } else { finish() }
  }

  /// Writes each parameter on a line of its own.
  private mutating func write(_ parameters: [Parameter]) {
    indented { printer in
      for (index, parameter) in parameters.enumerated() {
        printer.begin()
        parameter.write(to: &printer.text)
        printer.finish(with: index + 1 < parameters.count ? "," : "")
      }
    }
  }

  /// Whether the current line and `more` further bytes fit in the layout; if not, the line has to
  /// be broken.
  private func fitsLine(and more: Int) -> Bool {
    let line = text.bytes.suffix(column)
    return line.count + more <= width
      || String(decoding: line, as: UTF8.self).count + more <= width
  }
}

extension FunctionDeclaration {
  /// Writes the head of the function after its parameters:
  /// `) throws(MomentumRuntime.RowError) -> Int`.
  fileprivate func writeTail(to text: inout SourceText) {
    text += ")"
    if let error {
      text += " throws("
      error.write(to: &text)
      text += ")"
    }
    if let result {
      text += " -> "
      result.write(to: &text)
    }
  }
}
