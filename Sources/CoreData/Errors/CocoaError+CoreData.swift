// The codes of Core Data as names of `CocoaError` itself, for `catch CocoaError.managedObjectMerge`, and
// what its errors have in their user info. Source: documented.

extension CocoaError {
  public static var managedObjectValidation: Code { .managedObjectValidation }
  public static var managedObjectConstraintValidation: Code { .managedObjectConstraintValidation }
  public static var validationMultipleErrors: Code { .validationMultipleErrors }
  public static var validationMissingMandatoryProperty: Code { .validationMissingMandatoryProperty }
  public static var validationRelationshipLacksMinimumCount: Code {
    .validationRelationshipLacksMinimumCount
  }
  public static var validationRelationshipExceedsMaximumCount: Code {
    .validationRelationshipExceedsMaximumCount
  }
  public static var validationRelationshipDeniedDelete: Code { .validationRelationshipDeniedDelete }
  public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
  public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
  public static var validationDateTooLate: Code { .validationDateTooLate }
  public static var validationDateTooSoon: Code { .validationDateTooSoon }
  public static var validationInvalidDate: Code { .validationInvalidDate }
  public static var validationStringTooLong: Code { .validationStringTooLong }
  public static var validationStringTooShort: Code { .validationStringTooShort }
  public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
  public static var validationInvalidURI: Code { .validationInvalidURI }
  public static var managedObjectContextLocking: Code { .managedObjectContextLocking }
  public static var persistentStoreCoordinatorLocking: Code { .persistentStoreCoordinatorLocking }
  public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
  public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
  public static var managedObjectMerge: Code { .managedObjectMerge }
  public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
  public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
  public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
  public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
  public static var persistentStoreSave: Code { .persistentStoreSave }
  public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
  public static var persistentStoreSaveConflicts: Code { .persistentStoreSaveConflicts }
  public static var coreData: Code { .coreData }
  public static var persistentStoreOperation: Code { .persistentStoreOperation }
  public static var persistentStoreOpen: Code { .persistentStoreOpen }
  public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
  public static var persistentStoreUnsupportedRequestType: Code {
    .persistentStoreUnsupportedRequestType
  }
  public static var persistentStoreIncompatibleVersionHash: Code {
    .persistentStoreIncompatibleVersionHash
  }
  public static var migration: Code { .migration }
  public static var migrationCancelled: Code { .migrationCancelled }
  public static var migrationMissingSourceModel: Code { .migrationMissingSourceModel }
  public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
  public static var migrationManagerSourceStore: Code { .migrationManagerSourceStore }
  public static var migrationManagerDestinationStore: Code { .migrationManagerDestinationStore }
  public static var entityMigrationPolicy: Code { .entityMigrationPolicy }
  public static var sqlite: Code { .sqlite }
  public static var inferredMappingModel: Code { .inferredMappingModel }
  public static var externalRecordImport: Code { .externalRecordImport }
}

extension CocoaError {
  /// The object that breaks a rule.
  public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
  /// The name of the property whose value breaks a rule.
  public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
  /// The rule that a value breaks.
  public var validationPredicate: NSPredicate? {
    userInfo[NSValidationPredicateErrorKey] as? NSPredicate
  }
  /// The value that breaks a rule.
  public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
  public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
  public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
