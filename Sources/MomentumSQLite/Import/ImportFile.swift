internal import MomentumDiagnostics
internal import MomentumModel

// {"objects": [{"entity": "Venue", "id": "venue-1", "attributes": {…}, "relationships": {…}}]}

/// An object of an import file with its names resolved as far as the entity.
struct ImportObject {
  var entity: EntityID
  /// Local to the file; `nil` for an object that nothing refers to.
  var id: String?
  /// `Z_PK`, where an export gives it.
  var key: Int64?
  /// `Z_OPT`, where an export gives it.
  var version: Int64?
  var range: SourceRange
  var attributes: [JSONMember]
  var relationships: [JSONMember]
}

/// JSON → objects: the shape of the file, entities and ids.
struct ImportFileReader {
  let source: ImportSource
  let model: ObjectModel
  var options = ImportOptions()

  func objects(_ root: JSONNode, _ issues: inout Diagnostics) -> [ImportObject] {
    guard case .object(let members) = root.value else {
      report(.expected("an object with the key 'objects'", found: root.kind), root, &issues)
      return []
    }
    checkKeys(members, ["formatVersion", "lastKeys", "objects"], &issues)
    if let version = members.first(where: { $0.name == "formatVersion" })?.value,
      version.value != .number("1")
    {
      report(.expected("format version 1", found: version.spelling), version, &issues)
    }
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
    checkNumbers(objects, items, &issues)
    return objects
  }

  /// Two objects of a family with one key would be one row.
  private func checkNumbers(
    _ objects: [ImportObject], _ items: [JSONNode], _ issues: inout Diagnostics
  ) {
    struct Place: Hashable {
      var root: EntityID
      var key: Int64
    }
    var first: [Place: SourceRange] = [:]
    for object in objects {
      guard let key = object.key else { continue }
      let place = Place(root: model.root(of: object.entity), key: key)
      guard let other = first.updateValue(object.range, forKey: place) else { continue }
      issues.report(
        ImportMessage.duplicateKey(key, entity: model[place.root].name),
        at: source.location(object.range),
        notes: [.init("the first object with the key", at: source.location(other))])
    }
  }

  /// The highest keys that were ever given out, by root entity.
  func lastKeys(_ root: JSONNode, _ issues: inout Diagnostics) -> [EntityID: Int64] {
    guard case .object(let members) = root.value,
      let value = members.first(where: { $0.name == "lastKeys" })?.value
    else { return [:] }
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

  private func object(_ node: JSONNode, _ issues: inout Diagnostics) -> ImportObject? {
    guard case .object(let members) = node.value else {
      report(.expected("an object", found: node.kind), node, &issues)
      return nil
    }
    checkKeys(
      members, ["entity", "id", "key", "version", "attributes", "relationships"], &issues)
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
          ImportMessage.duplicateID(id), at: source.location(value.range),
          notes: [.init("the first object with the id", at: source.location(other))])
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
        at: source.location(member.nameRange))
    }
  }

  private func report(_ message: ImportMessage, _ node: JSONNode, _ issues: inout Diagnostics) {
    issues.report(message, at: source.location(node.range))
  }
}
