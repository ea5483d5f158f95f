// Reads the file `.momentum-baseline.json`.

extension LintBaseline {
  /// Reads a file; `nil` with diagnostics if it is not a baseline.
  ///
  /// An unknown rule is not an error: a later release may have dropped the rule, and the entry is
  /// then stale.
  package static func read(_ file: SourceFile, _ diagnostics: inout Diagnostics) -> LintBaseline? {
    var reading = LintBaselineReading(file: file)
    let result = reading.read()
    diagnostics.append(contentsOf: reading.diagnostics)
    return reading.diagnostics.hasErrors ? nil : result
  }
}

private struct LintBaselineReading {
  private static let keys = ["$schema", "formatVersion", "findings"]
  private static let entryKeys = ["rule", "bundle", "version", "element", "count"]

  let file: SourceFile
  var diagnostics = Diagnostics()

  mutating func read() -> LintBaseline {
    var result = LintBaseline()
    guard let root = JSONParser.parse(file, &diagnostics) else { return result }
    guard case .object(let members) = root.value else {
      report(.badValue("the baseline", expected: "an object"), root.range)
      return result
    }
    for member in members {
      switch member.name {
      case "$schema": break
      case "formatVersion": checkFormat(member.value)
      case "findings":
        guard case .array(let items) = member.value.value else {
          report(.badValue("'findings'", expected: "a list"), member.value.range)
          continue
        }
        for item in items {
          if let (entry, count) = entry(item) { result.add(entry, count: count) }
        }
      case let name: reportUnknown(name, among: Self.keys, member.nameRange)
      }
    }
    for key in ["formatVersion", "findings"] where !members.contains(where: { $0.name == key }) {
      report(.badValue("the baseline", expected: "an object with '\(key)'"), root.range)
    }
    return result
  }

  private mutating func checkFormat(_ node: JSONNode) {
    if case .number(let text) = node.value, text == "\(LintBaseline.formatVersion)" { return }
    report(
      .badValue("'formatVersion'", expected: "\(LintBaseline.formatVersion) for this release"),
      node.range)
  }

  private mutating func entry(_ node: JSONNode) -> (LintBaseline.Entry, Int)? {
    guard case .object(let members) = node.value else {
      report(.badValue("an entry of 'findings'", expected: "an object"), node.range)
      return nil
    }
    var result = LintBaseline.Entry(rule: "", bundle: "", version: nil, element: nil)
    var count = 1
    for member in members {
      switch member.name {
      case "rule": result.rule = text(member) ?? ""
      case "bundle": result.bundle = text(member) ?? ""
      case "version": result.version = text(member)
      case "element": result.element = text(member)
      case "count": count = number(member)
      case let name: reportUnknown(name, among: Self.entryKeys, member.nameRange)
      }
    }
    for key in ["rule", "bundle"] where !members.contains(where: { $0.name == key }) {
      report(
        .badValue("an entry of 'findings'", expected: "an object with '\(key)'"), node.range)
    }
    return (result, count)
  }

  private mutating func text(_ member: JSONMember) -> String? {
    if let text = member.value.nonEmptyText { return text }
    report(.badValue("'\(member.name)'", expected: "a text that is not empty"), member.value.range)
    return nil
  }

  private mutating func number(_ member: JSONMember) -> Int {
    if case .number(let text) = member.value.value, let count = Int(text),
      (1...1_000_000).contains(count)
    {
      return count
    }
    report(
      .badValue("'count'", expected: "a whole number from 1 to 1000000"), member.value.range)
    return 1
  }

  private mutating func reportUnknown(_ name: String, among valid: [String], _ range: SourceRange) {
    report(.unknownKey(name, near: nearName(to: name, among: valid), valid: valid), range)
  }

  private mutating func report(_ message: ConfigurationMessage, _ range: SourceRange) {
    diagnostics.report(message, at: SourceLocation(file, range))
  }
}
