import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles

/// Makes a compiled model of descriptions.
struct ModelWriting {
  private let model: NSManagedObjectModel
  private let entities: [NSEntityDescription]
  private let ids: [ObjectIdentifier: EntityID]

  init(_ model: NSManagedObjectModel) {
    self.model = model
    entities = model.entities
    ids = Dictionary(
      model.entities.enumerated().map { (ObjectIdentifier($1), EntityID($0)) }
    ) { first, _ in first }
  }

  /// Why descriptions make no model.
  struct Mistake: Error {
    let reason: String
  }

  /// The model, checked as a file is checked.
  func compiled() throws(Mistake) -> CompiledModel {
    for entity in entities {
      for case let relationship as NSRelationshipDescription in entity.ownProperties
      where relationship.destinationEntity.flatMap(id) == nil {
        throw Mistake(
          reason: "The relationship \(entity.name ?? "").\(relationship.name) has no destination "
            + "entity in the model.")
      }
    }
    let text = ModelWriter.contents(of: objectModel())
    var diagnostics = Diagnostics()
    let file = SourceFile(path: "<model>", text: text)
    guard let compiled = CompiledModel.compile(file, &diagnostics) else {
      let errors = diagnostics.all.filter { $0.severity == .error }.map(\.text)
      throw Mistake(reason: "The model has errors: \(errors.joined(separator: "; "))")
    }
    return compiled
  }

  private func objectModel() -> ObjectModel {
    var composites: [CompositeType] = []
    var result = ObjectModel(versionIdentifiers: identifiers)
    result.entities = entities.map { entity($0, &composites) }
    result.composites = composites
    result.listsAllIndexes = true
    setInverses(&result)
    result.configurations = model.namedConfigurations.sorted { $0.key < $1.key }.map {
      Configuration(name: $0.key, members: $0.value.compactMap(id))
    }
    result.fetchRequests = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
      .compactMap { stored($1, name: $0) }
    return result
  }

  private var identifiers: [String] {
    let texts = model.versionIdentifiers.map { "\($0.base)" }.sorted()
    return texts.isEmpty ? [""] : texts
  }

  private func id(_ entity: NSEntityDescription) -> EntityID? { ids[ObjectIdentifier(entity)] }

  private func entity(
    _ entity: NSEntityDescription, _ composites: inout [CompositeType]
  ) -> Entity {
    var result = entity.source ?? Entity(name: "")
    result.name = entity.name ?? ""
    result.className =
      entity.managedObjectClassName == "NSManagedObject" ? nil : entity.managedObjectClassName
    result.isAbstract = entity.isAbstract
    result.parent = entity.superentity.flatMap(id)
    result.attributes = []
    for case let attribute as NSAttributeDescription in entity.ownProperties {
      result.attributes.append(attribute.attribute(&composites))
    }
    result.relationships = entity.ownProperties.compactMap { property in
      guard let relationship = property as? NSRelationshipDescription,
        let destination = relationship.destinationEntity.flatMap(id)
      else { return nil }
      return relationship.relationship(to: destination)
    }
    result.fetchedProperties = entity.ownProperties.compactMap { property in
      (property as? NSFetchedPropertyDescription).map { fetchedProperty($0) }
    }
    result.uniquenessConstraints = entity.uniquenessConstraints.map(Self.names)
    result.compoundIndexes = entity.compoundIndexes.map(Self.names)
    result.fetchIndexes = entity.indexes.map(\.index)
    result.renamingIdentifier = entity.renamingIdentifier
    result.versionHashModifier = entity.versionHashModifier
    result.userInfo = entity.userInfo?.entries ?? []
    return result
  }

  /// The names of a list of names and properties.
  private static func names(_ list: [Any]) -> [String] {
    list.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
  }

  private func setInverses(_ result: inout ObjectModel) {
    for (index, entity) in entities.enumerated() {
      let relationships = entity.ownProperties.compactMap { $0 as? NSRelationshipDescription }
      for (place, relationship) in relationships.enumerated() {
        guard let inverse = relationship.inverseRelationship, let owner = inverse.owner,
          let id = id(owner)
        else { continue }
        let own = owner.ownProperties.compactMap { $0 as? NSRelationshipDescription }
        guard let number = own.firstIndex(where: { $0 === inverse }) else { continue }
        result.entities[index].relationships[place].inverse = RelationshipID(id, number)
      }
    }
  }

  private func fetchedProperty(_ property: NSFetchedPropertyDescription) -> FetchedProperty {
    FetchedProperty(
      name: property.name, isOptional: property.isOptional, isSyncable: property.isSyncable,
      request: property.fetchRequest.flatMap { stored($0, name: "fetchedPropertyFetchRequest") },
      userInfo: property.userInfo?.entries ?? [])
  }

  private func stored(
    _ request: NSFetchRequest<any NSFetchRequestResult>, name: String
  ) -> StoredFetchRequest? {
    let entity = request.namedEntity ?? request.entityName.flatMap { model.entitiesByName[$0] }
    guard let entity, let id = id(entity) else { return nil }
    return StoredFetchRequest(
      name: name, entity: id, predicateFormat: request.predicate.map { PredicateText($0).literal },
      resultType: StoredFetchRequest.ResultType(rawValue: Int(request.resultType.rawValue))
        ?? .managedObject,
      fetchLimit: request.fetchLimit, fetchBatchSize: request.fetchBatchSize,
      includesSubentities: request.includesSubentities,
      includesPropertyValues: request.includesPropertyValues,
      includesPendingChanges: request.includesPendingChanges,
      returnsObjectsAsFaults: request.returnsObjectsAsFaults,
      returnsDistinctResults: request.returnsDistinctResults)
  }
}
