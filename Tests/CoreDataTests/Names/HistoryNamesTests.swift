import CoreData
import Testing

/// SR-60 ff.: the persistent history by all its names.
@Suite struct HistoryNamesTests {
  /// A context of a store with history: a book was inserted, changed and deleted, each with a save.
  private func context() throws -> NSManagedObjectContext {
    let model = try Shop.model()
    model.entitiesByName["Book"]?.attributesByName["title"]?.preservesValueInHistoryOnDeletion =
      true
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.viewContext
    context.name = "editor"
    let book = Book(context: context)
    book.title = "First"
    try context.save()
    book.title = "Second"
    try context.save()
    context.delete(book)
    try context.save()
    return context
  }

  private func transactions(
    _ context: NSManagedObjectContext, _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] {
    request.resultType = .transactionsAndChanges
    let result = try context.execute(request) as? NSPersistentHistoryResult
    return try #require(result?.result as? [NSPersistentHistoryTransaction])
  }

  @Test func aTransactionSaysWhoMadeItAndWhen() throws {
    let context = try context()
    let all = try transactions(
      context, NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
    #expect(all.count == 3)
    let first: NSPersistentHistoryTransaction = try #require(all.first)
    let store = context.persistentStoreCoordinator?.persistentStores.first
    #expect(first.storeID == store?.identifier && first.contextName == "editor")
    #expect(first.author == nil && !first.processID.isEmpty && first.bundleID.count >= 0)
    #expect(first.timestamp <= Date() && first.timestamp > Date(timeIntervalSinceNow: -600))
    #expect(all.map(\.transactionNumber) == [1, 2, 3])
    #expect((first.copy(with: nil) as? NSPersistentHistoryTransaction) === first)
    let note = all[1].objectIDNotification()
    let updated = note.userInfo?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>
    #expect(note.name == .NSManagedObjectContextDidSaveObjectIDs && updated?.count == 1)
  }

  /// Source of the numbers: documented (`NSPersistentHistoryChangeType`).
  @Test func aChangeSaysWhatItDid() throws {
    let types: [NSPersistentHistoryChangeType] = [.insert, .update, .delete]
    #expect(types.map(\.rawValue) == [0, 1, 2])
    let all = try transactions(
      context(), NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
    let changes: [NSPersistentHistoryChange] = all.flatMap { $0.changes ?? [] }
    #expect(changes.map(\.changeType) == types && Set(changes.map(\.changedObjectID)).count == 1)
    #expect(changes.map(\.changeID) == [1, 2, 3])
    #expect(changes.map { $0.transaction?.transactionNumber } == [1, 2, 3])
    #expect(changes[1].updatedProperties?.map(\.name) == ["title"])
    #expect(changes[0].tombstone == nil && changes[2].tombstone?["title"] as? String == "Second")
    #expect((changes[0].copy(with: nil) as? NSPersistentHistoryChange) === changes[0])
  }

  /// Source of the numbers: documented (`NSPersistentHistoryResultType`).
  @Test func aHistoryHasResultsOfEachType() throws {
    let types: [NSPersistentHistoryResultType] = [
      .statusOnly, .objectIDs, .count, .transactionsOnly, .changesOnly, .transactionsAndChanges,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    let context = try context()
    func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
      request.resultType = type
      let result = try context.execute(request) as? NSPersistentHistoryResult
      #expect(result?.resultType == type)
      return result?.result
    }
    #expect(try result(.statusOnly) as? Bool == true)
    #expect((try result(.objectIDs) as? [NSManagedObjectID])?.isEmpty == false)
    #expect(try result(.count) as? Int == 3)
    let only = try result(.transactionsOnly) as? [NSPersistentHistoryTransaction]
    #expect(only?.count == 3 && only?.first?.changes == nil)
    #expect((try result(.changesOnly) as? [NSPersistentHistoryChange])?.count == 3)
    let both = try result(.transactionsAndChanges) as? [NSPersistentHistoryTransaction]
    #expect(both?.first?.changes?.count == 1)
  }

  @Test func aHistoryIsReadAfterAPlaceAndByARequest() throws {
    let context = try context()
    typealias Request = NSPersistentHistoryChangeRequest
    let all = try transactions(context, Request.fetchHistory(after: Date.distantPast))
    let later = try transactions(context, Request.fetchHistory(after: all[0]))
    #expect(later.map(\.transactionNumber) == [2, 3])
    let request = Request.fetchHistory(after: all[1].token)
    #expect(request.token == all[1].token && request.fetchRequest == nil)
    #expect(try transactions(context, request).map(\.transactionNumber) == [3])
    let wanted = try #require(NSPersistentHistoryTransaction.fetchRequest)
    wanted.predicate = NSPredicate(format: "contextName == 'editor' AND transactionNumber < 3")
    let matching = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: wanted)
    #expect(matching.fetchRequest === wanted)
    #expect(try transactions(context, matching).map(\.transactionNumber) == [1, 2])
    try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[2]))
    let left = try transactions(context, Request.fetchHistory(after: Date.distantPast))
    #expect(left.map(\.transactionNumber) == [3])
  }

  @Test func aTokenIsArchivedAndCopied() throws {
    let context = try context()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let token: NSPersistentHistoryToken = try #require(
      coordinator.currentPersistentHistoryToken(fromStores: coordinator.persistentStores))
    #expect((token.copy(with: nil) as? NSPersistentHistoryToken) == token)
    #expect(NSPersistentHistoryToken.supportsSecureCoding)
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    token.encode(with: archiver)
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(NSPersistentHistoryToken(coder: coder) == token)
    let empty = NSKeyedArchiver(requiringSecureCoding: true)
    let nothing = try NSKeyedUnarchiver(forReadingFrom: empty.encodedData)
    #expect(NSPersistentHistoryToken(coder: nothing) == nil)
  }

  /// A token of a transaction that is gone is an error, so that an app reads everything anew.
  @Test func aTokenExpiresWithItsHistory() throws {
    let context = try context()
    typealias Request = NSPersistentHistoryChangeRequest
    let old = try transactions(context, Request.fetchHistory(after: Date.distantPast))
    try context.execute(Request.deleteHistory(before: Date(timeIntervalSinceNow: 60)))
    do {
      _ = try transactions(context, Request.fetchHistory(after: old[0].token))
      Issue.record("a history that is gone was read")
    } catch let error as NSError {
      #expect(error.code == NSPersistentHistoryTokenExpiredError)
    }
  }

  @Test func aGenerationIsAValueThatCanBeCopied() throws {
    let current = NSQueryGenerationToken.current
    #expect((current.copy(with: nil) as? NSQueryGenerationToken) == current)
    #expect(current.hash == NSQueryGenerationToken.current.hash)
  }
}
