import CoreData
import MomentumTestSupport
import Testing

/// SR-5 ff.: options and metadata of stores do what their names say.
@Suite struct StoreOptionTests {
  private func coordinator() throws -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
  }

  private func context(
    _ coordinator: NSPersistentStoreCoordinator
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    try RepositoryFiles.withTemporaryFolder { folder in
      try body(folder.appendingPathComponent("Shop.sqlite"))
    }
  }

  /// Makes a store with one book and closes it.
  private func fill(_ url: URL, _ options: [AnyHashable: Any]? = nil) throws {
    let coordinator = try coordinator()
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    let context = context(coordinator)
    Book(context: context).title = "Kept"
    try context.save()
    try coordinator.remove(store)
  }

  @Test func aReadOnlyStoreIsNotSaved() throws {
    try withFile { url in
      try fill(url)
      let coordinator = try coordinator()
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSReadOnlyPersistentStoreOption: true])
      let opened: NSPersistentStore = store
      #expect(opened.isReadOnly && coordinator.url(for: store) == url)
      let context = context(coordinator)
      let book = try #require(try context.fetch(Book.fetchRequest()).first)
      book.title = "Changed"
      do {
        try context.save()
        Issue.record("a store that is read only was saved")
      } catch let error as NSError {
        #expect(error.code == CocoaError.fileWriteNoPermission.rawValue)
      }
      let description = NSPersistentStoreDescription(url: url)
      description.isReadOnly = true
      #expect(description.options[NSReadOnlyPersistentStoreOption] == true as NSNumber)
    }
  }

  /// Bytes 18 and 19 of a SQLite file are 1 for a rollback journal and 2 for a write-ahead log.
  @Test func pragmasReachTheFile() throws {
    func version(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)[18..<20]) }
    try withFile { url in
      try fill(url)
      #expect(try version(url) == [2, 2])
    }
    try withFile { url in
      try fill(url, [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
      #expect(try version(url) == [1, 1])
    }
    try withFile { url in
      let container = NSPersistentContainer(name: "Shop", managedObjectModel: try Shop.model())
      let description = NSPersistentStoreDescription(url: url)
      description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
      #expect(description.sqlitePragmas["journal_mode"] == "DELETE" as NSString)
      #expect(description.options[NSSQLitePragmasOption] is NSDictionary)
      let copy = try #require(description.copy() as? NSPersistentStoreDescription)
      container.persistentStoreDescriptions = [copy]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      Book(context: container.viewContext).title = "Kept"
      try container.viewContext.save()
      #expect(try version(url) == [1, 1])
      // The option as a whole is the same as its pragmas one by one.
      description.setOption(
        ["synchronous": "OFF"] as NSDictionary, forKey: NSSQLitePragmasOption)
      #expect(description.sqlitePragmas == ["synchronous": "OFF" as NSString])
    }
  }

  /// `ANALYZE` writes the table `sqlite_stat1`; `VACUUM` removes the pages that a deletion left.
  @Test func aStoreIsAnalyzedAndVacuumed() throws {
    try withFile { url in
      let coordinator = try coordinator()
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
      let context = context(coordinator)
      for _ in 1...60 {
        let book = Book(context: context)
        book.title = String(repeating: "long ", count: 400)
      }
      try context.save()
      for book in try context.fetch(Book.fetchRequest()) { context.delete(book) }
      try context.save()
      try coordinator.remove(store)
      let large = try Data(contentsOf: url)
      #expect(large.range(of: Data("sqlite_stat1".utf8)) == nil)
      let vacuumed = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [
          NSSQLitePragmasOption: ["journal_mode": "DELETE"], NSSQLiteManualVacuumOption: true,
          NSSQLiteAnalyzeOption: true,
        ])
      try coordinator.remove(vacuumed)
      let small = try Data(contentsOf: url)
      #expect(small.count < large.count)
      #expect(small.range(of: Data("sqlite_stat1".utf8)) != nil)
    }
  }

  @Test func theHashesOfAStoreAreComparedUnlessTheyAreIgnored() throws {
    try withFile { url in
      try fill(url)
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: url)
      let model = try Shop.model()
      #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
      #expect(
        metadata[NSStoreModelVersionHashesKey] as? [String: Data]
          == model.entityVersionHashesByName)
      #expect(metadata[NSStoreModelVersionIdentifiersKey] as? [String] == ["1.0"])
      model.entitiesByName["Book"]?.versionHashModifier = "2"
      let other = NSPersistentStoreCoordinator(managedObjectModel: model)
      func open(_ options: [AnyHashable: Any]) throws {
        try other.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
      }
      let never = [
        NSMigratePersistentStoresAutomaticallyOption: false,
        NSInferMappingModelAutomaticallyOption: false,
      ]
      do {
        try open(never)
        Issue.record("a store of another version was opened")
      } catch let error as NSError {
        #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
      }
      try open(
        never.merging([NSIgnorePersistentStoreVersioningOption: true]) { first, _ in first })
      #expect(try context(other).count(for: Book.fetchRequest()) == 1)
    }
  }

  @Test func storesHaveTypes() throws {
    let names = [
      NSSQLiteStoreType, NSBinaryStoreType, NSInMemoryStoreType, NSXMLStoreType,
    ]
    let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .inMemory, .xml]
    #expect(names == ["SQLite", "Binary", "InMemory", "XML"])
    #expect(types.map(\.rawValue) == names)
    #expect(NSPersistentStore.StoreType(rawValue: "XML") == .xml)
    for type in types {
      try withFile { url in
        let coordinator = try coordinator()
        let store = try coordinator.addPersistentStore(
          type: type, configuration: nil, at: url, options: nil)
        #expect(store.type == type.rawValue && store.configurationName.hasPrefix("PF_DEFAULT"))
        let context = context(coordinator)
        Book(context: context).title = "Kept"
        try context.save()
        context.reset()
        #expect(try context.fetch(Book.fetchRequest()).map(\.title) == ["Kept"])
      }
    }
  }

  @Test func storesOfATypeAreCopiedAndTheirMetadataChanged() throws {
    try withFile { url in
      try fill(url)
      typealias Coordinator = NSPersistentStoreCoordinator
      try Coordinator.setMetadata(["mark": 1], type: .sqlite, at: url, options: nil)
      try Coordinator.setMetadata(
        ["mark": 2], forPersistentStoreOfType: NSSQLiteStoreType, at: url, options: nil)
      let read = try Coordinator.metadataForPersistentStore(
        type: .sqlite, at: url, options: nil)
      #expect(read["mark"] as? Int == 2)
      let folder = url.deletingLastPathComponent()
      let (copy, xml) = (
        folder.appendingPathComponent("Copy.sqlite"), folder.appendingPathComponent("Shop.xml")
      )
      let coordinator: NSPersistentStoreCoordinator = try coordinator()
      try coordinator.replacePersistentStore(
        at: copy, destinationOptions: nil, withPersistentStoreFrom: url, sourceOptions: nil,
        type: .sqlite)
      try coordinator.replacePersistentStore(
        at: copy, destinationOptions: nil, withPersistentStoreFrom: url, sourceOptions: nil,
        ofType: NSSQLiteStoreType)
      let store = try coordinator.addPersistentStore(type: .sqlite, at: copy)
      let moved = try coordinator.migratePersistentStore(store, to: xml, options: nil, type: .xml)
      #expect(moved.type == NSXMLStoreType && coordinator.persistentStores == [moved])
      #expect(try context(coordinator).count(for: Book.fetchRequest()) == 1)
      try coordinator.remove(moved)
      try coordinator.destroyPersistentStore(at: copy, type: .sqlite, options: nil)
      let empty = try coordinator.addPersistentStore(type: .sqlite, at: copy)
      #expect(try context(coordinator).count(for: Book.fetchRequest()) == 0)
      try coordinator.remove(empty)
    }
  }

  /// Options without an effect here are taken, and the store has them.
  @Test func optionsOfOtherSystemsAreTaken() throws {
    let options: [String: Any] = [
      NSPersistentStoreFileProtectionKey: "NSFileProtectionComplete",
      NSPersistentStoreForceDestroyOption: true, NSValidateXMLStoreOption: true,
      NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
      NSPersistentStoreConnectionPoolMaxSizeKey: 4, NSPersistentStoreTimeoutOption: 3.5,
    ]
    try withFile { url in
      let coordinator = try coordinator()
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
      for key in options.keys { #expect(store.options?[key] != nil, "\(key)") }
      #expect(NSPersistentStoreOSCompatibility == "NSPersistentStoreOSCompatibility")
    }
    let description = NSPersistentStoreDescription()
    description.timeout = 3.5
    #expect(description.options[NSPersistentStoreTimeoutOption] == 3.5 as NSNumber)
    description.shouldInferMappingModelAutomatically = false
    #expect(description.options[NSInferMappingModelAutomaticallyOption] == false as NSNumber)
  }

  @Test func aStoreIsAddedByItsDescription() throws {
    let coordinator: NSPersistentStoreCoordinator = try coordinator()
    var isCalled = false
    coordinator.addPersistentStore(
      with: NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null")),
      completionHandler: { description, error in
        isCalled = error == nil && description.type == NSSQLiteStoreType
      })
    #expect(isCalled && coordinator.persistentStores.count == 1)
    let store = NSPersistentStore(
      persistentStoreCoordinator: coordinator, configurationName: "Texts",
      at: URL(fileURLWithPath: "/x"), options: [NSReadOnlyPersistentStoreOption: true])
    #expect(store.configurationName == "Texts" && store.isReadOnly && store.url?.path == "/x")
    #expect(NSPersistentContainer.defaultDirectoryURL().isFileURL)
  }
}
