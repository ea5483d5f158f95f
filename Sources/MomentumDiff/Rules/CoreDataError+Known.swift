// The errors of failed migrations, word for word as users reported them.

extension CoreDataError {
  /// A migration fails with this error if rows have no value of a required attribute.
  package static let missingValues = CoreDataError(
    code: 134110,
    reason:
      "Cannot migrate store in-place: Validation error missing attribute values on mandatory "
      + "destination attribute")

  /// A migration fails with this error if rows violate a new uniqueness constraint.
  package static let constraintViolation = CoreDataError(
    code: 134110,
    reason: "Cannot migrate store in-place: constraint violation during attempted migration")

  package static let noMapping = CoreDataError(
    code: 134140, reason: "Can't find or automatically infer mapping model for migration")

  /// The error for an attribute whose type changes. It includes the underlying error, because only
  /// that error names the attribute.
  package static func incompatibleTypes(entity: String, property: String) -> CoreDataError {
    CoreDataError(
      code: 134140,
      reason: noMapping.reason + "; underlying error 134190 {entity = \(entity), "
        + "property = \(property), reason = Source and destination attribute types are "
        + "incompatible}")
  }

  package static let mergedHierarchies = CoreDataError(
    code: 0,
    reason:
      "NSInternalInconsistencyException: Cannot merge multiple root entity source tables into "
      + "one destination entity root table")

  /// The migration succeeds, but the next save of an object without a required value fails. The
  /// names of the error codes are documented.
  package static let missingPropertyOnSave = CoreDataError(
    code: 1570, reason: "NSValidationMissingMandatoryPropertyError on the next save")
  package static let lacksMinimumCountOnSave = CoreDataError(
    code: 1580, reason: "NSValidationRelationshipLacksMinimumCountError on the next save")
}
