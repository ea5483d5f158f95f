import Foundation
package import Testing

/// A text case: input and every expected view in one file.
///
///     -- predicate --   name == 'Ann'
///     -- sql --
///     SELECT …
///
/// A section's text stands on the line of its title, or on the lines below it. Lines before the first
/// section are a comment.
package struct CaseFile: Sendable, CustomTestStringConvertible {
  package struct Section: Sendable {
    package var name: String
    /// Without the final line end.
    package var text: String
  }

  /// The path in the repository, `Tests/Cases/SQL/compare.case`.
  package var path: String
  package var comment: String
  package var sections: [Section]

  package var testDescription: String { path }

  package subscript(name: String) -> String? { sections.first { $0.name == name }?.text }

  package init(path: String, text: String) {
    self.path = path
    comment = ""
    sections = []
    var lines: [String] = []
    func flush(_ lines: [String], into file: inout CaseFile) {
      var lines = lines
      while lines.last == "" { lines.removeLast() }
      let text = lines.joined(separator: "\n")
      if file.sections.isEmpty {
        file.comment = text
      } else {
        file.sections[file.sections.count - 1].text = text
      }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let (name, rest) = CaseFile.title(line) {
        flush(lines, into: &self)
        sections.append(Section(name: name, text: ""))
        lines = rest.isEmpty ? [] : [rest]
      } else {
        lines.append(line)
      }
    }
    flush(lines, into: &self)
  }

  /// The file's text again, every section on lines of its own unless it fits beside its title.
  package var text: String {
    var result = comment.isEmpty ? "" : comment + "\n\n"
    for section in sections {
      let title = "-- \(section.name) --"
      let isShort =
        !section.text.contains("\n") && !section.text.hasPrefix(" ")
        && section.text.count + title.count < 96 && !section.text.isEmpty
      result += isShort ? "\(title) \(section.text)\n" : "\(title)\n\(section.text)\n"
    }
    return result
  }

  private static func title(_ line: String) -> (String, String)? {
    guard line.hasPrefix("-- "), let end = line.dropFirst(3).range(of: " --") else { return nil }
    let name = String(line[line.index(line.startIndex, offsetBy: 3)..<end.lowerBound])
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
    let rest = line[end.upperBound...]
    return (name, rest.trimmingCharacters(in: .whitespaces))
  }

  /// Every case file below a folder of `Tests/Cases`, sorted by path.
  package static func all(in folder: String) -> [CaseFile] {
    let base = RepositoryFiles.url("Tests/Cases/\(folder)")
    let names = (FileManager.default.enumerator(atPath: base.path)?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".case") }.sorted()
    return names.compactMap { name in
      let path = "Tests/Cases/\(folder)/\(name)"
      return (try? RepositoryFiles.text(path)).map { CaseFile(path: path, text: $0) }
    }
  }

  /// Compares the views that were made with those in the file; writes the file when recording.
  ///
  /// Only sections named in `actual` take part. A section that the file lacks is a difference.
  package func expect(
    _ actual: [(name: String, text: String)],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    var made = self
    for view in actual {
      if let index = made.sections.firstIndex(where: { $0.name == view.name }) {
        made.sections[index].text = view.text
      } else {
        made.sections.append(Section(name: view.name, text: view.text))
      }
    }
    if RepositoryFiles.isRecording {
      try RepositoryFiles.expectGolden(made.text, at: path, sourceLocation: sourceLocation)
    } else {
      expectText(made.text, text, "\(path)", sourceLocation: sourceLocation)
    }
  }
}
