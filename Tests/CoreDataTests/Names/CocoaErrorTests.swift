import CoreData
import Testing

/// `CocoaError`: the codes of Core Data as its own names, and the properties of its errors.
@Suite struct CocoaErrorTests {
  private typealias Code = CocoaError.Code

  @Test func codesOfValidationAreNamesOfTheError() {
    let names: [(CocoaError.Code, CocoaError.Code)] = [
      (CocoaError.managedObjectValidation, Code.managedObjectValidation),
      (CocoaError.managedObjectConstraintValidation, Code.managedObjectConstraintValidation),
      (CocoaError.validationMultipleErrors, Code.validationMultipleErrors),
      (CocoaError.validationMissingMandatoryProperty, Code.validationMissingMandatoryProperty),
      (
        CocoaError.validationRelationshipLacksMinimumCount,
        Code.validationRelationshipLacksMinimumCount
      ),
      (
        CocoaError.validationRelationshipExceedsMaximumCount,
        Code.validationRelationshipExceedsMaximumCount
      ),
      (CocoaError.validationRelationshipDeniedDelete, Code.validationRelationshipDeniedDelete),
      (CocoaError.validationNumberTooLarge, Code.validationNumberTooLarge),
      (CocoaError.validationNumberTooSmall, Code.validationNumberTooSmall),
      (CocoaError.validationDateTooLate, Code.validationDateTooLate),
      (CocoaError.validationDateTooSoon, Code.validationDateTooSoon),
      (CocoaError.validationInvalidDate, Code.validationInvalidDate),
      (CocoaError.validationStringTooLong, Code.validationStringTooLong),
      (CocoaError.validationStringTooShort, Code.validationStringTooShort),
      (CocoaError.validationStringPatternMatching, Code.validationStringPatternMatching),
      (CocoaError.validationInvalidURI, Code.validationInvalidURI),
    ]
    for (name, code) in names { #expect(name == code) }
  }

  @Test func codesOfStoresAreNamesOfTheError() {
    let names: [(CocoaError.Code, CocoaError.Code)] = [
      (CocoaError.managedObjectContextLocking, Code.managedObjectContextLocking),
      (CocoaError.persistentStoreCoordinatorLocking, Code.persistentStoreCoordinatorLocking),
      (CocoaError.managedObjectReferentialIntegrity, Code.managedObjectReferentialIntegrity),
      (CocoaError.managedObjectExternalRelationship, Code.managedObjectExternalRelationship),
      (CocoaError.managedObjectMerge, Code.managedObjectMerge),
      (CocoaError.managedObjectConstraintMerge, Code.managedObjectConstraintMerge),
      (CocoaError.persistentStoreInvalidType, Code.persistentStoreInvalidType),
      (CocoaError.persistentStoreTypeMismatch, Code.persistentStoreTypeMismatch),
      (CocoaError.persistentStoreIncompatibleSchema, Code.persistentStoreIncompatibleSchema),
      (CocoaError.persistentStoreSave, Code.persistentStoreSave),
      (CocoaError.persistentStoreIncompleteSave, Code.persistentStoreIncompleteSave),
      (CocoaError.persistentStoreSaveConflicts, Code.persistentStoreSaveConflicts),
      (CocoaError.coreData, Code.coreData),
      (CocoaError.persistentStoreOperation, Code.persistentStoreOperation),
      (CocoaError.persistentStoreOpen, Code.persistentStoreOpen),
      (CocoaError.persistentStoreTimeout, Code.persistentStoreTimeout),
      (
        CocoaError.persistentStoreUnsupportedRequestType, Code.persistentStoreUnsupportedRequestType
      ),
      (
        CocoaError.persistentStoreIncompatibleVersionHash,
        Code.persistentStoreIncompatibleVersionHash
      ),
    ]
    for (name, code) in names { #expect(name == code) }
  }

  @Test func codesOfMigrationsAreNamesOfTheError() {
    let names: [(CocoaError.Code, CocoaError.Code)] = [
      (CocoaError.migration, Code.migration),
      (CocoaError.migrationCancelled, Code.migrationCancelled),
      (CocoaError.migrationMissingSourceModel, Code.migrationMissingSourceModel),
      (CocoaError.migrationMissingMappingModel, Code.migrationMissingMappingModel),
      (CocoaError.migrationManagerSourceStore, Code.migrationManagerSourceStore),
      (CocoaError.migrationManagerDestinationStore, Code.migrationManagerDestinationStore),
      (CocoaError.entityMigrationPolicy, Code.entityMigrationPolicy),
      (CocoaError.sqlite, Code.sqlite),
      (CocoaError.inferredMappingModel, Code.inferredMappingModel),
      (CocoaError.externalRecordImport, Code.externalRecordImport),
    ]
    for (name, code) in names { #expect(name == code) }
  }

  @Test func anErrorIsCaughtByItsNameAndHasItsObject() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    book.title = "x"
    do {
      try context.save()
      Issue.record("a title of one letter is too short")
    } catch CocoaError.validationStringTooShort {
      // The name is a pattern of `catch`.
    }
    do { try context.save() } catch let error as CocoaError {
      #expect(error.code == .validationStringTooShort && error.validationKey == "title")
      #expect(error.validationObject as? Book === book)
      #expect(error.validationValue as? String == "x" && error.validationPredicate == nil)
      #expect(error.affectedStores == nil && error.affectedObjects == nil)
      #expect(error.persistentStoreSaveConflicts == nil)
    }
  }

  @Test func anErrorOfAConflictHasTheConflicts() throws {
    let context = try Shop.filled()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let id = book.objectID
    try other.performAndWait {
      other.object(with: id).setValue("Theirs", forKey: "title")
      try other.save()
    }
    book.title = "Ours"
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.persistentStoreSaveConflicts?.map(\.sourceObject) == [book])
    let made = CocoaError(
      .persistentStoreSave,
      userInfo: [
        NSAffectedObjectsErrorKey: [book],
        NSAffectedStoresErrorKey: context.persistentStoreCoordinator?.persistentStores ?? [],
        NSValidationPredicateErrorKey: NSPredicate(value: true),
      ])
    #expect(made.affectedObjects?.first === book && made.affectedStores?.count == 1)
    #expect(made.validationPredicate == NSPredicate(value: true))
  }
}
