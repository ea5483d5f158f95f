import Foundation
import MomentumTestSupport

/// Grammar/CoreDataAPI.tsv: the public names of Core Data, with what works on Linux.
struct APITable {
  struct Row {
    /// The name as Swift names it, with the labels of parameters.
    var name: String
    /// The version of macOS that brought the type of the name.
    var since: String
    /// `works`, or `no`.
    var state: String
    /// A test that mentions the name, or the reason why the name is missing.
    var test: String

    var line: String { [name, since, state, test].joined(separator: "\t") }
    var works: Bool { state == "works" }
  }

  static let path = "Grammar/CoreDataAPI.tsv"
  static let article = "Sources/Momentum/Documentation.docc/CoreDataNames.md"
  private static let header = "name\tsince\tstate\ttest or reason"

  var rows: [Row]

  init() throws {
    rows = try RepositoryFiles.text(Self.path).split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(name: cells[0], since: cells[1], state: cells[2], test: cells[3])
    }
  }

  init(_ rows: [Row]) { self.rows = rows }

  var text: String { ([Self.header] + rows.map(\.line)).joined(separator: "\n") + "\n" }

  /// The article: for each type what works, then what is missing with the reasons.
  var markdown: String {
    let working = rows.filter(\.works)
    let missing = rows.filter { !$0.works }
    let share = working.count * 1000 / max(1, rows.count)
    var lines = [
      "# Names of Core Data on Linux", "",
      "What the module CoreData declares, and what it lacks.", "", "## Overview", "",
      "Of \(rows.count) names of Core Data, and of the parts of Foundation that Linux lacks, "
        + "\(working.count) work:",
      "\(share / 10).\(share % 10) %. The table is printed from `Grammar/CoreDataAPI.tsv`, which names a "
        + "test for each. Tests compare it with the sources, and the tests with the names.", "",
      "## What works", "",
    ]
    for (type, members) in groups(working) {
      let texts = members.map { "`\($0)`" }
      lines.append("- `\(type)`" + (texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")))
    }
    lines += ["", "## What is missing", "", "| name | why |", "| --- | --- |"]
    lines += missing.map { "| `\($0.name)` | \($0.test) |" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func groups(_ rows: [Row]) -> [(type: String, members: [String])] {
    var result: [(type: String, members: [String])] = []
    for row in rows {
      let parts = row.name.split(separator: ".", maxSplits: 1).map(String.init)
      if result.last?.type != parts[0] { result.append((parts[0], [])) }
      if parts.count > 1 { result[result.count - 1].members.append(parts[1]) }
    }
    return result
  }
}

extension RepositoryFiles {
  /// The paths of all Swift files below a folder, sorted.
  static func swiftPaths(below folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: url(folder).path)
    let names = files?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }
}
