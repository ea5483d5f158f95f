import MomentumDiagnostics
import MomentumDistribution
import MomentumModel

/// The candidates for a root and the judgement of each entity, as text and as JSON.
struct DistributionText {
  let analysis: DistributionAnalysis
  let candidates: [RootCandidate]

  private var model: ObjectModel { analysis.model }

  var text: String {
    guard let best = candidates.first else {
      return "no entity can be a root:\n"
        + analysis.refusal().map { "  \(shown($0))\n" }.joined()
    }
    var text = "root: \(summary(best))\n\n" + entities(best)
    if !best.crossings.isEmpty {
      text += "\ndoes not fit:\n"
      for crossing in best.crossings {
        text += "  \(shown(analysis.name(crossing.relationship))) \(shown(crossing.reason))\n"
        text += crossing.waysOut.map { "    - \(shown($0))\n" }.joined()
      }
    }
    if !best.notes.isEmpty {
      text += "\nnotes:\n" + best.notes.map { "  \(shown($0))\n" }.joined()
    }
    if candidates.count > 1 {
      text += "\nother candidates:\n"
      text += candidates.dropFirst().map { "  \(summary($0))\n" }.joined()
    }
    return text
  }

  private func entities(_ candidate: RootCandidate) -> String {
    let width = candidate.entities.map { shown(model[$0.entity].name).count }.max() ?? 0
    return candidate.entities.map { judged in
      let name = shown(model[judged.entity].name)
      let word = judged.placement.word
      let head =
        "  \(name)\(blanks(width - name.count + 2))\(word)\(blanks(12 - word.count))"
      return head + shown(judged.reason) + "\n"
        + judged.waysOut.map { "\(blanks(width + 16))- \(shown($0))\n" }.joined()
    }.joined()
  }

  /// `Account: 3 co-located (Project, Task, User), 1 reference table (Tag)`
  private func summary(_ candidate: RootCandidate) -> String {
    func part(_ what: String, _ names: [String]) -> String? {
      names.isEmpty ? nil : "\(names.count) \(what) (\(names.joined(separator: ", ")))"
    }
    func names(_ judged: [JudgedEntity]) -> [String] { judged.map { shown(model[$0.entity].name) } }
    let references = names(candidate.references)
    let parts = [
      part("co-located", names(candidate.colocated)),
      part("reference table\(references.count == 1 ? "" : "s")", references),
      part("undecided", names(candidate.undecided)),
      part("crossing", candidate.crossings.map { shown(analysis.name($0.relationship)) }),
    ].compactMap { $0 }
    return "\(shown(model[candidate.root].name)): "
      + (parts.isEmpty ? "no other entity" : parts.joined(separator: ", "))
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 1)) }

  /// A name of the model may have line ends and signs that move a terminal's cursor.
  private func shown(_ text: String) -> String { TerminalText.oneLine(text) }

  // MARK: - JSON

  var json: JSONText {
    .object([
      ("candidates", .array(candidates.map(json))),
      ("refusal", .array(candidates.isEmpty ? analysis.refusal().map { .string($0) } : [])),
    ])
  }

  private func json(_ candidate: RootCandidate) -> JSONText {
    .object([
      ("root", .string(model[candidate.root].name)),
      ("isComplete", .bool(candidate.isComplete)),
      (
        "entities",
        .array(
          candidate.entities.map { judged in
            var members: [(key: String, value: JSONText)] = [
              ("name", .string(model[judged.entity].name)),
              ("placement", .string(judged.placement.word)),
            ]
            if case .colocated(let path) = judged.placement {
              members.append(("path", .array(path.map { .string(model[$0].name) })))
            }
            return .object(
              members + [("reason", .string(judged.reason)), ("waysOut", list(judged.waysOut))])
          })
      ),
      (
        "crossings",
        .array(
          candidate.crossings.map {
            .object([
              ("relationship", .string(analysis.name($0.relationship))),
              ("reason", .string($0.reason)), ("waysOut", list($0.waysOut)),
            ])
          })
      ), ("notes", list(candidate.notes)),
    ])
  }

  private func list(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
}
