import MomentumModel

/// The structs of the portable code, which needs no Core Data, with all names decided.
struct PortablePlan {
  struct EntityType {
    var id: EntityID
    var name: Identifier
    var modelName: String
    /// The protocol of the entity and its sub-entities; `nil` without sub-entities.
    var protocolName: Identifier?
    var parent: EntityID?
    /// The root entity, whose `ID` the entity shares.
    var root: EntityID
    /// The properties with a column, inherited ones before own ones.
    var properties: [PortableProperty]
    var ownProperties: Range<Int>
    /// The to-many relationships, own and inherited. They have no column in the row, so the struct
    /// does not have them.
    var toMany: [PortableProperty]
    /// The name of the private property in which the entity's `Paths` keeps its own path.
    var pathName: Identifier
    var isIdentifiable: Bool { !properties.contains { $0.identifier == "id" } }
  }

  struct CompositeValueType {
    var id: CompositeID
    var name: Identifier
    var modelName: String
    var properties: [PortableProperty]
    var pathName: Identifier
  }

  let model: ObjectModel
  let valueTypes: ValueTypes
  /// The name of the type that stands for the whole model.
  let modelName: Identifier
  private(set) var entities: [EntityType] = []
  private(set) var composites: [CompositeValueType] = []
  /// Names that no member and no parameter may have, because they would hide types that generated
  /// expressions use.
  let expressionNames: Set<String>
  /// The names in `expressionNames`, and the members that every struct has.
  private let reservedNames: Set<String>

  init(_ model: ObjectModel, name: String) {
    self.model = model
    valueTypes = ValueTypes(model)
    var scope = NameScope(reserved: PortablePlan.typeNames)
    _ = scope.claim(valueTypes.names)
    let names = scope.claim(model.entities.map(\.name) + model.composites.map(\.name))
    let entityNames = Array(names.prefix(model.entities.count))
    let compositeNames = Array(names.dropFirst(model.entities.count))
    var parents = Set(model.entities.compactMap(\.parent))
    let protocolNames = zip(model.entityIDs, entityNames).map { id, name in
      parents.remove(id) == nil ? nil : scope.claim(name.followed(by: "Entity").text)
    }
    // A model often has the same name as one of its entities; the type of the model is then
    // `ItemModel` for the model `Item`.
    let wish = Identifier.nearest(to: name)
    modelName =
      names.contains(wish) ? scope.claim(wish.followed(by: "Model").text) : scope.claim(name)
    expressionNames = PortablePlan.typeNames.union(compositeNames.map(\.text))
      .union(valueTypes.names)
    reservedNames = expressionNames.union(PortablePlan.memberNames)
    composites = zip(model.composites.indices, compositeNames).map { index, name in
      compositeType(CompositeID(index), name)
    }
    entities = model.entityIDs.map { id in
      entityType(id, entityNames[id.index], protocolNames[id.index])
    }
  }

  subscript(id: EntityID) -> EntityType { entities[id.index] }
  subscript(id: CompositeID) -> CompositeValueType { composites[id.index] }

  /// The type of a property without `?`.
  func type(of property: PortableProperty) -> TypeReference {
    switch property.kind {
    case .attribute(let type): .named(type.name)
    case .value(let type): type.type
    case .composite(let id): .named(self[id].name)
    case .toOne(let entity): identifierType(of: entity)
    case .toMany(let entity): .array(identifierType(of: entity))
    }
  }

  /// The type of a property, with `?` if the property is optional.
  func fullType(of property: PortableProperty) -> TypeReference {
    let type = type(of: property)
    return property.isOptional ? .optional(type) : type
  }

  /// The type of an entity's primary key: `Location.ID`.
  func identifierType(of entity: EntityID) -> TypeReference {
    .member(.named(self[entity].name), "ID")
  }

  private func entityType(
    _ id: EntityID, _ name: Identifier, _ protocolName: Identifier?
  ) -> EntityType {
    var scope = NameScope(reserved: reservedNames)
    var properties: [PortableProperty] = []
    var toMany: [PortableProperty] = []
    var seenNames: Set<String> = []
    var own = 0..<0
    // Names are assigned from the root down, so that a property has the same name in an entity and
    // in all its sub-entities.
    for owner in model.lineage(of: id).reversed() {
      let drafts = drafts(of: model[owner]).filter { seenNames.insert($0.modelName).inserted }
      let identifiers = scope.claim(drafts.map(\.modelName))
      let named = zip(drafts, identifiers).map { $0.named($1) }
      let stored = named.filter { !$0.kind.isToMany }
      own = properties.count..<(properties.count + stored.count)
      properties += stored
      toMany += named.filter(\.kind.isToMany)
    }
    return EntityType(
      id: id, name: name, modelName: model[id].name, protocolName: protocolName,
      parent: model[id].parent, root: model.root(of: id), properties: properties,
      ownProperties: own, toMany: toMany, pathName: scope.claim("path"))
  }

  private func drafts(of entity: Entity) -> [PortableProperty] {
    let attributes = entity.attributes.filter { !$0.isTransient }
      .compactMap { PortableProperty(attribute: $0, valueType: valueTypes.type(of: $0)) }
    let relationships = entity.relationships.filter { !$0.isTransient }
      .map { PortableProperty($0) }
    return attributes + relationships
  }

  private func compositeType(_ id: CompositeID, _ name: Identifier) -> CompositeValueType {
    var scope = NameScope(reserved: reservedNames)
    var seenNames: Set<String> = []
    let drafts = model[id].elements.filter {
      !contains($0, id) && seenNames.insert($0.name).inserted
    }
    .compactMap { PortableProperty(attribute: $0, valueType: valueTypes.type(of: $0)) }
    let identifiers = scope.claim(drafts.map(\.modelName))
    return CompositeValueType(
      id: id, name: name, modelName: model[id].name,
      properties: zip(drafts, identifiers).map { $0.named($1) }, pathName: scope.claim("path"))
  }

  /// Whether an element leads back to a composite that contains it. A checked model has no such
  /// element; a struct cannot contain itself, so the element is left out.
  private func contains(_ element: Attribute, _ wanted: CompositeID) -> Bool {
    guard case .composite(let first) = element.type else { return false }
    var reachable: Set<CompositeID> = [first]
    var pending = [first]
    while let next = pending.popLast() {
      if next == wanted { return true }
      for case .composite(let id) in model[next].elements.map(\.type)
      where reachable.insert(id).inserted {
        pending.append(id)
      }
    }
    return false
  }

  /// The paths from a composite through nested composites to each value with a column, in declared
  /// order.
  func leaves(of composite: CompositeID) -> [[PortableProperty]] {
    self[composite].properties.flatMap { property -> [[PortableProperty]] in
      guard case .composite(let inner) = property.kind else { return [[property]] }
      return leaves(of: inner).map { [property] + $0 }
    }
  }

  /// The types that generated code uses or declares. An entity or a member with such a name gets a
  /// `_` after it.
  package static let typeNames: Set<String> = [
    "Any", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys", "Data", "Date",
    "Decimal", "Decodable", "Decoder", "Double", "Encodable", "Encoder", "Equatable", "Error",
    "Float", "Foundation", "FoundationEssentials", "Hashable", "Hasher", "ID", "Identifiable",
    "Int", "Int16", "Int32", "Int64", "Model", "MomentumRuntime", "Never", "Optional", "Paths",
    "RawRepresentable", "RawValue", "Sendable", "String", "Swift", "UInt8", "URL", "UUID", "Void",
  ]

  /// Members that every struct has.
  private static let memberNames: Set<String> = [
    "allCases", "objectID", "entityName", "hash", "hashValue", "encode", "storedProperties",
  ]
}
