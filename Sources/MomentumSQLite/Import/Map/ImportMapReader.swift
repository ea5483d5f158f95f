internal import MomentumDiagnostics
internal import MomentumModel

/// A mapping file → its rules, with every name checked against the model.
struct ImportMapReader {
  private let file: SourceFile
  private let model: ObjectModel

  init(file: SourceFile, model: ObjectModel) {
    self.file = file
    self.model = model
  }

  /// `nil` where any error was reported.
  func read(_ issues: inout Diagnostics) -> ImportMap? {
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
    let rules = items.compactMap {
      item -> (file: String?, path: [String], rule: ImportMap.Rule)? in
      let members = self.members(item, Self.keys + ["path", "file"], &found)
      let (path, file) = (text(members["path"], &found), text(members["file"], &found))
      return rule(item, nil, &found).map { (file, ImportMap.keys(path ?? ""), $0) }
    }
    return found.hasErrors ? nil : ImportMap(rules: rules)
  }

  private static let keys = ["entity", "id", "attributes", "relationships"]

  /// `destination` is the entity of a nested object, whose rule may leave its entity out.
  private func rule(
    _ node: JSONNode, _ destination: EntityID?, _ issues: inout Diagnostics
  ) -> ImportMap.Rule? {
    let members = members(
      node, Self.keys + (destination == nil ? ["path", "file"] : []), reports: destination != nil,
      &issues)
    guard let entity = entity(members["entity"], node, destination, &issues) else { return nil }
    var rule = ImportMap.Rule(entity: entity)
    rule.id = text(members["id"], &issues).map(ImportMap.keys)
    for member in object(members["attributes"], &issues) {
      if let attribute = attribute(member, entity, &issues) { rule.attributes.append(attribute) }
    }
    for member in object(members["relationships"], &issues) {
      if let link = relationship(member, entity, &issues) { rule.relationships.append(link) }
    }
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

  private func attribute(
    _ member: JSONMember, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> (name: String, attribute: Attribute?, source: ImportMap.Source)? {
    guard case .attribute(let id)? = model.property(named: member.name, in: entity) else {
      unknown(
        "attribute", member, model.attributes(of: entity).map { model[$0].name }, entity, &issues)
      return nil
    }
    return source(member.value, &issues).map { (member.name, model[id], $0) }
  }

  private func source(_ node: JSONNode, _ issues: inout Diagnostics) -> ImportMap.Source? {
    if case .string(let key) = node.value { return .key(ImportMap.keys(key), .standard) }
    let members = members(node, ["key", "date", "value"], &issues)
    if let value = members["value"] { return .value(value.value) }
    guard let key = members["key"] else {
      if !members.isEmpty { report(.missingKey("key", of: "an attribute"), node, &issues) }
      return nil
    }
    let form = text(members["date"], &issues)
    return text(key, &issues).map { .key(ImportMap.keys($0), Self.dateForm(form)) }
  }

  private static func dateForm(_ text: String?) -> ImportMap.DateForm {
    switch text {
    case nil, "iso8601": .standard
    case "unix": .unix
    case "unix-milliseconds": .unixMilliseconds
    case let pattern?: .pattern(pattern)
    }
  }

  private func relationship(
    _ member: JSONMember, _ entity: EntityID, _ issues: inout Diagnostics
  ) -> (name: String, relationship: RelationshipID, link: ImportMap.Link)? {
    guard case .relationship(let id)? = model.property(named: member.name, in: entity) else {
      let names = model.relationships(of: entity).map { model[$0].name }
      unknown("relationship", member, names, entity, &issues)
      return nil
    }
    if case .string(let key) = member.value.value {
      return (member.name, id, .ids(ImportMap.keys(key), separator: nil))
    }
    let members = members(member.value, ["key", "object", "separator"], &issues)
    guard let key = text(members["key"], &issues) else {
      if !members.isEmpty {
        report(.missingKey("key", of: "a relationship"), member.value, &issues)
      }
      return nil
    }
    guard let object = members["object"] else {
      let separator = text(members["separator"], &issues).flatMap { $0.isEmpty ? nil : $0 }
      return (member.name, id, .ids(ImportMap.keys(key), separator: separator))
    }
    return rule(object, model[id].destination, &issues).map {
      (member.name, id, .objects(ImportMap.keys(key), $0))
    }
  }

  // MARK: - Shapes

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

  private func text(_ node: JSONNode?, _ issues: inout Diagnostics) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value else {
      report(.expected("a string", found: node.kind), node, &issues)
      return nil
    }
    return text
  }

  private func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: SourceLocation(file, node.range))
  }
}
