package import MomentumDiagnostics
import MomentumPredicate

/// The comments of a file that switch rules off.
///
///     // momentum:disable:next scan.unknown-key
///     // momentum:disable predicate.* - the model is made at run time
///     // momentum:enable predicate.*
package struct Suppressions: Sendable {
  /// Lines in which a rule is off.
  private struct Span: Sendable {
    var rule: String
    var lines: ClosedRange<Int>
  }

  private var spans: [Span] = []
  /// The findings about the comments themselves.
  package private(set) var findings = Diagnostics()

  /// - Parameter comments: The comments in the order of the file.
  package init(_ file: SourceFile, comments: [Range<Int>]) {
    var open: [(rule: String, line: Int)] = []
    for comment in comments {
      guard let offset = Suppressions.command(in: file, comment) else { continue }
      let start = offset + Suppressions.word.count
      read(
        file.text(in: SourceRange(start, comment.upperBound)), file.lineColumn(at: offset).line,
        SourceLocation(file, SourceRange(offset, comment.upperBound)), &open)
    }
    for (rule, line) in open { spans.append(Span(rule: rule, lines: line...Int.max)) }
  }

  private static let word = Array("momentum:".utf8)

  /// The offset of a command, if it is the first word of its comment; otherwise `nil`.
  private static func command(in file: SourceFile, _ comment: Range<Int>) -> Int? {
    var start = comment.lowerBound
    while start < comment.upperBound, [0x20, 0x09, 0x2A, 0x2F].contains(file.utf8[start]) {
      start += 1
    }
    guard start + word.count <= comment.upperBound,
      file.utf8[start..<start + word.count].elementsEqual(word)
    else { return nil }
    return start
  }

  private mutating func read(
    _ text: String, _ line: Int, _ location: SourceLocation,
    _ open: inout [(rule: String, line: Int)]
  ) {
    let words = text.prefix { $0 != "\n" }.split { $0 == " " || $0 == "," || $0 == "\t" }
    guard let command = words.first else { return }
    let rules = rules(words.dropFirst(), location)
    switch command {
    case "disable": open += rules.map { ($0, line) }
    case "enable":
      for rule in rules {
        for (closed, start) in open where rule == "all" || closed == rule {
          spans.append(Span(rule: closed, lines: start...line))
        }
        open.removeAll { rule == "all" || $0.rule == rule }
      }
    case "disable:next": spans += rules.map { Span(rule: $0, lines: line + 1...line + 1) }
    case "disable:this": spans += rules.map { Span(rule: $0, lines: line...line) }
    case "disable:previous": spans += rules.map { Span(rule: $0, lines: line - 1...line - 1) }
    default: findings.report(ScanMessage.unknownCommand(String(command)), at: location)
    }
  }

  /// The rules of a command; the words after a hyphen are a reason.
  private mutating func rules(
    _ words: ArraySlice<Substring>, _ location: SourceLocation
  ) -> [String] {
    var result: [String] = []
    for word in words {
      if word == "-" || word == "--" || word == "*/" { break }
      let id = String(word)
      if id == "all" || Suppressions.known.has(id)
        || Suppressions.known.rules.contains(where: { $0.id.hasSuffix(".\(id)") })
      {
        result.append(id)
      } else {
        findings.report(
          ScanMessage.noRule(id, near: Suppressions.known.near(id)), at: location)
      }
    }
    if words.isEmpty { findings.report(ScanMessage.noRules, at: location) }
    return result
  }

  /// The rules that a scan reports.
  private static let known = DiagnosticCatalogue.joining([.scan, .predicate])

  /// Whether a finding is switched off.
  package func isOff(_ finding: Diagnostic) -> Bool {
    guard !spans.isEmpty, let line = finding.location?.line else { return false }
    return spans.contains { span in
      span.lines.contains(line)
        && (span.rule == "all" || CheckConfiguration.matches(finding.id, pattern: span.rule)
          || finding.id.hasSuffix(".\(span.rule)"))
    }
  }
}
