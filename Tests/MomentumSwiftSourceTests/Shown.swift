import MomentumDiagnostics
import MomentumSwiftSource

/// A text as the reader sees it, in a form that a test can hold beside the source.
enum Shown {
  static func source(_ text: String) -> SourceFile { SourceFile(path: "a.swift", text: text) }

  /// The tokens with their kinds, one after the other: `name:a op:= integer:1`.
  static func tokens(_ text: String) -> String {
    let tokens = SwiftTokens(source(text))
    return (0..<tokens.end).map { index in
      let kind: String
      switch tokens[index].kind {
      case .identifier: kind = "name"
      case .quotedIdentifier: kind = "quoted"
      case .integer, .float, .string, .regex, .op, .pound, .period, .unknown:
        kind = "\(tokens[index].kind)"
      default: return tokens.text(index)
      }
      let mark = tokens[index].marks.contains(.isUnterminated) ? "…" : ""
      return "\(kind):\(tokens.text(index))\(mark)"
    }.joined(separator: " ")
  }

  /// The comments with their kinds.
  static func comments(_ text: String) -> [String] {
    let file = source(text)
    return SwiftTokens(file).comments.map { "\($0.kind) \(file.text(in: SourceRange($0.range)))" }
  }

  /// The declarations of a file, a line each, members indented.
  static func declarations(_ text: String) -> String {
    let file = SwiftFile(source(text))
    return file.declarations.flatMap { lines($0, file.tokens, "") }.joined(separator: "\n")
  }

  /// Every declaration as `outer/inner: kind name`.
  static func deep(_ text: String) -> [String] {
    var result: [String] = []
    SwiftFile(source(text)).forEachDeclaration { located in
      let path = located.enclosing.map { $0.name.isEmpty ? $0.kind.rawValue : $0.name }
      let name = located.declaration.name
      result.append(
        (path + ["\(located.declaration.kind.rawValue)\(name.isEmpty ? "" : " " + name)"])
          .joined(separator: "/"))
    }
    return result
  }

  private static func lines(
    _ declaration: SwiftDeclaration, _ tokens: SwiftTokens, _ indentation: String
  ) -> [String] {
    var parts = declaration.attributes.map { attribute in
      "@\(attribute.type)" + (attribute.arguments.map { "(\(tokens.text($0)))" } ?? "")
    }
    parts += declaration.modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") }
    parts.append(declaration.kind.rawValue + (declaration.isConstant ? " constant" : ""))
    if !declaration.name.isEmpty { parts.append("'\(declaration.name)'") }
    if let generics = declaration.genericParameters { parts.append("<\(tokens.text(generics))>") }
    if let parameters = declaration.parameters { parts.append("(\(tokens.text(parameters)))") }
    if let type = declaration.type { parts.append("type \(type)") }
    if !declaration.inheritedTypes.isEmpty {
      parts.append(": " + declaration.inheritedTypes.map(\.description).joined(separator: ", "))
    }
    if let value = declaration.value { parts.append("= \(tokens.text(value))") }
    if !declaration.accessors.isEmpty {
      parts.append("{\(declaration.accessors.map(\.name).joined(separator: " "))}")
    }
    for condition in declaration.conditions {
      parts.append(
        "[\([condition.word, condition.text].filter { !$0.isEmpty }.joined(separator: " "))]")
    }
    return [indentation + parts.joined(separator: " ")]
      + declaration.members.flatMap { lines($0, tokens, indentation + "  ") }
  }
}
