import CoreData
import MomentumTestSupport
import Testing

/// Migrations in stages, with work of the program between them.
@Suite struct StagedMigrationTests {
  private func model(_ attributes: [String]) -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "Person"
    entity.properties = attributes.map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = .stringAttributeType
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  private func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private func people(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  @Test func handlersWorkOnTheStoreOfTheirVersion() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("People.sqlite")
      let (first, second) = (model(["name"]), model(["name", "initial"]))
      let old = NSPersistentContainer(name: "People", managedObjectModel: first)
      old.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
      old.loadPersistentStores { _, error in #expect(error == nil) }
      for name in ["Ann", "Bea"] {
        NSEntityDescription.insertNewObject(forEntityName: "Person", into: old.viewContext)
          .setValue(name, forKey: "name")
      }
      try old.viewContext.save()
      for store in old.persistentStoreCoordinator.persistentStores {
        try old.persistentStoreCoordinator.remove(store)
      }

      let stage = NSCustomMigrationStage(migratingFrom: reference(first), to: reference(second))
      var calls: [String] = []
      stage.willMigrateHandler = { manager, _ in
        let context = try #require(manager.container).newBackgroundContext()
        try context.performAndWait {
          calls.append("will \(try people(context).count)")
        }
      }
      stage.didMigrateHandler = { manager, _ in
        let context = try #require(manager.container).newBackgroundContext()
        try context.performAndWait {
          for person in try people(context) {
            let name = person.value(forKey: "name") as? String
            person.setValue(name.map { String($0.prefix(1)) }, forKey: "initial")
          }
          try context.save()
        }
        calls.append("did")
      }
      let manager = NSStagedMigrationManager([stage])
      let new = NSPersistentContainer(name: "People", managedObjectModel: second)
      let description = NSPersistentStoreDescription(url: url)
      description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
      new.persistentStoreDescriptions = [description]
      new.loadPersistentStores { _, error in #expect(error == nil) }
      #expect(calls == ["will 2", "did"])
      #expect(manager.container == nil)
      let initials = try people(new.viewContext).map { $0.value(forKey: "initial") as? String }
      #expect(initials == ["A", "B"])
    }
  }

  @Test func aHandlerThatFailsFailsTheOpening() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("People.sqlite")
      let (first, second) = (model(["name"]), model(["name", "initial"]))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: first)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      try coordinator.remove(store)
      let stage = NSCustomMigrationStage(migratingFrom: reference(first), to: reference(second))
      stage.willMigrateHandler = { _, _ in throw CocoaError(.migrationCancelled) }
      let stages = NSStagedMigrationManager([
        NSLightweightMigrationStage([first.versionChecksum]), stage,
      ])
      let next = NSPersistentStoreCoordinator(managedObjectModel: second)
      #expect(throws: CocoaError.self) {
        try next.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url,
          options: [NSPersistentStoreStagedMigrationManagerOptionKey: stages])
      }
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: url)
      #expect(first.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }
  }
}
