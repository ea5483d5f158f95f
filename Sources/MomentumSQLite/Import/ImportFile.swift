internal import MomentumDiagnostics
internal import MomentumModel

// Reads the objects of an import file:
// {"objects": [{"entity": "Venue", "id": "venue-1", "attributes": {…}, "relationships": {…}}]}

/// An object of an import file; its entity is resolved, the names of its properties are not yet.
struct ImportObject {
  var entity: EntityID
  /// The name by which other objects of the file refer to this object; `nil` if the file gives
  /// none.
  var id: String?
  /// `Z_PK`, if the file was exported with keys.
  var key: Int64?
  /// `Z_OPT`, if the file was exported with keys.
  var version: Int64?
  var range: SourceRange
  var attributes: [JSONMember]
  var relationships: [JSONMember]
}

/// Reads the objects in JSON and checks the structure of the file, the entities and the ids.
struct ImportFileReader {
  let source: ImportSource
  let model: ObjectModel
  var options = ImportOptions()

  /// Checks the members of a JSON file other than its objects.
  func checkHead(_ file: JSONItems, _ issues: inout Diagnostics) {
    guard case .object(let members) = file.root.value else {
      report(
        .expected("an object with the key 'objects'", found: file.root.kind), file.root, &issues)
      return
    }
    checkKeys(members, ["formatVersion", "lastKeys", "objects"], &issues)
    if let version = members.first(where: { $0.name == "formatVersion" })?.value,
      version.value != .number("1")
    {
      report(.expected("format version 1", found: version.spelling), version, &issues)
    }
    guard let list = file.target else {
      report(.missingKey("objects", of: "an import file"), file.root, &issues)
      return
    }
    guard case .array = list.value else {
      report(.expected("a list of objects", found: list.kind), list, &issues)
      return
    }
  }

  /// The highest keys that were ever assigned, by root entity.
  func lastKeys(_ value: JSONNode?, _ issues: inout Diagnostics) -> [EntityID: Int64] {
    guard let value else { return [:] }
    guard case .object(let list) = value.value else {
      report(.expected("an object", found: value.kind), value, &issues)
      return [:]
    }
    var result: [EntityID: Int64] = [:]
    for member in list {
      guard let entity = model.entity(named: member.name) else {
        let near = nearName(to: member.name, among: model.entities.map(\.name))
        issues.report(
          ImportMessage.unknownEntity(member.name, near: near),
          at: source.location(member.nameRange))
        continue
      }
      if let key = number(member.value, from: 0, &issues) { result[model.root(of: entity)] = key }
    }
    return result
  }

  private func number(
    _ node: JSONNode, from least: Int64, _ issues: inout Diagnostics
  ) -> Int64? {
    if case .number(let text) = node.value, let number = Int64(text), number >= least,
      number < Int64.max
    {
      return number
    }
    report(.expected("a whole number from \(least)", found: node.kind), node, &issues)
    return nil
  }

  func object(_ node: JSONNode, _ issues: inout Diagnostics) -> ImportObject? {
    guard case .object(let members) = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    checkKeys(
      members, ["entity", "id", "key", "version", "attributes", "relationships"], &issues)
    if let id = members.first(where: { $0.name == "id" })?.value {
      if case .string = id.value {
      } else {
        report(.expected("a string", found: id.kind), id, &issues)
      }
    }
    func number(_ name: String) -> Int64? {
      members.first { $0.name == name }.flatMap { self.number($0.value, from: 1, &issues) }
    }
    let (key, version) = (number("key"), number("version"))
    let attributes = self.members("attributes", members, &issues)
    let relationships = self.members("relationships", members, &issues)
    guard let entity = entity(node, members, &issues) else { return nil }
    return ImportObject(
      entity: entity, id: Self.id(of: node), key: options.keepsKeys ? key : nil,
      version: version, range: node.range, attributes: attributes, relationships: relationships)
  }

  /// Reads an object of the store that the import only looks up, so its entity may be abstract.
  /// Errors are not reported, because a mapping rule and not a file made the node.
  func reference(_ node: JSONNode) -> ImportObject? {
    var ignored = Diagnostics()
    guard case .object(let members) = node.value,
      case .string(let name)? = members.first(where: { $0.name == "entity" })?.value.value,
      let entity = model.entity(named: name)
    else { return nil }
    return ImportObject(
      entity: entity, id: Self.id(of: node), key: nil, version: nil, range: node.range,
      attributes: self.members("attributes", members, &ignored), relationships: [])
  }

  private func entity(
    _ node: JSONNode, _ members: [JSONMember], _ issues: inout Diagnostics
  ) -> EntityID? {
    guard let value = members.first(where: { $0.name == "entity" })?.value else {
      report(.missingKey("entity", of: "an object"), node, &issues)
      return nil
    }
    guard case .string(let name) = value.value else {
      report(.expected("the name of an entity", found: value.kind), value, &issues)
      return nil
    }
    guard let entity = model.entity(named: name) else {
      let near = nearName(to: name, among: model.entities.map(\.name))
      report(.unknownEntity(name, near: near), value, &issues)
      return nil
    }
    guard !model[entity].isAbstract else {
      report(.abstractEntity(name), value, &issues)
      return nil
    }
    return entity
  }

  private func members(
    _ key: String, _ members: [JSONMember], _ issues: inout Diagnostics
  ) -> [JSONMember] {
    guard let value = members.first(where: { $0.name == key })?.value else { return [] }
    guard case .object(let inner) = value.value else {
      report(.expected("an object", found: value.kind), value, &issues)
      return []
    }
    return inner
  }

  /// The node of an object's id, even if the object itself has errors.
  static func idMember(of node: JSONNode) -> JSONNode? {
    guard case .object(let members) = node.value else { return nil }
    return members.first { $0.name == "id" }?.value
  }

  static func id(of node: JSONNode) -> String? {
    guard case .string(let id)? = idMember(of: node)?.value else { return nil }
    return id
  }

  private func checkKeys(
    _ members: [JSONMember], _ known: [String], _ issues: inout Diagnostics
  ) {
    for member in members where !known.contains(member.name) {
      issues.report(
        ImportMessage.unknownKey(member.name, near: nearName(to: member.name, among: known)),
        at: source.location(member.nameRange))
    }
  }

  private func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(node.range))
  }
}
