package import MomentumModel

/// The classes and structs for a model, with all names and annotations decided, and findings about
/// parts of the model that they cannot have.
package struct SwiftDataPlan {
  /// A `@Model` class.
  struct Class {
    var id: EntityID
    var name: Identifier
    var parent: EntityID?
    var hasSubclasses: Bool
    /// The properties that the entity declares, in declared order: attributes, then relationships.
    var properties: [Property]
    /// The uniqueness constraints that `#Unique` declares.
    var constraints: [[Identifier]]
    /// The indexes that `#Index` declares.
    var indexes: [Index]
  }

  /// A Codable struct for a composite type.
  struct Structure {
    var id: CompositeID
    var name: Identifier
    var properties: [Property]
  }

  struct Property {
    var modelName: String
    var name: Identifier
    /// The type, with `?` if the property is optional.
    var type: TypeReference
    var macros: [MacroUse] = []
    /// The value in the property's declaration; `nil` if it has none.
    var defaultValue: Expression?
    /// The default value of the initializer's parameter; `nil` if it has none.
    var argument: Expression?
  }

  struct Index: Hashable {
    var kind: FetchIndex.Kind
    var names: [Identifier]
  }

  let model: ObjectModel
  let names: SwiftDataNames
  package private(set) var findings: [SwiftDataFinding] = []
  private(set) var classes: [Class] = []
  private(set) var structures: [Structure] = []
  /// The relationships whose annotation names the inverse: one of each pair, because Swift does not
  /// compile if both name the other.
  let carriers: Set<RelationshipID>

  package init(_ model: ObjectModel, options: CodegenOptions) {
    self.model = model
    names = SwiftDataNames(model, schema: options.versionedSchema)
    carriers = SwiftDataPlan.carriers(of: model)
    structures = model.composites.indices.map { structure(CompositeID($0)) }
    classes = model.entityIDs.map { planned($0) }
    reportModel()
  }

  mutating func report(_ topic: SwiftDataTopic, _ place: SwiftDataPlace, _ detail: String? = nil) {
    findings.append(SwiftDataFinding(topic: topic, place: place, detail: detail))
  }

  /// Whether a class inherits from another model class, which SwiftData allows since iOS 26 and
  /// macOS 26.
  var hasInheritance: Bool { model.entities.contains { $0.parent != nil } }

  // MARK: - Classes

  private mutating func planned(_ id: EntityID) -> Class {
    let entity = model[id]
    reportEntity(id)
    var properties: [Property] = []
    for (index, attribute) in entity.attributes.enumerated() {
      let place = AttributeID(id, index)
      guard !isHidden(attribute.name, of: id, at: .attribute(place)) else { continue }
      if let property = property(attribute, at: place) { properties.append(property) }
    }
    for (index, relationship) in entity.relationships.enumerated() {
      let place = RelationshipID(id, index)
      guard !isHidden(relationship.name, of: id, at: .relationship(place)) else { continue }
      if let property = property(relationship, at: place) { properties.append(property) }
    }
    for (index, property) in entity.fetchedProperties.enumerated() {
      let predicate = property.request?.predicateFormat
      report(.fetchedProperty, .fetchedProperty(id, index), predicate)
    }
    return Class(
      id: id, name: names[id], parent: entity.parent,
      hasSubclasses: model.entities.contains { $0.parent == id }, properties: properties,
      constraints: constraints(of: id), indexes: indexes(of: id))
  }

  /// Whether an ancestor declares a property with this name. A subclass cannot declare it again, so
  /// this is reported.
  private mutating func isHidden(
    _ name: String, of id: EntityID, at place: SwiftDataPlace
  ) -> Bool {
    let hides = model.lineage(of: id).dropFirst().contains { ancestor in
      model.ownPropertyNames(of: ancestor).contains(name)
    }
    if hides { report(.hiddenProperty, place) }
    return hides
  }

  /// The Swift name of an own or inherited property; `nil` if the class does not have the property.
  func identifier(of name: String, in id: EntityID) -> Identifier? {
    switch model.property(named: name, in: id) {
    case .attribute(let found):
      let attribute = model[found]
      return names.type(of: attribute) == nil ? nil : names[found.entity, attribute.name]
    case .relationship(let found):
      let relationship = model[found]
      return relationship.isTransient ? nil : names[found.entity, relationship.name]
    case .fetchedProperty, nil: return nil
    }
  }

  // MARK: - Structs

  private mutating func structure(_ id: CompositeID) -> Structure {
    var properties: [Property] = []
    for (index, element) in model[id].elements.enumerated() where !element.isTransient {
      let place = SwiftDataPlace.element(id, index)
      if !element.isOptional, !element.type.isComposite { report(.requiredElement, place) }
      if element.allowsExternalStorage || element.preservesValueInHistoryOnDeletion
        || element.versionHashModifier != nil
      {
        report(.elementOption, place)
      }
      reportValues(of: element, at: place)
      guard var type = names.type(of: element) else {
        report(.undefinedType, place, element.type.xmlName)
        continue
      }
      if element.type == .transformable {
        report(.elementType, place, element.type.xmlName)
        type = names.library("Data")
      }
      let name = names[id, element.name]
      if name.text != element.name { report(.propertyName, place, name.text) }
      properties.append(
        Property(
          modelName: element.name, name: name, type: .optional(type),
          defaultValue: defaultValue(of: element, at: place)))
    }
    return Structure(
      id: id, name: names[id],
      properties: properties.map { property in
        var property = property
        property.argument = property.defaultValue ?? .null
        return property
      })
  }

  // MARK: - Inverses

  /// One relationship of each pair of inverses: the one that needs an annotation in any case,
  /// otherwise the to-many one, otherwise the first.
  private static func carriers(of model: ObjectModel) -> Set<RelationshipID> {
    var result: Set<RelationshipID> = []
    for id in model.entityIDs {
      for index in model[id].relationships.indices {
        let one = RelationshipID(id, index)
        guard let other = model.pairedInverse(of: one), !result.contains(other) else { continue }
        func weight(_ id: RelationshipID) -> Int {
          (model[id].needsAnnotation ? 2 : 0) + (model[id].isToMany ? 1 : 0)
        }
        result.insert(weight(other) > weight(one) ? other : one)
      }
    }
    return result
  }
}

extension ObjectModel {
  /// The inverse of a relationship; `nil` unless the two are different relationships, name each
  /// other as inverse, and each leads to the other's entity.
  func pairedInverse(of id: RelationshipID) -> RelationshipID? {
    guard let inverse = self[id].inverse, inverse != id, self[inverse].inverse == id,
      !self[id].isTransient, !self[inverse].isTransient,
      inherits(self[id].destination, from: inverse.entity),
      inherits(self[inverse].destination, from: id.entity)
    else { return nil }
    return inverse
  }
}

extension AttributeType {
  var isComposite: Bool {
    if case .composite = self { true } else { false }
  }
}
