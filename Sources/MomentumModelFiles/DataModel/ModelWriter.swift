package import MomentumModel
import MomentumText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a model as a `contents` file, in Xcode's form.
///
/// Reading the text back returns an equal model.
package enum ModelWriter {
  package static func contents(of model: ObjectModel) -> String {
    var writer = ContentsText(model: model)
    writer.write()
    return writer.text
  }
}

private struct ContentsText {
  private typealias Pair = (name: ModelAttributeName, value: String)

  let model: ObjectModel
  var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private var indent = 0

  init(model: ObjectModel) { self.model = model }

  mutating func write() {
    let attributes: [Pair?] = [
      (.type, "com.apple.IDECoreDataModeler.DataModel"), (.documentVersion, "1.0"),
      // Xcode's XML attribute has all identifiers in one text.
      (.userDefinedModelVersionIdentifier, model.versionIdentifiers.joined(separator: ",")),
      flag(.listsAllIndexes, model.listsAllIndexes), flag(.isSwiftData, model.isSwiftData),
      optional(.unknownForm, model.unknownForm),
    ]
    element(.model, attributes) { writer in
      for entity in writer.model.entities { writer.write(entity) }
      for request in writer.model.fetchRequests { writer.write(request) }
      for configuration in writer.model.configurations { writer.write(configuration) }
      for composite in writer.model.composites {
        writer.element(.composite, [(.name, composite.name)]) { writer in
          for element in composite.elements { writer.write(element) }
        }
      }
    }
  }

  // MARK: - Entities

  private mutating func write(_ entity: Entity) {
    element(
      .entity,
      [
        (.name, entity.name), optional(.representedClassName, entity.className),
        flag(.isAbstract, entity.isAbstract),
        optional(.parentEntity, entity.parent.map { model[$0].name }),
        optional(.elementID, entity.renamingIdentifier),
        optional(.versionHashModifier, entity.versionHashModifier),
        flag(.syncable, entity.isSyncable), flag(.hasUnknownHash, entity.hasUnknownHash),
        optional(.unknownForm, entity.unknownForm),
        optional(
          .codeGenerationType,
          entity.codeGeneration == .manual ? nil : entity.codeGeneration.rawValue),
      ]
    ) { writer in
      for attribute in entity.attributes { writer.write(attribute) }
      for relationship in entity.relationships { writer.write(relationship) }
      for property in entity.fetchedProperties { writer.write(property) }
      for index in entity.fetchIndexes { writer.write(index) }
      writer.lists(
        entity.compoundIndexes, .compoundIndexes, .compoundIndex, .index)
      writer.lists(
        entity.uniquenessConstraints, .uniquenessConstraints, .uniquenessConstraint, .constraint)
      writer.write(entity.userInfo)
    }
  }

  private mutating func lists(
    _ lists: [[String]], _ outer: ModelElementKind, _ inner: ModelElementKind,
    _ item: ModelElementKind
  ) {
    guard !lists.isEmpty else { return }
    element(outer, []) { writer in
      for list in lists {
        writer.element(inner, []) { writer in
          for name in list { writer.element(item, [(.value, name)]) }
        }
      }
    }
  }

  private mutating func write(_ index: FetchIndex) {
    element(
      .fetchIndex,
      [(.name, index.name), optional(.partialIndexPredicate, index.partialPredicate)]
    ) { writer in
      for item in index.elements {
        let key: Pair =
          switch item.key {
          case .property(let name): (.property, name)
          case .expression(let text): (.expression, text)
          }
        writer.element(
          .fetchIndexElement,
          [
            key, (.type, item.kind.rawValue),
            (.order, item.isAscending ? "ascending" : "descending"),
          ])
      }
    }
  }

  // MARK: - Properties

  private mutating func write(_ attribute: Attribute) {
    var pairs: [Pair?] = [
      (.name, attribute.name), flag(.optional, attribute.isOptional),
      flag(.transient, attribute.isTransient), flag(.indexed, attribute.isIndexed),
    ]
    if attribute.type != .undefined || !attribute.isTransient {
      pairs.append((.attributeType, attribute.type.xmlName))
    }
    if case .composite(let id) = attribute.type { pairs.append((.composite, model[id].name)) }
    pairs += value(attribute.defaultValue, .defaultValueString, .defaultDateTimeInterval)
    pairs += value(attribute.minimum, .minValueString, .minDateTimeInterval)
    pairs += value(attribute.maximum, .maxValueString, .maxDateTimeInterval)
    pairs += [
      optional(.regularExpressionString, attribute.regularExpression),
      flag(.usesScalarValueType, attribute.usesScalarType),
      flag(.derived, attribute.derivation != nil),
      optional(.derivationExpression, attribute.derivation),
      optional(.customClassName, attribute.valueClassName),
      optional(.valueTransformerName, attribute.valueTransformerName),
      flag(.allowsExternalBinaryDataStorage, attribute.allowsExternalStorage),
      flag(.preserveAfterDeletion, attribute.preservesValueInHistoryOnDeletion),
      flag(.allowsCloudEncryption, attribute.allowsCloudEncryption),
      flag(.spotlightIndexingEnabled, attribute.isIndexedBySpotlight),
      flag(.storedInTruthFile, attribute.isStoredInExternalRecord),
      optional(.elementID, attribute.renamingIdentifier),
      optional(.versionHashModifier, attribute.versionHashModifier),
      optional(.unknownForm, attribute.unknownForm),
      flag(.hasComputedDefault, attribute.hasComputedDefault),
      // A missing attribute means YES, so only NO is written.
      attribute.isSyncable ? nil : (.syncable, "NO"),
    ]
    element(.attribute, pairs) { $0.write(attribute.userInfo) }
  }

  private func value(
    _ value: AttributeValue?, _ name: ModelAttributeName, _ interval: ModelAttributeName
  ) -> [Pair] {
    switch value {
    case nil: []
    case .integer(let number): [(name, "\(number)")]
    case .double(let number): [(name, "\(number)")]
    case .decimal(let number): [(name, "\(number)")]
    case .string(let text), .uri(let text): [(name, text)]
    case .boolean(let flag): [(name, flag ? "YES" : "NO")]
    case .date(let seconds): [(interval, "\(seconds)")]
    case .uuid(let uuid): [(name, uuid.uuidString)]
    // The format cannot express a binary default.
    case .binary: []
    }
  }

  private mutating func write(_ relationship: Relationship) {
    var pairs: [Pair?] = [
      (.name, relationship.name), flag(.optional, relationship.isOptional),
      flag(.transient, relationship.isTransient), flag(.indexed, relationship.isIndexed),
      flag(.toMany, relationship.isToMany),
    ]
    if relationship.minimumCount != 0 {
      pairs.append((.minCount, "\(relationship.minimumCount)"))
    }
    if !relationship.isToMany || relationship.maximumCount != 0 {
      pairs.append((.maxCount, "\(relationship.maximumCount)"))
    }
    pairs += [
      flag(.ordered, relationship.isOrdered), (.deletionRule, relationship.deleteRule.rawValue),
      (.destinationEntity, model[relationship.destination].name),
      optional(.inverseName, relationship.inverse.map { model[$0].name }),
      optional(.inverseEntity, relationship.inverse.map { model[$0.entity].name }),
      optional(.elementID, relationship.renamingIdentifier),
      optional(.versionHashModifier, relationship.versionHashModifier),
      optional(.unknownForm, relationship.unknownForm),
      relationship.isSyncable ? nil : (.syncable, "NO"),
    ]
    element(.relationship, pairs) { $0.write(relationship.userInfo) }
  }

  private mutating func write(_ property: FetchedProperty) {
    element(
      .fetchedProperty,
      [
        (.name, property.name), flag(.optional, property.isOptional),
        property.isSyncable ? nil : (.syncable, "NO"),
      ]
    ) { writer in
      if let request = property.request { writer.write(request) }
      writer.write(property.userInfo)
    }
  }

  private mutating func write(_ request: StoredFetchRequest) {
    let plain = StoredFetchRequest(name: request.name, entity: request.entity)
    func differs<Value: Equatable>(_ path: KeyPath<StoredFetchRequest, Value>) -> Bool {
      request[keyPath: path] != plain[keyPath: path]
    }
    func changed(
      _ name: ModelAttributeName, _ path: KeyPath<StoredFetchRequest, Bool>
    ) -> Pair? {
      differs(path) ? (name, request[keyPath: path] ? "YES" : "NO") : nil
    }
    element(
      .fetchRequest,
      [
        (.name, request.name), (.entity, model[request.entity].name),
        optional(.predicateString, request.predicateFormat),
        differs(\.resultType) ? (.resultType, "\(request.resultType.rawValue)") : nil,
        differs(\.fetchLimit) ? (.fetchLimit, "\(request.fetchLimit)") : nil,
        differs(\.fetchBatchSize) ? (.fetchBatchSize, "\(request.fetchBatchSize)") : nil,
        changed(.includeSubentities, \.includesSubentities),
        changed(.includePropertyValues, \.includesPropertyValues),
        changed(.includesPendingChanges, \.includesPendingChanges),
        changed(.returnObjectsAsFaults, \.returnsObjectsAsFaults),
        changed(.returnDistinctResults, \.returnsDistinctResults),
      ])
  }

  private mutating func write(_ configuration: Configuration) {
    element(
      .configuration,
      [(.name, configuration.name), flag(.usedWithCloudKit, configuration.usedWithCloudKit)]
    ) { writer in
      for member in configuration.members {
        writer.element(.memberEntity, [(.name, writer.model[member].name)])
      }
    }
  }

  private mutating func write(_ userInfo: [UserInfoEntry]) {
    guard !userInfo.isEmpty else { return }
    element(.userInfo, []) { writer in
      for entry in userInfo {
        writer.element(.entry, [(.key, entry.key), (.value, entry.value)])
      }
    }
  }

  // MARK: - Elements

  private func optional(_ name: ModelAttributeName, _ value: String?) -> Pair? {
    value.map { (name, $0) }
  }

  private func flag(_ name: ModelAttributeName, _ value: Bool) -> Pair? {
    value ? (name, "YES") : name == .syncable ? (name, "NO") : nil
  }

  private mutating func element(
    _ kind: ModelElementKind, _ pairs: [Pair?], _ content: (inout ContentsText) -> Void = { _ in }
  ) {
    for _ in 0..<indent { text += "    " }
    text += "<"
    text += kind.rawValue
    for pair in pairs {
      guard let pair else { continue }
      text += " "
      text += pair.name.rawValue
      text += "=\""
      text += MarkupEscape.attribute.escaped(pair.value)
      text += "\""
    }
    let mark = text.utf8.count
    text += ">\n"
    indent += 1
    content(&self)
    indent -= 1
    if text.utf8.count == mark + 2 {
      text.removeLast(2)
      text += "/>\n"
    } else {
      for _ in 0..<indent { text += "    " }
      text += "</\(kind.rawValue)>\n"
    }
  }
}
