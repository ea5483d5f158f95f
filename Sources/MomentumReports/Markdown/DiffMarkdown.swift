import MomentumDiagnostics
import MomentumDiff

extension DiffReport {
  /// The first line of every comment, by which a workflow finds the comment to update.
  package static let commentMark = "<!-- momentum diff -->"

  /// The changes as a comment for a pull request, in GitHub's Markdown: the verdict, a table of
  /// grave changes, a diagram of the touched entities, and details that a reader can open.
  ///
  /// If there is no difference, the text is one sentence without headings, so that an earlier
  /// comment can be updated.
  ///
  /// - Parameter lengthMax: The most UTF-8 bytes. If the text is longer, details are left out
  ///   first, then harmless changes, the diagram, renames and rows; a note says what is missing.
  package static func markdown(
    _ compared: [ComparedVersions], uncompared: [UncomparedModel] = [],
    lengthMax: Int = commentLengthMax
  ) -> String {
    let isEmpty = compared.isEmpty && uncompared.isEmpty
    let nothing = isEmpty ? "No data model differs.\n" : ""
    let start = MarkdownSection(kind: .verdict, pieces: [commentMark + "\n" + nothing])
    let sections =
      uncompared.map(\.markdown) + compared.flatMap { DiffMarkdown(compared: $0).sections }
    return MarkdownSection.fit([start] + sections, lengthMax: max(1_000, lengthMax))
  }
}

extension UncomparedModel {
  fileprivate var markdown: MarkdownSection {
    let place = MarkdownText.code(path) + (ref.map { " at \(MarkdownText.code($0))" } ?? "")
    var lines = ["### Data model: \(place)", "", "🔴 **\(sentence)**", ""]
    for finding in findings {
      // The text above already shows the place of a deleted model.
      let place = reason == .deleted ? nil : finding.location
      let line = place.map { MarkdownText.code($0.words) + ": " } ?? ""
      lines.append("- \(line)\(MarkdownText.prose(ReportText.asSentence(finding.text)))")
      lines += finding.notes.map { "  - \(MarkdownText.prose($0.text))" }
    }
    if !findings.isEmpty { lines.append("") }
    return MarkdownSection(kind: .verdict, pieces: [lines.joined(separator: "\n") + "\n"])
  }
}

/// One comparison as sections of a comment.
private struct DiffMarkdown {
  let compared: ComparedVersions

  var sections: [MarkdownSection] {
    [verdict, rows, renames, picture, harmlessRows] + details
  }

  private func isHarmless(_ change: ModelChange) -> Bool {
    change.assessment.migrationClass <= .lossless
  }

  /// The changes that are not harmless, the gravest first; equally grave changes keep the order of
  /// the diff.
  private var graveChanges: [ModelChange] {
    compared.diff.changes.enumerated().filter { !isHarmless($0.element) }
      .sorted {
        ($1.element.assessment.migrationClass, $0.offset)
          < ($0.element.assessment.migrationClass, $1.offset)
      }.map(\.element)
  }

  // MARK: - Verdict

  private var verdict: MarkdownSection {
    let verdict = Verdict(diff: compared.diff)
    var lines = [
      "### Data model: \(compared.versionTitle { MarkdownText.code($0) })", "",
      "\(verdict.migrationClass.dot) **\(verdict.sentence)**"
        + (verdict.counts.isEmpty ? "" : " \(verdict.countsText)."),
      "", "<sub>\(compared.pathTitle { MarkdownText.code($0) })</sub>", "",
    ]
    if let sentence = compared.unreleasedSentence { lines += [sentence, ""] }
    if let mapping = compared.diff.mapping {
      lines += ["Judged by the mapping model \(MarkdownText.code(mapping.path)).", ""]
      for finding in mapping.findings {
        lines.append("- \(MarkdownText.prose(ReportText.asSentence(finding.diagnostic.text)))")
      }
      if !mapping.findings.isEmpty { lines.append("") }
    }
    if let error = verdict.error {
      lines += ["What the app sees: \(errorWords(error))", ""]
    }
    for reason in verdict.furtherReasons {
      lines.append("- \(MarkdownText.prose(ReportText.asSentence(reason)))")
    }
    if !verdict.furtherReasons.isEmpty { lines.append("") }
    return MarkdownSection(kind: .verdict, pieces: [lines.joined(separator: "\n") + "\n"])
  }

  private func errorWords(_ error: CoreDataError) -> String {
    (error.isException ? "" : "`NSCocoaErrorDomain` \(error.code), ")
      + MarkdownText.code(error.reason, max: ReportText.sentenceLengthMax)
  }

  // MARK: - Tables

  private static let tableHead =
    "| Change | What happens to stored rows |\n| :-- | :-- |\n"

  private var rows: MarkdownSection {
    MarkdownSection(
      kind: .rows, opening: DiffMarkdown.tableHead, pieces: graveChanges.map(row), closing: "\n")
  }

  private var harmlessRows: MarkdownSection {
    let changes = compared.diff.changes.filter(isHarmless)
    let title =
      changes.count == 1
      ? "1 change that loses nothing" : "\(changes.count) changes that lose nothing"
    return MarkdownSection(
      kind: .harmlessRows,
      opening: "<details><summary>\(title)</summary>\n\n" + DiffMarkdown.tableHead,
      pieces: changes.map(row), closing: "\n</details>\n\n")
  }

  private func row(_ change: ModelChange) -> String {
    let migrationClass = change.assessment.migrationClass
    let further = change.furtherAssessments.map { assessment in
      "<br>\(assessment.migrationClass.dot) **\(assessment.migrationClass.words):** "
        + effect(assessment)
    }
    return "| \(migrationClass.dot) **\(migrationClass.words)**<br>\(subject(change))"
      + " | \(effect(change.assessment))\(further.joined()) |\n"
  }

  private func effect(_ assessment: Assessment) -> String {
    MarkdownText.prose(ReportText.asSentence(assessment.effect)) + rowRecipe(assessment)
  }

  /// A repair of one line is shown in the table, so that it is seen without opening the details.
  private func rowRecipe(_ assessment: Assessment) -> String {
    guard let repair = assessment.repair, isProse(repair) else { return "" }
    return "<br>**To do:** \(MarkdownText.prose(repair))"
  }

  private func isProse(_ repair: String) -> Bool {
    !repair.contains(where: \.isNewline) && !repair.hasPrefix("<")
  }

  /// The changed element, for example `Venue.name`, and the kind of its change.
  private func subject(_ change: ModelChange) -> String {
    let paths = [change.old, change.new].compactMap { $0?.path }.filter { !$0.isEmpty }
    let isPair = paths.count == 2 && paths[0] != paths[1]
    let name =
      isPair
      ? paths.map { MarkdownText.code($0) }.joined(separator: " → ")
      : paths.last.map { MarkdownText.code($0) }
    return [name, "\(change.element.words) \(change.kind.rawValue)"].compactMap { $0 }
      .joined(separator: " ")
  }

  // MARK: - Renames and picture

  private var renames: MarkdownSection {
    MarkdownSection(
      kind: .renames,
      opening:
        "**Probably renamed, but nothing says so:** Core Data drops the old and adds the new.\n\n",
      pieces: compared.diff.suspectedRenames.map { rename in
        "- \(rename.element.words) \(MarkdownText.code(rename.old.path)) →"
          + " \(MarkdownText.code(rename.new.path)), \(rename.percent) % alike:"
          + " put \(MarkdownText.code(rename.repair)) on the new one\n"
      }, closing: "\n")
  }

  private var picture: MarkdownSection {
    let text = ChangePicture(compared).mermaid
    return MarkdownSection(
      kind: .picture, pieces: text.map { ["```mermaid\n\($0)```\n\n"] } ?? [])
  }

  // MARK: - Details

  private var details: [MarkdownSection] {
    [
      MarkdownSection(
        kind: .details, opening: "<details><summary>Values, places and errors</summary>\n\n",
        pieces: graveChanges.map(detail), closing: "</details>\n\n")
    ]
  }

  private func detail(_ change: ModelChange) -> String {
    var lines = ["#### \(subject(change))", ""]
    lines += change.details.map { "- \($0.words(of: change.kind) { MarkdownText.code($0) })" }
    for (label, place) in [("old", change.old), ("new", change.new)] {
      if let location = place?.location {
        lines.append("- \(label): \(MarkdownText.code(location.words))")
      }
    }
    for assessment in change.assessments {
      if let error = assessment.coreDataError {
        lines.append("- Core Data: \(errorWords(error))")
      }
      lines.append("- rule: \(MarkdownText.code(assessment.rule.id))")
    }
    lines.append("")
    for case let repair? in change.assessments.map(\.repair) where !isProse(repair) {
      let language = repair.hasPrefix("<") ? "xml" : ""
      lines += ["**To do:**", "", MarkdownText.block(repair, language: language), ""]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MigrationClass {
  /// A coloured dot. It is never the only sign: the class's name is always next to it.
  var dot: String {
    switch self {
    case .nothing: "⚪"
    case .lossless: "🟢"
    case .dropsData: "🟠"
    case .dependsOnData: "🟡"
    case .unproven: "🟣"
    case .notInferrable: "🔴"
    }
  }
}
