import CoreData
import Testing

/// The codes of errors with the numbers that Apple documents (Core Data Constants Reference).
@Suite struct ErrorNamesTests {
  private func expect(_ codes: [(code: Int, name: CocoaError.Code, number: Int)]) {
    for (code, name, number) in codes {
      #expect(code == number && name.rawValue == number)
      // A program that catches the error by its name gets it.
      let error: any Error = NSError(domain: NSCocoaErrorDomain, code: code)
      #expect((error as? CocoaError)?.code == name, "\(number)")
    }
  }

  @Test func codesOfValidationHaveTheDocumentedNumbers() {
    expect([
      (NSManagedObjectValidationError, .managedObjectValidation, 1550),
      (NSManagedObjectConstraintValidationError, .managedObjectConstraintValidation, 1551),
      (NSValidationMultipleErrorsError, .validationMultipleErrors, 1560),
      (NSValidationMissingMandatoryPropertyError, .validationMissingMandatoryProperty, 1570),
      (
        NSValidationRelationshipLacksMinimumCountError,
        .validationRelationshipLacksMinimumCount, 1580
      ),
      (
        NSValidationRelationshipExceedsMaximumCountError,
        .validationRelationshipExceedsMaximumCount, 1590
      ),
      (NSValidationRelationshipDeniedDeleteError, .validationRelationshipDeniedDelete, 1600),
      (NSValidationNumberTooLargeError, .validationNumberTooLarge, 1610),
      (NSValidationNumberTooSmallError, .validationNumberTooSmall, 1620),
      (NSValidationDateTooLateError, .validationDateTooLate, 1630),
      (NSValidationDateTooSoonError, .validationDateTooSoon, 1640),
      (NSValidationInvalidDateError, .validationInvalidDate, 1650),
      (NSValidationStringTooLongError, .validationStringTooLong, 1660),
      (NSValidationStringTooShortError, .validationStringTooShort, 1670),
      (NSValidationStringPatternMatchingError, .validationStringPatternMatching, 1680),
      (NSValidationInvalidURIError, .validationInvalidURI, 1690),
    ])
  }

  @Test func codesOfContextsAndStoresHaveTheDocumentedNumbers() {
    expect([
      (NSManagedObjectContextLockingError, .managedObjectContextLocking, 132_000),
      (NSPersistentStoreCoordinatorLockingError, .persistentStoreCoordinatorLocking, 132_010),
      (NSManagedObjectReferentialIntegrityError, .managedObjectReferentialIntegrity, 133_000),
      (NSManagedObjectExternalRelationshipError, .managedObjectExternalRelationship, 133_010),
      (NSManagedObjectMergeError, .managedObjectMerge, 133_020),
      (NSManagedObjectConstraintMergeError, .managedObjectConstraintMerge, 133_021),
      (NSPersistentStoreInvalidTypeError, .persistentStoreInvalidType, 134_000),
      (NSPersistentStoreTypeMismatchError, .persistentStoreTypeMismatch, 134_010),
      (NSPersistentStoreIncompatibleSchemaError, .persistentStoreIncompatibleSchema, 134_020),
      (NSPersistentStoreSaveError, .persistentStoreSave, 134_030),
      (NSPersistentStoreIncompleteSaveError, .persistentStoreIncompleteSave, 134_040),
      (NSPersistentStoreSaveConflictsError, .persistentStoreSaveConflicts, 134_050),
      (NSCoreDataError, .coreData, 134_060),
      (NSPersistentStoreOperationError, .persistentStoreOperation, 134_070),
      (NSPersistentStoreOpenError, .persistentStoreOpen, 134_080),
      (NSPersistentStoreTimeoutError, .persistentStoreTimeout, 134_090),
      (
        NSPersistentStoreUnsupportedRequestTypeError, .persistentStoreUnsupportedRequestType,
        134_091
      ),
      (
        NSPersistentStoreIncompatibleVersionHashError, .persistentStoreIncompatibleVersionHash,
        134_100
      ),
    ])
  }

  @Test func codesOfMigrationsHaveTheDocumentedNumbers() {
    expect([
      (NSMigrationError, .migration, 134_110),
      (NSMigrationCancelledError, .migrationCancelled, 134_120),
      (NSMigrationMissingSourceModelError, .migrationMissingSourceModel, 134_130),
      (NSMigrationMissingMappingModelError, .migrationMissingMappingModel, 134_140),
      (NSMigrationManagerSourceStoreError, .migrationManagerSourceStore, 134_150),
      (NSMigrationManagerDestinationStoreError, .migrationManagerDestinationStore, 134_160),
      (NSEntityMigrationPolicyError, .entityMigrationPolicy, 134_170),
      (NSSQLiteError, .sqlite, 134_180),
      (NSInferredMappingModelError, .inferredMappingModel, 134_190),
      (NSExternalRecordImportError, .externalRecordImport, 134_200),
    ])
    // These have no name of `CocoaError`.
    #expect(NSMigrationConstraintViolationError == 134_111)
    #expect(NSPersistentHistoryTokenExpiredError == 134_301)
    #expect(NSManagedObjectModelReferenceNotFoundError == 134_504)
    #expect(NSStagedMigrationFrameworkVersionMismatchError == 134_505)
    #expect(NSStagedMigrationBackwardMigrationError == 134_506)
  }

  /// OG-615: keys that tools which read a log look for.
  @Test func keysOfErrorsHaveTheirTexts() {
    #expect(NSDetailedErrorsKey == "NSDetailedErrors")
    #expect(NSValidationObjectErrorKey == "NSValidationErrorObject")
    #expect(NSValidationKeyErrorKey == "NSValidationErrorKey")
    #expect(NSValidationValueErrorKey == "NSValidationErrorValue")
    #expect(NSValidationPredicateErrorKey == "NSValidationErrorPredicate")
    #expect(NSAffectedObjectsErrorKey == "NSAffectedObjectsErrorKey")
    #expect(NSAffectedStoresErrorKey == "NSAffectedStoresErrorKey")
    #expect(NSPersistentStoreSaveConflictsErrorKey == "conflictList")
    #expect(NSSQLiteErrorDomain == "NSSQLiteErrorDomain")
  }

  private func thrown(_ context: NSManagedObjectContext) throws -> NSError {
    do { try context.save() } catch { return error as NSError }
    throw CocoaError(.featureUnsupported)
  }

  /// OG-608: an error of a rule that was added in code has the rule.
  @Test func theErrorOfAnAddedRuleHasItsPredicate() throws {
    let entity = NSEntityDescription()
    entity.name = "Note"
    let text = NSAttributeDescription()
    text.name = "text"
    text.attributeType = .stringAttributeType
    let rule = NSPredicate(format: "SELF BEGINSWITH 'A'")
    let length = NSPredicate(format: "length < 4")
    text.setValidationPredicates(
      [rule, length], withValidationWarnings: ["begins with A", NSValidationStringTooLongError])
    #expect(text.validationPredicates == [rule, length])
    #expect(text.validationWarnings.first as? String == "begins with A")
    entity.properties = [text]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let container = NSPersistentContainer(name: "Notes", managedObjectModel: model)
    container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    note.setValue("B", forKey: "text")
    let broken = try thrown(context)
    #expect(broken.code == NSManagedObjectValidationError)
    #expect(broken.localizedDescription == "begins with A")
    #expect(broken.userInfo[NSValidationPredicateErrorKey] as? NSPredicate === rule)
    note.setValue("Anna", forKey: "text")
    let long = try thrown(context)
    #expect(long.code == NSValidationStringTooLongError)
    #expect(long.userInfo[NSValidationPredicateErrorKey] as? NSPredicate === length)
    #expect(long.userInfo[NSValidationValueErrorKey] as? String == "Anna")
  }
}
