import CoreData
import MomentumTestSupport
import Testing

/// Batch requests, asynchronous fetches, histories and generations under Apple's names.
@Suite struct BatchTests {
  @Test func rowsAreInsertedWithoutObjects() throws {
    let context = try Shop.filled()
    let insert = NSBatchInsertRequest(
      entityName: "Book", objects: [["title": "Aa", "pages": 7], ["title": "Bb"]])
    insert.resultType = .count
    let result = try context.execute(insert) as? NSBatchInsertResult
    #expect(result?.result as? Int == 2)
    var number = 0
    let byHandler = NSBatchInsertRequest(entityName: "Book") { (row: NSMutableDictionary) in
      row["title"] = "Row \(number)"
      number += 1
      return number > 3
    }
    byHandler.resultType = .objectIDs
    let ids = try (context.execute(byHandler) as? NSBatchInsertResult)?.result
    #expect((ids as? [NSManagedObjectID])?.count == 3)
    var last = 0
    let byObject = NSBatchInsertRequest(entity: Book.entity()) { (object: NSManagedObject) in
      (object as? Book)?.title = "Object \(last)"
      last += 1
      return last > 2
    }
    try context.execute(byObject)
    let request = Book.fetchRequest()
    request.predicate = NSPredicate(format: "title BEGINSWITH 'Object' OR title BEGINSWITH 'Row'")
    #expect(try context.count(for: request) == 5)
  }

  /// The values of a batch are data, so a wrong type is an error and no mistake that stops the program.
  @Test func valuesOfAnotherTypeAreRefused() throws {
    let context = try Shop.filled()
    let count = try context.count(for: Book.fetchRequest())
    let request = NSBatchInsertRequest(entityName: "Book", objects: [["title": 7, "pages": "x"]])
    do {
      try context.execute(request)
      Issue.record("wrong values were inserted")
    } catch let error as NSError {
      #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectValidationError)
      #expect(error.localizedDescription.contains("Unacceptable type of value"))
    }
    #expect(try context.count(for: Book.fetchRequest()) == count)
  }

  @Test func rowsAreUpdatedAndMerged() throws {
    let context = try Shop.filled()
    let books = try context.fetch(Book.fetchRequest())
    _ = books.map(\.title)
    let update = NSBatchUpdateRequest(entityName: "Book")
    update.predicate = NSPredicate(format: "pages >= %d", 40)
    update.propertiesToUpdate = [
      "isRead": true, "pages": NSExpression(format: "pages + %d", 1),
      "title": NSExpression(forConstantValue: "Updated"),
    ]
    update.resultType = .updatedObjectIDsResultType
    let result = try context.execute(update) as? NSBatchUpdateResult
    let ids = try #require(result?.result as? [NSManagedObjectID])
    #expect(ids.count == 2 && update.entity.name == "Book")
    #expect(!books.contains { $0.title == "Updated" })
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
    #expect(books.filter { $0.title == "Updated" }.map(\.pages).sorted() == [41, 51])
  }

  @Test func rowsAreDeleted() throws {
    let context = try Shop.filled()
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    fetch.predicate = NSPredicate(format: "pages < 30")
    let delete = NSBatchDeleteRequest(fetchRequest: fetch)
    delete.resultType = .resultTypeCount
    #expect(try (context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 2)
    let rest = try context.fetch(Book.fetchRequest())
    let byID = NSBatchDeleteRequest(objectIDs: [rest[0].objectID])
    byID.resultType = .resultTypeObjectIDs
    let ids = try (context.execute(byID) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID]
    #expect(ids == [rest[0].objectID])
    #expect(try context.count(for: Book.fetchRequest()) == 2)
  }

  @Test func affectedStoresAreTheOnlyOnesThatChange() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
      let stores = try ["A.sqlite", "B.sqlite"].map {
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent($0))
      }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      for (store, titles) in zip(stores, [["Aa", "Ab"], ["Ba"]]) {
        let insert = NSBatchInsertRequest(
          entityName: "Book", objects: titles.map { ["title": $0] })
        insert.affectedStores = [store]
        try context.execute(insert)
      }
      func counts(_ format: String) throws -> [Int] {
        try stores.map { store in
          let request = Book.fetchRequest()
          request.predicate = NSPredicate(format: format)
          request.affectedStores = [store]
          return try context.count(for: request)
        }
      }
      #expect(try counts("TRUEPREDICATE") == [2, 1])
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["pages": 9]
      update.affectedStores = [stores[1]]
      try context.execute(update)
      #expect(try counts("pages == 9") == [0, 1])
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
      let delete = NSBatchDeleteRequest(fetchRequest: fetch)
      delete.affectedStores = [stores[0]]
      try context.execute(delete)
      #expect(try counts("TRUEPREDICATE") == [0, 1])
    }
  }

  @Test func onlySQLiteStoresRunBatches() throws {
    let context = try Shop.filled(NSInMemoryStoreType)
    do {
      try context.execute(NSBatchInsertRequest(entityName: "Book", objects: [["title": "Aa"]]))
      Issue.record("a store in memory ran a batch request")
    } catch let error as NSError {
      #expect(error.code == NSPersistentStoreUnsupportedRequestTypeError)
    }
  }

  @Test func aFetchRunsBesideTheQueue() async throws {
    let container = try Shop.container()
    let context = container.newBackgroundContext()
    try context.performAndWait {
      for number in 1...3 { Book(context: context).title = "Book \(number)" }
      try context.save()
    }
    let count = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int, any Error>) in
      context.perform {
        let request = NSAsynchronousFetchRequest(fetchRequest: Book.fetchRequest()) { result in
          continuation.resume(returning: result.finalResult?.count ?? -1)
        }
        do {
          let result = try context.execute(request) as? NSAsynchronousFetchResult<Book>
          #expect(result?.progress != nil && result?.managedObjectContext === context)
        } catch { continuation.resume(throwing: error) }
      }
    }
    #expect(count == 3)
  }

  @Test func theHistoryIsReadAndDeleted() throws {
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: try Shop.model())
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    context.transactionAuthor = "app"
    let book = Book(context: context)
    book.title = "First"
    try context.save()
    let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
    book.title = "Second"
    try context.save()

    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
    #expect(transactions.map(\.author) == ["app"])
    let change = try #require(transactions.first?.changes?.first)
    #expect(change.changeType == .update && change.changedObjectID == book.objectID)
    #expect(change.updatedProperties?.map(\.name) == ["title"])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: try #require(transactions.first?.token), requiringSecureCoding: true)
    let kept = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(kept == transactions.first?.token)

    let all = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    all.resultType = .changesOnly
    let changes = try (context.execute(all) as? NSPersistentHistoryResult)?.result
    #expect((changes as? [NSPersistentHistoryChange])?.map(\.changeType) == [.insert, .update])
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: kept))
    let left = try (context.execute(all) as? NSPersistentHistoryResult)?.result
    #expect((left as? [NSPersistentHistoryChange])?.count == 1)
  }

  @Test func aGenerationIsReadUntilItIsGivenUp() throws {
    let context = try Shop.filled()
    #expect(context.queryGenerationToken == nil)
    try context.setQueryGenerationFrom(.current)
    #expect(context.queryGenerationToken == .current)
    #expect(try context.count(for: Book.fetchRequest()) == 5)
    try context.setQueryGenerationFrom(nil)
    #expect(context.queryGenerationToken == nil)
  }

  @Test func cloudKitAnswersWithAnError() throws {
    let container = NSPersistentCloudKitContainer(
      name: "Shop", managedObjectModel: try Shop.model())
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    Author(context: container.viewContext).name = "Ann"
    try container.viewContext.save()
    #expect(throws: NSError.self) { try container.initializeCloudKitSchema() }
  }

  @Test func spotlightAnswersWithAnError() throws {
    let delegate = NSCoreDataCoreSpotlightDelegate(
      forStoreWith: NSPersistentStoreDescription(),
      coordinator: NSPersistentStoreCoordinator(managedObjectModel: try Shop.model()))
    var failure: (any Error)?
    delegate.startSpotlightIndexing()
    delegate.deleteSpotlightIndex { failure = $0 }
    #expect(!delegate.isIndexingEnabled && failure != nil)
  }
}
