import CoreData
import MomentumTestSupport
import Testing

/// Migrations by hand under Apple's names.
@Suite struct MigrationTests {
  private func changed(_ model: NSManagedObjectModel) throws -> NSManagedObjectModel {
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    let language = NSAttributeDescription()
    language.name = "language"
    language.attributeType = .stringAttributeType
    language.defaultValue = "en"
    copy.entitiesByName["Book"]?.properties.append(language)
    return copy
  }

  @Test func anInferredMappingMakesANewStore() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let (old, url) = (try Shop.model(), folder.appendingPathComponent("Old.sqlite"))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      try context.performAndWait {
        Book(context: context).title = "Kept"
        try context.save()
      }
      try coordinator.remove(store)
      let new = try changed(old)
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
      #expect(manager.sourceModel === old && manager.destinationModel === new)
      let target = folder.appendingPathComponent("New.sqlite")
      try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
        destinationType: NSSQLiteStoreType)
      #expect(manager.migrationProgress == 1)
      let second = folder.appendingPathComponent("Second.sqlite")
      try manager.migrateStore(
        from: url, type: .sqlite, mapping: mapping, to: second, type: .sqlite)
      #expect(try Data(contentsOf: second).count > 0)
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: target)
      #expect(new.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
      let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: url)
      #expect(old.isConfiguration(withName: nil, compatibleWithStoreMetadata: before))
    }
  }

  @Test func whatCannotBeInferredIsAnError() throws {
    let old = try Shop.model()
    let new = try #require(old.copy() as? NSManagedObjectModel)
    new.entitiesByName["Book"]?.attributesByName["title"]?.attributeType = .binaryDataAttributeType
    do {
      _ = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
      Issue.record("a text was turned into data")
    } catch let error as NSError {
      #expect(error.code == NSInferredMappingModelError)
    }
  }

  @Test func aMissingMappingModelIsNone() throws {
    #expect(NSMappingModel(contentsOf: URL(fileURLWithPath: "/nowhere/X.cdm")) == nil)
    let model = try Shop.model()
    #expect(NSMappingModel(from: [], forSourceModel: model, destinationModel: model) == nil)
    let inferred = try (0..<2).map { _ in
      try NSMappingModel.inferredMappingModel(forSourceModel: model, destinationModel: model)
    }
    #expect(inferred[0] == inferred[1] && inferred[0].hash == inferred[1].hash)
    inferred[1].entityMappings[0].name = "another"
    #expect(inferred[0] != inferred[1] && inferred[0] != NSMappingModel())
  }
}
