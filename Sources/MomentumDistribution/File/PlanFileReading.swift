package import MomentumDiagnostics
import MomentumModel

/// Reads a plan file and compares it with the model.
package struct PlanFileReading {
  private let file: SourceFile
  private let analysis: DistributionAnalysis
  private var issues = Diagnostics()
  private var decisions = DistributionDecisions()
  /// The places of the entries, for findings about the plan as a whole.
  private var places: [EntityID: SourceRange] = [:]
  /// The entities whose placement is `undecided` in the file, even if the model decides it now.
  private var leftOpen: Set<EntityID> = []

  /// The decisions of a file without the check that they suffice; `nil` after an error. A file with
  /// undecided or missing entities has decisions about the others.
  package static func decisions(
    _ file: SourceFile, _ analysis: DistributionAnalysis, _ issues: inout Diagnostics
  ) -> DistributionDecisions? {
    var reading = PlanFileReading(file, analysis)
    reading.read()
    issues.append(contentsOf: reading.issues)
    return reading.issues.hasErrors ? nil : reading.decisions
  }

  /// The plan of a file; `nil` with diagnostics if the file cannot be read, leaves something open,
  /// or no longer fits the model.
  package static func plan(
    _ file: SourceFile, _ analysis: DistributionAnalysis, _ issues: inout Diagnostics
  ) -> DistributionPlan? {
    var reading = PlanFileReading(file, analysis)
    let end = reading.read()
    let candidate = reading.decisions.root.map { analysis.candidate($0, reading.decisions) }
    if let candidate, !reading.issues.hasErrors { reading.check(candidate, end) }
    issues.append(contentsOf: reading.issues)
    return reading.issues.hasErrors ? nil : candidate?.plan
  }

  private init(_ file: SourceFile, _ analysis: DistributionAnalysis) {
    self.file = file
    self.analysis = analysis
  }

  private var model: ObjectModel { analysis.model }

  private mutating func report(_ message: DistributionMessage, _ range: SourceRange) {
    issues.report(message, at: SourceLocation(file, range))
  }

  // MARK: - The file

  /// - Returns: The range of the member `entities`, where missing entities are reported.
  @discardableResult
  private mutating func read() -> SourceRange {
    guard let root = JSONParser.parse(file, &issues) else { return SourceRange(0, 0) }
    let start = SourceRange(root.range.start, root.range.start + 1)
    var entities = start
    guard let members = members(root, "the plan") else { return entities }
    // The root comes first: paths are compared with it, wherever the file has it.
    for member in members where member.name == "root" { readRoot(member) }
    for member in members {
      switch member.name {
      case "root", "$schema": break
      case "formatVersion": readVersion(member)
      case "entities":
        entities = member.nameRange
        for entry in self.members(member.value, "'entities'") ?? [] { readEntity(entry) }
      case "unenforced": readUnenforced(member)
      case let name:
        report(
          .format(
            "the member '\(name)'",
            expected: "none of 'formatVersion', 'root', 'entities', 'unenforced'"),
          member.nameRange)
      }
    }
    for name in ["formatVersion", "root", "entities"]
    where !members.contains(where: { $0.name == name }) {
      report(.format("'\(name)'", expected: "missing"), start)
    }
    return entities
  }

  private mutating func members(_ node: JSONNode, _ what: String) -> [JSONMember]? {
    if case .object(let members) = node.value { return members }
    report(.format(what, expected: "an object, not \(node.kind)"), node.range)
    return nil
  }

  private mutating func text(_ member: JSONMember) -> String? {
    if case .string(let text) = member.value.value { return text }
    report(
      .format("'\(member.name)'", expected: "a text, not \(member.value.kind)"),
      member.value.range)
    return nil
  }

  private mutating func readVersion(_ member: JSONMember) {
    guard case .number(let text) = member.value.value, text == "\(PlanFile.formatVersion)" else {
      report(
        .format(
          "'formatVersion'",
          expected: "\(PlanFile.formatVersion), not \(member.value.spelling)"), member.value.range)
      return
    }
  }

  private mutating func readRoot(_ member: JSONMember) {
    guard let name = text(member) else { return }
    decisions.root = entity(name, member.value.range)
  }

  /// The topmost entity with this name.
  private mutating func entity(_ name: String, _ range: SourceRange) -> EntityID? {
    if let id = model.entity(named: name) {
      let table = analysis.graph.table(of: id)
      if table == id { return id }
      report(.sharesTable(name, with: model[table].name), range)
      return nil
    }
    if let renamed = model.entities.first(where: { $0.renamingIdentifier == name }) {
      report(.renamed(name, to: renamed.name), range)
    } else {
      let near = nearName(to: name, among: analysis.graph.tables.map { model[$0].name })
      report(.unknownName("entity", name, near: near), range)
    }
    return nil
  }

  // MARK: - Entities

  private mutating func readEntity(_ entry: JSONMember) {
    guard let id = entity(entry.name, entry.nameRange),
      let members = members(entry.value, "'\(entry.name)'")
    else { return }
    places[id] = entry.nameRange
    var placement: (word: String, range: SourceRange)?
    var path: (text: String, range: SourceRange)?
    var allowsOptional = false
    for member in members {
      switch member.name {
      case "placement": placement = text(member).map { ($0, member.value.range) }
      case "path": path = text(member).map { ($0, member.value.range) }
      case "reason": decisions.reasons[id] = text(member)
      case "allowsOptional":
        guard case .boolean(let flag) = member.value.value else {
          report(.format("'allowsOptional'", expected: "true or false"), member.value.range)
          continue
        }
        allowsOptional = flag
      case let name:
        report(
          .format(
            "the member '\(name)' of '\(entry.name)'",
            expected: "none of 'placement', 'path', 'allowsOptional', 'reason'"),
          member.nameRange)
      }
    }
    guard let placement else {
      return report(.format("'placement' of '\(entry.name)'", expected: "missing"), entry.nameRange)
    }
    if let path, placement.word != "colocated" {
      report(.format("'path'", expected: "for placement 'colocated' only"), path.range)
    }
    decide(id, placement, path, allowsOptional, entry.nameRange)
  }

  private mutating func decide(
    _ id: EntityID, _ placement: (word: String, range: SourceRange),
    _ path: (text: String, range: SourceRange)?, _ allowsOptional: Bool, _ place: SourceRange
  ) {
    let name = model[id].name
    switch placement.word {
    case "root":
      if let root = decisions.root, id != root {
        report(
          .format("the placement 'root'", expected: "for '\(model[root].name)' only"),
          placement.range)
      }
    case "reference": decisions.entities[id] = .reference
    case "undecided": leftOpen.insert(id)
    case "colocated":
      guard let path else {
        return report(.format("'path' of '\(name)'", expected: "missing"), place)
      }
      if let steps = steps(path.text, of: id, allowsOptional, path.range) {
        decisions.entities[id] = .colocated(steps, allowsOptional: allowsOptional)
      }
    case let word:
      report(
        .format(
          "'placement'",
          expected: "'root', 'colocated', 'reference' or 'undecided', not '\(word)'"),
        placement.range)
    }
    if id == decisions.root, placement.word != "root" {
      report(.format("the placement of the root '\(name)'", expected: "'root'"), placement.range)
      decisions.entities[id] = nil
    }
  }

  private mutating func steps(
    _ text: String, of id: EntityID, _ allowsOptional: Bool, _ range: SourceRange
  ) -> [RelationshipID]? {
    let name = model[id].name
    guard let path = analysis.path(text, from: id) else {
      report(.path(text, of: name, "names something that is no to-one relationship"), range)
      return nil
    }
    if let root = decisions.root, analysis.end(of: path) != root {
      let end = analysis.end(of: path).map { model[$0].name } ?? name
      report(
        .path(text, of: name, "leads to '\(end)', not to the root '\(model[root].name)'"), range)
      return nil
    }
    if !allowsOptional, let optional = path.first(where: { !analysis.isRequired($0) }) {
      report(
        .path(
          text, of: name,
          "has the optional relationship '\(analysis.graph.name(optional))', so a row may be "
            + "without a root; write \"allowsOptional\": true if the program gives its root"),
        range)
      return nil
    }
    return path
  }

  private mutating func readUnenforced(_ member: JSONMember) {
    guard case .array(let items) = member.value.value else {
      return report(
        .format("'unenforced'", expected: "a list of relationships such as \"Account.parent\""),
        member.value.range)
    }
    for item in items {
      let keys = analysis.graph.keys.map(\.relationship)
      guard case .string(let name) = item.value else {
        report(.format("an element of 'unenforced'", expected: "a text"), item.range)
        continue
      }
      guard let id = keys.first(where: { analysis.graph.name($0) == name }) else {
        let near = nearName(to: name, among: keys.map { analysis.graph.name($0) })
        report(.unknownName("to-one relationship with a key", name, near: near), item.range)
        continue
      }
      decisions.unenforced.insert(id)
    }
  }

  // MARK: - The plan and the model

  private mutating func check(_ candidate: RootCandidate, _ entities: SourceRange) {
    for judged in candidate.entities {
      let name = model[judged.entity].name
      guard let place = places[judged.entity] else {
        report(.missingEntity(name), entities)
        continue
      }
      guard judged.placement == .undecided || leftOpen.contains(judged.entity) else { continue }
      issues.report(
        DistributionMessage.undecided(name, judged.reason), at: SourceLocation(file, place),
        notes: judged.waysOut.map { Diagnostic.Note($0) })
    }
    for crossing in candidate.crossings {
      let table = analysis.graph.table(of: crossing.relationship.entity)
      issues.report(
        DistributionMessage.crossing(
          analysis.graph.name(crossing.relationship), crossing.reason),
        at: SourceLocation(file, places[table] ?? entities),
        notes: crossing.waysOut.map { Diagnostic.Note($0) })
    }
  }
}
