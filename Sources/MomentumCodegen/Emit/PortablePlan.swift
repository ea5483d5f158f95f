import MomentumModel

/// The value types of a model with all names decided.
struct PortablePlan {
  struct EntityType {
    var id: EntityID
    var name: Identifier
    var modelName: String
    /// The protocol it stands for, where it has sub-entities.
    var protocolName: Identifier?
    var parent: EntityID?
    /// The root, whose `ID` it shares.
    var root: EntityID
    /// Inherited ones first.
    var properties: [PortableProperty]
    var ownProperties: Range<Int>
    /// To-many relationships, own and inherited, as `tips (Tip)`.
    var toMany: [String]
  }

  struct CompositeValueType {
    var id: CompositeID
    var name: Identifier
    var modelName: String
    var properties: [PortableProperty]
  }

  let model: ObjectModel
  private(set) var entities: [EntityType] = []
  private(set) var composites: [CompositeValueType] = []
  /// Names that no member and no parameter may have, as expressions use them.
  private(set) var expressionNames: Set<String>

  init(_ model: ObjectModel) {
    self.model = model
    var scope = NameScope(reserved: PortablePlan.typeNames)
    let names = scope.claim(model.entities.map(\.name) + model.composites.map(\.name))
    let entityNames = Array(names.prefix(model.entities.count))
    let compositeNames = Array(names.dropFirst(model.entities.count))
    expressionNames = PortablePlan.typeNames.union(compositeNames.map(\.text))
    composites = zip(model.composites.indices, compositeNames).map { index, name in
      compositeType(CompositeID(index), name)
    }
    var parents = Set(model.entities.compactMap(\.parent))
    entities = zip(model.entityIDs, entityNames).map { id, name in
      let wish = name.followed(by: "Entity").text
      let protocolName = parents.remove(id) == nil ? nil : scope.claim(wish)
      return entityType(id, name, protocolName)
    }
  }

  subscript(id: EntityID) -> EntityType { entities[id.index] }
  subscript(id: CompositeID) -> CompositeValueType { composites[id.index] }

  /// The type of a property without its optionality.
  func type(of property: PortableProperty) -> TypeReference {
    switch property.kind {
    case .attribute(let type): .named(type)
    case .composite(let id): .named(self[id].name)
    case .toOne(let entity): identifierType(of: entity)
    }
  }

  /// `Location.ID`
  func identifierType(of entity: EntityID) -> TypeReference {
    .member(.named(self[entity].name), "ID")
  }

  private func entityType(
    _ id: EntityID, _ name: Identifier, _ protocolName: Identifier?
  ) -> EntityType {
    var scope = NameScope(reserved: expressionNames.union(PortablePlan.memberNames))
    var properties: [PortableProperty] = []
    var known: Set<String> = []
    var own = 0..<0
    // Level by level, so that a property has one name in an entity and in all below it.
    for owner in model.lineage(of: id).reversed() {
      let drafts = drafts(of: model[owner]).filter { known.insert($0.modelName).inserted }
      let identifiers = scope.claim(drafts.map(\.modelName))
      own = properties.count..<(properties.count + drafts.count)
      properties += zip(drafts, identifiers).map { $0.named($1) }
    }
    let toMany = model.relationships(of: id).map { model[$0] }.filter(\.isToMany)
      .map { "\($0.name) (\(model[$0.destination].name))" }
    return EntityType(
      id: id, name: name, modelName: model[id].name, protocolName: protocolName,
      parent: model[id].parent, root: model.root(of: id), properties: properties,
      ownProperties: own, toMany: toMany)
  }

  private func drafts(of entity: Entity) -> [PortableProperty] {
    let attributes = entity.attributes.filter { !$0.isTransient }
      .compactMap { PortableProperty(attribute: $0) }
    let relationships = entity.relationships.filter { !$0.isTransient && !$0.isToMany }
      .map { PortableProperty(toOne: $0) }
    return attributes + relationships
  }

  private func compositeType(_ id: CompositeID, _ name: Identifier) -> CompositeValueType {
    var scope = NameScope(reserved: expressionNames.union(PortablePlan.memberNames))
    var known: Set<String> = []
    let drafts = model[id].elements.filter { !contains($0, id) && known.insert($0.name).inserted }
      .compactMap { PortableProperty(attribute: $0) }
    let identifiers = scope.claim(drafts.map(\.modelName))
    return CompositeValueType(
      id: id, name: name, modelName: model[id].name,
      properties: zip(drafts, identifiers).map { $0.named($1) })
  }

  /// Whether an element holds a composite again that it is part of. A checked model has none; a
  /// struct cannot hold itself, so such an element is left out.
  private func contains(_ element: Attribute, _ wanted: CompositeID) -> Bool {
    guard case .composite(let first) = element.type else { return false }
    var found: Set<CompositeID> = [first]
    var pending = [first]
    while let next = pending.popLast() {
      if next == wanted { return true }
      for case .composite(let id) in model[next].elements.map(\.type)
      where found.insert(id).inserted {
        pending.append(id)
      }
    }
    return false
  }

  /// Types that generated code uses or declares. An entity or member of such a name is written with `_`.
  package static let typeNames: Set<String> = [
    "Any", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys", "Data", "Date",
    "Decimal", "Decodable", "Decoder", "Double", "Encodable", "Encoder", "Equatable", "Error",
    "Float", "Foundation", "FoundationEssentials", "Hashable", "Hasher", "ID", "Identifiable",
    "Int", "Int16", "Int32", "Int64", "Never", "Optional", "RawRepresentable", "RawValue", "Result",
    "SQLiteConvertible", "SQLiteRow", "SQLiteRowError", "SQLiteValue", "Sendable",
    "StoredFetchRequest", "String", "Swift", "UInt8", "URL", "UUID", "Value", "Void",
  ]

  /// Members that every struct has.
  private static let memberNames: Set<String> = [
    "allCases", "objectID", "entityName", "hash", "hashValue", "encode", "row", "container",
  ]
}
