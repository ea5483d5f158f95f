import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

/// Makes the model of a schema from its drafts.
struct ModelBuilder {
  let drafts: [EntityDraft]
  let inverses: [RelationshipPlace: RelationshipPlace]
  let entities: [Int: Int]
  let sources: SwiftDataSources

  /// The model, and the place in the sources of each of its parts.
  ///
  /// - Parameter unknownForm: See `ObjectModel.unknownForm`.
  func build(
    identifier: String, unknownForm: String?
  ) -> (model: ObjectModel, origins: SwiftDataModel.Origins) {
    var composites = CompositeTable(taken: Set(drafts.map(\.name)))
    let entities = drafts.indices.map { entity($0, &composites) }
    let model = ObjectModel(
      versionIdentifiers: [identifier], entities: entities, composites: composites.types,
      listsAllIndexes: true, isSwiftData: true, unknownForm: unknownForm)
    return (model, origins(composites.locations))
  }

  private func origins(_ composites: [SourceLocation]) -> SwiftDataModel.Origins {
    SwiftDataModel.Origins(
      entities: drafts.map { draft in
        SwiftDataModel.Origins.Entity(
          location: sources.location(sources.types[draft.type]),
          attributes: attributes(draft).map { sources.location($0.file, $0.declaration) },
          relationships: relationships(draft).map {
            sources.location(draft.properties[$0].file, draft.properties[$0].declaration)
          })
      }, composites: composites)
  }

  // MARK: - Entities

  private func entity(_ index: Int, _ composites: inout CompositeTable) -> Entity {
    let draft = drafts[index]
    return Entity(
      name: draft.name, parent: draft.parent.map { EntityID($0) },
      attributes: attributes(draft).map { attribute($0, of: draft.name, &composites) },
      relationships: relationships(draft).map {
        relationship(RelationshipPlace(entity: index, property: $0))
      },
      uniquenessConstraints: draft.uniquenessConstraints, fetchIndexes: draft.fetchIndexes,
      hasUnknownHash: draft.hasUnknownHash,
      unknownForm: draft.unknownForms.isEmpty
        ? nil : draft.unknownForms.sorted().joined(separator: "; "))
  }

  private func attributes(_ draft: EntityDraft) -> [SwiftProperty] {
    draft.properties.filter { property in
      if case .attribute = property.storage { true } else { false }
    }
  }

  /// The indices of the relationships among the properties.
  private func relationships(_ draft: EntityDraft) -> [Int] {
    draft.properties.indices.filter { index in
      if case .relationship = draft.properties[index].storage { true } else { false }
    }
  }

  // MARK: - Properties

  private func attribute(
    _ property: SwiftProperty, of entity: String, _ composites: inout CompositeTable
  ) -> Attribute {
    let marks = property.marks
    var attribute = Attribute(
      name: property.name, type: .undefined, isOptional: property.isOptional,
      isTransient: marks.isEphemeral, allowsExternalStorage: marks.isExternal,
      preservesValueInHistoryOnDeletion: marks.preservesValue,
      allowsCloudEncryption: marks.allowsCloudEncryption,
      isIndexedBySpotlight: marks.isIndexedBySpotlight, renamingIdentifier: marks.originalName,
      versionHashModifier: marks.hashModifier)
    attribute.unknownForm = property.unknownForm
    guard case .attribute(let stored) = property.storage else { return attribute }
    switch stored {
    case .scalar(let type):
      attribute.type = type
      attribute.defaultValue = DefaultValue.read(property, as: type, in: sources)
      if type == .transformable, let transformer = marks.transformer {
        attribute.valueTransformerName = transformer
        attribute.valueClassName = property.declaration.type?.unwrapped.type.name
      }
    case .unobserved(let type, _): attribute.type = type
    case .unknown, .ambiguous, .conditional: break
    case .composite(let composite):
      attribute.type = .composite(composites.add(composite, of: entity))
      attribute.userInfo = composite.userInfo
    }
    attribute.hasComputedDefault =
      attribute.defaultValue == nil && DefaultValue.isComputed(property, in: sources)
    return attribute
  }

  private func relationship(_ place: RelationshipPlace) -> Relationship {
    let property = drafts[place.entity].properties[place.property]
    guard case .relationship(let type, let isToMany) = property.storage,
      let destination = entities[type]
    else { return Relationship(name: property.name, destination: EntityID(place.entity)) }
    let inverse = inverses[place].map { id(of: $0) }
    return Relationship(
      name: property.name, destination: EntityID(destination), inverse: inverse,
      isToMany: isToMany, isOptional: property.isOptional, deleteRule: property.marks.deleteRule,
      minimumCount: property.marks.minimumCount ?? 0,
      maximumCount: isToMany ? property.marks.maximumCount ?? 0 : 1,
      renamingIdentifier: property.marks.originalName,
      versionHashModifier: property.marks.hashModifier, unknownForm: property.unknownForm)
  }

  private func id(of place: RelationshipPlace) -> RelationshipID {
    let index = relationships(drafts[place.entity]).firstIndex(of: place.property) ?? 0
    return RelationshipID(EntityID(place.entity), index)
  }
}

/// The composite types of a model, each once.
struct CompositeTable {
  private(set) var types: [CompositeType] = []
  /// The places of the declarations of `types`, in the same order.
  private(set) var locations: [SourceLocation] = []
  /// Names of entities, which a composite type may not have.
  private let taken: Set<String>

  init(taken: Set<String>) { self.taken = taken }

  mutating func add(_ composite: StoredType.Composite, of entity: String) -> CompositeID {
    let attributes = composite.elements.map { element in
      var attribute = Attribute(name: element.name, type: .undefined, isOptional: true)
      switch element.type {
      case .scalar(let type), .unobserved(let type, _): attribute.type = type
      case .unknown, .ambiguous, .conditional: break
      case .composite(let inner):
        attribute.type = .composite(add(inner, of: entity))
        attribute.userInfo = inner.userInfo
      }
      return attribute
    }
    if let equal = types.indices.first(where: {
      types[$0].elements == attributes && locations[$0] == composite.location
    }) {
      return CompositeID(equal)
    }
    types.append(CompositeType(name: free(composite.name, entity), elements: attributes))
    locations.append(composite.location)
    return CompositeID(types.count - 1)
  }

  /// A name that no entity and no other composite type has.
  private func free(_ base: String, _ entity: String) -> String {
    func isFree(_ name: String) -> Bool {
      !taken.contains(name) && !types.contains { $0.name == name }
    }
    if isFree(base) { return base }
    if isFree(entity + base) { return entity + base }
    return (2...).lazy.map { "\(entity)\(base)\($0)" }.first(where: isFree) ?? base
  }
}
