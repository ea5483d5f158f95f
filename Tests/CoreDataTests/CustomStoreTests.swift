import CoreData
import MomentumTestSupport
import Testing

/// SR-41 and following: stores that a program has written as subclasses of Apple's classes.
@Suite(.serialized) struct CustomStoreTests {
  private func open<Store: NSPersistentStore>(
    _ class: Store.Type, _ type: String, _ url: URL, _ model: NSManagedObjectModel
  ) throws -> (NSManagedObjectContext, Store) {
    NSPersistentStoreCoordinator.registerStoreClass(`class`, forStoreType: type)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: ["own": 1])
    #expect(coordinator.persistentStores == [store] && store.type == type && store.url == url)
    #expect(store.options?["own"] as? Int == 1)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (context, try #require(store as? Store))
  }

  @Test func anIncrementalStoreKeepsObjects() throws {
    let url = URL(fileURLWithPath: "/dev/null")
    let (context, store) = try open(CacheStore.self, "Cache", url, try Shop.model())
    #expect(store.identifier == "CACHE-1" && store.calls == ["didAdd"])
    let author = Author(context: context)
    author.name = "Ann"
    for number in 1...3 {
      let book = Book(context: context)
      book.title = "Book \(number)"
      book.pages = Int32(number)
      book.author = author
    }
    try context.save()
    #expect(!author.objectID.isTemporaryID && store.calls.last == "save")
    #expect(author.objectID.persistentStore === store)
    let reference = store.referenceObject(for: author.objectID)
    #expect(reference is NSNumber)
    #expect(store.newObjectID(for: author.entity, referenceObject: reference) == author.objectID)

    context.reset()
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSPredicate(format: "pages > %d AND author.name == %@", 1, "Ann")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    let found = try context.fetch(request)
    #expect(found.map(\.title) == ["Book 3", "Book 2"])
    #expect(found.first?.author?.books.count == 3)
    #expect(try context.count(for: request) == 2)
    #expect(store.registered.isSuperset(of: found.map(\.objectID)))
    found.first?.title = "Book 9"
    if let last = found.last { context.delete(last) }
    try context.save()
    context.reset()
    #expect(store.registered.isEmpty)
    request.predicate = nil
    #expect(try context.fetch(request).compactMap(\.title) == ["Book 9", "Book 1"])
    let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Book")
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = ["title"]
    #expect(try context.fetch(dictionaries).count == 2)

    let id = try #require(try context.fetch(request).first?.objectID)
    let coordinator = try #require(context.persistentStoreCoordinator)
    #expect(coordinator.managedObjectID(for: id.uriRepresentation().absoluteString) == id)
    store.failure = NSError(domain: "Cache", code: 5)
    #expect(throws: NSError(domain: "Cache", code: 5)) { try context.fetch(request) }
    try coordinator.remove(store)
    #expect(store.calls.last == "willRemove")
  }

  @Test func aChangeOfAnotherContextIsAConflict() throws {
    let url = URL(fileURLWithPath: "/dev/null")
    let (context, _) = try open(CacheStore.self, "Cache", url, try Shop.model())
    let book = Book(context: context)
    book.title = "First"
    try context.save()
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let same = try #require(try other.existingObject(with: book.objectID) as? Book)
    same.title = "Second"
    try other.save()
    book.title = "Third"
    do {
      try context.save()
      Issue.record("the other context's change was overwritten")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectMergeError)
    }
  }

  @Test func anAtomicStoreReadsAndWritesItsFile() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.lines")
      try "Author\tann\tAnn\t\nBook\tone\tOne\tann\nBook\ttwo\tTwo\tann".write(
        to: url, atomically: true, encoding: .utf8)
      let (context, store) = try open(LineStore.self, "Lines", url, try Shop.model())
      #expect(store.cacheNodes().count == 3)
      let request: NSFetchRequest<Book> = Book.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.predicate = NSPredicate(format: "author.name == 'Ann'")
      let found = try context.fetch(request)
      #expect(found.map(\.title) == ["One", "Two"])
      let node = try #require(store.cacheNode(for: found[0].objectID))
      #expect(node.value(forKey: "title") as? String == "One")
      #expect(node.propertyCache?["title"] as? String == "One")
      let three = Book(context: context)
      three.title = "Three"
      three.author = found[0].author
      found[0].title = "First"
      context.delete(found[1])
      try context.save()
      #expect(store.removed == 1 && store.updated >= 2 && store.made == ["Book Three"])
      #expect(store.referenceObject(for: three.objectID) as? String == "three")
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(
        text == "Author\tann\tAnn\t\nBook\tone\tFirst\tann\nBook\tthree\tThree\tann")
      let (again, second) = try open(LineStore.self, "Lines", url, try Shop.model())
      #expect(try again.fetch(request).map(\.title) == ["First", "Three"])
      #expect(second.cacheNodes().count == 3)
    }
  }

  @Test func typesAreRegistered() throws {
    NSPersistentStoreCoordinator.registerStoreClass(
      CacheStore.self, type: NSPersistentStore.StoreType(rawValue: "Other"))
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Other"] != nil)
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes[NSSQLiteStoreType] != nil)
    let url = URL(fileURLWithPath: "/x")
    #expect(
      try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: "Other", at: url)["path"]
        as? String == "/x")
    #expect(throws: NSError(domain: "Cache", code: 9)) {
      try NSPersistentStoreCoordinator.setMetadata(
        nil, forPersistentStoreOfType: "Other", at: url)
    }
    #expect(CacheStore.migrationManagerClass() is NSMigrationManager.Type)
    NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Other")
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Other"] == nil)
  }
}
