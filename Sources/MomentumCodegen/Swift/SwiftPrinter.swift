/// Prints declarations as Swift source. Equal values make equal texts.
package struct SwiftPrinter {
  /// The values of swift-format's default settings.
  static let indentation = 2
  static let lineLengthMax = 100

  private(set) var layout: SwiftLayout
  var text = SourceText()
  /// The number of spaces before each line.
  private var margin = 0
  /// The number of spaces before the elements of a list on several lines.
  private(set) var listIndentation = SwiftPrinter.indentation
  /// The offset of the start of the current line.
  private var lineStart = 0
  /// Whether a line of the current declaration is too long.
  private var hasLongLine = false
  /// Whether a member with a long line gets a comment that swift-format obeys. False for the members
  /// of an `#if`, which has the comment itself.
  private var excusesMembers = true

  private var lineLengthMax: Int { layout.lineLengthMax }

  init(lineLengthMax: Int = SwiftPrinter.lineLengthMax) {
    layout = .swiftFormat
    layout.lineLengthMax = lineLengthMax
  }

  private init(_ layout: SwiftLayout) { self.layout = layout }

  /// An expression that contains statements, on one line, with spaces between its parts.
  static func joined(_ expression: Expression) -> String {
    var printer = SwiftPrinter(lineLengthMax: .max)
    printer.listIndentation = 0
    printer.write(expression, width: .max)
    return String(
      decoding: printer.text.bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 },
      as: UTF8.self)
  }

  /// The whole text of a file, ending with a line end.
  package static func print(_ file: SwiftFile) -> String {
    var printer = SwiftPrinter(file.layout)
    printer.write(file.heading)
    if !file.header.lines.isEmpty {
      printer.line("//")
      printer.write(file.header, marker: "//")
    }
    printer.line("")
    printer.write(members: file.declarations)
    return printer.string
  }

  /// The lines without line ends.
  var lines: [String] {
    text.lines(from: 0).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The whole text. While it was written, each level had `indentation` spaces; here it gets the
  /// number of spaces of the layout.
  private var string: String {
    guard layout.spacesPerLevel != SwiftPrinter.indentation else { return text.string }
    var result = SourceText()
    for line in text.lines(from: 0).dropLast() {
      let margin = line.prefix { $0 == UInt8(ascii: " ") }.count
      result.append(spaces: margin / SwiftPrinter.indentation * layout.spacesPerLevel)
      result += line.dropFirst(margin)
      result += "\n"
    }
    return result.string
  }

  private mutating func write(_ heading: SwiftFile.Heading) {
    switch heading {
    case .generated: write(lines: [SwiftFile.firstLine, SwiftFile.secondLine])
    case .writtenOnce: line(SwiftFile.onlyLine)
    case .xcode(let file, let project):
      write(lines: ["//", "//  " + SwiftText.comment(file), "//  " + SwiftText.comment(project)])
      write(lines: ["//", "//", "//"])
    }
  }

  // MARK: - Lines

  mutating func line(_ line: String) {
    if line.isEmpty {
      text += "\n"
    } else {
      begin(with: line)
      finish()
    }
  }

  /// Writes lines that are already broken to fit, with the current indentation.
  mutating func write(lines texts: [String]) {
    for text in texts { line(text) }
  }

  /// Begins a line; `finish` ends it.
  mutating func begin(with start: String = "") {
    lineStart = text.count
    text.append(spaces: margin)
    text += start
  }

  mutating func finish(with end: String = "") {
    text += end
    if text.count - lineStart > lineLengthMax { hasLongLine = true }
    text += "\n"
  }

  /// Ends a line with an expression, which may continue on more lines.
  mutating func finish(with expression: Expression) {
    let start = text.count
    let room = Expression.room(column, width)
    let end = start + min(room, .max - start)
    do {
      try expression.write(to: &text, end: end)
      if text.count <= end { return finish() }
    } catch {}
    text.cut(to: start)
    write(expression, width: width)
    finish()
  }

  /// Ends the current line and begins the next one, which is already broken to fit.
  mutating func next(line: String) {
    finish()
    if line.isEmpty { lineStart = text.count } else { begin(with: line) }
  }

  /// Adds a line of a multi-line string literal, which may have any length.
  mutating func continueText(with line: String, indentation: Int) {
    text += "\n"
    lineStart = text.count
    if line.isEmpty { return }
    text.append(spaces: margin + indentation)
    text += line
  }

  /// The number of bytes in the current line after its indentation.
  var column: Int { text.count - lineStart - margin }

  mutating func indented(
    by spaces: Int = SwiftPrinter.indentation, _ body: (inout SwiftPrinter) -> Void
  ) {
    margin += spaces
    body(&self)
    margin -= spaces
  }

  mutating func write(_ comment: Comment, marker: String) {
    for line in comment.lines {
      begin(with: marker)
      if !line.isEmpty {
        text += " "
        SwiftText.write(comment: line, to: &text)
      }
      finish()
    }
  }

  /// The number of columns that a line may have after its indentation.
  var width: Int { max(20, lineLengthMax - margin) }

  mutating func write(members: [Declaration]) {
    var previous: Declaration?
    for member in members {
      if let previous, !SwiftPrinter.standTogether(previous, member) {
        line("")
        if case .importFor = previous, case .type(let type) = member, type.kind == .extension {
          for _ in 1..<layout.emptyLinesBeforeExtensions { line("") }
        }
      }
      write(member)
      previous = member
    }
  }

  /// Whether two neighbours have no empty line between them: imports, plain properties, cases.
  private static func standTogether(_ first: Declaration, _ second: Declaration) -> Bool {
    switch (first, second) {
    case (.importFirst, .importFor), (.importFor, .importFor), (.enumCase, .enumCase),
      (.typeAlias(nil, _, _, _), .typeAlias(nil, _, _, _)):
      return true
    case (.variable(let first), .variable(let second)):
      return first.isOneLine && second.isOneLine && second.comment == nil
    case (.importFirst, .whenPresent(_, let members, _)),
      (.importFor, .whenPresent(_, let members, _)),
      (.whenPresent(_, let members, _), .importFor):
      if case .importFor? = members.first { return members.count == 1 } else { return false }
    case (.remark, .type(let type)): return type.comment == nil
    case (.remark, .variable), (.variable, .remark), (.remark, .remark): return true
    default: return false
    }
  }

  mutating func write(_ declaration: Declaration) {
    switch declaration {
    case .type(let type): write(type)
    case .whenPresent(let module, let members, let others):
      let start = text.count
      let hasTypes = (members + others).contains { if case .type = $0 { true } else { false } }
      excusesMembers = hasTypes
      line("#if \(members.isEmpty ? "!" : "")canImport(\(module.source))")
      indented { $0.write(members: members.isEmpty ? others : members) }
      if !members.isEmpty, !others.isEmpty {
        line("#else")
        indented { $0.write(members: others) }
      }
      line("#endif")
      excusesMembers = true
      // swift-format crashes if the last member before an `#endif` has the comment, so it stands above
      // the `#if`.
      if !hasTypes { excuseLongLines(from: start) }
    case .importFirst, .importFor, .variable, .function, .enumCase, .typeAlias,
      .remark, .macro:
      let start = text.count
      hasLongLine = false
      writeWhole(declaration)
      if hasLongLine, excusesMembers { excuseLongLines(from: start) }
    }
  }

  /// Writes `// swift-format-ignore` above a member with a line that is too long for any layout
  /// because of its names, so that swift-format accepts it.
  ///
  /// The comment is never written above a type: swift-format crashes if a type with this comment is
  /// at the end of an `#if`.
  private mutating func excuseLongLines(from start: Int) {
    var isText = false
    for line in text.lines(from: start) {
      let content = line.drop { $0 == UInt8(ascii: " ") }
      if content.starts(with: "//".utf8) { continue }
      if SwiftPrinter.hasTextDelimiter(content) { isText.toggle() }
      if isText || fits(line) { continue }
      let spaces = String(repeating: " ", count: margin)
      text.insert(spaces + "// swift-format-ignore\n", at: start)
      return
    }
  }

  /// Whether three quotes in a row occur in a line, so that a literal of several lines begins or
  /// ends.
  private static func hasTextDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
    var quoteCount = 0
    for byte in line {
      quoteCount = byte == UInt8(ascii: "\"") ? quoteCount + 1 : 0
      if quoteCount == 3 { return true }
    }
    return false
  }

  /// Whether a line with its indentation is short enough. Bytes are counted first; characters,
  /// which take longer to count, only for a long line.
  private func fits(_ line: ArraySlice<UInt8>) -> Bool {
    line.count <= lineLengthMax
      || String(decoding: line, as: UTF8.self).count <= lineLengthMax
  }

  private mutating func writeWhole(_ declaration: Declaration) {
    switch declaration {
    case .importFor(let access, let name):
      line("\([Modifier.access(access)].source)import \(name.source)")
    case .importFirst(let access, let first, let second):
      let word = [Modifier.access(access)].source + "import"
      line("#if canImport(\(first.source))")
      indented { $0.line("\(word) \(first.source)") }
      line("#else")
      indented { $0.line("\(word) \(second.source)") }
      line("#endif")
    case .type, .whenPresent: break
    case .variable(let variable): write(variable)
    case .function(let function): write(function)
    case .enumCase(let name, let payload, let rawValue):
      let types = payload.map(\.source).joined(separator: ", ")
      let value = rawValue.map { " = " + $0.source } ?? ""
      line("case \(name.source)\(payload.isEmpty ? "" : "(\(types))")\(value)")
    case .typeAlias(let comment, let modifiers, let name, let type):
      if let comment { write(comment, marker: "///") }
      line("\(modifiers.source)typealias \(name.source) = \(type.source)")
    case .remark(let comment): write(comment, marker: "//")
    case .macro(let use): write(use, marker: "#")
    }
  }
}

extension VariableDeclaration {
  /// Whether the variable prints as one line, so that neighbours need no empty line between them.
  fileprivate var isOneLine: Bool {
    switch body {
    case .stored, .requirement: comment == nil && macros.isEmpty
    case .getter, .accessors, .forwarding: false
    }
  }
}
