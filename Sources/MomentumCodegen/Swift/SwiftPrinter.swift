/// Prints declarations as Swift source, the same text for the same values.
package struct SwiftPrinter {
  /// How the text is laid out.
  package struct Layout: Sendable, Hashable {
    package var indentation: Int
    /// Whether a type's braces have an empty line inside, as Xcode's generator writes them.
    package var hasAiryBodies: Bool

    package init(indentation: Int, hasAiryBodies: Bool) {
      self.indentation = indentation
      self.hasAiryBodies = hasAiryBodies
    }
  }

  static let lineLengthMax = 100

  let layout: Layout
  private(set) var lines: [String] = []
  var depth = 0

  private init(_ layout: Layout) { self.layout = layout }

  /// The whole text of a file, ending with a line end.
  package static func print(_ file: SwiftFile, layout: Layout) -> String {
    var printer = SwiftPrinter(layout)
    if file.isWrittenOnce {
      printer.line(SwiftFile.onlyLine)
    } else {
      printer.line(SwiftFile.firstLine)
      printer.line(SwiftFile.secondLine)
    }
    if !file.header.lines.isEmpty {
      printer.line("//")
      printer.write(file.header, marker: "//")
    }
    printer.line("")
    printer.write(members: file.declarations)
    return printer.lines.joined(separator: "\n") + "\n"
  }

  mutating func line(_ text: String) {
    lines.append(
      text.isEmpty ? "" : String(repeating: " ", count: depth * layout.indentation) + text)
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
  var width: Int { max(20, SwiftPrinter.lineLengthMax - depth * layout.indentation) }

  mutating func write(members: [Declaration]) {
    var previous: Declaration?
    for member in members {
      if let previous, !SwiftPrinter.standTogether(previous, member) { line("") }
      write(member)
      previous = member
    }
  }

  /// Whether no empty line parts two neighbours: imports, plain properties, cases.
  private static func standTogether(_ first: Declaration, _ second: Declaration) -> Bool {
    switch (first, second) {
    case (.importModule, .importModule), (.importModule, .importAs), (.importAs, .importModule),
      (.importAs, .importAs), (.enumCase, .enumCase),
      (.typeAlias(nil, _, _, _), .typeAlias(nil, _, _, _)):
      return true
    case (.variable(let first), .variable(let second)):
      return first.isOneLine && second.isOneLine && second.comment == nil
    case (.remark, .type(let type)): return type.comment == nil
    case (.remark, .variable), (.variable, .remark), (.remark, .remark): return true
    default: return false
    }
  }

  mutating func write(_ declaration: Declaration) {
    switch declaration {
    case .importModule(let name): line("import \(name.source)")
    case .importAs(let access, let name):
      line("\([Modifier.access(access)].source)import \(name.source)")
    case .importFirst(let access, let first, let second):
      let word = [Modifier.access(access)].source + "import"
      line("#if canImport(\(first.source))")
      indented { $0.line("\(word) \(first.source)") }
      line("#else")
      indented { $0.line("\(word) \(second.source)") }
      line("#endif")
    case .type(let type): write(type)
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
    var head = "\(type.modifiers.source)\(type.kind.rawValue) \(type.name.source)"
    if let generic = type.generic { head += generic.source }
    if !type.inherited.isEmpty {
      let separator = layout.hasAiryBodies && type.kind == .extension ? " : " : ": "
      head += separator + type.inherited.map(\.source).joined(separator: ", ")
    }
    guard !type.members.isEmpty || layout.hasAiryBodies else { return line(head + " {}") }
    line(head + " {")
    if layout.hasAiryBodies { line("") }
    indented { $0.write(members: type.members) }
    if layout.hasAiryBodies && !type.members.isEmpty { line("") }
    line("}")
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
        lines: value.lines(width: width, indentation: layout.indentation, used: head.utf8.count + 3)
          .prefixed(head + " = "))
    case .requirement(let isSettable): line(head + (isSettable ? " { get set }" : " { get }"))
    case .getter(let body): write(block: head, body)
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
    if let generic = function.generic { head += generic.source }
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
    case .mutating: "mutating "
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

extension GenericParameter {
  fileprivate var source: String { "<\(name.source): \(constraint.source)>" }
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
    case .escaping(let type): "@escaping " + type.source
    case .function(let parameters, let error, let result):
      "@Sendable (\(parameters.map(\.source).joined(separator: ", "))) throws(\(error.source)) -> "
        + result.source
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
