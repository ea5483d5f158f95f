import MomentumModel
import MomentumPropertyList
import MomentumVersionHash

extension ModelArchive {
  /// The properties that an entity declares and, in a store, copies of those that it inherits.
  mutating func properties(of id: EntityID) -> Reference {
    var written = declaredProperties(of: id, for: id)
    if form == .storeCache {
      for ancestor in model.lineage(of: id).dropFirst() {
        let known = Set(written.map(\.0))
        written += declaredProperties(of: ancestor, for: id).filter { !known.contains($0.0) }
      }
    }
    return named(written)
  }

  /// The properties that `declarer` declares, as properties of `id`: the same entity or one that
  /// inherits them.
  private mutating func declaredProperties(
    of declarer: EntityID, for id: EntityID
  ) -> [(String, Reference)] {
    let entity = model[declarer]
    var written: [(String, Reference)] = []
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) {
      written.append((attribute.name, self.attribute(attribute, of: declarer, for: id)))
    }
    let numbered = entity.relationships.enumerated().sorted { $0.element.name < $1.element.name }
    for (index, relationship) in numbered {
      let declared = declarer == id ? relationships[RelationshipID(id, index)] : nil
      let reference = declared ?? predicates.builder.reserve()
      define(relationship, at: reference, of: id)
      written.append((relationship.name, reference))
    }
    for property in entity.fetchedProperties.sorted(by: { $0.name < $1.name }) {
      if let reference = fetchedProperty(property, of: declarer, for: id) {
        written.append((property.name, reference))
      }
    }
    return written
  }

  /// The settings that attributes, relationships and fetched properties have in common.
  private struct Common {
    var name: String
    var isOptional = false
    var isTransient = false
    var isIndexed = false
    var isReadOnly = false
    var isOrdered = false
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var userInfo: [UserInfoEntry] = []
    var bounds: [Bound] = []
  }

  private mutating func members(_ common: Common, of id: EntityID) -> [String: PropertyList] {
    var members = [
      "NSPropertyName": predicates.builder.text(common.name).value,
      "NSEntity": entities[id.index].value,
      "NSRenamingIdentifier": predicates.builder.text(common.renamingIdentifier ?? common.name)
        .value,
      "_P": .integer(Self.bits(common)),
    ]
    if common.isOptional { members["NSIsOptional"] = .boolean(true) }
    if common.isTransient { members["NSIsTransient"] = .boolean(true) }
    if common.isIndexed { members["NSIsIndexed"] = .boolean(true) }
    if common.isReadOnly { members["NSIsReadOnly"] = .boolean(true) }
    if common.isOrdered { members["NSIsOrdered"] = .boolean(true) }
    if let modifier = common.versionHashModifier {
      members["NSVersionHashModifier"] = predicates.builder.text(modifier).value
    }
    if !common.userInfo.isEmpty { members["NSUserInfo"] = userInfo(common.userInfo).value }
    if !common.bounds.isEmpty {
      let conditions = common.bounds.map { condition($0) }
      let codes = common.bounds.map { predicates.builder.value(.integer($0.code)) }
      members["NSValidationPredicates"] = predicates.builder.array(conditions, .mutableArray).value
      members["NSValidationWarnings"] = predicates.builder.array(codes, .mutableArray).value
    }
    return members
  }

  /// The settings as bits, which the archive has in addition to the single settings. Observed in
  /// the archives of 26,000 properties: the four bits from 16 on are set for what the property does
  /// *not* have: bounds (16 and 32), user info (64) and a version hash modifier (128).
  private static func bits(_ common: Common) -> Int64 {
    var bits: Int64 = 0b1111_0001
    if common.isOptional { bits |= 2 }
    if common.isReadOnly { bits |= 4 }
    if common.isTransient { bits |= 8 }
    if !common.bounds.isEmpty { bits &= ~(16 | 32) }
    if !common.userInfo.isEmpty { bits &= ~64 }
    if common.versionHashModifier != nil { bits &= ~128 }
    if common.isOrdered { bits |= 1024 }
    return bits
  }

  // MARK: - Attributes

  private mutating func attribute(
    _ attribute: Attribute, of declarer: EntityID, for id: EntityID
  ) -> Reference {
    var common = Common(
      name: attribute.name, isOptional: attribute.isOptional, isTransient: attribute.isTransient,
      isIndexed: attribute.isIndexed || isIndexedAlone(attribute.name, of: declarer),
      isReadOnly: attribute.derivation != nil, renamingIdentifier: attribute.renamingIdentifier,
      versionHashModifier: attribute.versionHashModifier, userInfo: attribute.userInfo)
    common.bounds = Bound.bounds(of: attribute)
    var members = members(common, of: id)
    members["NSAttributeType"] = .integer(Int64(attribute.type.number))
    members["NSAttributeValueClassName"] =
      predicates.builder.text(Self.valueClassName(of: attribute)).value
    members["NSDefaultValue"] = (attribute.defaultValue.map { value($0) } ?? .null).value
    members["NSValueTransformerName"] =
      predicates.builder.text(attribute.valueTransformerName).value
    members["NSFlagsKey"] = .integer(
      (attribute.allowsExternalStorage ? 4 : 0)
        | (attribute.preservesValueInHistoryOnDeletion ? 16 : 0))
    var type = KeyedArchiveBuilder.Class.attribute
    if let derivation = attribute.derivation {
      type = .derivedAttribute
      let owner = "derived attribute '\(attribute.name)' of entity '\(model[declarer].name)'"
      let text = DerivationExpression.printed(derivation)
      members["NSDerivationExpression"] = (expression(text, of: owner) ?? .null).value
      members["NSFilteringPredicate"] = Reference.null.value
    }
    if case .composite(let composite) = attribute.type {
      type = .compositeAttribute
      let elements = model[composite].elements.map {
        self.attribute($0, of: declarer, for: id)
      }
      members["NSCompositeElements"] = predicates.builder.array(elements, .mutableArray).value
    }
    return predicates.builder.object(type, members)
  }

  /// `momc` marks an attribute as indexed if it is the only element of an ascending fetch index
  /// (observed; a descending one is not marked in the copy of one store).
  private func isIndexedAlone(_ name: String, of id: EntityID) -> Bool {
    model[id].fetchIndexes.contains { index in
      index.elements.count == 1 && index.elements[0].key == .property(name)
        && index.elements[0].isAscending
    }
  }

  private static func valueClassName(of attribute: Attribute) -> String? {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .objectID: "NSManagedObjectID"
    case .composite: "NSDictionary"
    case .transformable, .undefined: attribute.valueClassName
    }
  }

  // MARK: - Relationships and fetched properties

  private mutating func define(
    _ relationship: Relationship, at reference: Reference, of id: EntityID
  ) {
    let common = Common(
      name: relationship.name, isOptional: relationship.isOptional,
      isTransient: relationship.isTransient, isIndexed: relationship.isIndexed,
      isOrdered: relationship.isOrdered, renamingIdentifier: relationship.renamingIdentifier,
      versionHashModifier: relationship.versionHashModifier, userInfo: relationship.userInfo)
    var members = members(common, of: id)
    members["NSDestinationEntity"] = entities[relationship.destination.index].value
    members["_NSDestinationEntityName"] =
      predicates.builder.text(model[relationship.destination].name).value
    members["NSInverseRelationship"] =
      (relationship.inverse.flatMap { relationships[$0] } ?? .null).value
    members["_NSInverseRelationshipName"] =
      predicates.builder.text(relationship.inverse.map { model[$0].name }).value
    members["NSDeleteRule"] = .integer(Self.number(of: relationship.deleteRule))
    members["NSMinCount"] = .integer(Int64(relationship.minimumCount))
    members["NSMaxCount"] = .integer(Int64(relationship.maximumCount))
    predicates.builder.define(reference, .relationship, members)
  }

  private static func number(of rule: Relationship.DeleteRule) -> Int64 {
    switch rule {
    case .noAction: 0
    case .nullify: 1
    case .cascade: 2
    case .deny: 3
    }
  }

  private mutating func fetchedProperty(
    _ property: FetchedProperty, of declarer: EntityID, for id: EntityID
  ) -> Reference? {
    var members = members(
      Common(name: property.name, isOptional: property.isOptional, userInfo: property.userInfo),
      of: id)
    let owner = "fetched property '\(property.name)' of entity '\(model[declarer].name)'"
    guard let request = property.request, let written = fetchRequest(request, of: owner) else {
      return nil
    }
    members["NSFetchRequest"] = written.value
    return predicates.builder.object(.fetchedProperty, members)
  }
}
