import CoreData
import MomentumTestSupport
import Testing

/// What a program may give as an argument of a predicate.
@Suite struct ArgumentTests {
  /// A number is compared with a text as SQLite does it, by its digits.
  @Test func numbersFindTexts() throws {
    let context = try Shop.filled()
    for (title, pages) in [("09", 1), ("10", 2), ("3.5", 3)] {
      let book = Book(context: context)
      (book.title, book.pages) = (title, Int32(pages))
    }
    try context.save()
    func pages(_ predicate: NSPredicate) throws -> [Int32] {
      context.reset()
      let request = Book.fetchRequest()
      request.predicate = predicate
      request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
      return try context.fetch(request).map(\.pages)
    }
    #expect(try pages(NSPredicate(format: "title IN %@", [9, 10])) == [2])
    #expect(try pages(NSPredicate(format: "title == %@", NSNumber(value: 3.5))) == [3])
    #expect(try pages(NSPredicate(format: "title IN %@", [10, 3.5] as [Any])) == [2, 3])
  }

  /// A context of a store with two transactions: the second one changes the first author.
  private func context() throws -> (NSManagedObjectContext, [NSPersistentHistoryToken]) {
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: try Shop.model())
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    let coordinator = container.persistentStoreCoordinator
    var tokens = [try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))]
    let author = Author(context: context)
    let book = Book(context: context)
    book.title = "Maps"
    for name in ["Ann", "Bo"] {
      author.name = name
      try context.save()
      tokens.append(try #require(coordinator.currentPersistentHistoryToken(fromStores: nil)))
    }
    return (context, tokens)
  }

  private func history(
    _ fetch: NSFetchRequest<any NSFetchRequestResult>?, _ format: String, _ argument: Any,
    _ context: NSManagedObjectContext
  ) throws -> [Any] {
    let fetch = try #require(fetch)
    fetch.predicate = NSPredicate(format: format, argument)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    request.resultType =
      fetch.entityName == "CHANGE" ? .changesOnly : .transactionsOnly
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return try #require(result?.result as? [Any])
  }

  @Test func aTokenIsComparedWithTheTransactionsOfItsStore() throws {
    let (context, tokens) = try context()
    let request = NSPersistentHistoryTransaction.fetchRequest
    for (format, expected) in [("token > %@", [2]), ("token == %@", [1]), ("token <= %@", [1])] {
      let found = try history(request, format, tokens[1], context)
      let numbers = found.compactMap { ($0 as? NSPersistentHistoryTransaction)?.transactionNumber }
      #expect(numbers == expected.map { Int64($0) }, "\(format)")
    }
    // The token of an empty store has no transaction to compare with.
    do {
      _ = try history(request, "token > %@", tokens[0], context)
      Issue.record("a token without a transaction was compared")
    } catch let error as NSError {
      #expect(error.code == NSPersistentHistoryTokenExpiredError)
    }
  }

  @Test func anEntityIsComparedWithTheEntitiesOfChanges() throws {
    let (context, _) = try context()
    let request = NSPersistentHistoryChange.fetchRequest
    let authors = try history(request, "changedEntity == %@", Author.entity(), context)
    #expect(authors.count == 2)
    let books = try history(request, "changedEntity == %@", Book.entity(), context)
    #expect(books.count == 1)
  }
}
