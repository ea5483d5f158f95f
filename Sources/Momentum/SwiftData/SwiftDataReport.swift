package import MomentumCodegen
package import MomentumDiagnostics
package import MomentumModel

/// A report for an app that moves to generated `@Model` classes: the parts of its model that have
/// no equivalent, and whether one store can be opened with both.
package struct SwiftDataReport: Sendable {
  package struct Finding: Sendable, Hashable {
    package var topic: SwiftDataTopic
    /// The entity or composite type, or a heading for parts of the whole model.
    package var owner: String
    package var member: String?
    package var detail: String?
    /// The place in the file of the model.
    package var location: SourceLocation?
  }

  package let model: String
  package let findings: [Finding]
  package let proof: SwiftDataProof

  /// - Parameter syntax: The model's file, for the places of the findings.
  package init(
    _ model: ObjectModel, named name: String, syntax: ModelSyntax, options: CodegenOptions
  ) {
    let plan = SwiftDataPlan(model, options: options)
    self.model = name
    findings = plan.findings.map { finding in
      let names = model.names(of: finding.place)
      return Finding(
        topic: finding.topic, owner: names.owner, member: names.member, detail: finding.detail,
        location: syntax.element(of: finding.place).map { syntax.location($0.nameRange) })
    }
    proof = SwiftDataProof(model, files: SwiftDataEmitter.emit(plan, options: options))
  }

  // MARK: - Text

  /// The findings by entity, what to do about each kind, the entities whose hashes or tables
  /// differ, and the verdict.
  package var text: String {
    var lines: [String] = []
    var owners: [String] = []
    for finding in findings where !owners.contains(finding.owner) { owners.append(finding.owner) }
    for owner in owners {
      let own = findings.filter { $0.owner == owner }
      let width = own.map { ($0.member ?? "").count }.max() ?? 0
      lines.append(owner)
      lines += own.map { $0.line(width) } + [""]
    }
    let topics = SwiftDataTopic.all.filter { topic in findings.contains { $0.topic == topic } }
    if !topics.isEmpty {
      lines.append("What the classes have instead")
      lines += topics.map { "  \($0.summary) \($0.advice)" } + [""]
    }
    for entity in proof.entities where entity.verdict != .alike {
      lines.append("\(entity.name): \(entity.verdict.phrase)")
      lines += entity.reasons.map { "  " + $0 }
    }
    if proof.worst != .alike { lines.append("") }
    return (lines + [verdict, ""]).joined(separator: "\n")
  }

  /// The verdict as a sentence: `2 of 3 entities hash alike; an app cannot open the same store`
  package var verdict: String {
    let all = proof.entities.count
    let alike = all - proof.count(.differs)
    let head = "\(alike) of \(plural(all, "entity")) hash alike"
    switch proof.worst {
    case .alike: return head + "; an app can open the same store"
    case .unobserved:
      return head + ", \(proof.count(.unobserved)) of them by rules that no store has shown; "
        + "try with a copy whether the app can open the same store"
    case .tables:
      return head + ", but the tables of \(proof.count(.tables)) differ; "
        + "an app cannot open the same store"
    case .differs: return head + "; an app cannot open the same store"
    }
  }

  // MARK: - JSON

  package var json: JSONText {
    .object([
      ("formatVersion", .integer(1)), ("model", .string(model)), ("verdict", .string(verdict)),
      ("worst", .string(proof.worst.rawValue)),
      ("entities", .array(proof.entities.map(\.json))),
      ("findings", .array(findings.map(\.json))),
    ])
  }
}

extension SwiftDataReport.Finding {
  /// A finding as a line of the report, the name padded to `width`:
  /// `  hash       tips  The relationship is ordered (line 14).`
  fileprivate func line(_ width: Int) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let name = width == 0 ? "" : padded(member ?? "", width) + "  "
    let kind = padded(topic.consequence.rawValue, 9)
    let detail = detail.map { ": \($0)" } ?? ""
    let line = location.map { $0.file.isGenerated ? "" : " (line \($0.line))" } ?? ""
    return "  \(kind)  \(name)\(topic.summary.dropLast())\(detail)\(line)"
  }

  fileprivate var json: JSONText {
    let place = location.map { place in
      JSONText.object([
        ("path", .string(place.path)), ("line", .integer(place.line)),
        ("column", .integer(place.column)),
      ])
    }
    return .object([
      ("topic", .string(topic.id)), ("consequence", .string(topic.consequence.rawValue)),
      ("owner", .string(owner)), ("member", member.map { .string($0) } ?? .null),
      ("detail", detail.map { .string($0) } ?? .null), ("summary", .string(topic.summary)),
      ("advice", .string(topic.advice)), ("place", place ?? .null),
    ])
  }
}

extension SwiftDataProof.Entity {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("verdict", .string(verdict.rawValue)), ("hash", .string(hash)),
      ("reasons", .array(reasons.map { .string($0) })),
    ])
  }
}

extension SwiftDataProof.Verdict {
  fileprivate var phrase: String {
    switch self {
    case .alike: "hash and tables are equal"
    case .unobserved: "hash and tables are equal by rules that no store has shown"
    case .tables: "the hash is equal, but the tables differ"
    case .differs: "the hash differs"
    }
  }
}

extension ModelSyntax {
  /// The XML element of the model's file that a finding is about.
  fileprivate func element(of place: SwiftDataPlace) -> SyntaxElement? {
    func at(_ index: Int, _ list: some RandomAccessCollection<SyntaxElement>) -> SyntaxElement? {
      index < list.count ? list[list.index(list.startIndex, offsetBy: index)] : nil
    }
    switch place {
    case .entity(let id): return element(of: id)
    case .attribute(let id): return element(of: id)
    case .relationship(let id): return element(of: id)
    case .fetchedProperty(let id, let index):
      guard entities.indices.contains(id.index) else { return nil }
      return at(index, entities[id.index].fetchedProperties)
    case .fetchIndex(let id, let index):
      return element(of: id).flatMap { at(index, $0.children(.fetchIndex)) }
    case .element(let id, let index):
      guard composites.indices.contains(id.index) else { return nil }
      return at(index, composites[id.index].children(.attribute))
    case .configuration(let index): return at(index, configurations)
    case .fetchRequest(let index): return at(index, fetchRequests)
    }
  }
}
