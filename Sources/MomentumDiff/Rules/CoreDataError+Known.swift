// The errors that a migration can end with, word for word as users reported them.

extension CoreDataError {
  /// Rows without a value for an attribute that must have one.
  package static let missingValues = CoreDataError(
    code: 134110,
    reason:
      "Cannot migrate store in-place: Validation error missing attribute values on mandatory "
      + "destination attribute")

  /// Rows that a new uniqueness constraint does not allow.
  package static let constraintViolation = CoreDataError(
    code: 134110,
    reason: "Cannot migrate store in-place: constraint violation during attempted migration")

  package static let noMapping = CoreDataError(
    code: 134140, reason: "Can't find or automatically infer mapping model for migration")

  /// The underlying error is part of the text: it alone names the attribute.
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

  /// Documented names of codes; the migration succeeds, the next save of such an object does not.
  package static let missingPropertyOnSave = CoreDataError(
    code: 1570, reason: "NSValidationMissingMandatoryPropertyError on the next save")
  package static let lacksMinimumCountOnSave = CoreDataError(
    code: 1580, reason: "NSValidationRelationshipLacksMinimumCountError on the next save")
}
