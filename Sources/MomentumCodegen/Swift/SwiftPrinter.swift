/// Prints declarations as Swift source, the same text for the same values.
package struct SwiftPrinter {
  /// As swift-format lays a file out.
  static let indentation = 2
  static let lineLengthMax = 100

  private var layout: SwiftLayout
  private(set) var lines: [String] = []
  var depth = 0

  private var lineLengthMax: Int { layout.lineLengthMax }

  init(lineLengthMax: Int = SwiftPrinter.lineLengthMax) {
    layout = .swiftFormat
    layout.lineLengthMax = lineLengthMax
  }

  private init(_ layout: SwiftLayout) { self.layout = layout }

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
    return printer.text
  }

  /// The lines are made with `indentation` spaces a level; a layout may want more.
  private var text: String {
    guard layout.spacesPerLevel != SwiftPrinter.indentation else {
      return lines.joined(separator: "\n") + "\n"
    }
    return lines.map { line in
      let margin = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      let spaces = margin / SwiftPrinter.indentation * layout.spacesPerLevel
      return String(repeating: " ", count: spaces) + line.dropFirst(margin)
    }.joined(separator: "\n") + "\n"
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

  mutating func line(_ text: String) {
    lines.append(
      text.isEmpty ? "" : String(repeating: " ", count: depth * SwiftPrinter.indentation) + text)
  }

  /// Lines that are laid out already, but not indented.
  mutating func write(lines texts: [String]) {
    for text in texts { line(text) }
  }

  mutating func indented(_ body: (inout SwiftPrinter) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  mutating func write(_ comment: Comment, marker: String) {
    for text in comment.lines {
      line(text.isEmpty ? marker : "\(marker) \(SwiftText.comment(text))")
    }
  }

  /// Columns left at the present depth.
  var width: Int { max(20, lineLengthMax - depth * SwiftPrinter.indentation) }

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

  /// Whether no empty line parts two neighbours: imports, plain properties, cases.
  private static func standTogether(_ first: Declaration, _ second: Declaration) -> Bool {
    switch (first, second) {
    case (.importFirst, .importFor), (.importFor, .importFor), (.enumCase, .enumCase),
      (.typeAlias(nil, _, _, _), .typeAlias(nil, _, _, _)):
      return true
    case (.variable(let first), .variable(let second)):
      return first.isOneLine && second.isOneLine && second.comment == nil
    case (.importFirst, .whenPresent(_, let members)):
      if case .importFor? = members.first { return members.count == 1 } else { return false }
    case (.remark, .type(let type)): return type.comment == nil
    case (.remark, .variable), (.variable, .remark), (.remark, .remark): return true
    default: return false
    }
  }

  mutating func write(_ declaration: Declaration) {
    let start = lines.count
    switch declaration {
    case .type(let type): write(type)
    case .whenPresent(let module, let members):
      line("#if canImport(\(module.source))")
      indented { $0.write(members: members) }
      line("#endif")
    case .importFirst, .importFor, .variable, .function, .enumCase, .typeAlias,
      .remark:
      writeWhole(declaration)
      excuseLongLines(from: start)
    }
  }

  /// A name can be too long for any layout: swift-format leaves the member with such a line as it is.
  ///
  /// Never a type: swift-format traps on one that is so marked at the end of an `#if`.
  private mutating func excuseLongLines(from start: Int) {
    // Most lines are short: the search for quotes costs more than all the printing.
    guard lines[start...].contains(where: { $0.utf8.count > lineLengthMax }) else { return }
    var isText = false
    for line in lines[start...] {
      let content = line.drop { $0 == " " }
      if content.hasPrefix("//") { continue }
      if content.contains("\"\"\"") { isText.toggle() }
      if !isText && line.count > lineLengthMax {
        let margin = String(repeating: " ", count: depth * SwiftPrinter.indentation)
        lines.insert(margin + "// swift-format-ignore", at: start)
        return
      }
    }
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
    }
  }

  private mutating func write(_ type: TypeDeclaration) {
    if let comment = type.comment { write(comment, marker: "///") }
    if let name = type.objCName { line("@objc(\(name.text))") }
    let head = "\(type.modifiers.source)\(type.kind.rawValue) \(type.name.source)"
    let body = type.members.isEmpty && !layout.hasEmptyLinesInTypes ? "{}" : "{"
    let types = type.inherited.map(\.source)
    let colon = type.kind == .extension && layout.hasSpaceBeforeColonOfExtensions ? " : " : ": "
    let whole = types.isEmpty ? head : head + colon + types.joined(separator: ", ")
    if types.isEmpty || whole.count + 1 + body.count <= width {
      line("\(whole) \(body)")
    } else {
      write(lines: broken(head, types))
      line(body)
    }
    guard body == "{" else { return }
    if layout.hasEmptyLinesInTypes { line("") }
    indented { $0.write(members: type.members) }
    if layout.hasEmptyLinesInTypes {
      // Xcode's empty line between the fetch request and the properties stands without properties too.
      if type.members.count == 1, case .function = type.members[0] { line("") }
      if !type.members.isEmpty { line("") }
    }
    line("}")
  }

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

  private mutating func write(_ variable: VariableDeclaration) {
    if let comment = variable.comment { write(comment, marker: "///") }
    var head = variable.modifiers.source + (variable.isConstant ? "let " : "var ")
    head += variable.name.source
    if let type = variable.type { head += ": " + type.source }
    switch variable.body {
    case .stored(nil): line(head)
    case .stored(let value?):
      write(
        lines: value.lines(
          width: width, indentation: SwiftPrinter.indentation, used: head.utf8.count + 3
        ).prefixed(head + " = "))
    case .requirement(let isSettable): line(head + (isSettable ? " { get set }" : " { get }"))
    case .getter(let body):
      if let text = variable.getterOnOneLine, head.utf8.count + text.utf8.count + 5 <= width {
        line("\(head) { \(text) }")
      } else {
        write(block: head, body)
      }
    case .accessors(let get, let set):
      line(head + " {")
      indented {
        $0.write(block: "get", get)
        $0.write(block: "set", set)
      }
      line("}")
    }
  }

  private mutating func write(_ function: FunctionDeclaration) {
    if let comment = function.comment { write(comment, marker: "///") }
    if !function.selector.isEmpty {
      line("@objc(" + function.selector.map { $0.text + ":" }.joined() + ")")
    }
    var head = function.modifiers.source
    switch function.name {
    case .function(let name): head += "func \(name.source)"
    case .initializer(let isFailable): head += isFailable ? "init?" : "init"
    }
    var tail = ""
    if let error = function.error { tail += " throws(\(error.source))" }
    if let result = function.result { tail += " -> \(result.source)" }
    let brace = function.body == nil ? "" : " {"
    let parameters = function.parameters.map(\.source)
    let oneLine = head + "(" + parameters.joined(separator: ", ") + ")" + tail
    // A line without a body stays whole, as in Xcode's accessors.
    if oneLine.count + brace.count <= width || parameters.isEmpty || function.body == nil {
      head = oneLine
    } else {
      line(head + "(")
      indented { printer in
        for (index, parameter) in parameters.enumerated() {
          printer.line(parameter + (index + 1 < parameters.count ? "," : ""))
        }
      }
      head = ")" + tail
    }
    if let body = function.body { write(block: head, body) } else { line(head) }
  }
}

extension VariableDeclaration {
  /// The expression of a getter that has nothing else.
  fileprivate var getterOnOneLine: String? {
    guard case .getter(let body) = body, body.count == 1, case .expression(let value) = body[0]
    else { return nil }
    return value.source
  }

  /// Whether it prints as one line, so that neighbours may stand right above and below.
  fileprivate var isOneLine: Bool {
    switch body {
    case .stored, .requirement: comment == nil
    case .getter, .accessors: false
    }
  }
}

extension Modifier {
  fileprivate var source: String {
    switch self {
    case .access(.internal): ""
    case .access(let level): level.rawValue + " "
    case .static: "static "
    case .class: "class "
    case .private: "private "
    case .final: "final "
    case .nonisolated: "nonisolated "
    case .nonObjC: "@nonobjc "
    case .managed: "@NSManaged "
    }
  }
}

extension [Modifier] {
  fileprivate var source: String { map(\.source).joined() }
}

extension Parameter {
  fileprivate var source: String {
    let names =
      label.map { $0 == name ? name.source : "\($0.source) \(name.source)" }
      ?? "_ \(name.source)"
    return "\(names): \(type.source)" + (value.map { " = " + $0.source } ?? "")
  }
}

extension TypeReference {
  /// The type as it stands in source.
  package var source: String {
    switch self {
    case .named(let name): name.typeSource
    case .generic(let name, let arguments):
      "\(name.typeSource)<\(arguments.map(\.source).joined(separator: ", "))>"
    case .member(let base, let name): "\(base.source).\(name.source)"
    case .optional(let type): type.source + "?"
    case .array(let element): "[\(element.source)]"
    case .dictionary(let key, let value): "[\(key.source): \(value.source)]"
    case .specialized(let type, let arguments):
      "\(type.source)<\(arguments.map(\.source).joined(separator: ", "))>"
    case .inOut(let type): "inout " + type.source
    }
  }
}

extension [String] {
  /// The lines with text before the first.
  func prefixed(_ text: String) -> [String] {
    isEmpty ? [text] : [text + self[0]] + dropFirst()
  }

  /// The lines with text after the last.
  func suffixed(_ text: String) -> [String] {
    isEmpty ? [text] : dropLast() + [self[count - 1] + text]
  }
}
