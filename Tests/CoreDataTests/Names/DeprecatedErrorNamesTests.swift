import CoreData
import Testing

/// The names of codes before Swift 4, which old sources still say.
@Suite struct DeprecatedErrorNamesTests {
  private typealias Code = CocoaError.Code

  @available(*, deprecated) @Test func oldNamesOfCodesAreTheNewOnes() {
    let names: [(CocoaError.Code, CocoaError.Code, Int)] = [
      (CocoaError.managedObjectValidationError, Code.managedObjectValidationError, 1550),
      (CocoaError.validationMultipleErrorsError, Code.validationMultipleErrorsError, 1560),
      (
        CocoaError.validationMissingMandatoryPropertyError,
        Code.validationMissingMandatoryPropertyError, 1570
      ),
      (
        CocoaError.validationRelationshipLacksMinimumCountError,
        Code.validationRelationshipLacksMinimumCountError, 1580
      ),
      (
        CocoaError.validationRelationshipExceedsMaximumCountError,
        Code.validationRelationshipExceedsMaximumCountError, 1590
      ),
      (
        CocoaError.validationRelationshipDeniedDeleteError,
        Code.validationRelationshipDeniedDeleteError, 1600
      ),
      (CocoaError.validationNumberTooLargeError, Code.validationNumberTooLargeError, 1610),
      (CocoaError.validationNumberTooSmallError, Code.validationNumberTooSmallError, 1620),
      (CocoaError.validationDateTooLateError, Code.validationDateTooLateError, 1630),
      (CocoaError.validationDateTooSoonError, Code.validationDateTooSoonError, 1640),
      (CocoaError.validationInvalidDateError, Code.validationInvalidDateError, 1650),
      (CocoaError.validationStringTooLongError, Code.validationStringTooLongError, 1660),
      (CocoaError.validationStringTooShortError, Code.validationStringTooShortError, 1670),
      (
        CocoaError.validationStringPatternMatchingError, Code.validationStringPatternMatchingError,
        1680
      ),
      (CocoaError.managedObjectContextLockingError, Code.managedObjectContextLockingError, 132_000),
      (
        CocoaError.persistentStoreCoordinatorLockingError,
        Code.persistentStoreCoordinatorLockingError, 132_010
      ),
      (
        CocoaError.managedObjectReferentialIntegrityError,
        Code.managedObjectReferentialIntegrityError, 133_000
      ),
      (
        CocoaError.managedObjectExternalRelationshipError,
        Code.managedObjectExternalRelationshipError, 133_010
      ),
      (CocoaError.managedObjectMergeError, Code.managedObjectMergeError, 133_020),
      (
        CocoaError.managedObjectConstraintMergeError, Code.managedObjectConstraintMergeError,
        133_021
      ),
    ]
    for (name, code, number) in names { #expect(name == code && code.rawValue == number) }
  }

  @available(*, deprecated) @Test func oldNamesOfCodesOfStoresAreTheNewOnes() {
    let names: [(CocoaError.Code, CocoaError.Code, Int)] = [
      (CocoaError.persistentStoreInvalidTypeError, Code.persistentStoreInvalidTypeError, 134_000),
      (CocoaError.persistentStoreTypeMismatchError, Code.persistentStoreTypeMismatchError, 134_010),
      (
        CocoaError.persistentStoreIncompatibleSchemaError,
        Code.persistentStoreIncompatibleSchemaError, 134_020
      ),
      (CocoaError.persistentStoreSaveError, Code.persistentStoreSaveError, 134_030),
      (
        CocoaError.persistentStoreIncompleteSaveError, Code.persistentStoreIncompleteSaveError,
        134_040
      ),
      (
        CocoaError.persistentStoreSaveConflictsError, Code.persistentStoreSaveConflictsError,
        134_050
      ),
      (CocoaError.coreDataError, Code.coreDataError, 134_060),
      (CocoaError.persistentStoreOperationError, Code.persistentStoreOperationError, 134_070),
      (CocoaError.persistentStoreOpenError, Code.persistentStoreOpenError, 134_080),
      (CocoaError.persistentStoreTimeoutError, Code.persistentStoreTimeoutError, 134_090),
      (
        CocoaError.persistentStoreUnsupportedRequestTypeError,
        Code.persistentStoreUnsupportedRequestTypeError, 134_091
      ),
      (
        CocoaError.persistentStoreIncompatibleVersionHashError,
        Code.persistentStoreIncompatibleVersionHashError, 134_100
      ),
      (CocoaError.migrationError, Code.migrationError, 134_110),
      (CocoaError.migrationCancelledError, Code.migrationCancelledError, 134_120),
      (CocoaError.migrationMissingSourceModelError, Code.migrationMissingSourceModelError, 134_130),
      (
        CocoaError.migrationMissingMappingModelError, Code.migrationMissingMappingModelError,
        134_140
      ),
      (CocoaError.migrationManagerSourceStoreError, Code.migrationManagerSourceStoreError, 134_150),
      (
        CocoaError.migrationManagerDestinationStoreError,
        Code.migrationManagerDestinationStoreError, 134_160
      ),
      (CocoaError.entityMigrationPolicyError, Code.entityMigrationPolicyError, 134_170),
      (CocoaError.sqliteError, Code.sqliteError, 134_180),
      (CocoaError.inferredMappingModelError, Code.inferredMappingModelError, 134_190),
      (CocoaError.externalRecordImportError, Code.externalRecordImportError, 134_200),
    ]
    for (name, code, number) in names { #expect(name == code && code.rawValue == number) }
  }
}
