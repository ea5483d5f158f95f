package import MomentumDiagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A checked model as JSON: the greater part of `momentum dump model`, which other code generators
// read. References are names, not ids. Keys without a value are left out, so a document stays
// short.

extension ObjectModel {
  /// The whole model; entities, properties and all lists in declared order.
  package var json: JSONText {
    .object([
      ("versionIdentifiers", .array(versionIdentifiers.map(JSONText.string))),
      ("entities", .array(entities.map(json))),
      (
        "composites",
        .array(
          composites.map { composite in
            .object([
              ("name", .string(composite.name)),
              ("elements", .array(composite.elements.map(json))),
            ])
          })
      ),
      (
        "configurations",
        .array(
          configurations.map { configuration in
            .object([
              ("name", .string(configuration.name)),
              ("members", .array(configuration.members.map { .string(self[$0].name) })),
              ("usedWithCloudKit", .bool(configuration.usedWithCloudKit)),
            ])
          })
      ),
      ("fetchRequests", .array(fetchRequests.map(json))),
    ])
  }

  private func json(_ entity: Entity) -> JSONText {
    var members = Members()
    members.add("name", entity.name)
    members.add("className", entity.className)
    members.add("codeGeneration", entity.codeGeneration.rawValue)
    members.add("parent", entity.parent.map { self[$0].name })
    members.add("isAbstract", entity.isAbstract)
    members.add("attributes", .array(entity.attributes.map(json)))
    members.add("relationships", .array(entity.relationships.map(json)))
    members.add("fetchedProperties", entity.fetchedProperties.map(json))
    members.add(
      "uniquenessConstraints",
      entity.uniquenessConstraints.map { .array($0.map(JSONText.string)) })
    members.add("fetchIndexes", entity.fetchIndexes.map(json))
    members.add(
      "compoundIndexes", entity.compoundIndexes.map { .array($0.map(JSONText.string)) })
    members.add("renamingIdentifier", entity.renamingIdentifier)
    members.add("versionHashModifier", entity.versionHashModifier)
    members.add("isSyncable", entity.isSyncable)
    members.add(entity.userInfo)
    return .object(members.all)
  }

  private func json(_ attribute: Attribute) -> JSONText {
    var members = Members()
    members.add("name", attribute.name)
    members.add("type", attribute.type.xmlName)
    if case .composite(let id) = attribute.type { members.add("composite", self[id].name) }
    members.add("isOptional", .bool(attribute.isOptional))
    members.add("isTransient", attribute.isTransient)
    members.add("isIndexed", attribute.isIndexed)
    members.add("usesScalarType", attribute.usesScalarType)
    members.add("defaultValue", attribute.defaultValue?.json)
    members.add("minimum", attribute.minimum?.json)
    members.add("maximum", attribute.maximum?.json)
    members.add("regularExpression", attribute.regularExpression)
    members.add("derivation", attribute.derivation)
    members.add("valueClassName", attribute.valueClassName)
    members.add("valueTransformerName", attribute.valueTransformerName)
    members.add("allowsExternalStorage", attribute.allowsExternalStorage)
    members.add("preservesValueInHistoryOnDeletion", attribute.preservesValueInHistoryOnDeletion)
    members.add("allowsCloudEncryption", attribute.allowsCloudEncryption)
    members.add("isIndexedBySpotlight", attribute.isIndexedBySpotlight)
    members.add("isStoredInExternalRecord", attribute.isStoredInExternalRecord)
    members.add("renamingIdentifier", attribute.renamingIdentifier)
    members.add("versionHashModifier", attribute.versionHashModifier)
    members.add("isSyncable", attribute.isSyncable)
    members.add(attribute.userInfo)
    return .object(members.all)
  }

  private func json(_ relationship: Relationship) -> JSONText {
    var members = Members()
    members.add("name", relationship.name)
    members.add("destination", self[relationship.destination].name)
    members.add("inverse", relationship.inverse.map { self[$0].name })
    members.add("isToMany", .bool(relationship.isToMany))
    members.add("isOrdered", relationship.isOrdered)
    members.add("isOptional", .bool(relationship.isOptional))
    members.add("isTransient", relationship.isTransient)
    members.add("isIndexed", relationship.isIndexed)
    members.add("deleteRule", relationship.deleteRule.rawValue)
    members.add("minimumCount", .integer(relationship.minimumCount))
    members.add("maximumCount", .integer(relationship.maximumCount))
    members.add("renamingIdentifier", relationship.renamingIdentifier)
    members.add("versionHashModifier", relationship.versionHashModifier)
    members.add("isSyncable", relationship.isSyncable)
    members.add(relationship.userInfo)
    return .object(members.all)
  }

  private func json(_ property: FetchedProperty) -> JSONText {
    var members = Members()
    members.add("name", property.name)
    members.add("isOptional", .bool(property.isOptional))
    members.add("request", property.request.map(json))
    members.add("isSyncable", property.isSyncable)
    members.add(property.userInfo)
    return .object(members.all)
  }

  private func json(_ index: FetchIndex) -> JSONText {
    var members = Members()
    members.add("name", index.name)
    members.add(
      "elements",
      .array(
        index.elements.map { element in
          let key: (key: String, value: JSONText) =
            switch element.key {
            case .property(let name): ("property", .string(name))
            case .expression(let text): ("expression", .string(text))
            }
          return .object([
            key, ("kind", .string(element.kind.rawValue)),
            ("isAscending", .bool(element.isAscending)),
          ])
        }))
    members.add("partialPredicate", index.partialPredicate)
    return .object(members.all)
  }

  private func json(_ request: StoredFetchRequest) -> JSONText {
    var members = Members()
    members.add("name", request.name)
    members.add("entity", self[request.entity].name)
    members.add("predicateFormat", request.predicateFormat)
    members.add("resultType", .integer(request.resultType.rawValue))
    members.add("fetchLimit", .integer(request.fetchLimit))
    members.add("fetchBatchSize", .integer(request.fetchBatchSize))
    members.add("includesSubentities", .bool(request.includesSubentities))
    members.add("includesPropertyValues", .bool(request.includesPropertyValues))
    members.add("includesPendingChanges", .bool(request.includesPendingChanges))
    members.add("returnsObjectsAsFaults", .bool(request.returnsObjectsAsFaults))
    members.add("returnsDistinctResults", .bool(request.returnsDistinctResults))
    return .object(members.all)
  }
}

extension AttributeValue {
  /// Numbers and Booleans as such; everything else as text, binary as hexadecimal digits.
  package var json: JSONText {
    switch self {
    case .integer(let value): .integer(Int(value))
    case .double(let value), .date(let value): .number(value)
    case .decimal(let value): .string("\(value)")
    case .string(let value), .uri(let value): .string(value)
    case .boolean(let value): .bool(value)
    case .uuid(let value): .string(value.uuidString)
    case .binary(let bytes): .string(bytes.hexadecimal)
    }
  }
}

/// Collects the members of one JSON object; leaves out empty, false and missing values.
private struct Members {
  var all: [(key: String, value: JSONText)] = []

  mutating func add(_ key: String, _ value: JSONText?) {
    if let value { all.append((key, value)) }
  }

  mutating func add(_ key: String, _ value: String?) {
    if let value { all.append((key, .string(value))) }
  }

  mutating func add(_ key: String, _ value: Bool) {
    if value { all.append((key, .bool(true))) }
  }

  mutating func add(_ key: String, _ list: [JSONText]) {
    if !list.isEmpty { all.append((key, .array(list))) }
  }

  mutating func add(_ entries: [UserInfoEntry]) {
    guard !entries.isEmpty else { return }
    // If two entries have one key, the dictionary that Core Data makes has the later value.
    let lastIndices = entries.indices.filter { index in
      !entries[(index + 1)...].contains { $0.key == entries[index].key }
    }
    all.append(
      ("userInfo", .object(lastIndices.map { (entries[$0].key, .string(entries[$0].value)) })))
  }
}
