// The names of the codes before Swift 4, with `Error` at their end. Source: documented (the overlay of
// Swift's repository).

extension CocoaError {
  @available(*, deprecated, renamed: "managedObjectValidation")
  public static var managedObjectValidationError: Code { .managedObjectValidation }
  @available(*, deprecated, renamed: "validationMultipleErrors")
  public static var validationMultipleErrorsError: Code { .validationMultipleErrors }
  @available(*, deprecated, renamed: "validationMissingMandatoryProperty")
  public static var validationMissingMandatoryPropertyError: Code {
    .validationMissingMandatoryProperty
  }
  @available(*, deprecated, renamed: "validationRelationshipLacksMinimumCount")
  public static var validationRelationshipLacksMinimumCountError: Code {
    .validationRelationshipLacksMinimumCount
  }
  @available(*, deprecated, renamed: "validationRelationshipExceedsMaximumCount")
  public static var validationRelationshipExceedsMaximumCountError: Code {
    .validationRelationshipExceedsMaximumCount
  }
  @available(*, deprecated, renamed: "validationRelationshipDeniedDelete")
  public static var validationRelationshipDeniedDeleteError: Code {
    .validationRelationshipDeniedDelete
  }
  @available(*, deprecated, renamed: "validationNumberTooLarge")
  public static var validationNumberTooLargeError: Code { .validationNumberTooLarge }
  @available(*, deprecated, renamed: "validationNumberTooSmall")
  public static var validationNumberTooSmallError: Code { .validationNumberTooSmall }
  @available(*, deprecated, renamed: "validationDateTooLate")
  public static var validationDateTooLateError: Code { .validationDateTooLate }
  @available(*, deprecated, renamed: "validationDateTooSoon")
  public static var validationDateTooSoonError: Code { .validationDateTooSoon }
  @available(*, deprecated, renamed: "validationInvalidDate")
  public static var validationInvalidDateError: Code { .validationInvalidDate }
  @available(*, deprecated, renamed: "validationStringTooLong")
  public static var validationStringTooLongError: Code { .validationStringTooLong }
  @available(*, deprecated, renamed: "validationStringTooShort")
  public static var validationStringTooShortError: Code { .validationStringTooShort }
  @available(*, deprecated, renamed: "validationStringPatternMatching")
  public static var validationStringPatternMatchingError: Code { .validationStringPatternMatching }
  @available(*, deprecated, renamed: "managedObjectContextLocking")
  public static var managedObjectContextLockingError: Code { .managedObjectContextLocking }
  @available(*, deprecated, renamed: "persistentStoreCoordinatorLocking")
  public static var persistentStoreCoordinatorLockingError: Code {
    .persistentStoreCoordinatorLocking
  }
  @available(*, deprecated, renamed: "managedObjectReferentialIntegrity")
  public static var managedObjectReferentialIntegrityError: Code {
    .managedObjectReferentialIntegrity
  }
  @available(*, deprecated, renamed: "managedObjectExternalRelationship")
  public static var managedObjectExternalRelationshipError: Code {
    .managedObjectExternalRelationship
  }
  @available(*, deprecated, renamed: "managedObjectMerge")
  public static var managedObjectMergeError: Code { .managedObjectMerge }
  @available(*, deprecated, renamed: "managedObjectConstraintMerge")
  public static var managedObjectConstraintMergeError: Code { .managedObjectConstraintMerge }
  @available(*, deprecated, renamed: "persistentStoreInvalidType")
  public static var persistentStoreInvalidTypeError: Code { .persistentStoreInvalidType }
  @available(*, deprecated, renamed: "persistentStoreTypeMismatch")
  public static var persistentStoreTypeMismatchError: Code { .persistentStoreTypeMismatch }
  @available(*, deprecated, renamed: "persistentStoreIncompatibleSchema")
  public static var persistentStoreIncompatibleSchemaError: Code {
    .persistentStoreIncompatibleSchema
  }
  @available(*, deprecated, renamed: "persistentStoreSave")
  public static var persistentStoreSaveError: Code { .persistentStoreSave }
  @available(*, deprecated, renamed: "persistentStoreIncompleteSave")
  public static var persistentStoreIncompleteSaveError: Code { .persistentStoreIncompleteSave }
  @available(*, deprecated, renamed: "persistentStoreSaveConflicts")
  public static var persistentStoreSaveConflictsError: Code { .persistentStoreSaveConflicts }
  @available(*, deprecated, renamed: "coreData")
  public static var coreDataError: Code { .coreData }
  @available(*, deprecated, renamed: "persistentStoreOperation")
  public static var persistentStoreOperationError: Code { .persistentStoreOperation }
  @available(*, deprecated, renamed: "persistentStoreOpen")
  public static var persistentStoreOpenError: Code { .persistentStoreOpen }
  @available(*, deprecated, renamed: "persistentStoreTimeout")
  public static var persistentStoreTimeoutError: Code { .persistentStoreTimeout }
  @available(*, deprecated, renamed: "persistentStoreUnsupportedRequestType")
  public static var persistentStoreUnsupportedRequestTypeError: Code {
    .persistentStoreUnsupportedRequestType
  }
  @available(*, deprecated, renamed: "persistentStoreIncompatibleVersionHash")
  public static var persistentStoreIncompatibleVersionHashError: Code {
    .persistentStoreIncompatibleVersionHash
  }
  @available(*, deprecated, renamed: "migration")
  public static var migrationError: Code { .migration }
  @available(*, deprecated, renamed: "migrationCancelled")
  public static var migrationCancelledError: Code { .migrationCancelled }
  @available(*, deprecated, renamed: "migrationMissingSourceModel")
  public static var migrationMissingSourceModelError: Code { .migrationMissingSourceModel }
  @available(*, deprecated, renamed: "migrationMissingMappingModel")
  public static var migrationMissingMappingModelError: Code { .migrationMissingMappingModel }
  @available(*, deprecated, renamed: "migrationManagerSourceStore")
  public static var migrationManagerSourceStoreError: Code { .migrationManagerSourceStore }
  @available(*, deprecated, renamed: "migrationManagerDestinationStore")
  public static var migrationManagerDestinationStoreError: Code {
    .migrationManagerDestinationStore
  }
  @available(*, deprecated, renamed: "entityMigrationPolicy")
  public static var entityMigrationPolicyError: Code { .entityMigrationPolicy }
  @available(*, deprecated, renamed: "sqlite")
  public static var sqliteError: Code { .sqlite }
  @available(*, deprecated, renamed: "inferredMappingModel")
  public static var inferredMappingModelError: Code { .inferredMappingModel }
  @available(*, deprecated, renamed: "externalRecordImport")
  public static var externalRecordImportError: Code { .externalRecordImport }
}
