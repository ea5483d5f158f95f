import CoreData
import MomentumTestSupport
import Testing

/// OG-801 ff., SR-277: what a context takes over from others, what it says of it, and what it keeps.
@Suite struct MergeTests {
  private func sibling(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    return other
  }

  /// The user info of the notifications with a name that a context posts while `body` runs.
  private func notes(
    _ name: Notification.Name, of context: NSManagedObjectContext, _ body: () throws -> Void
  ) rethrows -> [[AnyHashable: Any]] {
    nonisolated(unsafe) var found: [[AnyHashable: Any]] = []
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: context, queue: nil
    ) { found.append($0.userInfo ?? [:]) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
    return found
  }

  @Test func mergedInsertionsStayOnlyAsLongAsTheyAreUsed() throws {
    let context = try Shop.filled()
    let other = sibling(context)
    let known = context.registeredObjects
    let seen = Locked(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { note in
      let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
      seen.withLock { $0 = inserted?.count ?? 0 }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let merge = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { context.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(merge) }
    try other.performAndWait {
      Author(context: other).name = "New"
      try other.save()
    }
    #expect(seen.withLock(\.self) == 1)
    #expect(context.registeredObjects == known && context.insertedObjects.isEmpty)
    #expect(!context.hasChanges)
  }

  @Test func aMergeSaysWhichObjectsItRefreshed() throws {
    let context = try Shop.filled()
    let books = try context.fetch(Book.fetchRequest())
    _ = books.map(\.title)
    let ids = books.prefix(2).map(\.objectID)
    context.refresh(books[1], mergeChanges: false)
    let merged = notes(.NSManagedObjectContextDidMergeChangesObjectIDs, of: context) {
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectIDsKey: ids], into: [context])
    }
    #expect(merged.first?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID> == Set(ids))
    // A fault has no values that could be old.
    #expect(merged.first?[NSRefreshedObjectIDsKey] as? Set<NSManagedObjectID> == [ids[0]])
  }

  @Test(arguments: [true, false])
  func aSaveNamesItsPlaceInTheHistoryAndItsGeneration(_ isTracked: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let container = NSPersistentContainer(name: "Shop", managedObjectModel: try Shop.model())
      let description = NSPersistentStoreDescription(
        url: folder.appendingPathComponent("Shop.sqlite"))
      description.setOption(isTracked as NSNumber, forKey: NSPersistentHistoryTrackingKey)
      container.persistentStoreDescriptions = [description]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let context = container.viewContext
      if isTracked { try context.setQueryGenerationFrom(.current) }
      let saved = try notes(.NSManagedObjectContextDidSave, of: context) {
        Author(context: context).name = "Ann"
        try context.save()
      }
      let token = saved.first?["newChangeToken"] as? NSPersistentHistoryToken
      let current = context.persistentStoreCoordinator?
        .currentPersistentHistoryToken(fromStores: nil)
      #expect((token != nil) == isTracked && (!isTracked || token == current))
      let generation = saved.first?[NSManagedObjectContextQueryGenerationKey]
      #expect((generation is NSQueryGenerationToken) == isTracked)
    }
  }

  /// OG-911: a child hands a transient value to its parent and does not read it there.
  @Test func transientValuesGoUpToAParentAndNotDown() throws {
    let model = try Shop.model()
    let speed = NSAttributeDescription()
    (speed.name, speed.attributeType, speed.isTransient) = ("speed", .integer32AttributeType, true)
    model.entitiesByName["Author"]?.properties.append(speed)
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let parent = container.viewContext
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = parent
    let id = try child.performAndWait {
      let author = Author(context: child)
      (author.name, author.speed) = ("Ann", 50)
      try child.save()
      #expect(author.speed == 50)
      return author.objectID
    }
    let above = try #require(parent.object(with: id) as? Author)
    #expect(above.name == "Ann" && above.speed == 50)
    try child.performAndWait {
      let again = try #require(child.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
      #expect(again.name == "Ann" && again.speed == 0)
    }
  }
}

extension Author {
  fileprivate var speed: Int {
    get { value(forKey: "speed") as? Int ?? 0 }
    set { setValue(newValue, forKey: "speed") }
  }
}
