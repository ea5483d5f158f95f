import Foundation
import MomentumTestSupport
import Testing

/// The table of Core Data's names against the sources of the module and these tests.
@Suite struct APITableTests {
  /// The test that uses each type, for new rows when the table is recorded.
  private static let tests: [(prefix: String, test: String)] = [
    ("NSComparisonPredicate.customSelector", "aSelectorAndABlockCompareInMemory"),
    (
      "NSComparisonPredicate.init(leftExpression:rightExpression:customSelector:)",
      "aSelectorAndABlockCompareInMemory"
    ),
    ("NSComparisonPredicate.Operator", "comparisonsFindWhatTheySay"),
    ("NSComparisonPredicate", "aFormatWithOneComparisonHasItsParts"),
    ("NSFetchRequestExpression", "aFetchIsAValue"),
    ("NSExpression.Block", "aSelectorAndABlockCompareInMemory"),
    ("NSExpression.expressionBlock", "aSelectorAndABlockCompareInMemory"),
    ("NSExpression.init(block:", "aSelectorAndABlockCompareInMemory"),
    ("NSExpression.", "expressionsOfAllKindsHaveValuesAndParts"),
    ("NSEntityMigrationPolicy.value", "aMappingIsMadeInCode"),
    ("NSEntityMigrationPolicy", "objectsAreMigratedByAChangedMapping"),
    ("NSEntityMapping.init", "aMappingIsMadeInCode"),
    ("NSEntityMapping", "objectsAreMigratedByAChangedMapping"),
    ("NSPropertyMapping", "aMappingIsMadeInCode"),
    ("NSMappingModel.entityMappings", "objectsAreMigratedByAChangedMapping"),
    ("NSMappingModel.init()", "aMappingIsMadeInCode"),
    ("NSMigrationManager.migrateStore", "anInferredMappingMakesANewStore"),
    ("NSMigrationManager.", "objectsAreMigratedByAChangedMapping"),
    ("NSMigrationManagerKey", "objectsAreMigratedByAChangedMapping"),
    ("NSMigrationSourceObjectKey", "objectsAreMigratedByAChangedMapping"),
    ("NSMigrationDestinationObjectKey", "objectsAreMigratedByAChangedMapping"),
    ("NSMigrationEntity", "objectsAreMigratedByAChangedMapping"),
    ("NSMigrationPropertyMappingKey", "objectsAreMigratedByAChangedMapping"),
    ("NSIncrementalStore", "anIncrementalStoreKeepsObjects"),
    ("NSSaveChangesRequest", "anIncrementalStoreKeepsObjects"),
    ("NSAtomicStore", "anAtomicStoreReadsAndWritesItsFile"),
    ("NSPersistentStore.didAdd", "anIncrementalStoreKeepsObjects"),
    ("NSPersistentStore.willRemove", "anIncrementalStoreKeepsObjects"),
    ("NSPersistentStore.loadMetadata", "anIncrementalStoreKeepsObjects"),
    ("NSPersistentStore.init", "anIncrementalStoreKeepsObjects"),
    ("NSPersistentStore.metadataForPersistentStore", "typesAreRegistered"),
    ("NSPersistentStore.setMetadata", "typesAreRegistered"),
    ("NSPersistentStore.migrationManagerClass", "typesAreRegistered"),
    ("NSPersistentStoreCoordinator.register", "typesAreRegistered"),
    ("NSPersistentStoreCoordinator.execute", "aCoordinatorRunsRequests"),
    ("NSPersistentStoreCoordinator.finish", "aCoordinatorRunsRequests"),
    ("NSPersistentStoreCoordinator.managedObjectID(for:)", "aCoordinatorRunsRequests"),
    ("NSPersistentStoreDeferred", "aCoordinatorRunsRequests"),
    ("NSPersistentStoreCoordinator.cachedModel", "aStoreKeepsItsModel"),
    ("NSStoreModelVersionChecksumKey", "aStoreKeepsItsModel"),
    ("NSManagedObject.validateValue", "aClassChecksAndReplacesValues"),
    ("AutoreleasingUnsafe", "aClassChecksAndReplacesValues"),
    ("NSManagedObject.willChangeValue(forKey:with", "noticesOfAChangedSetMarkTheObject"),
    ("NSManagedObject.didChangeValue(forKey:with", "noticesOfAChangedSetMarkTheObject"),
    ("NSManagedObject.observationInfo", "noticesOfAChangedSetMarkTheObject"),
    ("NSKeyValueSetMutation", "noticesOfAChangedSetMarkTheObject"),
    ("NSManagedObjectContext.lock", "aContextCanBeLocked"),
    ("NSManagedObjectContext.unlock", "aContextCanBeLocked"),
    ("NSManagedObjectContext.tryLock", "aContextCanBeLocked"),
    ("NSManagedObjectModelReference.init(name", "modelsAreFoundByNameAndHashes"),
    ("NSManagedObjectModelReference.init(entity", "modelsAreFoundByNameAndHashes"),
    ("NSPersistentHistoryChange.entityDescription", "theHistoryHasDescriptions"),
    ("NSPersistentHistoryTransaction.entityDescription", "theHistoryHasDescriptions"),
    ("NSPersistentCloudKitContainer.event", "aStoreThatCannotBeMirroredHasAnEvent"),
    ("NSPersistentCloudKitContainer.Event", "aStoreThatCannotBeMirroredHasAnEvent"),
    ("NSPersistentCloudKitContainerEvent", "aStoreThatCannotBeMirroredHasAnEvent"),
    ("NSManagedObjectModelReference", "handlersWorkOnTheStoreOfTheirVersion"),
    ("NSManagedObjectModel", "aFileBecomesDescriptions"),
    ("NSManagedObjectID", "statesFollowTheObject"),
    ("NSManagedObjectContext", "settingsBeginAsAppleDocumentsThem"),
    ("NSManagedObject", "everyTypeOfValueComesBack"),
    ("NSFetchedResults", "itShowsWhatTheRequestFinds"),
    ("NSDiffable", "theDelegateIsToldOfEachChange"),
    ("NSBatchInsert", "rowsAreInsertedWithoutObjects"),
    ("NSBatchUpdate", "rowsAreUpdatedAndMerged"), ("NSBatchDelete", "rowsAreDeleted"),
    ("NSAsynchronous", "aFetchRunsBesideTheQueue"),
    ("NSPersistentStoreAsynchronous", "aFetchRunsBesideTheQueue"),
    ("NSPersistentHistory", "theHistoryIsReadAndDeleted"),
    ("NSQueryGeneration", "aGenerationIsReadUntilItIsGivenUp"),
    ("NSPersistentCloudKit", "cloudKitAnswersWithAnError"),
    ("NSCoreDataCoreSpotlight", "spotlightAnswersWithAnError"),
    ("NSMigrationStage", "handlersWorkOnTheStoreOfTheirVersion"),
    ("NSCustomMigrationStage", "handlersWorkOnTheStoreOfTheirVersion"),
    ("NSStagedMigration", "handlersWorkOnTheStoreOfTheirVersion"),
    ("NSPersistentStoreStaged", "handlersWorkOnTheStoreOfTheirVersion"),
    ("NSLightweightMigrationStage", "aHandlerThatFailsFailsTheOpening"),
    ("CocoaError", "codesHaveNames"),
    ("NSMigration", "anInferredMappingMakesANewStore"),
    ("NSMapping", "anInferredMappingMakesANewStore"),
    ("NSMergePolicy", "aPolicyOfTheProgramChoosesValues"),
    ("NSMergeConflict", "aConflictIsReportedAndResolved"),
    ("NSConstraintConflict", "aUniqueValueIsReported"),
    ("NSExpression", "expressionsHaveValues"), ("NSPredicate", "predicatesFindWhatTheySay"),
    ("NSSortDescriptor", "sortDescriptorsSort"),
    ("NSFetchRequest", "resultsHaveTheTypeOfTheRequest"),
    ("NSPersistentContainer", "descriptionsBeginAsAppleDocumentsThem"),
    ("NSPersistentStoreUbiquitous", "namesOfICloudAreThere"),
    ("NSPersistentStoreRebuildFromUbiquitous", "namesOfICloudAreThere"),
    ("NSPersistentStoreRemoveUbiquitous", "namesOfICloudAreThere"),
    ("Notification.Name.NSPersistentStoreDidImport", "namesOfICloudAreThere"),
    ("Bundle", "filesOfBundlesAreURLs"),
    ("NSPersistentStoreDescription", "descriptionsBeginAsAppleDocumentsThem"),
    ("NSPersistentStore", "aStoreIsOpenedAndHasMetadata"),
    ("UndoManager", "anUndoManagerUndoesGroups"), ("IndexPath", "pathsHaveRowsAndSections"),
    ("Selector", "selectorsAreNames"), ("CFAbsoluteTime", "selectorsAreNames"),
    ("NSEC_PER", "selectorsAreNames"),
    ("USEC_PER", "selectorsAreNames"),
    ("ValueTransformer", "valueTransformersConvertTransformables"),
    ("NSValueTransformer", "valueTransformersConvertTransformables"),
    ("NSSecureUnarchive", "valueTransformersConvertTransformables"),
    ("NSFetchIndex", "indexesOfDescriptionsAreIndexesOfTheTable"),
    ("NotificationCenter", "observersAreCalledByTheirMethods"),
    ("Notification", "notificationsHaveApplesNamesAndKeys"),
  ]

  /// The versions of macOS that brought types; what is not here came with 10.4.
  private static let versions: [(prefix: String, version: String)] = [
    ("NSPersistentStoreCoordinator.cachedModel", "26.4"),
    ("NSPersistentStoreCoordinator.finish", "14"), ("NSPersistentStoreDeferred", "14"),
    ("NSStoreModelVersionChecksumKey", "14"), ("NSFetchRequestExpression", "10.5"),
    ("NSPersistentCloudKitContainerEvent", "11"), ("NSPersistentCloudKitContainer.Event", "11"),
    ("NSPersistentCloudKitContainer.event", "11"), ("NSMigrationManagerKey", "10.5"),
    ("NSMigrationSourceObjectKey", "10.5"), ("NSMigrationDestinationObjectKey", "10.5"),
    ("NSMigrationEntity", "10.5"), ("NSMigrationPropertyMappingKey", "10.5"),
    ("NSBatchInsert", "10.15"), ("NSBatchUpdate", "10.10"), ("NSBatchDelete", "10.11"),
    ("NSAsynchronous", "10.10"), ("NSPersistentStoreAsynchronous", "10.10"),
    ("NSPersistentHistory", "10.13"), ("NSQueryGeneration", "10.12"),
    ("NSPersistentCloudKit", "10.15"), ("NSCoreDataCoreSpotlight", "10.13"),
    ("NSMigrationManager", "10.5"), ("NSMappingModel", "10.5"), ("NSEntityMapping", "10.5"),
    ("NSPropertyMapping", "10.5"), ("NSEntityMigrationPolicy", "10.5"), ("NSAtomicStore", "10.5"),
    ("NSIncrementalStore", "10.7"), ("NSSaveChangesRequest", "10.7"), ("NSMergePolicy", "10.7"),
    ("NSMergeConflict", "10.7"), ("NSConstraintConflict", "10.11"),
    ("NSPersistentContainer", "10.12"), ("NSPersistentStoreDescription", "10.12"),
    ("NSPersistentStoreRequest", "10.7"), ("NSPersistentStoreResult", "10.10"),
    ("NSFetchedResults", "10.12"), ("NSFetchIndex", "10.13"),
    ("NSDerivedAttribute", "10.15"), ("NSCompositeAttribute", "14"),
    ("NSExpressionDescription", "10.6"), ("NSStagedMigration", "14"), ("NSMigrationStage", "14"),
    ("NSLightweightMigrationStage", "14"), ("NSCustomMigrationStage", "14"),
    ("NSManagedObjectModelReference", "14"),
  ]

  private static func recorded(_ names: Set<String>) throws -> APITable {
    let old = (try? APITable())?.rows ?? []
    let known = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    var rows = old.filter { !$0.works && !names.contains($0.name) }
    for name in names {
      let test = tests.first { name.hasPrefix($0.prefix) }?.test ?? "aBrokenRuleNamesObjectAndKey"
      rows.append(
        APITable.Row(
          name: name, since: versions.first { name.hasPrefix($0.prefix) }?.version ?? "10.4",
          state: "works", test: known[name].flatMap { $0.works ? $0.test : nil } ?? test))
    }
    return APITable(rows.sorted { $0.name < $1.name })
  }

  @Test func theTableHasTheNamesOfTheSources() throws {
    let names = try DeclaredNames().names
    try #require(names.count > 500, "declarations are no longer found")
    try RepositoryFiles.expectGolden(try Self.recorded(names).text, at: APITable.path)
  }

  @Test func theTableIsPrintedIntoTheDocumentation() throws {
    try RepositoryFiles.expectGolden(try APITable().markdown, at: APITable.article)
  }

  @Test func eachTestOfTheTableExists() throws {
    let texts = try RepositoryFiles.swiftPaths(below: "Tests/CoreDataTests").map {
      try RepositoryFiles.text($0)
    }
    for test in Set(try APITable().rows.filter(\.works).map(\.test)) {
      #expect(texts.contains { $0.contains("func \(test)(") }, "\(test) is no test")
    }
  }

  @Test func whatIsMissingHasAReason() throws {
    let missing = try APITable().rows.filter { !$0.works }
    #expect(missing.allSatisfy { $0.state == "no" && $0.test.count > 10 })
  }
}
