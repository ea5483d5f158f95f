import MomentumDiagnostics

// Checks the rules for models that sync with CloudKit.
//
// Source: *Creating a Core Data Model for CloudKit*
// <https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit>. The
// rules for ordered relationships and required attributes are from the texts of Core Data's error
// 134060. The catalogue of diagnostics says how each rule is known.

extension Reviewer {
  mutating func reviewForCloudKit(_ id: EntityID) {
    let entity = model[id]
    let element = syntax.element(of: id)
    if entity.name.hasPrefix("CD_") {
      report(.cloudReservedName(entity.name), at: nameRange(of: element))
    }
    if !entity.uniquenessConstraints.isEmpty {
      report(
        .cloudUnique(entity.name),
        at: element?.children(.uniquenessConstraints).first?.nameRange ?? nameRange(of: element))
    }
    for index in entity.attributes.indices { reviewAttributeForCloudKit(AttributeID(id, index)) }
    for index in entity.relationships.indices {
      reviewRelationshipForCloudKit(RelationshipID(id, index))
    }
  }

  private mutating func reviewAttributeForCloudKit(_ id: AttributeID) {
    let attribute = model[id]
    guard !attribute.isTransient else { return }
    let element = syntax.element(of: id)
    switch attribute.type {
    case .undefined, .objectID:
      report(
        .cloudType(attribute.name, type: attribute.type.xmlName),
        at: element?[.attributeType]?.valueRange ?? nameRange(of: element))
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .binary, .uuid, .uri, .transformable, .composite:
      break
    }
    if !attribute.isOptional, attribute.defaultValue == nil, attribute.derivation == nil {
      report(
        .cloudOptional(attribute.name, isAttribute: true), at: nameRange(of: element),
        fixIt: setting(.optional, to: "YES", of: element))
    }
  }

  private mutating func reviewRelationshipForCloudKit(_ id: RelationshipID) {
    let relationship = model[id]
    guard !relationship.isTransient else { return }
    let element = syntax.element(of: id)
    if !relationship.isOptional {
      report(
        .cloudOptional(relationship.name, isAttribute: false), at: nameRange(of: element),
        fixIt: setting(.optional, to: "YES", of: element))
    }
    if relationship.inverse == nil {
      report(.cloudInverse(relationship.name), at: nameRange(of: element))
    }
    if relationship.deleteRule == .deny {
      report(
        .cloudDelete(relationship.name),
        at: element?[.deletionRule]?.valueRange ?? nameRange(of: element))
    }
    if relationship.isOrdered, relationship.isToMany {
      report(
        .cloudOrdered(relationship.name),
        at: element?[.ordered]?.valueRange ?? nameRange(of: element))
    }
  }
}
