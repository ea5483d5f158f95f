package import MomentumDiagnostics
package import MomentumPredicate
import MomentumText

/// The protocol of `momentum predicate --lines`: one format a line in, one answer a line out.
package struct PredicateLines {
  private var rest: [UInt8] = []
  /// Whether a line was answered with an error.
  package private(set) var hasRefused = false
  /// Checks a predicate that could be parsed, for example whether a model has its keys.
  private let check: (PredicateSyntax, SourceFile, inout Diagnostics) -> Void

  package init(
    check: @escaping (PredicateSyntax, SourceFile, inout Diagnostics) -> Void = { _, _, _ in }
  ) {
    self.check = check
  }

  /// Returns the answers to the lines that are complete with these bytes.
  package mutating func answer(_ bytes: [UInt8]) -> String {
    var answers = ""
    var start = bytes.startIndex
    for index in bytes.indices where bytes[index] == 0x0A {
      answers += answer(line: rest + bytes[start..<index]) + "\n"
      rest = []
      start = index + 1
    }
    rest += bytes[start...]
    return answers
  }

  /// Returns the answer to a last line without a line end.
  package mutating func finish() -> String {
    defer { rest = [] }
    return rest.isEmpty ? "" : answer(line: rest) + "\n"
  }

  private mutating func answer(line: [UInt8]) -> String {
    let prefix = Array("expr\t".utf8)
    let isExpression = line.starts(with: prefix)
    let format = line.dropFirst(isExpression ? prefix.count : 0).prefix { $0 != 0x09 }
    let source = SourceFile(path: "<line>", utf8: PredicateLines.blanks(in: Array(format)))
    var diagnostics = Diagnostics()
    let text =
      isExpression
      ? PredicateParser.parseExpression(source, &diagnostics).map { PredicatePrinter.print($0) }
      : PredicateParser.parse(source, &diagnostics).map {
        check($0, source, &diagnostics)
        return PredicatePrinter.print($0)
      }
    if let text, !diagnostics.hasErrors { return "ok\t" + SingleLine.showingLineEnds(text) }
    hasRefused = true
    let finding = diagnostics.all.first { $0.severity == .error }
    let offset = finding?.location?.range.start ?? 0
    return "error\t\(offset)\t" + SingleLine.showingLineEnds(finding?.text ?? "")
  }

  /// Replaces each `␊` and `␉` by the line feed or tab that it represents.
  private static func blanks(in bytes: [UInt8]) -> [UInt8] {
    let lineFeed = Array("␊".utf8)
    let tab = Array("␉".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == lineFeed[0], bytes[index...].starts(with: lineFeed) {
        result.append(0x0A)
        index += lineFeed.count
      } else if bytes[index] == tab[0], bytes[index...].starts(with: tab) {
        result.append(0x09)
        index += tab.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
