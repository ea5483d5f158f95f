/// A rule of the decision table: what one kind of change means for stored rows.
///
/// Each rule is explained in the article on diagnostics; a row may have several rules where the effect
/// depends on more than its heading says. Rows 48 to 52 are about files, not about a pair of models.
public enum MigrationRule: String, Sendable, Hashable, CaseIterable {
  case attributeAdded = "migration.attribute-added"
  case attributeAddedWithDefault = "migration.attribute-added-default"
  case attributeAddedRequiredWithDefault = "migration.attribute-added-required-default"
  case attributeAddedRequired = "migration.attribute-added-required"
  case attributeAddedDerived = "migration.attribute-added-derived"
  case attributeAddedTransient = "migration.attribute-added-transient"
  case attributeRemoved = "migration.attribute-removed"
  case attributeRenamed = "migration.attribute-renamed"
  case attributeRenamedWithoutIdentifier = "migration.attribute-renamed-without-identifier"
  /// Of attributes, relationships and entities.
  case renamingIdentifierMismatch = "migration.renaming-identifier-mismatch"
  case attributeMadeOptional = "migration.attribute-made-optional"
  case attributeMadeRequiredWithDefault = "migration.attribute-made-required-default"
  case attributeMadeRequired = "migration.attribute-made-required"
  /// No row: a default that rows get under a uniqueness constraint.
  case attributeDefaultNotUnique = "migration.attribute-default-not-unique"
  case attributeTypeWidened = "migration.attribute-type-widened"
  case attributeTypeBoolean = "migration.attribute-type-boolean"
  case attributeTypeFloating = "migration.attribute-type-floating"
  case attributeTypeRounded = "migration.attribute-type-rounded"
  case attributeTypeNarrowed = "migration.attribute-type-narrowed"
  case attributeTypeDecimal = "migration.attribute-type-decimal"
  case attributeTypeNumeric = "migration.attribute-type-numeric"
  case attributeTypeIncompatible = "migration.attribute-type-incompatible"
  case attributeTransformerChanged = "migration.attribute-transformer-changed"
  case attributeExternalStorageChanged = "migration.attribute-external-storage-changed"
  case attributeDefaultChanged = "migration.attribute-default-changed"
  case attributeValidationChanged = "migration.attribute-validation-changed"
  case attributeHistoryChanged = "migration.attribute-history-changed"
  case attributeMadeTransient = "migration.attribute-made-transient"
  case attributeMadeDerived = "migration.attribute-made-derived"
  case attributeNoLongerDerived = "migration.attribute-no-longer-derived"
  case attributeDerivationChanged = "migration.attribute-derivation-changed"
  case attributeMovedUp = "migration.attribute-moved-up"
  case attributeMovedDown = "migration.attribute-moved-down"
  case attributeBecameRelationship = "migration.attribute-became-relationship"
  case compositeAdded = "migration.composite-added"
  case compositeAddedRequired = "migration.composite-added-required"
  case compositeChanged = "migration.composite-changed"
  case compositeMemberAddedRequired = "migration.composite-member-added-required"
  case compositeMemberRemoved = "migration.composite-member-removed"
  case indexChanged = "migration.index-changed"
  case uniquenessConstraintAdded = "migration.uniqueness-constraint-added"
  case uniquenessConstraintWeaker = "migration.uniqueness-constraint-weaker"
  case uniquenessConstraintRemoved = "migration.uniqueness-constraint-removed"
  case entityAdded = "migration.entity-added"
  case entityRemoved = "migration.entity-removed"
  case entityRemovedAbstract = "migration.entity-removed-abstract"
  case entityRenamed = "migration.entity-renamed"
  case entityRenamedWithoutIdentifier = "migration.entity-renamed-without-identifier"
  case entityParentChanged = "migration.entity-parent-changed"
  case entityLostInherited = "migration.entity-lost-inherited"
  case entityLeftDestination = "migration.entity-left-destination"
  case entityGainedRequired = "migration.entity-gained-required"
  case entityHierarchiesMerged = "migration.entity-hierarchies-merged"
  case entityMadeAbstract = "migration.entity-made-abstract"
  case entityMadeConcrete = "migration.entity-made-concrete"
  case relationshipAdded = "migration.relationship-added"
  case relationshipAddedRequired = "migration.relationship-added-required"
  case relationshipAddedTransient = "migration.relationship-added-transient"
  case relationshipRemoved = "migration.relationship-removed"
  case relationshipRenamed = "migration.relationship-renamed"
  case relationshipRenamedWithoutIdentifier = "migration.relationship-renamed-without-identifier"
  case relationshipMadeRequired = "migration.relationship-made-required"
  case relationshipMadeOptional = "migration.relationship-made-optional"
  case relationshipMadeToMany = "migration.relationship-made-to-many"
  case relationshipMadeToOne = "migration.relationship-made-to-one"
  case relationshipMadeOrdered = "migration.relationship-made-ordered"
  case relationshipMadeUnordered = "migration.relationship-made-unordered"
  case relationshipInverseChanged = "migration.relationship-inverse-changed"
  case relationshipInverseReplaced = "migration.relationship-inverse-replaced"
  case relationshipDeleteRuleChanged = "migration.relationship-delete-rule-changed"
  case relationshipCountNarrowed = "migration.relationship-count-narrowed"
  case relationshipCountWidened = "migration.relationship-count-widened"
  case relationshipDestinationChanged = "migration.relationship-destination-changed"
  case relationshipMadeTransient = "migration.relationship-made-transient"
  case relationshipMovedUp = "migration.relationship-moved-up"
  case relationshipMovedDown = "migration.relationship-moved-down"
  case relationshipBecameAttribute = "migration.relationship-became-attribute"
  case configurationChanged = "migration.configuration-changed"
  case hashModifierChanged = "migration.hash-modifier-changed"
  /// No row: the models differ in a way that the hashes do not show.
  case hiddenByHash = "migration.hidden-by-hash"
  /// No row: what only code, Xcode or another service reads.
  case notStored = "migration.not-stored"

  /// The row of the decision table; `nil` for the rules that fill its gaps.
  public var row: Int? {
    switch self {
    case .attributeAdded: 1
    case .attributeAddedWithDefault: 2
    case .attributeAddedRequiredWithDefault: 3
    case .attributeAddedRequired: 4
    case .attributeAddedDerived: 5
    case .attributeAddedTransient, .relationshipAddedTransient: 6
    case .attributeRemoved, .attributeMadeTransient: 7
    case .attributeRenamed, .relationshipRenamed, .renamingIdentifierMismatch: 8
    case .attributeRenamedWithoutIdentifier, .relationshipRenamedWithoutIdentifier: 9
    case .attributeMadeOptional, .relationshipMadeOptional: 10
    case .attributeMadeRequiredWithDefault: 11
    case .attributeMadeRequired: 12
    case .attributeTypeWidened, .attributeTypeBoolean: 13
    case .attributeTypeFloating, .attributeTypeRounded: 14
    case .attributeTypeNarrowed: 15
    case .attributeTypeDecimal: 16
    case .attributeTypeIncompatible: 17
    case .attributeTransformerChanged: 18
    case .attributeExternalStorageChanged: 19
    case .attributeDefaultChanged: 20
    case .attributeValidationChanged: 21
    case .indexChanged: 22
    case .uniquenessConstraintAdded, .uniquenessConstraintWeaker: 23
    case .uniquenessConstraintRemoved: 24
    case .entityAdded: 25
    case .entityRemoved, .entityRemovedAbstract: 26
    case .entityRenamed: 27
    case .entityRenamedWithoutIdentifier: 28
    case .relationshipAdded: 29
    case .relationshipAddedRequired, .relationshipMadeRequired: 30
    case .relationshipRemoved, .relationshipMadeTransient: 31
    case .relationshipMadeToMany: 32
    case .relationshipMadeToOne: 33
    case .relationshipMadeOrdered, .relationshipMadeUnordered: 34
    case .relationshipInverseChanged: 35
    case .relationshipDeleteRuleChanged: 36
    case .relationshipCountNarrowed, .relationshipCountWidened: 37
    case .relationshipDestinationChanged: 38
    case .attributeBecameRelationship, .relationshipBecameAttribute: 39
    case .attributeMovedUp, .relationshipMovedUp: 40
    case .attributeMovedDown, .relationshipMovedDown: 41
    case .entityParentChanged, .entityLostInherited, .entityLeftDestination,
      .entityGainedRequired:
      42
    case .entityHierarchiesMerged: 43
    case .entityMadeAbstract, .entityMadeConcrete: 44
    case .configurationChanged: 45
    case .compositeAdded, .compositeAddedRequired, .compositeChanged,
      .compositeMemberAddedRequired, .compositeMemberRemoved:
      46
    case .hashModifierChanged: 47
    case .attributeDefaultNotUnique, .attributeTypeNumeric, .attributeHistoryChanged,
      .attributeMadeDerived,
      .attributeNoLongerDerived, .attributeDerivationChanged, .relationshipInverseReplaced,
      .hiddenByHash, .notStored:
      nil
    }
  }
}
