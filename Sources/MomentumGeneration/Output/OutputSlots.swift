public import MomentumCodegen

/// Generated files spread over a number of files that was fixed before the model was read.
///
/// A build system wants the names of all outputs before the tool runs. A plugin that parsed models to know
/// them would be a second reader of the format; so it only chooses a number of files, and here the
/// declarations are laid into exactly these.
public enum OutputSlots {
  /// A text for each slot. Files stay in the order of their names, so that a slot holds neighbours and most
  /// edits change one slot; each takes about the same number of bytes.
  public static func texts(of files: [GeneratedFile], count: Int) -> [String] {
    let parts = files.map { SourceParts($0.text) }
    let total = parts.reduce(0) { $0 + $1.body.utf8.count }
    var slots = [[SourceParts]](repeating: [], count: max(count, 0))
    guard !slots.isEmpty else { return [] }
    var before = 0
    for part in parts {
      // By the middle of the part, which is below the total unless all are empty.
      let middle = before + part.body.utf8.count / 2
      slots[min(middle * slots.count / max(total, 1), slots.count - 1)].append(part)
      before += part.body.utf8.count
    }
    return slots.map(SourceParts.joined)
  }
}

/// A generated file cut into its head, its imports and what it declares.
private struct SourceParts {
  /// The remarks on top.
  var head: [Substring] = []
  /// Each a line, or a condition with imports only.
  var imports: [[Substring]] = []
  var body: Substring

  init(_ text: String) {
    var rest = text[...]
    body = rest
    while let line = Self.firstLine(of: rest), line.hasPrefix("//"), !line.hasPrefix("///") {
      head.append(line)
      rest = Self.behindLine(rest)
    }
    while let line = Self.firstLine(of: rest) {
      if line.isEmpty {
        rest = Self.behindLine(rest)
      } else if Self.isImport(line) {
        imports.append([line])
        rest = Self.behindLine(rest)
      } else if let condition = Self.condition(rest) {
        imports.append(condition)
        for _ in condition { rest = Self.behindLine(rest) }
      } else {
        break
      }
    }
    body = rest
    takeConditionalImports()
  }

  /// Imports that stand first in an `#if` around everything: the condition goes on without them.
  private mutating func takeConditionalImports() {
    guard let condition = Self.firstLine(of: body), condition.hasPrefix("#if ") else { return }
    var rest = Self.behindLine(body)
    var lines: [Substring] = []
    while let line = Self.firstLine(of: rest), line.isEmpty || Self.isImport(line) {
      if !line.isEmpty { lines.append(line) }
      rest = Self.behindLine(rest)
    }
    guard !lines.isEmpty else { return }
    imports.append([condition] + lines + ["#endif"])
    body = condition + "\n" + rest
  }

  /// `nil` at the end of the text.
  private static func firstLine(of text: Substring) -> Substring? {
    text.isEmpty ? nil : text.prefix { $0 != "\n" }
  }

  private static func behindLine(_ text: Substring) -> Substring {
    text.drop { $0 != "\n" }.dropFirst()
  }

  private static func isImport(_ line: Substring) -> Bool {
    withoutAccess(line).hasPrefix("import ")
  }

  private static let levels = ["internal ", "package ", "public "]

  /// `import Foundation` of `  @preconcurrency public import Foundation`.
  private static func withoutAccess(_ line: Substring) -> Substring {
    var rest = line.drop { $0 == " " }
    while rest.hasPrefix("@") { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    return levels.first { rest.hasPrefix($0) }.map { rest.dropFirst($0.count) } ?? rest
  }

  /// The lines of an `#if` that holds imports and nothing else.
  private static func condition(_ text: Substring) -> [Substring]? {
    guard text.hasPrefix("#if ") else { return nil }
    var lines: [Substring] = []
    var rest = text
    while let line = firstLine(of: rest) {
      lines.append(line)
      rest = behindLine(rest)
      if line == "#endif" { return lines }
      guard isImport(line) || line.hasPrefix("#") else { return nil }
    }
    return nil
  }

  // MARK: - One file of many

  private static let ignoresFile = "// swift-format-ignore-file"

  static func joined(_ parts: [SourceParts]) -> String {
    // Which rules of a formatter a file breaks is said in its second line; here for all parts.
    var head = [SwiftFile.firstLine, ignoresFile]
    for line in parts.flatMap(\.head).map(String.init)
    where !line.hasPrefix(ignoresFile) && !head.contains(line) {
      head.append(line)
    }
    var imports: [(key: [Substring], lines: [Substring])] = []
    for lines in parts.flatMap(\.imports) {
      let key = lines.map(withoutAccess)
      // One module is imported once, for those who see most of it: two levels in a file are a warning.
      if let index = imports.firstIndex(where: { $0.key == key }) {
        if access(lines) > access(imports[index].lines) { imports[index].lines = lines }
      } else {
        imports.append((key, lines))
      }
    }
    var sections = [head.joined(separator: "\n") + "\n"]
    if !imports.isEmpty {
      sections.append(imports.flatMap(\.lines).joined(separator: "\n") + "\n")
    }
    sections += parts.map { String($0.body) }.filter { !$0.isEmpty }
    return sections.joined(separator: "\n")
  }

  private static func access(_ lines: [Substring]) -> Int {
    lines.map { line in
      levels.firstIndex { line.drop { $0 == " " }.hasPrefix($0) } ?? 0
    }.max() ?? 0
  }
}
