import CoreData
import Testing

/// SR-20 ff.: requests, their types and results, and what expressions and comparisons consist of.
@Suite struct RequestNamesTests {
  /// Source of the numbers: documented (`NSPersistentStoreRequestType`).
  @Test func requestsHaveTypesWithTheDocumentedNumbers() {
    let types: [NSPersistentStoreRequestType] = [
      .fetchRequestType, .saveRequestType, .batchInsertRequestType, .batchUpdateRequestType,
      .batchDeleteRequestType,
    ]
    #expect(types.map(\.rawValue) == [1, 2, 5, 6, 7])
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    let requests: [NSPersistentStoreRequest] = [
      fetch, NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil),
      NSBatchInsertRequest(entityName: "Book", objects: []),
      NSBatchUpdateRequest(entityName: "Book"), NSBatchDeleteRequest(fetchRequest: fetch),
    ]
    #expect(requests.map(\.requestType) == types)
    #expect(requests.allSatisfy { $0.affectedStores == nil })
  }

  @Test func aSaveRequestHasItsObjects() throws {
    let books = try Shop.filled().fetch(Book.fetchRequest())
    let request = NSSaveChangesRequest(
      inserted: [books[0]], updated: [books[1]], deleted: [books[2]], locked: [books[3]])
    #expect(request.insertedObjects == [books[0]] && request.updatedObjects == [books[1]])
    #expect(request.deletedObjects == [books[2]] && request.lockedObjects == [books[3]])
  }

  /// Source of the numbers: documented (`NSBatch…RequestResultType`).
  @Test func resultsOfBatchesHaveTypesWithTheDocumentedNumbers() throws {
    let inserts: [NSBatchInsertRequestResultType] = [.statusOnly, .objectIDs, .count]
    let updates: [NSBatchUpdateRequestResultType] = [
      .statusOnlyResultType, .updatedObjectIDsResultType, .updatedObjectsCountResultType,
    ]
    let deletes: [NSBatchDeleteRequestResultType] = [
      .resultTypeStatusOnly, .resultTypeObjectIDs, .resultTypeCount,
    ]
    #expect(inserts.map(\.rawValue) == [0, 1, 2] && updates.map(\.rawValue) == [0, 1, 2])
    #expect(deletes.map(\.rawValue) == [0, 1, 2])
    let context = try Shop.filled()
    let insert = NSBatchInsertRequest(entity: Book.entity(), objects: [["title": "Inserted"]])
    #expect(insert.resultType == .statusOnly && insert.entity?.name == "Book")
    #expect(insert.objectsToInsert?.count == 1)
    let inserted = try context.execute(insert)
    #expect((inserted as? NSBatchInsertResult)?.resultType == .statusOnly)
    #expect((inserted as? NSBatchInsertResult)?.result as? Bool == true)
    let update = NSBatchUpdateRequest(entity: Book.entity())
    #expect(update.resultType == .statusOnlyResultType && update.entity.name == "Book")
    update.propertiesToUpdate = ["pages": 1]
    let updated: NSPersistentStoreResult = try context.execute(update)
    #expect((updated as? NSBatchUpdateResult)?.resultType == .statusOnlyResultType)
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    #expect(delete.resultType == .resultTypeStatusOnly)
    let deleted = try context.execute(delete) as? NSBatchDeleteResult
    #expect(deleted?.result as? Bool == true && deleted?.resultType == .resultTypeStatusOnly)
    #expect(try context.count(for: Book.fetchRequest()) == 0)
  }

  @Test func rowsAreMadeByEachKindOfHandler() throws {
    let context = try Shop.filled()
    var count = 0
    func fill(_ row: NSMutableDictionary) -> Bool {
      count += 1
      row["title"] = "Row \(count)"
      return count.isMultiple(of: 3)
    }
    func fill(_ object: NSManagedObject) -> Bool {
      count += 1
      object.setValue("Object \(count)", forKey: "title")
      return count.isMultiple(of: 3)
    }
    let entity = Book.entity()
    let requests = [
      NSBatchInsertRequest(
        entityName: "Book", dictionaryHandler: { (row: NSMutableDictionary) in fill(row) }),
      NSBatchInsertRequest(
        entity: entity, dictionaryHandler: { (row: NSMutableDictionary) in fill(row) }),
      NSBatchInsertRequest(
        entityName: "Book", managedObjectHandler: { (object: NSManagedObject) in fill(object) }),
      NSBatchInsertRequest(
        entity: entity, managedObjectHandler: { (object: NSManagedObject) in fill(object) }),
    ]
    #expect(requests.map { $0.dictionaryHandler != nil } == [true, true, false, false])
    #expect(requests.map { $0.managedObjectHandler != nil } == [false, false, true, true])
    #expect(requests.allSatisfy { $0.entityName == "Book" && $0.objectsToInsert == nil })
    for request in requests {
      request.resultType = .count
      let result = try context.execute(request) as? NSBatchInsertResult
      #expect(result?.result as? Int == 2, "the row for which the handler is done is none")
      count = 0
    }
    #expect(try context.count(for: Book.fetchRequest()) == 13)
  }

  @Test func anUpdateLeavesOutSubentities() throws {
    let context = try Shop.filled()
    Guide(context: context).title = "Guide"
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Book")
    #expect(update.includesSubentities && update.entityName == "Book")
    update.includesSubentities = false
    update.propertiesToUpdate = ["pages": 7]
    update.resultType = .updatedObjectsCountResultType
    #expect(try (context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 5)
  }

  @Test func anAsynchronousFetchHasItsParts() async throws {
    let context = try Shop.container().newBackgroundContext()
    try context.performAndWait {
      Book(context: context).title = "Book"
      try context.save()
    }
    let titles = await withCheckedContinuation {
      (continuation: CheckedContinuation<[String], Never>) in
      context.perform {
        let request = NSAsynchronousFetchRequest<Book>(
          fetchRequest: Book.fetchRequest(),
          completionBlock: { result in
            #expect(result.operationError == nil && result.fetchRequest.estimatedResultCount == 9)
            continuation.resume(returning: result.finalResult?.compactMap(\.title) ?? [])
          })
        request.estimatedResultCount = 9
        #expect(request.completionBlock != nil && request.fetchRequest.entityName == "Book")
        do {
          let begun = try context.execute(request)
          #expect((begun as? NSPersistentStoreAsynchronousResult)?.progress != nil)
        } catch { continuation.resume(returning: ["\(error)"]) }
      }
    }
    #expect(titles == ["Book"])
  }

  @Test func anAsynchronousFetchIsCancelled() async throws {
    let context = try Shop.container().newBackgroundContext()
    let isDone = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      context.perform {
        let request = NSAsynchronousFetchRequest(fetchRequest: Book.fetchRequest()) { result in
          // The fetch may have ended before it was cancelled.
          let isCancelled =
            (result.operationError as? CocoaError)?.code == CocoaError.userCancelled
          continuation.resume(returning: isCancelled || result.finalResult?.isEmpty == true)
        }
        do {
          let begun = try context.execute(request) as? NSPersistentStoreAsynchronousResult
          begun?.cancel()
          #expect(begun?.progress?.isCancelled == true)
        } catch { continuation.resume(returning: false) }
      }
    }
    #expect(isDone)
  }

  /// Source of the numbers: documented (`NSFetchRequestResultType`).
  @Test func resultsOfFetchesHaveTypesWithTheDocumentedNumbers() throws {
    let types: [NSFetchRequestResultType] = [
      .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType,
      .countResultType,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2, 4])
    #expect(NSFetchRequestResultType(rawValue: 4) == .countResultType)
    let context = try Shop.filled()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.relationshipKeyPathsForPrefetching = ["author"]
    context.reset()
    let authors = try context.fetch(request).compactMap(\.author)
    #expect(authors.count == 5 && authors.allSatisfy { !$0.isFault })
  }

  @Test func comparisonsHaveModifiersAndOptions() throws {
    let modifiers = (0...2).map { NSComparisonPredicate.Modifier(rawValue: $0) }
    #expect(modifiers == [.direct, .all, .any])
    let options: [NSComparisonPredicate.Options] = [
      .caseInsensitive, .diacriticInsensitive, .normalized,
    ]
    #expect(options.map(\.rawValue) == [1, 2, 4])
    #expect(NSComparisonPredicate.Options(rawValue: 3) == [options[0], options[1]])
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "title"),
      rightExpression: NSExpression(forConstantValue: "Book"), modifier: .direct,
      type: NSComparisonPredicate.Operator.beginsWith, options: .normalized)
    #expect(predicate.comparisonPredicateModifier == .direct && predicate.options == .normalized)
    #expect(predicate.predicateFormat == "title BEGINSWITH[n] \"Book\"")
    #expect(predicate.evaluate(with: ["title": "Bookcase"]))
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(), requiringSecureCoding: false)
    let coder = try NSKeyedUnarchiver(forReadingFrom: data)
    #expect(NSComparisonPredicate(coder: coder) == nil, "predicates are not archived here")
  }

  /// Source of the numbers: documented (`NSExpression.ExpressionType`).
  @Test func expressionsHaveTypesWithTheDocumentedNumbers() {
    let (one, two) = (NSExpression(forConstantValue: [1]), NSExpression(forConstantValue: [2]))
    let block: NSExpression.Block = { object, _, _ in (object as? Int ?? 0) + 1 }
    let yes = NSPredicate(value: true)
    let expressions: [(NSExpression, NSExpression.ExpressionType, UInt)] = [
      (one, .constantValue, 0), (NSExpression.expressionForEvaluatedObject(), .evaluatedObject, 1),
      (NSExpression(forVariable: "x"), .variable, 2),
      (NSExpression(forKeyPath: "x"), .keyPath, 3),
      (NSExpression(forFunction: "now", arguments: []), .function, 4),
      (NSExpression(forUnionSet: one, with: two), .unionSet, 5),
      (NSExpression(forIntersectSet: one, with: two), .intersectSet, 6),
      (NSExpression(forMinusSet: one, with: two), .minusSet, 7),
      (
        NSExpression(forSubquery: one, usingIteratorVariable: "x", predicate: yes), .subquery, 13
      ),
      (NSExpression(forAggregate: [one]), .aggregate, 14),
      (NSExpression.expressionForAnyKey(), .anyKey, 15),
      (NSExpression(block: block, arguments: nil), .block, 19),
      (
        NSExpression(forConditional: yes, trueExpression: one, falseExpression: two), .conditional,
        20
      ),
    ]
    for (expression, type, number) in expressions {
      #expect(expression.expressionType == type && type.rawValue == number, "\(expression)")
    }
    let incremented = NSExpression(block: block, arguments: [])
    #expect(incremented.expressionValue(with: 4, context: nil) as? Int == 5)
    let sum = NSExpression(format: "%@ + %@", argumentArray: [3, 4])
    #expect(sum.expressionValue(with: nil, context: nil) as? Int == 7)
  }
}
