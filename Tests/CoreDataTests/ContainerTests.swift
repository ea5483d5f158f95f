import CoreData
import MomentumObjects
import MomentumTestSupport
import Testing

/// SR-1 ff.: containers, stores and their files under Apple's names.
@Suite struct ContainerTests {
  private func container(_ url: URL, _ model: NSManagedObjectModel) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    return container
  }

  @Test func aStoreIsOpenedAndHasMetadata() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.sqlite")
      let container = container(url, try Shop.model())
      container.loadPersistentStores { description, error in
        #expect(error == nil && description.url == url)
      }
      let coordinator = container.persistentStoreCoordinator
      let store = try #require(coordinator.persistentStores.first)
      #expect(store.type == NSSQLiteStoreType && !store.isReadOnly && store.url == url)
      var metadata = coordinator.metadata(for: store)
      #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
      metadata["imported"] = true
      coordinator.setMetadata(metadata, for: store)
      try container.viewContext.save()
      let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: url)
      #expect(read["imported"] as? Bool == true)
      let model = coordinator.managedObjectModel
      #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: read))
      try coordinator.remove(store)
      #expect(coordinator.persistentStores.isEmpty)
    }
  }

  /// A coordinator that makes others of its class, as in extensions of public libraries.
  private final class Opener: NSPersistentStoreCoordinator, @unchecked Sendable {
    static func another() throws -> NSPersistentStoreCoordinator {
      self.init(managedObjectModel: try Shop.model())
    }
  }

  @Test func filesOfStoresAreHandledByTheirTypes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let coordinator = try Opener.another()
      #expect(coordinator is Opener)
      let (url, copy) = (
        folder.appendingPathComponent("A.sqlite"), folder.appendingPathComponent("B.sqlite")
      )
      let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
      let moved = try coordinator.migratePersistentStore(
        store, to: folder.appendingPathComponent("C.xml"), type: .xml)
      #expect(moved.type == NSXMLStoreType && coordinator.persistentStores == [moved])
      try NSPersistentStoreCoordinator.setMetadata(["imported": true], type: .sqlite, at: url)
      try coordinator.replacePersistentStore(
        at: copy, withPersistentStoreFrom: url, type: .sqlite)
      let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: copy)
      #expect(read["imported"] as? Bool == true)
    }
  }

  @Test func openingOneFileTwiceFails() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.sqlite")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
      let options = [NSMigratePersistentStoresAutomaticallyOption: true]
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
      do {
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        Issue.record("the file was opened twice")
      } catch let error as NSError {
        #expect(error.code == 134_081)
      }
    }
  }

  @Test func anOlderStoreMigratesOnlyIfItMay() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.sqlite")
      let old = try Shop.model()
      let first = container(url, old)
      first.loadPersistentStores { _, error in #expect(error == nil) }
      let book = Book(context: first.viewContext)
      book.title = "Kept"
      try first.viewContext.save()
      for store in first.persistentStoreCoordinator.persistentStores {
        try first.persistentStoreCoordinator.remove(store)
      }
      let new = try #require(old.copy() as? NSManagedObjectModel)
      let added = NSAttributeDescription()
      added.name = "language"
      added.attributeType = .stringAttributeType
      new.entitiesByName["Book"]?.properties.append(added)

      let refused = container(url, new)
      refused.persistentStoreDescriptions[0].shouldMigrateStoreAutomatically = false
      refused.loadPersistentStores { _, error in
        #expect((error as NSError?)?.code == NSPersistentStoreIncompatibleVersionHashError)
      }
      let migrated = container(url, new)
      migrated.loadPersistentStores { _, error in #expect(error == nil) }
      let found = try migrated.viewContext.fetch(NSFetchRequest<Book>(entityName: "Book"))
      #expect(found.map(\.title) == ["Kept"])
      found.first?.setValue("ja", forKey: "language")
      try migrated.viewContext.save()
    }
  }

  @Test func storesAreMovedReplacedAndDestroyed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.sqlite")
      let container = container(url, try Shop.model())
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let book = Book(context: container.viewContext)
      book.title = "Moved"
      try container.viewContext.save()
      let coordinator = container.persistentStoreCoordinator
      let store = try #require(coordinator.persistentStore(for: url))
      let copy = folder.appendingPathComponent("Copy.sqlite")
      let moved = try coordinator.migratePersistentStore(
        store, to: copy, withType: NSSQLiteStoreType)
      #expect(coordinator.persistentStores.map(\.identifier) == [moved.identifier])
      #expect(book.objectID.persistentStore === moved && book.title == "Moved")
      try coordinator.remove(moved)
      // A store that is destroyed while it is open is no longer one of the coordinator.
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
      try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
      #expect(coordinator.persistentStores.isEmpty)
      for suffix in ["", "-wal", "-shm"] {
        #expect(FileManager.default.fileExists(atPath: url.path + suffix), "'\(suffix)' stays")
      }
      try coordinator.replacePersistentStore(
        at: url, withPersistentStoreFrom: copy, ofType: NSSQLiteStoreType)
      let again = self.container(url, coordinator.managedObjectModel)
      again.loadPersistentStores { _, error in #expect(error == nil) }
      #expect(try again.viewContext.count(for: NSFetchRequest<Book>(entityName: "Book")) == 1)
    }
  }

  @Test func descriptionsBeginAsAppleDocumentsThem() {
    let container = NSPersistentContainer(
      name: "Nowhere", managedObjectModel: NSManagedObjectModel())
    #expect(container.name == "Nowhere" && container.managedObjectModel.entities.isEmpty)
    #expect(
      container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
    let description = container.persistentStoreDescriptions[0]
    #expect(description.type == NSSQLiteStoreType && description.configuration == nil)
    #expect(description.url?.lastPathComponent == "Nowhere.sqlite")
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(!description.isReadOnly && !description.shouldAddStoreAsynchronously)
    #expect(description.timeout == 240)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    #expect(description.options[NSPersistentHistoryTrackingKey] == true as NSNumber)
  }

  @Test func valueTransformersConvertTransformables() throws {
    struct Colour: Equatable { var red: UInt8 }
    final class ColourTransformer: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? Colour).map { Data([$0.red]) }
      }
      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data)?.first.map { Colour(red: $0) }
      }
    }
    ValueTransformer.setValueTransformer(
      ColourTransformer(), forName: NSValueTransformerName("ColourTransformer"))
    #expect(ValueTransformer(forName: NSValueTransformerName("ColourTransformer")) != nil)
    // A transformer of MomentumObjects with this name has nothing to do with it.
    ValueTransformers.register(
      "ColourTransformer", encode: { (text: String) in Array(text.utf8) }, decode: { _ in "red" })
    let entity = NSEntityDescription()
    entity.name = "Paint"
    let colour = NSAttributeDescription()
    colour.name = "colour"
    colour.attributeType = .transformableAttributeType
    colour.valueTransformerName = "ColourTransformer"
    colour.isOptional = false
    colour.defaultValue = Colour(red: 3)
    entity.properties = [colour]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let container = NSPersistentContainer(name: "Paint", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let paint = NSManagedObject(entity: entity, insertInto: container.viewContext)
    // A model file has no defaults of this type, but a model in code may have them.
    #expect(paint.value(forKey: "colour") as? Colour == Colour(red: 3))
    try container.viewContext.save()
    paint.setValue(Colour(red: 7), forKey: "colour")
    try container.viewContext.save()
    container.viewContext.refresh(paint, mergeChanges: false)
    #expect(paint.value(forKey: "colour") as? Colour == Colour(red: 7))
  }

  /// SR-17: `/dev/null/NAME` is one database for all coordinators that have it open; another name, and
  /// the name after its last coordinator, are empty.
  @Test func aNamedStoreInMemoryIsSharedByCoordinators() throws {
    let name = "carts \(UUID().uuidString)"
    func opened(_ name: String) throws -> NSManagedObjectContext {
      let url = URL(fileURLWithPath: "/dev/null").appendingPathComponent(name)
      let container = container(url, try Shop.model())
      container.loadPersistentStores { _, error in #expect(error == nil) }
      #expect(container.persistentStoreCoordinator.persistentStores.first?.url == url)
      return container.viewContext
    }
    func titles(_ context: NSManagedObjectContext) throws -> [String?] {
      let request = Book.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      return try context.fetch(request).map(\.title)
    }
    do {
      let (first, second) = (try opened(name), try opened(name))
      Book(context: first).title = "Sails"
      try first.save()
      #expect(try titles(second) == ["Sails"])
      Book(context: second).title = "Ropes"
      try second.save()
      #expect(try titles(first) == ["Ropes", "Sails"])
      #expect(try titles(opened(name + "2")) == [])
      for context in [first, second] {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }
    }
    #expect(try titles(opened(name)) == [])
    #expect(!FileManager.default.fileExists(atPath: name))
  }
}
