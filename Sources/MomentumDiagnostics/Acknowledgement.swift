/// A change between two versions of a model that a person has judged and wants.
///
/// ```json
/// { "rule": "migration.attribute-removed", "place": "Venue.rating", "bundle": "BubbleTea",
///   "from": { "version": "BubbleTea 2", "checksum": "…" },
///   "to": { "version": "BubbleTea 3", "checksum": "…" },
///   "reason": "the server computes ratings since 4.0" }
/// ```
///
/// It is valid only for versions with exactly these checksums: if one of the versions is edited, a
/// person has to judge again.
package struct Acknowledgement: Sendable, Hashable {
  /// One of the two versions, with the checksum that it had.
  package struct Version: Sendable, Hashable {
    package var name: String
    /// The version's `NSStoreModelVersionChecksumKey`, as `momentum hash` prints it.
    package var checksum: String

    package init(name: String, checksum: String) {
      self.name = name
      self.checksum = checksum
    }
  }

  /// The id of the finding.
  package var rule: String
  /// The element that changed, such as `Venue.rating`; `nil` for a finding about versions, or for
  /// all findings of the rule.
  package var place: String?
  /// The bundle's name without suffix; `nil` for every bundle beside the file.
  package var bundle: String?
  /// The old version; `nil` if the version was added.
  package var from: Version?
  /// The new version; `nil` if the version was deleted.
  package var to: Version?
  package var reason: String
  /// The place of the acknowledgement in `.momentum.json`; `nil` if it is not written yet.
  package var location: SourceLocation?

  package init(
    rule: String, place: String? = nil, bundle: String? = nil, from: Version?, to: Version?,
    reason: String, location: SourceLocation? = nil
  ) {
    self.rule = rule
    self.place = place
    self.bundle = bundle
    self.from = from
    self.to = to
    self.reason = reason
    self.location = location
  }
}

extension ConfigurationReading {
  private static let keys = ["rule", "place", "bundle", "from", "to", "reason"]

  mutating func acknowledgements(_ node: JSONNode) -> [Acknowledgement] {
    guard case .array(let items) = node.value else {
      report(.badValue("'acknowledged'", expected: "a list"), node.range)
      return []
    }
    var result: [Acknowledgement] = []
    for item in items {
      if let one = acknowledgement(item) { result.append(one) }
    }
    return result
  }

  private mutating func acknowledgement(_ node: JSONNode) -> Acknowledgement? {
    guard case .object(let members) = node.value else {
      report(.badValue("an acknowledgement", expected: "an object"), node.range)
      return nil
    }
    var result = Acknowledgement(
      rule: "", from: nil, to: nil, reason: "", location: SourceLocation(file, node.range))
    for member in members {
      switch member.name {
      case "rule": result.rule = rule(member)
      case "place": result.place = text(member)
      case "bundle": result.bundle = text(member)
      case "reason": result.reason = text(member) ?? ""
      case "from": result.from = version(member)
      case "to": result.to = version(member)
      case let name:
        report(
          .unknownKey(name, near: nearName(to: name, among: Self.keys), valid: Self.keys),
          member.nameRange)
      }
    }
    let missing = ["rule", "reason"].filter { key in !members.contains { $0.name == key } }
    for key in missing {
      report(.badValue("an acknowledgement", expected: "an object with '\(key)'"), node.range)
    }
    if result.from == nil, result.to == nil {
      report(
        .badValue("an acknowledgement", expected: "an object with 'from' or 'to', or both"),
        node.range)
    }
    return result
  }

  private mutating func rule(_ member: JSONMember) -> String {
    guard let id = text(member) else { return "" }
    if case .unknown(let near) = knowledge(id) {
      report(.unknownID(id, near: near), member.value.range)
    }
    return id
  }

  private mutating func text(_ member: JSONMember) -> String? {
    if let text = member.value.nonEmptyText { return text }
    report(.badValue("'\(member.name)'", expected: "a text that is not empty"), member.value.range)
    return nil
  }

  private mutating func version(_ member: JSONMember) -> Acknowledgement.Version? {
    if case .object(let members) = member.value.value, members.count == 2,
      let name = members.first(where: { $0.name == "version" })?.value.nonEmptyText,
      let checksum = members.first(where: { $0.name == "checksum" })?.value.nonEmptyText
    {
      return Acknowledgement.Version(name: name, checksum: checksum)
    }
    report(
      .badValue("'\(member.name)'", expected: "an object with 'version' and 'checksum'"),
      member.value.range)
    return nil
  }
}

extension JSONNode {
  var nonEmptyText: String? {
    guard case .string(let text) = value, !text.isEmpty else { return nil }
    return text
  }
}
