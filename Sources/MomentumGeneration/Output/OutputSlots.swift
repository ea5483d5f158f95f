package import MomentumCodegen

/// Spreads generated files over a number of files that was fixed before the model was read.
///
/// A build system needs the names of all outputs before the tool runs. A plugin that parsed models
/// to find them would be a second reader of the format. So the plugin only chooses a number of
/// files, and the declarations are spread over exactly these.
package enum OutputSlots {
  /// The text of each output file. Generated files keep the order of their names, so most edits of
  /// a model change one output file only; all have about the same number of bytes.
  package static func texts(of files: [GeneratedFile], count: Int) -> [String] {
    let parts = files.map { SourceParts($0.text) }
    let total = parts.reduce(0) { $0 + $1.body.utf8.count }
    var slots = [[SourceParts]](repeating: [], count: max(count, 0))
    guard !slots.isEmpty else { return [] }
    var before = 0
    for part in parts {
      // A generated file goes to the output file in which its middle byte falls. The middle is less
      // than the total unless all files are empty, so the index is in range.
      let middle = before + part.body.utf8.count / 2
      slots[min(middle * slots.count / max(total, 1), slots.count - 1)].append(part)
      before += part.body.utf8.count
    }
    return slots.map(SourceParts.joined)
  }
}

/// A generated file, cut into its head, its imports and its declarations.
private struct SourceParts {
  /// The comment lines at the top.
  var head: [Substring] = []
  /// The imports. Each element is one line, or the lines of an `#if` that contains only imports.
  var imports: [[Substring]] = []
  var body: Substring

  init(_ text: String) {
    var unread = text[...]
    body = unread
    while let line = Self.firstLine(of: unread), line.hasPrefix("//"), !line.hasPrefix("///") {
      head.append(line)
      unread = Self.afterLine(unread)
    }
    while let line = Self.firstLine(of: unread) {
      if line.isEmpty {
        unread = Self.afterLine(unread)
      } else if Self.isImport(line) {
        imports.append([line])
        unread = Self.afterLine(unread)
      } else if let condition = Self.condition(unread) {
        imports.append(condition)
        for _ in condition { unread = Self.afterLine(unread) }
      } else {
        break
      }
    }
    body = unread
    takeConditionalImports()
  }

  /// If an `#if` surrounds the whole body, moves the imports at its start to `imports`; the rest
  /// stays inside the `#if`.
  private mutating func takeConditionalImports() {
    guard let condition = Self.firstLine(of: body), condition.hasPrefix("#if ") else { return }
    var unread = Self.afterLine(body)
    var lines: [Substring] = []
    while let line = Self.firstLine(of: unread), line.isEmpty || Self.isImport(line) {
      if !line.isEmpty { lines.append(line) }
      unread = Self.afterLine(unread)
    }
    guard !lines.isEmpty else { return }
    imports.append([condition] + lines + ["#endif"])
    body = condition + "\n" + unread
  }

  /// The first line of a text without its line end; `nil` for an empty text.
  private static func firstLine(of text: Substring) -> Substring? {
    text.isEmpty ? nil : text.prefix { $0 != "\n" }
  }

  private static func afterLine(_ text: Substring) -> Substring {
    text.drop { $0 != "\n" }.dropFirst()
  }

  private static func isImport(_ line: Substring) -> Bool {
    withoutAccess(line).hasPrefix("import ")
  }

  private static let levels = ["internal ", "package ", "public "]

  /// An import without attributes and access level: `import Foundation` for
  /// `  @preconcurrency public import Foundation`.
  private static func withoutAccess(_ line: Substring) -> Substring {
    var unread = line.drop { $0 == " " }
    while unread.hasPrefix("@") { unread = unread.drop { $0 != " " }.drop { $0 == " " } }
    return levels.first { unread.hasPrefix($0) }.map { unread.dropFirst($0.count) } ?? unread
  }

  /// The lines of an `#if` that contains only imports; `nil` for any other text.
  private static func condition(_ text: Substring) -> [Substring]? {
    guard text.hasPrefix("#if ") else { return nil }
    var lines: [Substring] = []
    var unread = text
    while let line = firstLine(of: unread) {
      lines.append(line)
      unread = afterLine(unread)
      if line == "#endif" { return lines }
      guard isImport(line) || line.hasPrefix("#") else { return nil }
    }
    return nil
  }

  // MARK: - One file of many

  private static let ignoresFile = "// swift-format-ignore-file"

  static func joined(_ parts: [SourceParts]) -> String {
    // The second line of a file lists the formatter rules that the file breaks; one line that names
    // no rules serves all parts.
    var head = [SwiftFile.firstLine, ignoresFile]
    for line in parts.flatMap(\.head).map(String.init)
    where !line.hasPrefix(ignoresFile) && !head.contains(line) {
      head.append(line)
    }
    var imports: [(key: [Substring], lines: [Substring])] = []
    for lines in parts.flatMap(\.imports) {
      let key = lines.map(withoutAccess)
      // Import each module once, with the widest access: two access levels for one module are a
      // warning.
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
