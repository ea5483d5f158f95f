import MomentumDiagnostics

/// The plan of `init` as text:
///
/// ```
/// found
///   App/Shop.xcdatamodeld
///   Package.swift
/// to write
///   .momentum.json  settings of the checks
/// ```
struct SetupPlanText {
  let survey: RepositorySurvey
  let plan: SetupPlan
  /// Whether the texts of the files are shown too.
  let showsContents: Bool

  private static let pathsMax = 20

  var text: String {
    // The paths below are relative to the root. Without its name they would be looked for in the
    // current folder, which may be another one.
    var lines = section(survey.root == "." ? "found" : "found in \(survey.root)", found)
    lines += section("stays as it is", columns(plan.kept.map { ($0.path, $0.reason) }))
    lines += section("to write", columns(plan.files.map { ($0.path, $0.purpose) }))
    if showsContents {
      for file in plan.files { lines += section("text of \(file.path)", indented(file.text)) }
    }
    for snippet in plan.snippets {
      lines += section("by hand: \(snippet.task)", indented(snippet.text))
    }
    lines += section("note", plan.notes.map { "  " + $0 })
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines
  }

  private func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.isEmpty ? "" : "  " + $0
    }
  }

  private func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { TerminalText.width($0.0) }.max() ?? 0
    return rows.map { path, text in
      let gap = String(repeating: " ", count: width - TerminalText.width(path) + 2)
      return "  " + path + gap + text
    }
  }

  /// The models, sources and projects that decide the plan.
  private var found: [String] {
    let sources = survey.sources
    var lines = survey.models.filter { !survey.swiftDataFolders.contains($0) }.map(survey.shown)
    if survey.hasSwiftData {
      lines.append("SwiftData models in Swift sources")
    } else if sources.swiftDataCount > 0 {
      lines.append("import SwiftData in \(plural(sources.swiftDataCount, "file"))")
    }
    if sources.coreDataCount > 0 {
      lines.append(
        "import CoreData in \(plural(sources.coreDataCount, "file")); 'momentum scan' checks their predicates"
      )
    }
    lines += survey.projects
    let more = lines.count - Self.pathsMax
    return lines.prefix(Self.pathsMax).map { "  " + $0 } + (more > 0 ? ["  and \(more) more"] : [])
  }
}
