import MomentumModel
import MomentumText

// The tables of properties.

extension ModelPage {
  func propertyParts(of id: EntityID) -> [String] {
    let entity = model[id]
    var parts: [String] = []
    if !entity.attributes.isEmpty {
      parts += ["<h4>Attributes</h4>", attributeTable(entity.attributes)]
    }
    if !entity.relationships.isEmpty {
      parts += ["<h4>Relationships</h4>", relationshipTable(entity.relationships)]
    }
    if !entity.fetchedProperties.isEmpty {
      parts += ["<h4>Fetched properties</h4>", fetchedTable(entity.fetchedProperties)]
    }
    return parts + [inherited(id)]
  }

  /// The names of inherited properties, with a link to each ancestor that declares some.
  private func inherited(_ id: EntityID) -> String {
    let items = model.lineage(of: id).dropFirst().compactMap { ancestor -> String? in
      let names = model.ownPropertyNames(of: ancestor).map { HTMLText.code($0) }
      return names.isEmpty ? nil : "<li>\(link(ancestor)): \(names.joined(separator: ", "))</li>"
    }
    return items.isEmpty
      ? "" : "<h4>Inherited</h4>\n<ul>\(items.joined(separator: "\n"))</ul>"
  }

  // MARK: - Attributes

  func attributeTable(_ attributes: [Attribute]) -> String {
    table(
      "attributes", ["Name", "Type", "Optional", "Default", "Notes"],
      attributes.map { attribute in
        [
          HTMLText.isolated(attribute.name), type(of: attribute), yes(attribute.isOptional),
          defaultText(of: attribute), notes(of: attribute).joined(separator: "; "),
        ]
      })
  }

  private func yes(_ value: Bool) -> String { value ? "yes" : "no" }

  private func type(of attribute: Attribute) -> String {
    switch attribute.type {
    case .composite(let id): link(composite: id.index)
    case .transformable:
      attribute.valueClass.map { "Transformable of \(HTMLText.code($0))" } ?? "Transformable"
    case .undefined, .integer16, .integer32, .integer64, .decimal, .double, .float, .string,
      .boolean, .date, .binary, .uuid, .uri, .objectID:
      attribute.type.xmlName
    }
  }

  private func defaultText(of attribute: Attribute) -> String {
    if let value = attribute.defaultValue { return whole(value.pageText) }
    return attribute.hasComputedDefault ? "computed" : ""
  }

  private func notes(of attribute: Attribute) -> [String] {
    var notes: [String] = []
    if let derivation = attribute.derivation { notes.append("derived from \(whole(derivation))") }
    if attribute.isTransient { notes.append("transient") }
    if let bounds = bounds(of: attribute) { notes.append(bounds) }
    if let pattern = attribute.regularExpression { notes.append("matches \(whole(pattern))") }
    if let transformer = attribute.valueTransformerName {
      notes.append("transformer \(HTMLText.code(transformer))")
    }
    let flags = [
      (attribute.isIndexed, "indexed"), (attribute.usesScalarType, "scalar"),
      (attribute.allowsExternalStorage, "external storage"),
      (attribute.preservesValueInHistoryOnDeletion, "kept in history after deletion"),
      (attribute.allowsCloudEncryption, "encrypted in CloudKit"),
      (attribute.isIndexedBySpotlight, "in Spotlight"),
      (attribute.isStoredInExternalRecord, "in external records"),
    ]
    notes += flags.filter(\.0).map(\.1)
    return notes
      + shared(
        attribute.renamingIdentifier, attribute.versionHashModifier, attribute.isSyncable,
        attribute.userInfo)
  }

  /// The bounds of an attribute: `from 0 to 5`, for a string `length from 1`.
  private func bounds(of attribute: Attribute) -> String? {
    let parts = [
      attribute.minimum.map { "from \(whole($0.pageText))" },
      attribute.maximum.map { "to \(whole($0.pageText))" },
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return (attribute.type == .string ? "length " : "") + parts.joined(separator: " ")
  }

  /// The notes that every property can have.
  private func shared(
    _ renaming: String?, _ modifier: String?, _ isSyncable: Bool, _ entries: [UserInfoEntry]
  ) -> [String] {
    [
      renaming.map { "renaming ID \(HTMLText.code($0))" },
      modifier.map { "hash modifier \(HTMLText.code($0))" }, isSyncable ? nil : "not syncable",
    ].compactMap { $0 } + entries.map { "\(whole($0.key)) = \(whole($0.value))" }
  }

  // MARK: - Relationships

  private func relationshipTable(_ relationships: [Relationship]) -> String {
    table(
      "relationships", ["Name", "Destination", "Inverse", "On deletion", "Notes"],
      relationships.map { relationship in
        [
          HTMLText.isolated(relationship.name),
          "\(counts(of: relationship)) \(link(relationship.destination))",
          inverse(of: relationship), relationship.deleteRule.rawValue,
          notes(of: relationship).joined(separator: "; "),
        ]
      })
  }

  private func inverse(of relationship: Relationship) -> String {
    guard let inverse = relationship.inverse else { return "none" }
    return "\(HTMLText.isolated(model[inverse].name))"
      + (inverse.entity == relationship.destination ? "" : " of \(link(inverse.entity))")
  }

  /// The least and the greatest number of objects: `1`, `0..1`, `0..*`.
  private func counts(of relationship: Relationship) -> String {
    let least = relationship.leastObjects
    guard relationship.isToMany else { return least == 1 ? "1" : "0..1" }
    return "\(least)..\(relationship.maximumCount > 0 ? "\(relationship.maximumCount)" : "*")"
  }

  private func notes(of relationship: Relationship) -> [String] {
    let flags = [
      (relationship.isToMany, "to-many"), (relationship.isOrdered, "ordered"),
      (relationship.isOptional, "optional"), (relationship.isTransient, "transient"),
      (relationship.isIndexed, "indexed"),
    ]
    return flags.filter(\.0).map(\.1)
      + shared(
        relationship.renamingIdentifier, relationship.versionHashModifier,
        relationship.isSyncable, relationship.userInfo)
  }

  // MARK: - Fetched properties

  private func fetchedTable(_ properties: [FetchedProperty]) -> String {
    table(
      "fetched", ["Name", "Entity", "Predicate", "Notes"],
      properties.map { property in
        [
          HTMLText.isolated(property.name), property.request.map { link($0.entity) } ?? "",
          property.request?.predicateFormat.map(whole) ?? "",
          ((property.isOptional ? ["optional"] : [])
            + shared(nil, nil, property.isSyncable, property.userInfo)).joined(separator: "; "),
        ]
      })
  }
}

extension AttributeValue {
  /// The value for the page: texts in quotes, dates as ISO 8601 writes them, binary values as their
  /// size.
  fileprivate var pageText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): "'\(value)'"
    case .boolean(let value): value ? "YES" : "NO"
    case .date(let seconds): ISODate.text(seconds) ?? "\(seconds) s after 2001-01-01"
    case .binary(let bytes): "\(bytes.count) bytes"
    case .uuid(let value): "\(value)"
    case .uri(let value): "'\(value)'"
    }
  }
}
