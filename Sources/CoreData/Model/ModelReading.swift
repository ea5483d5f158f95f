import MomentumCompiler
import MomentumModel
import MomentumObjects

/// Makes the descriptions of a model that was read from a file.
struct ModelReading {
  private let model: ObjectModel

  init(_ compiled: CompiledModel) { model = compiled.model }

  func fill(_ result: NSManagedObjectModel) {
    let entities = model.entities.map { entity($0) }
    for (index, entity) in model.entities.enumerated() {
      guard let parent = entity.parent else { continue }
      entities[parent.index].subentities.append(entities[index])
    }
    result.entities = entities
    for configuration in model.configurations {
      result.setEntities(
        configuration.members.map { entities[$0.index] }, forConfigurationName: configuration.name)
    }
    for stored in model.fetchRequests {
      result.setFetchRequestTemplate(request(stored, entities), forName: stored.name)
    }
    for (index, entity) in model.entities.enumerated() {
      addFetchedProperties(of: entity, to: entities[index], entities)
      addIndexes(of: entity, to: entities[index])
    }
    result.versionIdentifiers = Set(model.versionIdentifiers.map { AnyHashable($0) })
  }

  private func entity(_ entity: Entity) -> NSEntityDescription {
    let result = NSEntityDescription()
    result.name = entity.name
    result.isAbstract = entity.isAbstract
    result.managedObjectClassName = entity.className ?? "NSManagedObject"
    result.versionHashModifier = entity.versionHashModifier
    result.renamingIdentifier = entity.renamingIdentifier
    result.userInfo = [AnyHashable: Any](entity.userInfo)
    result.source = entity
    result.properties =
      entity.attributes.map { attribute($0) } + entity.relationships.map { relationship($0) }
    result.uniquenessConstraints = entity.uniquenessConstraints
    result.compoundIndexes = entity.compoundIndexes
    return result
  }

  private func attribute(_ attribute: Attribute) -> NSAttributeDescription {
    let result: NSAttributeDescription
    if case .composite(let id) = attribute.type {
      let composite = NSCompositeAttributeDescription()
      composite.compositeName = model[id].name
      composite.elements = model[id].elements.map { self.attribute($0) }
      result = composite
    } else if attribute.derivation != nil {
      result = NSDerivedAttributeDescription()
    } else {
      result = NSAttributeDescription()
    }
    result.take(attribute)
    return result
  }

  private func relationship(_ relationship: Relationship) -> NSRelationshipDescription {
    let result = NSRelationshipDescription()
    result.take(relationship, in: model)
    return result
  }

  // MARK: - What names other entities

  private func request(
    _ stored: StoredFetchRequest, _ entities: [NSEntityDescription]
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    let entity = entities[stored.entity.index]
    request.take(ObjectRequest(stored, entityName: entity.name ?? ""), entity, nil)
    request.resultType = NSFetchRequestResultType(rawValue: UInt(stored.resultType.rawValue))
    return request
  }

  private func addFetchedProperties(
    of entity: Entity, to description: NSEntityDescription, _ entities: [NSEntityDescription]
  ) {
    let fetched = entity.fetchedProperties.map { property in
      let result = NSFetchedPropertyDescription()
      result.name = property.name
      result.isOptional = property.isOptional
      result.isSyncable = property.isSyncable
      result.userInfo = [AnyHashable: Any](property.userInfo)
      result.fetchRequest = property.request.map { request($0, entities) }
      return result
    }
    if !fetched.isEmpty { description.properties += fetched }
  }

  private func addIndexes(of entity: Entity, to description: NSEntityDescription) {
    description.indexes = entity.fetchIndexes.map { index in
      let elements = index.elements.map { element in
        self.element(element, description.propertiesByName)
      }
      let result = NSFetchIndexDescription(name: index.name, elements: elements)
      result.partialIndexPredicate = index.partialPredicate.map { FormatPredicate($0, []) }
      return result
    }
  }

  private func element(
    _ element: FetchIndex.Element, _ properties: [String: NSPropertyDescription]
  ) -> NSFetchIndexElementDescription {
    let type: NSFetchIndexElementType = element.kind == .rTree ? .rTree : .binary
    let result: NSFetchIndexElementDescription
    switch element.key {
    case .property(let name):
      result =
        properties[name].map { NSFetchIndexElementDescription(property: $0, collationType: type) }
        ?? NSFetchIndexElementDescription(expression: name, collationType: type)
    case .expression(let text):
      result = NSFetchIndexElementDescription(expression: text, collationType: type)
    }
    result.isAscending = element.isAscending
    return result
  }
}
