import CoreData
import MomentumTestSupport
import Testing

/// Writes down what a manager says while it migrates.
final class AskingPolicy: NSEntityMigrationPolicy {
  nonisolated(unsafe) static var notes: [String] = []

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    // An instance that the policy makes itself, in the place of what its superclass would make.
    let made = NSEntityDescription.insertNewObject(
      forEntityName: mapping.destinationEntityName ?? "", into: manager.destinationContext)
    let name = sInstance.value(forKey: "name") as? String ?? ""
    made.setValue("new \(name)", forKey: "name")
    manager.associate(sourceInstance: sInstance, withDestinationInstance: made, for: mapping)
    let sources = manager.sourceInstances(
      forEntityMappingName: mapping.name, destinationInstances: [made])
    Self.notes.append(
      "\(sources == [sInstance]) \(sInstance.managedObjectContext === manager.sourceContext)")
    Self.notes.append("\(manager.currentEntityMapping.name == mapping.name)")
    Self.notes.append("\(manager.mappingModel.entityMappings.count)")
  }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    Self.notes.append("relationships")
    if manager.userInfo?["cancel"] != nil {
      manager.cancelMigrationWithError(CocoaError(.userCancelled))
    }
  }
}

/// Migrations by objects, by the names that sources use less often.
@Suite(.serialized) struct MigrationNamesTests {
  /// A store with one author, and the manager and mapping to migrate it with the policy.
  private func withStore(
    _ body: (URL, URL, NSMigrationManager, NSMappingModel) throws -> Void
  ) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      Author(context: context).name = "Ann"
      try context.save()
      try coordinator.remove(store)
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: model, destinationModel: model)
      let author = try #require(
        mapping.entityMappings.first { $0.destinationEntityName == "Author" })
      author.entityMigrationPolicyClassName = String(reflecting: AskingPolicy.self)
      #expect(author.sourceEntityVersionHash == model.entityVersionHashesByName["Author"])
      #expect(author.destinationEntityVersionHash == author.sourceEntityVersionHash)
      AskingPolicy.notes = []
      try body(
        url, made, NSMigrationManager(sourceModel: model, destinationModel: model), mapping)
    }
  }

  private func authors(_ url: URL) throws -> [String?] {
    let container = NSPersistentContainer(name: "New", managedObjectModel: try Shop.model())
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    return try container.viewContext.fetch(NSFetchRequest<Author>(entityName: "Author"))
      .map(\.name)
  }

  @Test func aPolicyMakesAndAssociatesItsInstances() throws {
    try withStore { url, made, manager, mapping in
      #expect(manager.usesStoreSpecificMigrationManager)
      try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, options: nil, with: mapping,
        toDestinationURL: made, destinationType: NSSQLiteStoreType, destinationOptions: nil)
      #expect(AskingPolicy.notes == ["true true", "true", "4", "relationships"])
      #expect(try authors(made) == ["new Ann"])
    }
  }

  @Test func aMigrationIsCancelledWithItsError() throws {
    try withStore { url, made, manager, mapping in
      manager.userInfo = ["cancel": true]
      func migrate() throws {
        try manager.migrateStore(
          from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
          destinationType: NSSQLiteStoreType)
      }
      #expect(throws: CocoaError(.userCancelled)) { try migrate() }
      #expect(!FileManager.default.fileExists(atPath: made.path))
      manager.reset()
      #expect(manager.migrationProgress == 0)
      manager.userInfo = nil
      try manager.migrateStore(
        from: url, type: .sqlite, options: nil, mapping: mapping, to: made, type: .sqlite,
        options: nil)
      #expect(try authors(made) == ["new Ann"])
    }
  }

  /// The progress of an app may be cancelled before the manager begins; rows then are not migrated by
  /// SQL either. The cancellation ends one migration only.
  @Test func aMigrationThatWasCancelledBeforehandThrowsTheGivenError() throws {
    try withStore { url, made, manager, mapping in
      let own = NSError(domain: "Shop", code: 7)
      for needsObjects in [true, false] {
        let rules = try needsObjects ? mapping : inferred(manager)
        manager.cancelMigrationWithError(own)
        #expect(throws: own) {
          try manager.migrateStore(
            from: url, type: .sqlite, mapping: rules, to: made, type: .sqlite)
        }
        #expect(!FileManager.default.fileExists(atPath: made.path))
      }
      try manager.migrateStore(
        from: url, type: .sqlite, mapping: inferred(manager), to: made, type: .sqlite)
      #expect(try authors(made) == ["Ann"])
    }
  }

  private func inferred(_ manager: NSMigrationManager) throws -> NSMappingModel {
    try NSMappingModel.inferredMappingModel(
      forSourceModel: manager.sourceModel, destinationModel: manager.destinationModel)
  }

  /// Inherited and derived properties are among the names; a renamed property has its new name.
  @Test func anInferredMappingNamesThePropertiesThatItKeepsAddsAndRemoves() throws {
    let (old, new) = (try Shop.model(), try Shop.model())
    let book = try #require(new.entitiesByName["Book"])
    let kept = book.properties.filter { !["home", "pages"].contains($0.name) }
    let length = NSAttributeDescription()
    (length.name, length.renamingIdentifier) = ("length", "pages")
    length.attributeType = .integer32AttributeType
    let rating = NSAttributeDescription()
    (rating.name, rating.attributeType) = ("rating", .doubleAttributeType)
    book.properties = kept + [length, rating]
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: old, destinationModel: new)
    for entity in ["Book", "Guide"] {
      let info = mapping.entityMappingsByName["IEM_Transform_\(entity)"]?.userInfo
      let own: Set<String> = entity == "Guide" ? ["place"] : []
      #expect(
        info?["mappedProperties"] as? Set<String> == Set(kept.map(\.name) + ["length"]).union(own))
      #expect(info?["addedProperties"] as? Set<String> == ["rating"])
      #expect(info?["removedProperties"] as? Set<String> == ["home"])
    }
  }

  /// Without a manager of the store's own, rows are migrated by objects even if no policy asks for it.
  @Test func rowsAreMigratedByObjectsIfTheProgramWantsIt() throws {
    try withStore { url, made, manager, mapping in
      manager.usesStoreSpecificMigrationManager = false
      for entity in mapping.entityMappings { entity.entityMigrationPolicyClassName = nil }
      try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
        destinationType: NSXMLStoreType)
      #expect(try String(contentsOf: made, encoding: .utf8).contains("Ann"))
    }
  }

  /// Source of the numbers: documented (`NSEntityMappingType`).
  @Test func mappingsHaveTypesWithTheDocumentedNumbers() throws {
    let types: [NSEntityMappingType] = [
      .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType,
      .removeEntityMappingType, .copyEntityMappingType, .transformEntityMappingType,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    let (old, new) = (try Shop.model(), try Shop.model())
    new.entities = new.entities.filter { $0.name != "Guide" }
    let shelf = NSEntityDescription()
    shelf.name = "Shelf"
    new.entities.append(shelf)
    new.entitiesByName["Chapter"]?.attributesByName["name"]?.isOptional = true
    let number = NSAttributeDescription()
    number.name = "number"
    number.attributeType = .integer32AttributeType
    new.entitiesByName["Chapter"]?.properties.append(number)
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: old, destinationModel: new)
    func type(_ name: String) -> NSEntityMappingType? {
      mapping.entityMappings.first {
        $0.sourceEntityName == name || $0.destinationEntityName == name
      }?.mappingType
    }
    #expect(type("Author") == .copyEntityMappingType)
    #expect(type("Chapter") == .transformEntityMappingType)
    #expect(type("Shelf") == .addEntityMappingType && type("Guide") == .removeEntityMappingType)
    #expect(NSEntityMapping().mappingType == .undefinedEntityMappingType)
  }

  /// The names by which expressions of mapping models reach what they are evaluated with.
  @Test func keysOfExpressionsAreTheirVariables() throws {
    let keys = [
      NSMigrationManagerKey, NSMigrationSourceObjectKey, NSMigrationDestinationObjectKey,
      NSMigrationEntityMappingKey, NSMigrationPropertyMappingKey, NSMigrationEntityPolicyKey,
    ]
    #expect(
      keys == [
        "manager", "source", "destination", "entityMapping", "propertyMapping", "entityPolicy",
      ])
    try withStore { url, made, manager, mapping in
      let author = try #require(
        mapping.entityMappings.first { $0.destinationEntityName == "Author" })
      author.entityMigrationPolicyClassName = nil
      let name = try #require(author.attributeMappings?.first { $0.name == "name" })
      name.valueExpression = NSExpression(format: "$\(NSMigrationSourceObjectKey).name")
      manager.usesStoreSpecificMigrationManager = false
      try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
        destinationType: NSSQLiteStoreType)
      #expect(try authors(made) == ["Ann"])
      name.valueExpression = NSExpression(format: "$\(NSMigrationEntityMappingKey).name")
      let other = made.deletingLastPathComponent().appendingPathComponent("Other")
      try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: other,
        destinationType: NSSQLiteStoreType)
      #expect(try authors(other) == [author.name])
    }
  }

  @Test func stagesHaveLabelsAndModels() throws {
    let (first, second) = (try Shop.model(), try Shop.model())
    second.entitiesByName["Book"]?.versionHashModifier = "2"
    let references = [first, second].map {
      NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum)
    }
    let custom = NSCustomMigrationStage(migratingFrom: references[0], to: references[1])
    #expect(custom.currentModel === references[0] && custom.nextModel === references[1])
    custom.label = "books"
    let handler: NSCustomMigrationStage.Handler = { manager, stage in
      #expect(stage.label == "books" && manager.stages.count == 2)
    }
    custom.willMigrateHandler = handler
    #expect(custom.willMigrateHandler != nil && custom.didMigrateHandler == nil)
    let light = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
    #expect(light.versionChecksums == [first.versionChecksum, second.versionChecksum])
    let stages: [NSMigrationStage] = [light, custom]
    #expect(stages.map(\.label) == [nil, "books"])
    #expect(NSStagedMigrationManager(stages).stages == stages)
    #expect(references[1].resolvedModel === second)
  }
}
