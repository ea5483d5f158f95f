import CoreData
import MomentumTestSupport
import Testing

/// Checks a title, and makes it short.
final class CheckedBook: NSManagedObject {
  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    try super.validateValue(value, forKey: key)
    guard key == "title", let title = value.pointee as? String else { return }
    if title == "Wrong" { throw NSError(domain: "Checked", code: 4) }
    if title.hasPrefix(" ") {
      value.pointee = NSString(string: title.trimmingCharacters(in: .whitespaces))
    }
  }
}

/// Names of Core Data that programs use less often.
@Suite struct LaterNamesTests {
  private func container(_ url: URL, _ model: NSManagedObjectModel) throws -> NSPersistentContainer
  {
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
  }

  /// OG-613: the class checks a value before the rules of the model, and may replace it.
  @Test func aClassChecksAndReplacesValues() throws {
    let model = try Shop.model()
    model.entitiesByName["Book"]?.managedObjectClassName = String(reflecting: CheckedBook.self)
    let context = try container(URL(fileURLWithPath: "/dev/null"), model).viewContext
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Book", in: context))
    let book = CheckedBook(entity: entity, insertInto: context)
    book.setValue(" Short ", forKey: "title")
    try context.save()
    #expect(book.value(forKey: "title") as? String == "Short")
    book.setValue("Wrong", forKey: "title")
    #expect(throws: NSError(domain: "Checked", code: 4)) { try context.save() }
    var title: AnyObject? = NSString(string: "x")
    do {
      try book.validateValue(&title, forKey: "title")
      Issue.record("a title of one letter is too short")
    } catch let error as NSError {
      #expect(error.code == NSValidationStringTooShortError)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "title")
    }
    title = NSString(string: " long")
    try book.validateValue(&title, forKey: "title")
    #expect(title as? String == "long")
  }

  @Test func noticesOfAChangedSetMarkTheObject() throws {
    let context = try Shop.filled()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    let book = try #require(author.books.first)
    author.willChangeValue(forKey: "books", withSetMutation: .minus, using: [book])
    author.setPrimitiveValue(author.books.subtracting([book]) as NSSet, forKey: "books")
    author.didChangeValue(forKey: "books", withSetMutation: .minus, using: [book])
    #expect(author.hasChanges && author.books.count == 4)
    #expect(author.observationInfo == nil)
  }

  /// SR-23: with a batch size, the rows of a batch are read when one of its objects is used.
  @Test func batchesAreReadWhenTheyAreUsed() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let (url, model) = (folder.appendingPathComponent("Shop.sqlite"), try Shop.model())
      let first = try container(url, model).viewContext
      for number in 1...5 {
        let book = Book(context: first)
        book.title = "Book \(number)"
      }
      try first.save()
      let reader = try container(url, model).viewContext
      let request: NSFetchRequest<Book> = Book.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.fetchBatchSize = 2
      let books = try reader.fetch(request)
      #expect(books.count == 5 && books.allSatisfy(\.isFault))
      #expect(books[0].title == "Book 1")
      // Another process's changes: those of a batch that was read are not seen, others are.
      for book in try first.fetch(Book.fetchRequest()) { book.title = "New " + (book.title ?? "") }
      try first.save()
      #expect(books[1].title == "Book 2", "read with the first book")
      #expect(books[2].title == "New Book 3" && books[4].title == "New Book 5")
      #expect(!books[2].isFault && books[3].isFault)
    }
  }

  /// SR-48: the model that a store keeps.
  @Test func aStoreKeepsItsModel() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let (url, model) = (folder.appendingPathComponent("Shop.sqlite"), try Shop.model())
      let made = try container(url, model)
      Book(context: made.viewContext).title = "Kept"
      try made.viewContext.save()
      let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
      #expect(cached.entityVersionHashesByName == model.entityVersionHashesByName)
      let store: NSPersistentStore = try #require(
        made.persistentStoreCoordinator.persistentStores.first)
      #expect(store.metadata[NSStoreModelVersionChecksumKey] as? String == model.versionChecksum)
      do {
        _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(
          at: folder.appendingPathComponent("Nowhere"))
        Issue.record("a model of no store")
      } catch let error as NSError {
        #expect(error.domain == NSCocoaErrorDomain)
      }
    }
  }

  @Test func aCoordinatorRunsRequests() throws {
    let context = try Shop.filled()
    let coordinator: NSPersistentStoreCoordinator = try #require(
      context.persistentStoreCoordinator)
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSPredicate(format: "pages < 30")
    #expect((try coordinator.execute(request, with: context) as? [Book])?.count == 2)
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.propertiesToUpdate = ["pages": 1]
    update.resultType = .updatedObjectsCountResultType
    let result = try coordinator.execute(update, with: context) as? NSBatchUpdateResult
    #expect(result?.result as? Int == 5)
    try coordinator.finishDeferredLightweightMigration()
    try coordinator.finishDeferredLightweightMigrationTask()
    let id = try #require(try context.fetch(Book.fetchRequest()).first?.objectID)
    #expect(coordinator.managedObjectID(for: id.uriRepresentation().absoluteString) == id)
    #expect(coordinator.managedObjectID(for: "x-nothing://") == nil)
  }

  @Test func theHistoryHasDescriptions() throws {
    let context = try Shop.filled()
    let transactions = NSPersistentHistoryTransaction.entityDescription(with: context)
    let changes = NSPersistentHistoryChange.entityDescription(with: context)
    #expect(transactions?.attributesByName["author"]?.attributeType == .stringAttributeType)
    #expect(changes?.attributesByName["changedObjectID"] != nil)
    #expect(NSPersistentHistoryChange.entityDescription?.name == changes?.name)
    #expect(
      NSPersistentHistoryTransaction.entityDescription?.name
        == NSPersistentHistoryTransaction.fetchRequest?.entityName)
  }

  @Test func aStoreThatCannotBeMirroredHasAnEvent() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      typealias Container = NSPersistentCloudKitContainer
      let container = Container(name: "Shop", managedObjectModel: try Shop.model())
      let description = NSPersistentStoreDescription(
        url: folder.appendingPathComponent("Shop.sqlite"))
      description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
        containerIdentifier: "iCloud.shop")
      #expect(description.cloudKitContainerOptions?.containerIdentifier == "iCloud.shop")
      container.persistentStoreDescriptions = [description]
      let posted = Posted()
      let observer = NotificationCenter.default.addObserver(
        forName: Container.eventChangedNotification,
        object: container.persistentStoreCoordinator, queue: nil
      ) { note in
        posted.add(note.userInfo?[Container.eventNotificationUserInfoKey])
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let event = try #require(posted.events.first)
      let store = container.persistentStoreCoordinator.persistentStores.first
      #expect(event.type == .setup && !event.succeeded && event.error != nil)
      #expect(event.storeIdentifier == store?.identifier && event.endDate != nil)
      #expect(event.identifier != UUID() && event.startDate <= Date())
      func run(_ request: NSPersistentCloudKitContainerEventRequest) throws -> Any? {
        let result = try container.viewContext.execute(request)
        return (result as? NSPersistentCloudKitContainerEventResult)?.result
      }
      typealias Request = NSPersistentCloudKitContainerEventRequest
      let all = try run(Request.fetchEvents(after: Date.distantPast)) as? [Container.Event]
      #expect(all == [event])
      #expect((try run(Request.fetchEvents(after: event)) as? [Container.Event]) == [])
      let matching = Request.fetchRequestForEvents()
      matching.predicate = NSPredicate(format: "succeeded == NO")
      let count = Request.fetchEvents(matching: matching)
      count.resultType = .countEvents
      #expect(try run(count) as? Int == 1)
    }
  }

  @Test func aContextCanBeLocked() throws {
    let filled: NSManagedObjectContext = try Shop.filled()
    let context = try #require(filled as Any as? any Lockable)
    context.lock()
    #expect(context.tryLock())
    context.unlock()
    context.unlock()
  }

  @Test func modelsAreFoundByNameAndHashes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = folder.appendingPathComponent("Shop.bundle")
      let url = bundle.appendingPathComponent("Shop.xcdatamodeld/Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Shop.contents.write(
        to: url.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      let found = try #require(Bundle(url: bundle))
      let model = try Shop.model()
      let named = NSManagedObjectModelReference(
        name: "Shop", in: found, versionChecksum: model.versionChecksum)
      #expect(named.resolvedModel.versionChecksum == model.versionChecksum)
      let hashed = NSManagedObjectModelReference(
        entityVersionHashes: model.entityVersionHashesByName, in: found,
        versionChecksum: model.versionChecksum)
      #expect(hashed.resolvedModel.entitiesByName.count == model.entitiesByName.count)
    }
  }
}

/// The deprecated methods of a context, so that the calls are no warnings.
private protocol Lockable {
  func lock()
  func unlock()
  func tryLock() -> Bool
}

@available(*, deprecated)
extension NSManagedObjectContext: Lockable {}

/// The events that a notification had.
private final class Posted: @unchecked Sendable {
  // `@unchecked`: the notification is posted on the thread that loads the stores.
  private(set) var events: [NSPersistentCloudKitContainer.Event] = []

  func add(_ value: Any?) {
    if let event = value as? NSPersistentCloudKitContainer.Event { events.append(event) }
  }
}
