import CoreData
import MomentumTestSupport
import Testing

/// OG-401 ff., OG-601 ff., OG-801 ff.: contexts, saves and errors under Apple's names.
@Suite struct ContextTests {
  private func thrown(_ body: () throws -> Void) throws -> NSError {
    do { try body() } catch { return error as NSError }
    throw NoError()
  }

  private struct NoError: Error {}

  @Test func aBrokenRuleNamesObjectAndKey() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    let error = try thrown { try context.save() }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSValidationMissingMandatoryPropertyError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "title")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? Book === book)
    book.title = "x"
    let short = try thrown { try context.save() }
    #expect(short.code == NSValidationStringTooShortError)
    #expect(short.userInfo[NSValidationValueErrorKey] as? String == "x")
    book.title = "Forbidden"
    #expect(try thrown { try context.save() }.domain == "Shop")
    let other = Book(context: context)
    other.title = "y"
    let several = try thrown { try context.save() }
    #expect(several.code == NSValidationMultipleErrorsError)
    #expect((several.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
  }

  /// An owner of a context that waits for the context's queue when it is released.
  private final class Owner: @unchecked Sendable {
    let context: NSManagedObjectContext
    init(_ context: NSManagedObjectContext) { self.context = context }
    deinit { context.performAndWait { context.reset() } }
  }

  /// What a block retains is released inside of it: neither does the owner's `deinit` wait for the
  /// queue that it is on, nor does the owner live on after the result is there.
  @Test func aBlockReleasesWhatItRetainsOnTheQueue() async throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try Shop.container().persistentStoreCoordinator
    for _ in 1...200 {
      #expect(await released(by: context).owner == nil)
      leave(Owner(context), to: context)
    }
    context.performAndWait {}
  }

  private func leave(_ owner: Owner, to context: NSManagedObjectContext) {
    context.perform { _ = owner.context.hasChanges }
  }

  private struct Weak { weak let owner: Owner? }

  /// The owner that a block retained, which is over.
  private func released(by context: NSManagedObjectContext) async -> Weak {
    let owner = Owner(context)
    await context.perform { _ = owner.context.hasChanges }
    return Weak(owner: owner)
  }

  @Test func aConflictIsReportedAndResolved() throws {
    let context = try Shop.filled()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let id = book.objectID
    try other.performAndWait {
      let twin = try #require(try other.existingObject(with: id) as? Book)
      twin.pages = 999
      try other.save()
    }
    book.pages = 5
    let error = try thrown { try context.save() }
    #expect(error.code == NSManagedObjectMergeError)
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    #expect(conflicts?.first?.sourceObject === book)
    #expect(conflicts?.first?.oldVersionNumber == 1 && conflicts?.first?.newVersionNumber == 2)
    #expect(conflicts?.first?.cachedSnapshot?["pages"] as? Int == 999)
    context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
    try context.save()
    #expect(book.pages == 999)
  }

  @Test func aPolicyOfTheProgramChoosesValues() throws {
    final class Sum: NSMergePolicy, @unchecked Sendable {
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        for conflict in list {
          let theirs = conflict.persistedSnapshot?["pages"] as? Int32 ?? 0
          let ours = conflict.sourceObject.value(forKey: "pages") as? Int32 ?? 0
          conflict.sourceObject.setValue(ours + theirs, forKey: "pages")
        }
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.predicate = NSPredicate(format: "pages == 10")
    let book = try #require(try context.fetch(request).first)
    let id = book.objectID
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    try other.performAndWait {
      other.object(with: id).setValue(100, forKey: "pages")
      try other.save()
    }
    book.pages = 5
    context.mergePolicy = Sum(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    try context.save()
    #expect(book.pages == 105)
  }

  @Test func notificationsHaveApplesNamesAndKeys() throws {
    let key = NSManagedObjectContext.NotificationKey.queryGeneration
    #expect(key.rawValue == NSManagedObjectContextQueryGenerationKey)
    let context = try Shop.filled()
    let log = Locked<[String]>([])
    let names: [Notification.Name] = [
      .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
      .NSManagedObjectContextObjectsDidChange, NSManagedObjectContext.didSaveObjectIDsNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
        let ids = note.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>
        let count = inserted?.count ?? ids?.count ?? 0
        log.withLock { $0.append("\(name.rawValue) \(count)") }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    Book(context: context).title = "Noted"
    try context.save()
    #expect(
      log.withLock { $0 } == [
        "NSObjectsChangedInManagingContextNotification 1",
        "NSManagingContextWillSaveChangesNotification 0",
        "NSManagingContextDidSaveChangesNotification 1",
        "NSManagedObjectContextDidSaveObjectIDsNotification 1",
      ])
  }

  @Test func savedChangesAreMergedByTheirNotification() throws {
    let context = try Shop.filled()
    let books = try context.fetch(Book.fetchRequest())
    let id = books[0].objectID
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { context.mergeChanges(fromContextDidSave: $0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    _ = books[0].title
    try other.performAndWait {
      other.object(with: id).setValue("Merged", forKey: "title")
      try other.save()
    }
    #expect(books[0].title == "Merged")
  }

  @Test func aChildSavesToItsParent() throws {
    let context = try Shop.filled()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = context
    #expect(child.persistentStoreCoordinator === context.persistentStoreCoordinator)
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    let edited = try #require(child.object(with: book.objectID) as? Book)
    edited.title = "Edited"
    #expect(book.title != "Edited")
    try child.save()
    #expect(book.title == "Edited" && context.hasChanges)
    let new = Book(context: child)
    new.title = "New"
    child.rollback()
    #expect(!child.hasChanges)
  }

  /// An undo takes back what was changed just before it, in a block of a private queue, too. What the
  /// manager was not to know of stays, also when later changes are undone.
  @Test func anUndoBeginsWithTheChangesThatWereNotProcessed() throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try Shop.container().persistentStoreCoordinator
    context.performAndWait {
      let manager = UndoManager()
      context.undoManager = manager
      let author = Author(context: context)
      author.name = "Ann"
      context.undo()
      #expect(context.insertedObjects.isEmpty)
      context.redo()
      #expect(context.insertedObjects == [author] && author.name == "Ann")
      context.processPendingChanges()
      manager.disableUndoRegistration()
      let hidden = Author(context: context)
      context.processPendingChanges()
      manager.enableUndoRegistration()
      author.name = "Bo"
      context.undo()
      #expect(author.name == "Ann" && context.insertedObjects == [author, hidden])
      context.rollback()
      context.redo()
      #expect(context.insertedObjects.isEmpty)
    }
  }

  @Test func changesAreUndoneAndRedone() throws {
    let context = try Shop.filled()
    context.undoManager = UndoManager()
    let book = try #require(try context.fetch(Book.fetchRequest()).first)
    let title = book.title
    book.title = "Changed"
    context.processPendingChanges()
    #expect(context.undoManager?.canUndo == true)
    context.undo()
    #expect(book.title == title)
    context.redo()
    #expect(book.title == "Changed")
    context.undoManager = nil
    context.undo()
    #expect(book.title == "Changed")
  }

  @Test func blocksRunOnTheQueueOfTheContext() async throws {
    let container = try Shop.container()
    let count = try await container.performBackgroundTask { context in
      let author = Author(context: context)
      author.name = "Bea"
      try context.save()
      return try context.count(for: NSFetchRequest<Author>(entityName: "Author"))
    }
    #expect(count == 1)
    let context = container.newBackgroundContext()
    let name = await context.perform(schedule: .enqueued) {
      let request = NSFetchRequest<Author>(entityName: "Author")
      return (try? request.execute())?.first?.name
    }
    #expect(name == "Bea")
    await #expect(throws: CocoaError.self) {
      try await context.perform { throw CocoaError(.userCancelled) }
    }
  }

  @Test func settingsBeginAsAppleDocumentsThem() throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    #expect(context.mergePolicy as? NSMergePolicy === NSErrorMergePolicy)
    #expect(context.stalenessInterval == -1 && context.undoManager == nil)
    #expect(!context.automaticallyMergesChangesFromParent && !context.retainsRegisteredObjects)
    #expect(context.propagatesDeletesAtEndOfEvent && context.shouldDeleteInaccessibleFaults)
    context.name = "importer"
    context.transactionAuthor = "import"
    context.persistentStoreCoordinator = try Shop.container().persistentStoreCoordinator
    #expect(context.name == "importer" && context.transactionAuthor == "import")
    context.userInfo["key"] = 1
    #expect(context.userInfo["key"] as? Int == 1)
  }

  @Test func aDeletionFollowsTheRules() throws {
    let context = try Shop.filled()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    context.delete(author)
    #expect(context.deletedObjects.contains(author))
    try context.save()
    #expect(try context.count(for: Book.fetchRequest()) == 0)
  }

  private final class Flag: @unchecked Sendable { var isSet = false }

  @Test @MainActor func theMainQueueProcessesChanges() async throws {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = try Shop.container().persistentStoreCoordinator
    let (first, flag) = (Author(context: context), Flag())
    let observation = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { _ in flag.isSet = true }
    #expect(!flag.isSet)
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(flag.isSet && first.isInserted, "OG-806")
    #expect(context.performAndWait { context.performAndWait { first.isInserted } })
    NotificationCenter.default.removeObserver(observation)
  }

  @Test func aListMayHaveObjectsOfOtherEntities() throws {
    let context = try Shop.filled()
    let authors = try context.fetch(NSFetchRequest<Author>(entityName: "Author"))
    let books = try context.fetch(Book.fetchRequest())
    let request = Book.fetchRequest()
    let both: [NSManagedObject] = authors + Array(books.prefix(2))
    request.predicate = NSPredicate(format: "SELF IN %@", both)
    #expect(try Set(context.fetch(request)) == Set(books.prefix(2)))
  }
}
