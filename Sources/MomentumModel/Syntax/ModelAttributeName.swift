/// The XML attributes of a `contents` file, by their XML names.
///
/// Observed in some 1,300 files that Xcode 4 to 26 wrote, except where a line says otherwise.
package enum ModelAttributeName: String, Sendable, Hashable, CaseIterable {
  /// Documented under the name *Allow Cloud Encryption*. Observed in only one public model.
  case allowsCloudEncryption
  case allowsExternalBinaryDataStorage
  case attributeType
  case codeGenerationType
  case composite
  /// Assumed from `NSEntityDescription.coreSpotlightDisplayNameExpression`.
  case coreSpotlightDisplayNameExpression
  case customClassName
  case defaultDateTimeInterval
  case defaultValueString
  case deletionRule
  case derivationExpression
  case derived
  case destinationEntity
  case documentVersion
  case elementID
  case entity
  /// Assumed from a public library, which reads and writes `expression` as well as
  /// `expressionType`.
  case expression
  case expressionType
  case fetchBatchSize
  case fetchLimit
  /// Not known to Xcode: Momentum writes this attribute into the text that it makes from Swift
  /// sources. See `Attribute.hasComputedDefault`.
  case hasComputedDefault
  /// Not known to Xcode: Momentum writes this attribute into the text that it makes from Swift
  /// sources. See `Entity.hasUnknownHash`.
  case hasUnknownHash
  case height
  case iOSVersion
  case includePropertyValues
  case includeSubentities
  case includesPendingChanges
  case indexed
  case inverseEntity
  case inverseName
  case isAbstract
  /// Not known to Xcode: Momentum writes this attribute into the text that it makes from Swift
  /// sources. See `ObjectModel.isSwiftData`.
  case isSwiftData
  case key
  case lastSavedToolsVersion
  /// Momentum's own attribute, in the text of a compiled model: see `ObjectModel.listsAllIndexes`.
  case listsAllIndexes
  case macOSVersion
  case maxCount
  case maxDateTimeInterval
  case maxValueString
  case minCount
  case minDateTimeInterval
  case minValueString
  case minimumToolsVersion
  case name
  case optional
  case order
  case ordered
  case parentEntity
  /// Assumed from `NSFetchIndexDescription.partialIndexPredicate`.
  case partialIndexPredicate
  case positionX
  case positionY
  case predicateString
  case preserveAfterDeletion
  case property
  case regularExpressionString
  case renamingIdentifier
  case representedClassName
  case resultType
  case returnDistinctResults
  case returnObjectsAsFaults
  case sourceLanguage
  case spotlightIndexingEnabled
  case storedInTruthFile
  case syncable
  case systemVersion
  case toMany
  case transient
  case type
  /// Not known to Xcode: Momentum writes this attribute into the text that it makes from Swift
  /// sources. See `Entity.unknownForm`.
  case unknownForm
  case usedWithCloudKit
  case usedWithSwiftData
  case userDefinedModelVersionIdentifier
  case usesScalarValueType
  case value
  case valueTransformerName
  case versionHashModifier
  case width
}

extension ModelAttributeName {
  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The attribute with an XML name. Looks in a dictionary; `init(rawValue:)` would compare all
  /// names.
  package init?(named text: String) {
    guard let name = ModelAttributeName.byName[text] else { return nil }
    self = name
  }
}
