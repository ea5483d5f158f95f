internal import MomentumDiagnostics
internal import MomentumModel

// {"objects": [{"entity": "Venue", "id": "venue-1", "attributes": {…}, "relationships": {…}}]}

/// An object of an import file with its names resolved as far as the entity.
struct ImportObject {
  var entity: EntityID
  /// Local to the file; `nil` for an object that nothing refers to.
  var id: String?
  var range: SourceRange
  var attributes: [JSONMember]
  var relationships: [JSONMember]
}

/// JSON → objects: the shape of the file, entities and ids.
struct ImportFileReader {
  let file: SourceFile
  let model: ObjectModel

  func objects(_ root: JSONNode, _ issues: inout Diagnostics) -> [ImportObject] {
    guard case .object(let members) = root.value else {
      report(.expected("an object with the key 'objects'", found: root.kind), root, &issues)
      return []
    }
    checkKeys(members, ["objects"], &issues)
    guard let list = members.first(where: { $0.name == "objects" })?.value else {
      report(.missingKey("objects", of: "an import file"), root, &issues)
      return []
    }
    guard case .array(let items) = list.value else {
      report(.expected("a list of objects", found: list.kind), list, &issues)
      return []
    }
    let objects = items.compactMap { object($0, &issues) }
    checkIDs(items, &issues)
    return objects
  }

  private func object(_ node: JSONNode, _ issues: inout Diagnostics) -> ImportObject? {
    guard case .object(let members) = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    checkKeys(members, ["entity", "id", "attributes", "relationships"], &issues)
    let attributes = self.members("attributes", members, &issues)
    let relationships = self.members("relationships", members, &issues)
    guard let entity = entity(node, members, &issues) else { return nil }
    return ImportObject(
      entity: entity, id: Self.id(of: node), range: node.range, attributes: attributes,
      relationships: relationships)
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

  /// Over all objects, also those with another mistake: a repeated id is one in any case.
  private func checkIDs(_ items: [JSONNode], _ issues: inout Diagnostics) {
    var first: [String: SourceRange] = [:]
    for item in items {
      guard case .object(let members) = item.value,
        let value = members.first(where: { $0.name == "id" })?.value
      else { continue }
      guard case .string(let id) = value.value else {
        report(.expected("a string", found: value.kind), value, &issues)
        continue
      }
      if let other = first[id] {
        issues.report(
          ImportMessage.duplicateID(id), at: SourceLocation(file, value.range),
          notes: [.init("the first object with the id", at: SourceLocation(file, other))])
      } else {
        first[id] = value.range
      }
    }
  }

  /// The ids of every object in the file, those that were refused too.
  static func ids(_ root: JSONNode) -> Set<String> {
    guard case .object(let members) = root.value,
      case .array(let items)? = members.first(where: { $0.name == "objects" })?.value.value
    else { return [] }
    return Set(items.compactMap { id(of: $0) })
  }

  private static func id(of node: JSONNode) -> String? {
    guard case .object(let members) = node.value,
      case .string(let id)? = members.first(where: { $0.name == "id" })?.value.value
    else { return nil }
    return id
  }

  private func checkKeys(
    _ members: [JSONMember], _ known: [String], _ issues: inout Diagnostics
  ) {
    for member in members where !known.contains(member.name) {
      issues.report(
        ImportMessage.unknownKey(member.name, near: nearName(to: member.name, among: known)),
        at: SourceLocation(file, member.nameRange))
    }
  }

  private func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: SourceLocation(file, node.range))
  }
}
