import MomentumDiagnostics
import MomentumDiff

extension DiffReport {
  /// The changes for a terminal: the verdict, then a block for each entity.
  ///
  ///     App/Model.xcdatamodeld
  ///     Model 3 → Model 4
  ///
  ///     Core Data migrates this by itself and drops data without a word.
  ///     1 drops data, 1 lossless
  ///
  ///     Favourite
  ///       drops data       - attribute userIconUrl
  ///         …
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal, at which prose is wrapped; at least 40.
  package static func text(
    _ compared: [ComparedVersions], uncompared: [UncomparedModel] = [], usesColor: Bool = false,
    width: Int = 80
  ) -> String {
    let style = TerminalStyle(usesColor: usesColor, width: max(40, width))
    let blocks =
      uncompared.map { $0.lines(style) }
      + compared.map { DiffText(compared: $0, style: style).lines }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + (blocks.isEmpty ? "" : "\n")
  }
}

extension UncomparedModel {
  fileprivate func lines(_ style: TerminalStyle) -> [String] {
    let place = ReportText.name(path) + (ref.map { " at \(ReportText.name($0))" } ?? "")
    var lines = [style.paint(place, .bold), ""]
    lines += style.wrapped(sentence, indent: 0).map {
      style.paint($0, style.color(of: .notInferrable))
    }
    for finding in findings {
      lines += style.wrapped(
        ReportText.sentence(ReportText.asSentence(finding.text)) + " [\(finding.id)]", indent: 2)
      // Do not wrap a text that the user may paste: a line break could change its meaning.
      lines += finding.notes.flatMap { ReportText.lines($0.text).map { "    " + $0 } }
    }
    return lines
  }
}

/// One comparison as lines of a terminal.
private struct DiffText {
  let compared: ComparedVersions
  let style: TerminalStyle

  var lines: [String] {
    head + groups + renames
  }

  // MARK: - Head

  private var head: [String] {
    let verdict = Verdict(diff: compared.diff)
    var lines = [
      style.paint(compared.pathTitle { ReportText.name($0) }, .bold),
      compared.versionTitle { ReportText.name($0) },
      "",
    ]
    lines += style.wrapped(verdict.sentence, indent: 0).map {
      style.paint($0, style.color(of: verdict.migrationClass))
    }
    if let sentence = compared.unreleasedSentence { lines += style.wrapped(sentence, indent: 0) }
    if let mapping = compared.diff.mapping {
      lines += labelled("mapping", ReportText.name(mapping.path), indent: 2)
      for finding in mapping.findings {
        lines += labelled(
          finding.diagnostic.severity.rawValue,
          ReportText.sentence(ReportText.asSentence(finding.diagnostic.text)),
          indent: 2)
      }
    }
    if let error = verdict.error {
      lines += labelled("error", error.words(ReportText.sentence), indent: 2)
    }
    for reason in verdict.furtherReasons {
      lines += labelled("reason", ReportText.sentence(ReportText.asSentence(reason)), indent: 2)
    }
    if !verdict.counts.isEmpty { lines += style.wrapped(verdict.countsText, indent: 0) }
    return lines
  }

  // MARK: - Changes

  private var groups: [String] {
    ChangeGroup.all(of: compared.diff).flatMap { group in
      ["", style.paint(group.entity.map { ReportText.name($0) } ?? "The model", .bold)]
        + group.changes.flatMap(change)
    }
  }

  private func change(_ change: ModelChange) -> [String] {
    let assessment = change.assessment
    let word = assessment.migrationClass.words
    let subject = "\(change.kind.sign) \(change.subject { ReportText.name($0) })"
    var lines = style.wrapped(subject, indent: 18).enumerated().map { index, line in
      let body = style.paint(String(line.drop { $0 == " " }), .bold)
      guard index == 0 else { return String(repeating: " ", count: 20) + body }
      return "  " + style.paint(word, style.color(of: assessment.migrationClass))
        + String(repeating: " ", count: max(1, 16 - word.count)) + body
    }
    lines += details(of: change)
    lines += style.wrapped(
      ReportText.sentence(ReportText.asSentence(assessment.effect)), indent: 4)
    if let error = assessment.coreDataError {
      lines += labelled("error", error.words(ReportText.sentence), indent: 4)
    }
    lines += places(change.old, change.new)
    if let repair = assessment.repair { lines += self.repair(repair) }
    return lines + change.furtherAssessments.flatMap(further)
  }

  /// The lines of a further effect of the change, with its class.
  private func further(_ assessment: Assessment) -> [String] {
    var lines = labelled(
      "also",
      "\(assessment.migrationClass.words): "
        + ReportText.sentence(ReportText.asSentence(assessment.effect)), indent: 4)
    if let error = assessment.coreDataError {
      lines += labelled("error", error.words(ReportText.sentence), indent: 4)
    }
    if let repair = assessment.repair { lines += self.repair(repair) }
    return lines
  }

  /// The details of a change. Those of an added or removed element are on one line, others on a
  /// line each.
  private func details(of change: ModelChange) -> [String] {
    let details = change.details.map { $0.words(of: change.kind) { ReportText.name($0) } }
    switch change.kind {
    case .added, .removed: return style.wrapped(details.joined(separator: ", "), indent: 4)
    case .renamed, .changed, .moved: return details.flatMap { style.wrapped($0, indent: 4) }
    }
  }

  private func places(_ old: ModelChange.Place?, _ new: ModelChange.Place?) -> [String] {
    [("old", old), ("new", new)].flatMap { label, place in
      guard let location = place?.location else { return [String]() }
      return labelled(label, location.words, indent: 4, color: .dim)
    }
  }

  /// The lines of a repair. One line of prose is wrapped; a text to paste keeps its lines.
  private func repair(_ text: String) -> [String] {
    let lines = ReportText.lines(text)
    if lines.count == 1, !text.hasPrefix("<") { return labelled("fix", lines[0], indent: 4) }
    return [label("fix", indent: 4) + (lines.first ?? "")]
      + lines.dropFirst().map { String(repeating: " ", count: 11) + $0 }
  }

  // MARK: - Renames

  private var renames: [String] {
    guard !compared.diff.suspectedRenames.isEmpty else { return [] }
    return ["", style.paint("Probably renamed, but nothing says so", .bold)]
      + compared.diff.suspectedRenames.flatMap(rename)
  }

  private func rename(_ rename: ModelDiff.SuspectedRename) -> [String] {
    let names = [rename.old, rename.new].map { ReportText.name($0.path) }
    let title = "? \(rename.element.words) \(names[0]) → \(names[1]) (\(rename.percent) % alike)"
    return style.wrapped(title, indent: 2) + places(rename.old, rename.new) + repair(rename.repair)
  }

  // MARK: - Lines

  private func label(_ text: String, indent: Int) -> String {
    String(repeating: " ", count: indent)
      + style.paint(text, .cyan) + String(repeating: " ", count: 7 - text.count)
  }

  /// A line with a label, `error  134110 …`; further lines of the text are indented.
  private func labelled(
    _ text: String, _ value: String, indent: Int, color: TerminalStyle.Color? = nil
  ) -> [String] {
    style.wrapped(value, indent: indent + 7).enumerated().map { index, line in
      let body = style.paint(String(line.drop { $0 == " " }), color)
      return index == 0
        ? label(text, indent: indent) + body
        : String(repeating: " ", count: indent + 7) + body
    }
  }
}

extension SourceLocation {
  /// The location in words: `Model 3.xcdatamodel/contents:12:5`.
  var words: String {
    let start = file.lineColumn(at: range.start)
    return "\(ReportText.name(file.path, max: 300)):\(start.line):\(start.column)"
  }
}

extension ModelDiff.SuspectedRename {
  /// The similarity in percent, from 0 to 100, even if it is NaN.
  var percent: Int {
    similarity.isFinite ? Int((min(1, max(0, similarity)) * 100).rounded()) : 0
  }
}
