import CoreData
import MomentumTestSupport
import Testing

/// What apps wrote when a block could not return a value yet: the method that returns nothing runs the
/// block, and its value or error is handed on.
extension NSManagedObjectContext {
  fileprivate func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try value(by: performAndWait, block) { throw $0 }
  }

  private func value<T>(
    by run: (() -> Void) -> Void, _ block: () throws -> T, _ rescue: (any Error) throws -> T
  ) rethrows -> T {
    var result: Result<T, any Error>?
    withoutActuallyEscaping(block) { block in run { result = Result { try block() } } }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    case nil: preconditionFailure("the block has not run")
    }
  }
}

/// OG-401 ff., OG-701 ff.: contexts by the names that sources use less often.
@Suite struct ContextNamesTests {
  private enum Refusal: Error { case refused }

  /// The app's method goes before the module's, and the one without a value stays in reach.
  @Test func anAppsOwnPerformAndWaitHidesTheModules() throws {
    let context = NSManagedObjectContext(.privateQueue)
    let name = context.performAndWait { () -> String in
      context.name = "own"
      return context.name ?? ""
    }
    #expect(name == "own")
    context.performAndWait { context.name = nil }
    #expect(context.name == nil)
    #expect(throws: Refusal.refused) {
      try context.performAndWait { throw Refusal.refused }
    }
  }

  private func first(_ context: NSManagedObjectContext) throws -> Book {
    let request = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try #require(try context.fetch(request).first)
  }

  private func sibling(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    return other
  }

  /// Source of the numbers: documented (`NSManagedObjectContextConcurrencyType`).
  @Test func typesOfQueuesHaveNamesAndNumbers() async {
    let types = (0...2).map { NSManagedObjectContextConcurrencyType(rawValue: $0) }
    #expect(
      types == [
        .confinementConcurrencyType, .privateQueueConcurrencyType, .mainQueueConcurrencyType,
      ])
    let kinds: [NSManagedObjectContext.ConcurrencyType] = [.privateQueue, .mainQueue]
    let made = kinds.map { NSManagedObjectContext($0).concurrencyType }
    #expect(made == [.privateQueueConcurrencyType, .mainQueueConcurrencyType])
    let context = NSManagedObjectContext(.privateQueue)
    let schedules: [NSManagedObjectContext.ScheduledTaskType] = [.immediate, .enqueued]
    for schedule in schedules {
      let name = await context.perform(schedule: schedule, { context.name })
      #expect(name == nil)
    }
  }

  @Test func keysOfNotificationsHaveTwoNames() {
    let keys: [(NSManagedObjectContext.NotificationKey, String, String)] = [
      (.insertedObjects, NSInsertedObjectsKey, "inserted"),
      (.updatedObjects, NSUpdatedObjectsKey, "updated"),
      (.deletedObjects, NSDeletedObjectsKey, "deleted"),
      (.refreshedObjects, NSRefreshedObjectsKey, "refreshed"),
      (.invalidatedObjects, NSInvalidatedObjectsKey, "invalidated"),
      (.invalidatedAllObjects, NSInvalidatedAllObjectsKey, "invalidatedAll"),
      (.insertedObjectIDs, NSInsertedObjectIDsKey, "inserted_objectIDs"),
      (.updatedObjectIDs, NSUpdatedObjectIDsKey, "updated_objectIDs"),
      (.deletedObjectIDs, NSDeletedObjectIDsKey, "deleted_objectIDs"),
      (.refreshedObjectIDs, NSRefreshedObjectIDsKey, "refreshed_objectIDs"),
      (.invalidatedObjectIDs, NSInvalidatedObjectIDsKey, "invalidated_objectIDs"),
    ]
    for (key, constant, text) in keys {
      #expect(key.rawValue == constant && constant == text)
      #expect(NSManagedObjectContext.NotificationKey(rawValue: text) == key)
    }
    #expect(NSManagedObjectContextQueryGenerationKey == "newQueryGeneration")
  }

  @Test func notificationsHaveTwoNames() {
    typealias Context = NSManagedObjectContext
    typealias Name = Notification.Name
    #expect(Context.willSaveObjectsNotification == Name.NSManagedObjectContextWillSave)
    #expect(Context.didSaveObjectsNotification == Name.NSManagedObjectContextDidSave)
    #expect(Context.didChangeObjectsNotification == Name.NSManagedObjectContextObjectsDidChange)
    #expect(Context.didSaveObjectIDsNotification == Name.NSManagedObjectContextDidSaveObjectIDs)
    #expect(
      Context.didMergeChangesObjectIDsNotification
        == Name.NSManagedObjectContextDidMergeChangesObjectIDs)
  }

  /// What the user info of a context's notifications has while `body` runs: names of the notifications
  /// with the keys and the numbers of objects.
  private func log(
    _ context: NSManagedObjectContext, _ body: () throws -> Void
  ) rethrows -> [String] {
    let log = Locked<[String]>([])
    let names = [
      NSManagedObjectContext.didChangeObjectsNotification,
      NSManagedObjectContext.didSaveObjectsNotification,
      NSManagedObjectContext.didSaveObjectIDsNotification,
      NSManagedObjectContext.didMergeChangesObjectIDsNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        let counts = (note.userInfo ?? [:]).compactMap { key, value -> String? in
          let count = (value as? NSSet)?.count ?? (value as? [Any])?.count ?? 0
          return count > 0 ? "\(key) \(count)" : nil
        }
        log.withLock { $0 += counts.sorted() }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    try body()
    return log.withLock { $0 }
  }

  @Test func notificationsHaveObjectsByTheirKeys() throws {
    let context = try Shop.filled()
    let book = try first(context)
    let updated = try log(context) {
      book.title = "Updated"
      try context.save()
    }
    #expect(
      updated == [
        "\(NSUpdatedObjectsKey) 1", "\(NSUpdatedObjectsKey) 1", "\(NSUpdatedObjectIDsKey) 1",
      ])
    let refreshed = log(context) { context.refresh(book, mergeChanges: true) }
    #expect(refreshed.allSatisfy { $0 == "\(NSRefreshedObjectsKey) 1" })
    let deleted = try log(context) {
      context.delete(book)
      try context.save()
    }
    #expect(deleted.contains("\(NSDeletedObjectsKey) 1"))
    #expect(deleted.contains("\(NSDeletedObjectIDsKey) 1"))
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    let invalidated = log(context) { context.reset() }
    #expect(author.managedObjectContext == nil || !invalidated.isEmpty)
    #expect(invalidated.contains { $0.hasPrefix("\(NSInvalidatedAllObjectsKey) ") })
  }

  @Test func mergedChangesArePostedByIdentity() throws {
    let context = try Shop.filled()
    let other = sibling(context)
    let id = try first(context).objectID
    let merged = log(context) {
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectIDsKey: [id.uriRepresentation()]], into: [context])
    }
    #expect(merged.contains("\(NSUpdatedObjectIDsKey) 1"))
    other.performAndWait {
      #expect(other.registeredObject(for: id) == nil)
    }
  }

  @Test func objectsOfAContextAreInItsSets() throws {
    let context: NSManagedObjectContext = sibling(try Shop.filled())
    #expect(context.registeredObjects.isEmpty)
    let book = try first(context)
    #expect(context.registeredObjects == [book])
    let new = Book(context: context)
    new.title = "New"
    #expect(context.insertedObjects == [new] && context.registeredObjects == [book, new])
    try context.obtainPermanentIDs(for: [new])
    #expect(!new.objectID.isTemporaryID && new.isInserted)
    context.refresh(book, mergeChanges: false)
    #expect(book.isFault && context.registeredObjects.contains(book))
    book.title = "Changed"
    #expect(context.updatedObjects == [book] && context.hasChanges)
    context.delete(book)
    #expect(context.deletedObjects == [book] && context.updatedObjects.isEmpty)
  }

  /// OG-415: an object goes to the store that it is assigned to.
  @Test func anObjectIsAssignedToAStore() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
    let stores = try (1...2).map { _ in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let books = stores.map { store in
      let book = Book(context: context)
      book.title = "Assigned"
      context.assign(book, to: store)
      return book
    }
    try context.save()
    #expect(books[0].objectID.persistentStore === stores[0])
    #expect(books[1].objectID.persistentStore === stores[1])
    let request = Book.fetchRequest()
    request.affectedStores = [stores[1]]
    let fetch: NSPersistentStoreRequest = request
    #expect(fetch.affectedStores == [stores[1]] && fetch.requestType == .fetchRequestType)
    #expect(try context.fetch(request) == [books[1]])
  }

  /// OG-702: an object that is not changed is compared with the store if a program asks for it.
  @Test func conflictsAreDetectedForAnUnchangedObject() throws {
    let context = try Shop.filled()
    let book = try first(context)
    let title = book.title
    let other = sibling(context)
    let id = book.objectID
    try other.performAndWait {
      other.object(with: id).setValue("Theirs", forKey: "title")
      try other.save()
    }
    try #require(try context.existingObject(with: id) === book && book.title == title)
    context.detectConflicts(for: book)
    Book(context: context).title = "New"
    do {
      try context.save()
      Issue.record("the changed row was not noticed")
    } catch let error as NSError {
      #expect(error.code == NSManagedObjectMergeError)
    }
  }

  /// A context that refuses the objects whose rows are gone.
  private final class Strict: NSManagedObjectContext, @unchecked Sendable {
    private(set) var asked: [String] = []

    override func shouldHandleInaccessibleFault(
      _ fault: NSManagedObject, for oid: NSManagedObjectID,
      triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
      asked.append("\(oid.entity.name ?? "").\(property?.name ?? "")")
      return super.shouldHandleInaccessibleFault(fault, for: oid, triggeredByProperty: property)
    }
  }

  @Test func aContextIsAskedAboutAFaultWithoutARow() throws {
    let context = try Shop.filled()
    let other = Strict(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let book = try first(context)
    let theirs = other.object(with: book.objectID)
    context.delete(book)
    try context.save()
    #expect(theirs.value(forKey: "title") == nil && theirs.isDeleted)
    #expect(other.asked == ["Book.title"])
  }

  @Test func undoAndRedoCanBeCalledByASender() throws {
    let context: NSManagedObjectContext = try Shop.filled()
    context.undoManager = UndoManager()
    let book = try first(context)
    book.title = "Changed"
    context.processPendingChanges()
    context.undo(nil)
    #expect(book.title == "Book 1")
    context.redo(nil)
    #expect(book.title == "Changed")
  }
}
