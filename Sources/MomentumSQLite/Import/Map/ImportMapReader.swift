internal import MomentumDiagnostics
internal import MomentumModel

/// Reads the rules of a mapping file, and checks every name in it against the model.
struct ImportMapReader {
  let file: SourceFile
  let model: ObjectModel
  private var pathCount = 0

  init(file: SourceFile, model: ObjectModel) {
    self.file = file
    self.model = model
  }

  /// Reads the mapping file; `nil` if an error was reported.
  mutating func read(_ issues: inout Diagnostics) -> ImportMap? {
    var found = Diagnostics()
    defer { issues.append(contentsOf: found) }
    guard let root = JSONParser.parse(file, &found) else { return nil }
    let members = members(root, ["objects"], &found)
    guard let list = members["objects"] else {
      if !found.hasErrors { report(.missingKey("objects", of: "a mapping file"), root, &found) }
      return nil
    }
    guard case .array(let items) = list.value else {
      report(.expected("a list of objects", found: list.kind), list, &found)
      return nil
    }
    var entries: [ImportMap.Entry] = []
    for item in items {
      if let entry = entry(item, &found) { entries.append(entry) }
    }
    guard !found.hasErrors else { return nil }
    return ImportMap(source: file, entries: entries, pathCount: pathCount)
  }

  private mutating func entry(
    _ node: JSONNode, _ issues: inout Diagnostics
  ) -> ImportMap.Entry? {
    guard case .object = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    let members = members(node, Self.keys + ["path", "file"], &issues)
    let path = path(members["path"], or: node, &issues)
    let file = text(members["file"], &issues).map { ($0, members["file"]?.range ?? node.range) }
    guard let path, let rule = rule(node, nil, &issues) else { return nil }
    return ImportMap.Entry(file: file, path: path, rule: rule, range: node.range)
  }

  /// Reads a path; `nil` after a diagnostic. Without a node the path is empty and means the whole
  /// file.
  private mutating func path(
    _ node: JSONNode?, isOptional: Bool = false, or owner: JSONNode, _ issues: inout Diagnostics
  ) -> ImportMap.Path? {
    let written: String
    if let node {
      guard let text = text(node, &issues) else { return nil }
      written = text
    } else {
      written = ""
    }
    defer { pathCount += 1 }
    return ImportMap.Path(
      keys: ImportMap.keys(written), range: (node ?? owner).range, isOptional: isOptional,
      number: pathCount)
  }

  private static let keys = ["entity", "id", "match", "attributes", "relationships"]

  /// - Parameter destination: The entity of a nested object, which its rule may omit; `nil` for a
  ///   rule in the list `objects`.
  private mutating func rule(
    _ node: JSONNode, _ destination: EntityID?, _ issues: inout Diagnostics
  ) -> ImportMap.Rule? {
    let members = members(
      node, Self.keys + (destination == nil ? ["path", "file"] : []), reports: destination != nil,
      &issues)
    guard let entity = entity(members["entity"], node, destination, &issues) else { return nil }
    var rule = ImportMap.Rule(entity: entity)
    if let id = members["id"] { rule.id = path(id, or: node, &issues) }
    for member in object(members["attributes"], &issues) {
      if let attribute = attribute(member, entity, &issues) { rule.attributes.append(attribute) }
    }
    for member in object(members["relationships"], &issues) {
      if let link = relationship(member, entity, &issues) { rule.relationships.append(link) }
    }
    if let match = members["match"] { rule.match = self.match(match, rule, &issues) }
    return rule
  }

  private func entity(
    _ node: JSONNode?, _ owner: JSONNode, _ destination: EntityID?, _ issues: inout Diagnostics
  ) -> EntityID? {
    guard let node else {
      if let destination { return destination }
      report(.missingKey("entity", of: "an object"), owner, &issues)
      return nil
    }
    guard let name = text(node, &issues) else { return nil }
    guard let entity = model.entity(named: name) else {
      let near = nearName(to: name, among: model.entities.map(\.name))
      report(.unknownEntity(name, near: near), node, &issues)
      return nil
    }
    return entity
  }

  // MARK: - Properties

  private mutating func attribute(
    _ member: JSONMember, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> (name: String, attribute: Attribute, source: ImportMap.Source)? {
    guard case .attribute(let id)? = model.property(named: member.name, in: entity) else {
      unknown(
        "attribute", member, model.attributes(of: entity).map { model[$0].name }, entity, &issues)
      return nil
    }
    return source(member.value, &issues).map { (member.name, model[id], $0) }
  }

  private mutating func source(_ node: JSONNode, _ issues: inout Diagnostics) -> ImportMap.Source? {
    if case .string = node.value {
      return path(node, or: node, &issues).map { .key($0, .standard) }
    }
    let members = members(node, ["key", "date", "value", "optional"], &issues)
    if let value = members["value"] { return .value(value.value) }
    guard let key = members["key"] else {
      if !members.isEmpty { report(.missingKey("key", of: "an attribute"), node, &issues) }
      return nil
    }
    let form = text(members["date"], &issues)
    let isOptional = flag(members["optional"], &issues)
    return path(key, isOptional: isOptional, or: node, &issues).map {
      .key($0, Self.dateForm(form))
    }
  }

  private static func dateForm(_ text: String?) -> ImportMap.DateForm {
    switch text {
    case nil, "iso8601": .standard
    case "unix": .unix
    case "unix-milliseconds": .unixMilliseconds
    case let pattern?: .pattern(pattern)
    }
  }

  private mutating func relationship(
    _ member: JSONMember, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> (name: String, relationship: RelationshipID, link: ImportMap.Link)? {
    guard case .relationship(let id)? = model.property(named: member.name, in: entity) else {
      let names = model.relationships(of: entity).map { model[$0].name }
      unknown("relationship", member, names, entity, &issues)
      return nil
    }
    if case .string = member.value.value {
      return path(member.value, or: member.value, &issues).map {
        (member.name, id, .ids($0, separator: nil))
      }
    }
    let members = members(
      member.value, ["key", "match", "object", "separator", "optional"], &issues)
    guard let key = members["key"] else {
      if !members.isEmpty {
        report(.missingKey("key", of: "a relationship"), member.value, &issues)
      }
      return nil
    }
    let isOptional = flag(members["optional"], &issues)
    guard let path = path(key, isOptional: isOptional, or: member.value, &issues) else {
      return nil
    }
    if let object = members["object"] {
      if let match = members["match"] {
        report(
          .expected("'match' in the rule of the objects themselves", found: "beside 'object'"),
          match, &issues)
      }
      return rule(object, model[id].destination, &issues).map {
        (member.name, id, .objects(path, $0))
      }
    }
    let separator = text(members["separator"], &issues).flatMap { $0.isEmpty ? nil : $0 }
    guard let match = members["match"] else {
      return (member.name, id, .ids(path, separator: separator))
    }
    guard let name = text(match, &issues),
      isMatchable(name, match, model[id].destination, &issues)
    else { return nil }
    return (member.name, id, .matches(path, attribute: name, separator: separator))
  }

  // MARK: - JSON objects and names

  private func unknown(
    _ kind: String, _ member: JSONMember, _ names: [String], _ entity: EntityID,
    _ issues: inout Diagnostics
  ) {
    issues.report(
      ImportMessage.unknownProperty(
        kind: kind, name: member.name, entity: model[entity].name,
        near: nearName(to: member.name, among: names)),
      at: SourceLocation(file, member.nameRange))
  }

  private func members(
    _ node: JSONNode, _ known: [String], reports: Bool = true, _ issues: inout Diagnostics
  ) -> [String: JSONNode] {
    let list = object(node, &issues)
    for member in list where reports && !known.contains(member.name) {
      issues.report(
        ImportMessage.unknownKey(member.name, near: nearName(to: member.name, among: known)),
        at: SourceLocation(file, member.nameRange))
    }
    return Dictionary(list.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func object(_ node: JSONNode?, _ issues: inout Diagnostics) -> [JSONMember] {
    guard let node else { return [] }
    guard case .object(let members) = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return []
    }
    return members
  }

  private func flag(_ node: JSONNode?, _ issues: inout Diagnostics) -> Bool {
    guard let node else { return false }
    if case .boolean(let value) = node.value { return value }
    report(.expected("true or false", found: node.kind), node, &issues)
    return false
  }

  func text(_ node: JSONNode?, _ issues: inout Diagnostics) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value else {
      report(.expected("a string", found: node.kind), node, &issues)
      return nil
    }
    return text
  }

  func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: SourceLocation(file, node.range))
  }
}
