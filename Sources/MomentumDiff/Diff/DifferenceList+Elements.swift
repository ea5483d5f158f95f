import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DifferenceList {
  /// Compares two texts. An empty text means the same to Core Data as a missing one.
  mutating func compareTexts(
    _ difference: ModelChange.Differences, _ field: String, _ old: String?, _ new: String?
  ) {
    compare(difference, field, old.flatMap(nonEmpty), new.flatMap(nonEmpty))
  }

  private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Compares user info, and adds a detail for each key with another value.
  mutating func compare(_ old: [UserInfoEntry], _ new: [UserInfoEntry]) {
    guard old != new else { return }
    // If two entries have the same key, the later one counts.
    let before = Dictionary(old.map { ($0.key, $0.value) }) { $1 }
    let after = Dictionary(new.map { ($0.key, $0.value) }) { $1 }
    for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] {
      add(.userInfo, "user info '\(key)'", from: before[key], to: after[key])
    }
  }

  /// Compares the fields of two attributes, except those about persistent history, which depend on
  /// the entities.
  mutating func compare(
    _ old: Attribute, _ oldModel: ObjectModel, _ new: Attribute, _ newModel: ObjectModel
  ) {
    compare(.name, "name", old.name, new.name)
    compareTexts(
      .renamingIdentifier, "renaming identifier", old.renamingIdentifier, new.renamingIdentifier)
    compareTexts(
      .versionHashModifier, "hash modifier", old.versionHashModifier, new.versionHashModifier)
    compare(.optional, "optional", old.isOptional, new.isOptional)
    compare(.transient, "transient", old.isTransient, new.isTransient)
    compare(old.userInfo, new.userInfo)
    compare(.type, "type", old.type.text(in: oldModel), new.type.text(in: newModel))
    compare(.defaultValue, "default value", old.defaultValue?.text, new.defaultValue?.text)
    compare(.validation, "minimum", old.minimum?.text, new.minimum?.text)
    compare(.validation, "maximum", old.maximum?.text, new.maximum?.text)
    compare(
      .validation, "regular expression", old.regularExpression, new.regularExpression)
    compare(
      .externalStorage, "allows external storage", old.allowsExternalStorage,
      new.allowsExternalStorage)
    compare(.derivation, "derivation", old.derivation, new.derivation)
    compare(
      .valueTransformer, "transformer", old.valueTransformerName, new.valueTransformerName)
    compare(.valueClass, "custom class", old.valueClassName, new.valueClassName)
    compare(.indexed, "indexed", old.isIndexed, new.isIndexed)
    compare(.scalar, "scalar type", old.usesScalarType, new.usesScalarType)
    compare(
      .spotlight, "index in Spotlight", old.isIndexedBySpotlight, new.isIndexedBySpotlight)
    compare(
      .spotlight, "store in external record", old.isStoredInExternalRecord,
      new.isStoredInExternalRecord)
    compare(
      .cloudEncryption, "allows cloud encryption", old.allowsCloudEncryption,
      new.allowsCloudEncryption)
    compare(.syncable, "syncable", old.isSyncable, new.isSyncable)
  }

  // MARK: - Elements that are only in one model

  init(describing id: EntityID, in model: ObjectModel, isNew: Bool) {
    let entity = model[id]
    describe("parent entity", entity.parent.map { model[$0].name }, isNew: isNew)
    if entity.isAbstract { describe("abstract entity", "yes", isNew: isNew) }
    describe("renaming identifier", entity.renamingIdentifier, isNew: isNew)
    describe(
      "attributes", entity.attributes.isEmpty ? nil : "\(entity.attributes.count)", isNew: isNew)
    describe(
      "relationships", entity.relationships.isEmpty ? nil : "\(entity.relationships.count)",
      isNew: isNew)
  }

  init(describing attribute: Attribute, in model: ObjectModel, isNew: Bool) {
    describe("type", attribute.type.text(in: model), isNew: isNew)
    describe("optional", attribute.isOptional ? "yes" : "no", isNew: isNew)
    if attribute.isTransient { describe("transient", "yes", isNew: isNew) }
    describe("default value", attribute.defaultValue?.text, isNew: isNew)
    describe("derivation", attribute.derivation, isNew: isNew)
    describe("renaming identifier", attribute.renamingIdentifier, isNew: isNew)
  }

  init(describing id: RelationshipID, in model: ObjectModel, isNew: Bool) {
    let relationship = model[id]
    describe("type", relationship.isToMany ? "to many" : "to one", isNew: isNew)
    describe("destination", model[relationship.destination].name, isNew: isNew)
    describe("optional", relationship.isOptional ? "yes" : "no", isNew: isNew)
    if relationship.isTransient { describe("transient", "yes", isNew: isNew) }
    if relationship.isOrdered { describe("ordered", "yes", isNew: isNew) }
    describe("inverse", relationship.inverse.map { model[$0].name }, isNew: isNew)
    describe("renaming identifier", relationship.renamingIdentifier, isNew: isNew)
  }
}

extension AttributeValue {
  /// The value as text; a binary value as its size.
  var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): value.description
    case .string(let value): "'\(value)'"
    case .boolean(let value): value ? "YES" : "NO"
    case .date(let seconds): "\(seconds) s after 2001-01-01"
    case .binary(let bytes): "\(bytes.count) bytes"
    case .uuid(let value): value.uuidString
    case .uri(let value): "'\(value)'"
    }
  }
}
