import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// What each format means and what is said of it, in whole texts: a changed rule shows as a changed line.
@Suite struct TypedFormatTests {
  @Test func everyFormatHasItsMeaningAndItsFindings() throws {
    var lines: [String] = []
    for (title, rows) in TypedFormatTable.all {
      lines.append("# \(title)")
      for row in rows { lines += texts(of: row) }
      lines.append("")
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n"), at: "Tests/Cases/Predicates/typed.txt")
  }

  private func texts(of row: TypedFormat) -> [String] {
    let (predicate, findings) = checked(row.format, row.arguments)
    let arguments = row.arguments.map { " ← \(text(of: $0))" }.joined()
    var lines = [row.format + arguments]
    if let predicate { lines.append("  " + predicate.json(in: Sample.model).compact) }
    return lines + findings.all.flatMap { texts(of: $0, row.format) }
  }

  private func text(of argument: PredicateArgument) -> String {
    switch argument {
    case .value(.string(let text)): "the value '\(text)'"
    case .value(.integer(let number)): "\(number)"
    case .value(.double(let number)): "\(number)"
    case .value(.boolean(let flag)): "\(flag)"
    case .value(.date(let seconds)): "the date \(seconds)"
    case .value(.decimal(let number)): "the decimal \(number)"
    case .value(.uri(let link)): "the link \(link)"
    case .value(.binary(let bytes)): "the bytes \(bytes)"
    case .value(.uuid(let id)): "the UUID \(id)"
    case .object(let object): "\(Sample.model[object.entity].name)/p\(object.primaryKey)"
    case .key(let key): "the key \(key)"
    case .null: "nil"
    case .list(let elements): "{\(elements.map { text(of: $0) }.joined(separator: ", "))}"
    case .fetch(let fetch):
      "a fetch of \(Sample.model[fetch.entity].name)\(fetch.countsOnly ? ", counted" : "")"
    case .text(let text): "the text '\(text)'"
    }
  }

  /// The finding with the words that it stands at and the whole format after its repair.
  private func texts(of finding: Diagnostic, _ format: String) -> [String] {
    let source = SourceFile(path: "p", text: format)
    let range = finding.location?.range ?? SourceRange(0, 0)
    let place = "\(range.start) '\(source.text(in: range))'"
    var lines = ["  \(finding.severity.rawValue) at \(place): \(finding.text)"]
    lines += finding.notes.map { note in
      let range = note.location?.range ?? SourceRange(0, 0)
      return "    \(note.text) at \(range.start)"
    }
    for fixIt in finding.fixIts {
      var bytes = source.utf8
      bytes.replaceSubrange(
        fixIt.location.range.start..<fixIt.location.range.end, with: Array(fixIt.replacement.utf8))
      lines.append("    \(fixIt.text): \(String(decoding: bytes, as: UTF8.self))")
    }
    return lines
  }
}
