import MomentumDiagnostics
import MomentumDiff

// The changes of each version, the newest first.

extension HistoryPage {
  var stepList: String {
    let sections = steps.indices.reversed().map(step)
    return "<section aria-labelledby=\"steps\">\n<h2 id=\"steps\">Version by version</h2>\n"
      + (sections.isEmpty ? "<p>There is one version only.</p>" : sections.joined(separator: "\n"))
      + "\n</section>"
  }

  private func step(_ index: Int) -> String {
    let diff = steps[index]
    let verdict = Verdict(diff: diff)
    let from = HTMLText.isolated(versions[index].label.name)
    let to = HTMLText.isolated(versions[index + 1].label.name)
    let groups = ChangeGroup.all(of: diff).enumerated().map {
      group($1, at: anchor(version: index + 1, group: $0))
    }
    return """
      <article id="\(anchor(version: index + 1))" tabindex="-1">
      <h3><span class="from">\(from) <span class="arrow">→</span> </span>\(to)</h3>
      <p class="verdict \(verdict.migrationClass.rawValue)">\(HTMLText.escaped(verdict.sentence))\(countsWords(verdict))</p>
      \((mapped(diff) + impossible(verdict) + groups + renames(diff)).joined(separator: "\n"))
      </article>
      """
  }

  private func countsWords(_ verdict: Verdict) -> String {
    verdict.counts.isEmpty ? "" : " <span class=\"counts\">\(verdict.countsText)</span>"
  }

  private func mapped(_ diff: ModelDiff) -> [String] {
    guard let mapping = diff.mapping else { return [] }
    let findings = mapping.findings.map {
      "<li>\(HTMLText.sentence(ReportText.asSentence($0.diagnostic.text)))</li>"
    }.joined()
    return [
      "<p>Judged by the mapping model \(HTMLText.isolated(mapping.path)).</p>"
        + (findings.isEmpty ? "" : "<ul>\(findings)</ul>")
    ]
  }

  private func impossible(_ verdict: Verdict) -> [String] {
    guard let error = verdict.error else { return [] }
    let reasons = verdict.furtherReasons.map {
      "<li>\(HTMLText.sentence(ReportText.asSentence($0)))</li>"
    }
    .joined()
    return [
      "<p class=\"error\">\(errorText(error))</p>" + (reasons.isEmpty ? "" : "<ul>\(reasons)</ul>")
    ]
  }

  private func errorText(_ error: CoreDataError) -> String {
    "The app sees "
      + (error.isException ? "an exception" : "<code>NSCocoaErrorDomain \(error.code)</code>")
      + ": “\(HTMLText.sentence(error.reason))”"
  }

  // MARK: - Changes

  private func group(_ group: ChangeGroup, at anchor: String) -> String {
    let title = group.entity.map(HTMLText.isolated) ?? "The model"
    return
      "<div class=\"entity\" id=\"\(anchor)\" tabindex=\"-1\">\n<h4>\(title)</h4>\n<ul class=\"changes\">\n"
      + group.changes.map(change).joined(separator: "\n") + "\n</ul>\n</div>"
  }

  private func change(_ change: ModelChange) -> String {
    let assessment = change.assessment
    let name = (change.new ?? change.old).flatMap { $0.name ?? $0.entity }
    let summary =
      "<span class=\"sign\">\(change.kind.sign == "-" ? "−" : change.kind.sign)</span> "
      + "<span class=\"what\">\(subject(change, name))</span> \(HistoryPage.badge(assessment.migrationClass))"
    let facts = self.facts(of: change)
    let isGrave = assessment.migrationClass > .lossless
    let effect = change.assessments.map { item in
      "<span class=\"effect\">\(HTMLText.sentence(ReportText.asSentence(item.effect)))</span>"
    }.joined()
    return
      "<li><details><summary>\(summary)\(isGrave ? effect : "")</summary>\n<div class=\"more\">"
      + (isGrave ? "" : effect) + facts + "</div></details></li>"
  }

  private func subject(_ change: ModelChange, _ name: String?) -> String {
    HTMLText.escaped(change.element.words) + " " + escapedSubject(change)
      + " <span class=\"kind\">\(change.kind.rawValue)</span>"
  }

  /// The names of the changed element, formatted as code.
  private func escapedSubject(_ change: ModelChange) -> String {
    let words = change.subject { HTMLText.code($0) }
    return String(words.dropFirst(change.element.words.count).drop { $0 == " " })
  }

  private func facts(of change: ModelChange) -> String {
    var items = change.details.map { detail in
      ("", HTMLText.escaped(detail.field) + ": " + values(of: detail, change.kind))
    }
    for (label, place) in [("old", change.old), ("new", change.new)] {
      if let location = place?.location { items.append((label, HTMLText.code(location.words))) }
    }
    for assessment in change.assessments {
      if let error = assessment.coreDataError { items.append(("error", errorText(error))) }
      items.append(("rule", HTMLText.code(assessment.rule.id)))
    }
    let list = items.map { label, text in
      "<li>\(label.isEmpty ? "" : "<span class=\"label\">\(label)</span> ")\(text)</li>"
    }
    return "<ul class=\"facts\">\(list.joined())</ul>"
      + change.assessments.compactMap(\.repair).map(repair).joined()
  }

  private func values(of detail: ModelChange.Detail, _ kind: ModelChange.Kind) -> String {
    let words = detail.words(of: kind, HTMLText.code)
    return String(words.dropFirst(detail.field.count + 2))
  }

  private func repair(_ text: String) -> String {
    let lines = ReportText.lines(text).map(HTMLText.escaped)
    return lines.count == 1 && !text.hasPrefix("<")
      ? "<p class=\"recipe\"><span class=\"label\">to do</span> \(lines[0])</p>"
      : "<pre class=\"recipe\" tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>"
  }

  // MARK: - Renames

  private func renames(_ diff: ModelDiff) -> [String] {
    guard !diff.suspectedRenames.isEmpty else { return [] }
    let items = diff.suspectedRenames.map { rename in
      "<li>\(HTMLText.escaped(rename.element.words)) \(HTMLText.code(rename.old.path)) →"
        + " \(HTMLText.code(rename.new.path)), \(rename.percent) % alike; to keep its data, put"
        + " \(HTMLText.code(rename.repair)) on the new one</li>"
    }
    return [
      "<div class=\"renames\"><h4>Probably renamed, but nothing says so</h4>\n<ul>\(items.joined(separator: "\n"))</ul></div>"
    ]
  }
}
