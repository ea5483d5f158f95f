/// The elements and attributes that a `contents` file may have: one row for each element.
///
/// Observed in the files that Xcode 4 to 26 wrote.
package enum ModelGrammar {
  /// The attributes and inner elements that one element may have.
  package struct Row: Sendable {
    package var element: ModelElementKind
    package var children: [ModelElementKind]
    /// Attributes without which the element means nothing.
    package var required: [ModelAttributeName]
    package var optional: [ModelAttributeName]

    /// The names of all attributes, for suggestions.
    package var attributeNames: [String] { (required + optional).map(\.rawValue) }
  }

  /// The row of an element.
  package static func row(of element: ModelElementKind) -> Row {
    // The table has a row for every case; a test fails if one is missing.
    rowsByElement[element] ?? Row(element: element, children: [], required: [], optional: [])
  }

  private static let rowsByElement = Dictionary(uniqueKeysWithValues: rows.map { ($0.element, $0) })

  private static let property: [ModelAttributeName] = [
    .optional, .transient, .indexed, .syncable, .elementID, .renamingIdentifier,
    .versionHashModifier, .spotlightIndexingEnabled, .storedInTruthFile, .unknownForm,
  ]

  /// The table, outermost element first.
  package static let rows: [Row] = [
    Row(
      element: .model,
      children: [.entity, .fetchRequest, .configuration, .composite, .elements], required: [],
      optional: [
        .name, .type, .documentVersion, .lastSavedToolsVersion, .systemVersion,
        .minimumToolsVersion, .sourceLanguage, .userDefinedModelVersionIdentifier, .iOSVersion,
        .macOSVersion, .usedWithCloudKit, .usedWithSwiftData, .listsAllIndexes, .isSwiftData,
        .unknownForm,
      ]),
    Row(
      element: .entity,
      children: [
        .attribute, .relationship, .fetchedProperty, .fetchIndex, .uniquenessConstraints,
        .compoundIndexes, .userInfo,
      ], required: [.name],
      optional: [
        .representedClassName, .codeGenerationType, .isAbstract, .parentEntity, .elementID,
        .renamingIdentifier, .versionHashModifier, .syncable, .coreSpotlightDisplayNameExpression,
        .hasUnknownHash, .unknownForm,
      ]),
    Row(
      element: .attribute, children: [.userInfo], required: [.name],
      optional: property + [
        .attributeType, .composite, .usesScalarValueType, .defaultValueString,
        .defaultDateTimeInterval, .minValueString, .maxValueString, .minDateTimeInterval,
        .maxDateTimeInterval, .regularExpressionString, .derived, .derivationExpression,
        .customClassName, .valueTransformerName, .allowsExternalBinaryDataStorage,
        .preserveAfterDeletion, .allowsCloudEncryption, .hasComputedDefault,
      ]),
    Row(
      element: .relationship, children: [.userInfo], required: [.name, .destinationEntity],
      optional: property + [
        .inverseName, .inverseEntity, .toMany, .ordered, .deletionRule, .minCount, .maxCount,
      ]),
    Row(
      element: .fetchedProperty, children: [.fetchRequest, .userInfo], required: [.name],
      optional: property),
    Row(
      element: .fetchRequest, children: [], required: [.name, .entity],
      optional: [
        .predicateString, .resultType, .fetchLimit, .fetchBatchSize, .includeSubentities,
        .includePropertyValues, .includesPendingChanges, .returnObjectsAsFaults,
        .returnDistinctResults,
      ]),
    Row(
      element: .fetchIndex, children: [.fetchIndexElement], required: [.name],
      optional: [.partialIndexPredicate]),
    Row(
      element: .fetchIndexElement, children: [], required: [],
      optional: [.property, .expression, .expressionType, .type, .order]),
    Row(
      element: .uniquenessConstraints, children: [.uniquenessConstraint], required: [],
      optional: []),
    Row(element: .uniquenessConstraint, children: [.constraint], required: [], optional: []),
    Row(element: .constraint, children: [], required: [.value], optional: []),
    Row(element: .compoundIndexes, children: [.compoundIndex], required: [], optional: []),
    Row(element: .compoundIndex, children: [.index], required: [], optional: []),
    Row(element: .index, children: [], required: [.value], optional: []),
    Row(
      element: .configuration, children: [.memberEntity], required: [.name],
      optional: [.usedWithCloudKit]),
    Row(element: .memberEntity, children: [], required: [.name], optional: []),
    Row(element: .composite, children: [.attribute, .userInfo], required: [.name], optional: []),
    Row(element: .userInfo, children: [.entry], required: [], optional: []),
    Row(element: .entry, children: [], required: [.key], optional: [.value]),
    Row(element: .elements, children: [.element], required: [], optional: []),
    Row(
      element: .element, children: [], required: [.name],
      optional: [.positionX, .positionY, .width, .height]),
  ]
}
