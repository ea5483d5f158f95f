import CoreData
import MomentumTestSupport
import Testing

/// Coordinators: their queue, their lock, their notifications, and the models that they are made of.
@Suite struct CoordinatorNamesTests {
  private func coordinator() throws -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
  }

  @Test func aBlockOfACoordinatorReturnsItsResult() async throws {
    let coordinator: NSPersistentStoreCoordinator = try coordinator()
    coordinator.name = "shop"
    #expect(coordinator.performAndWait { coordinator.name } == "shop")
    #expect(throws: CocoaError.self) {
      try coordinator.performAndWait { throw CocoaError(.userCancelled) }
    }
    let count = await coordinator.perform { coordinator.persistentStores.count }
    #expect(count == 0)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      coordinator.perform { continuation.resume() }
    }
  }

  @Test func aCoordinatorCanBeLocked() throws {
    let made: Any = try coordinator()
    let coordinator = try #require(made as? any LockableCoordinator)
    coordinator.lock()
    #expect(coordinator.tryLock())
    coordinator.unlock()
    coordinator.unlock()
    #expect(made is NSPersistentStoreCoordinator)
  }

  @Test func storesThatComeAndGoArePosted() throws {
    let coordinator = try coordinator()
    let log = Locked<[String]>([])
    let names: [Notification.Name] = [
      .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreCoordinatorWillRemoveStore,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(
        forName: name, object: nil, queue: nil
      ) { note in
        let store = note.object as? NSPersistentStore
        let sender =
          store?.persistentStoreCoordinator ?? note.object as? NSPersistentStoreCoordinator
        guard sender === coordinator else { return }
        let keys = [
          NSAddedPersistentStoresKey, NSRemovedPersistentStoresKey,
          NSUUIDChangedPersistentStoresKey,
        ]
        let found = keys.filter { note.userInfo?[$0] is [NSPersistentStore] }
        log.withLock { $0.append("\(name.rawValue) \(found)") }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    try coordinator.remove(store)
    #expect(
      log.withLock { $0 } == [
        "NSPersistentStoreCoordinatorStoresDidChangeNotification [\"added\"]",
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification [\"removed\"]",
        "NSPersistentStoreCoordinatorStoresDidChangeNotification [\"removed\"]",
      ])
    // Only iCloud has ever posted these two.
    #expect(NSUUIDChangedPersistentStoresKey == "changed")
    #expect(
      Notification.Name.NSPersistentStoreCoordinatorStoresWillChange.rawValue
        == "NSPersistentStoreCoordinatorStoresWillChangeNotification")
  }

  @Test func changesOfAStoreArePostedWithItsURLAndToken() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: try Shop.model())
    let description = NSPersistentStoreDescription(
      url: folder.appendingPathComponent("Shop.sqlite"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(
      true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let (posted, continuation) = AsyncStream<String>.makeStream()
    let observer = NotificationCenter.default.addObserver(
      forName: Notification.Name.NSPersistentStoreRemoteChange,
      object: container.persistentStoreCoordinator, queue: nil
    ) { note in
      let url = note.userInfo?[NSPersistentStoreURLKey] as? URL
      let token = note.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
      let store = note.userInfo?[NSStoreUUIDKey] as? String
      continuation.yield("\(url?.lastPathComponent ?? "-") \(token != nil) \(store != nil)")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let context = container.newBackgroundContext()
    try await context.perform {
      Book(context: context).title = "Kept"
      try context.save()
    }
    // The notification is posted by another thread, some time after the save.
    var first = posted.makeAsyncIterator()
    #expect(await first.next() == "Shop.sqlite true true")
  }

  @Test func modelsOfBundlesAreMergedAndFoundByTheirStore() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let folder = folder.appendingPathComponent("Shop.bundle")
      let url = folder.appendingPathComponent("Shop.xcdatamodeld/Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Shop.contents.write(
        to: url.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      let bundle = try #require(Bundle(url: folder))
      let model = try Shop.model()
      let merged = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
      #expect(merged.versionChecksum == model.versionChecksum)
      let metadata: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
      let fitting = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
      #expect(fitting?.versionChecksum == model.versionChecksum)
      let changed = try #require(model.copy() as? NSManagedObjectModel)
      changed.entitiesByName["Book"]?.versionHashModifier = "2"
      let chosen = NSManagedObjectModel(byMerging: [changed, model], forStoreMetadata: metadata)
      #expect(chosen?.versionChecksum == model.versionChecksum)
      #expect(NSManagedObjectModel(byMerging: [changed], forStoreMetadata: metadata) == nil)
      let named = url.deletingLastPathComponent()
      let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: named)
      #expect(checksums == ["Shop": model.versionChecksum])
      #expect(throws: CocoaError.self) {
        try NSManagedObjectModel.checksumsForVersionedModel(at: URL(fileURLWithPath: "/nowhere"))
      }
      let reference = NSManagedObjectModelReference(
        fileURL: named, versionChecksum: model.versionChecksum)
      #expect(reference.resolvedModel.versionChecksum == reference.versionChecksum)
    }
  }

  @Test func aModelMadeInCodeHasConfigurationsAndTemplates() throws {
    let model = try Shop.model()
    let books = ["Book", "Guide"].compactMap { model.entitiesByName[$0] }
    model.setEntities(books, forConfigurationName: "Books")
    #expect(model.configurations.contains("Books"))
    #expect(model.entities(forConfigurationName: "Books") == books)
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    template.predicate = NSPredicate(format: "title == $TITLE")
    model.setFetchRequestTemplate(template, forName: "Titled")
    #expect(model.fetchRequestTemplate(forName: "Titled") === template)
    model.localizationDictionary = ["Entity/Book": "Livre"]
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy.localizationDictionary == ["Entity/Book": "Livre"])
    #expect(copy.fetchRequestTemplatesByName["Titled"]?.predicate == template.predicate)
    #expect(copy.entities(forConfigurationName: "Books")?.count == 2)
    model.setFetchRequestTemplate(nil, forName: "Titled")
    #expect(model.fetchRequestTemplate(forName: "Titled") == nil)
  }

  @Test func partsOfAnIndexAreCopiedAndReachTheTable() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let book = try #require(model.entitiesByName["Book"])
      let pages = try #require(book.attributesByName["pages"])
      let element = NSFetchIndexElementDescription(property: pages, collationType: .rTree)
      #expect(element.collationType == NSFetchIndexElementType(rawValue: 1))
      #expect(element.isAscending && element.property === pages)
      element.collationType = .binary
      #expect(NSFetchIndexElementType.binary.rawValue == 0 && element.collationType == .binary)
      let index = NSFetchIndexDescription(name: "byPages", elements: nil)
      book.indexes = [index]
      // What is changed after the entity has the index counts as well.
      _ = model.versionChecksum
      index.elements = [element]
      index.partialIndexPredicate = NSPredicate(format: "self.pages > 3")
      element.isAscending = false
      #expect(index.entity === book && element.indexDescription === index)
      let copy = try #require(index.copy(with: nil) as? NSFetchIndexDescription)
      #expect(copy.name == "byPages" && copy.elements.first?.propertyName == "pages")
      #expect(copy.partialIndexPredicate == index.partialIndexPredicate)
      let part = try #require(element.copy(with: nil) as? NSFetchIndexElementDescription)
      #expect(!part.isAscending && part.collationType == .binary && part.property === pages)
      let url = folder.appendingPathComponent("Shop.sqlite")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
      try coordinator.remove(store)
      let bytes = try Data(contentsOf: url)
      #expect(bytes.range(of: Data("Z_Book_byPages ON ZBOOK (ZPAGES".utf8)) != nil)
      #expect(bytes.range(of: Data("ZPAGES > 3".utf8)) != nil)
    }
  }

  /// Sources of before 2015 compare the version of the framework with these.
  @Test func versionsOfTheFrameworkAreInOrder() {
    let mac = [
      NSCoreDataVersionNumber10_4, NSCoreDataVersionNumber10_4_3, NSCoreDataVersionNumber10_5,
      NSCoreDataVersionNumber10_5_3, NSCoreDataVersionNumber10_6, NSCoreDataVersionNumber10_6_2,
      NSCoreDataVersionNumber10_6_3, NSCoreDataVersionNumber10_7_2, NSCoreDataVersionNumber10_7_3,
      NSCoreDataVersionNumber10_7_4, NSCoreDataVersionNumber10_7, NSCoreDataVersionNumber10_8,
      NSCoreDataVersionNumber10_8_2, NSCoreDataVersionNumber10_9, NSCoreDataVersionNumber10_9_2,
      NSCoreDataVersionNumber10_9_3, NSCoreDataVersionNumber10_10,
      NSCoreDataVersionNumber10_10_2, NSCoreDataVersionNumber10_10_3,
      NSCoreDataVersionNumber10_11, NSCoreDataVersionNumber10_11_3,
    ]
    #expect(mac == mac.sorted() && mac.first == 46 && mac.last == 641.3)
    let phone = [
      NSCoreDataVersionNumber_iPhoneOS_3_0, NSCoreDataVersionNumber_iPhoneOS_3_1,
      NSCoreDataVersionNumber_iPhoneOS_3_2, NSCoreDataVersionNumber_iPhoneOS_4_1,
      NSCoreDataVersionNumber_iPhoneOS_4_2, NSCoreDataVersionNumber_iPhoneOS_4_3,
      NSCoreDataVersionNumber_iPhoneOS_4_0, NSCoreDataVersionNumber_iPhoneOS_5_0,
      NSCoreDataVersionNumber_iPhoneOS_5_1, NSCoreDataVersionNumber_iPhoneOS_6_0,
      NSCoreDataVersionNumber_iPhoneOS_6_1, NSCoreDataVersionNumber_iPhoneOS_7_0,
      NSCoreDataVersionNumber_iPhoneOS_7_1, NSCoreDataVersionNumber_iPhoneOS_8_0,
      NSCoreDataVersionNumber_iPhoneOS_8_3, NSCoreDataVersionNumber_iPhoneOS_9_0,
      NSCoreDataVersionNumber_iPhoneOS_9_2, NSCoreDataVersionNumber_iPhoneOS_9_3,
    ]
    #expect(phone.first == 241 && phone.last == 641.6 && Set(phone).count == 18)
  }
}

/// The deprecated methods of a coordinator, so that the calls are no warnings.
private protocol LockableCoordinator {
  func lock()
  func unlock()
  func tryLock() -> Bool
}

@available(*, deprecated)
extension NSPersistentStoreCoordinator: LockableCoordinator {}
