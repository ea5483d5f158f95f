import CoreData
import Testing

/// OG-501 to OG-516: requests, predicates and sort descriptors under Apple's names.
@Suite struct RequestTests {
  private func titles(
    _ context: NSManagedObjectContext, _ predicate: NSPredicate?,
    _ sorts: [NSSortDescriptor] = [NSSortDescriptor(key: "title", ascending: true)]
  ) throws -> [String] {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = sorts
    return try context.fetch(request).compactMap(\.title)
  }

  @Test(arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
  func predicatesFindWhatTheySay(_ type: String) throws {
    let context = try Shop.filled(type)
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    let formats: [(NSPredicate, [String])] = [
      (NSPredicate(format: "pages > %d", 30), ["Book 4", "Book 5"]),
      (NSPredicate(format: "title IN %@", ["Book 1", "Book 9"]), ["Book 1"]),
      (NSPredicate(format: "%K == %@ AND pages < %d", "author.name", "Ann", 20), ["Book 1"]),
      (NSPredicate(format: "author == %@ AND pages = 20", author), ["Book 2"]),
      (NSPredicate(format: "author == %@ AND pages = 20", author.objectID), ["Book 2"]),
      (NSPredicate(format: "isRead == YES"), ["Book 2", "Book 4"]),
      (NSPredicate(format: "isRead == %@", NSNumber(value: true)), ["Book 2", "Book 4"]),
      (NSPredicate(format: "pages == %@", argumentArray: [30]), ["Book 3"]),
      (NSPredicate(format: "pages == $P").withSubstitutionVariables(["P": 40]), ["Book 4"]),
      (NSPredicate(value: false), []),
      (
        NSPredicate(format: "published == nil AND pages BETWEEN %@", [10, 20]),
        ["Book 1", "Book 2"]
      ),
    ]
    for (predicate, expected) in formats {
      #expect(try titles(context, predicate) == expected, "\(predicate)")
    }
  }

  @Test func compoundsKeepTheirParts() throws {
    let context = try Shop.filled()
    let small = NSPredicate(format: "pages < %d", 30)
    let read = NSPredicate(format: "isRead == %@", NSNumber(value: true))
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [small, read])
    let any = NSCompoundPredicate(type: .or, subpredicates: [small, read])
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: any)
    #expect(try titles(context, both) == ["Book 2"])
    #expect(try titles(context, any) == ["Book 1", "Book 2", "Book 4"])
    #expect(try titles(context, not) == ["Book 3", "Book 5"])
    #expect(try titles(context, NSCompoundPredicate(andPredicateWithSubpredicates: [])).count == 5)
    #expect(try titles(context, NSCompoundPredicate(orPredicateWithSubpredicates: [])).isEmpty)
  }

  /// Programs join conditions as texts, or take a format apart.
  @Test func compoundsHaveFormats() throws {
    let small = NSPredicate(format: "pages < %d", 30)
    let ann = NSPredicate(format: "author.name ==[c] %@", "Ann")
    let either = NSCompoundPredicate.withFormat(orPredicateWithSubpredicates: [small, ann])
    #expect("\(either)" == "pages < 30 OR author.name ==[c] \"Ann\"")
    let parts = [
      either, NSCompoundPredicate.withFormat(notPredicateWithSubpredicate: either),
      NSCompoundPredicate.withFormat(type: .and, subpredicates: [small]), NSPredicate(value: true),
    ]
    let all = NSCompoundPredicate.withFormat(andPredicateWithSubpredicates: parts)
    #expect(
      "\(all)" == """
        (pages < 30 OR author.name ==[c] "Ann") AND \
        (NOT (pages < 30 OR author.name ==[c] "Ann")) AND pages < 30 AND TRUEPREDICATE
        """)
    #expect(all == NSPredicate(format: "\(all)") && NSPredicate(format: "\(all)") == all)
    #expect(all != either && all.copy() as? NSPredicate === all)
    let block = NSPredicate { _, _ in true }
    let mixed = NSCompoundPredicate.withFormat(andPredicateWithSubpredicates: [either, block])
    #expect("\(mixed)".hasPrefix("(pages < 30 OR author.name ==[c] \"Ann\") AND "))
    #expect(
      try titles(Shop.filled(), either) == titles(Shop.filled(), NSPredicate(format: "\(either)")))
  }

  @Test func aFormatWithAndIsACompound() throws {
    let author = "Ann"
    let format = "(pages > %d AND %K == $TITLE) AND NOT author.name == %@"
    let whole = NSPredicate(format: format, argumentArray: [20, "title", author])
    let compound = try #require(whole as? NSCompoundPredicate)
    #expect(compound.compoundPredicateType == .and && compound.subpredicates.count == 2)
    let inner = try #require(compound.subpredicates.first as? NSCompoundPredicate)
    let last = try #require(inner.subpredicates.last as? NSComparisonPredicate)
    #expect(last.leftExpression.keyPath == "title" && "\(last)" == "title == $TITLE")
    let not = try #require(compound.subpredicates.last as? NSCompoundPredicate)
    #expect(not.compoundPredicateType == .not && "\(not)" == "NOT author.name == \"Ann\"")
    let filled = whole.withSubstitutionVariables(["TITLE": "Book 2"])
    #expect("\(filled)".hasPrefix("(pages > 20 AND title == $TITLE)"))
    #expect(NSPredicate(value: true) is NSCompoundPredicate == false)
  }

  @Test func predicatesAreEvaluatedInMemory() throws {
    let context = try Shop.filled()
    let books = try context.fetch(Book.fetchRequest())
    let predicate = NSPredicate(format: "pages > %d AND author.name BEGINSWITH[c] 'a'", 30)
    #expect(books.filter { predicate.evaluate(with: $0) }.count == 2)
    #expect(NSPredicate(format: "SELF MATCHES %@", "[a-z]+").evaluate(with: "word"))
    #expect(
      NSPredicate(format: "name == 'Ann' AND age > 3").evaluate(with: ["name": "Ann", "age": 4]))
    struct Point { var x = 3 }
    #expect(NSPredicate(format: "x == 3").evaluate(with: Point()))
    #expect(
      NSPredicate(format: "x == $X").evaluate(with: Point(), substitutionVariables: ["X": 3]))
    #expect(predicate == NSPredicate(format: "pages > 30 AND author.name BEGINSWITH[c] \"a\""))
    #expect(predicate.description == "pages > 30 AND author.name BEGINSWITH[c] \"a\"")
  }

  @Test func sortDescriptorsSort() throws {
    let context = try Shop.filled()
    let byPages = NSSortDescriptor(key: #"pages"#, ascending: false)
    #expect(try titles(context, nil, [byPages]).first == "Book 5")
    let byPath = NSSortDescriptor(keyPath: \Book.title, ascending: false)
    #expect(byPath.key == "title")
    #expect(try titles(context, nil, [byPath]).first == "Book 5")
    let standard = NSSortDescriptor(
      key: "title", ascending: true, selector: Selector("localizedStandardCompare:"))
    #expect(standard.selector == "localizedStandardCompare:")
    #expect(try titles(context, nil, [standard]).first == "Book 1")
    let books = try context.fetch(Book.fetchRequest())
    #expect(byPages.compare(books[0], to: books[0]) == .orderedSame)
    let reversed = byPages.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.ascending == true && reversed?.key == "pages")
  }

  @Test func resultsHaveTheTypeOfTheRequest() throws {
    let context = try Shop.filled()
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
    ids.resultType = .managedObjectIDResultType
    #expect(try context.fetch(ids).count == 5)
    let number = NSFetchRequest<NSNumber>(entityName: "Book")
    number.resultType = .countResultType
    #expect(try context.fetch(number).first?.intValue == 5)

    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = NSExpression(
      forFunction: "sum:", arguments: [NSExpression(forKeyPath: "pages")])
    sum.expressionResultType = .integer32AttributeType
    let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Book")
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = [sum]
    #expect(try context.fetch(dictionaries).first?["total"] as? Int == 150)
    dictionaries.propertiesToFetch = ["isRead", sum]
    dictionaries.propertiesToGroupBy = ["isRead"]
    dictionaries.havingPredicate = NSPredicate(
      format: "%@ > %d", NSExpression(forVariable: "total"), 80)
    let groups = try context.fetch(dictionaries)
    #expect(groups.map { $0["total"] as? Int } == [90])
    let any = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    #expect(try context.fetch(any).first is Book)
  }

  @Test func templatesTakeVariables() throws {
    let context = try Shop.filled()
    let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
    let cheap = try #require(
      model.fetchRequestFromTemplate(withName: "Cheap", substitutionVariables: ["MAX": 3.0]))
    #expect(try context.count(for: cheap) == 5)
    let none = try #require(
      model.fetchRequestFromTemplate(withName: "Cheap", substitutionVariables: ["MAX": 1]))
    #expect(try context.count(for: none) == 0)
  }

  @Test func limitsAndPendingChangesFollowTheRequest() throws {
    let context = try Shop.filled()
    Book(context: context).title = "Aaa"
    let request = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    #expect(try context.fetch(request).first?.title == "Aaa")
    request.includesPendingChanges = false
    #expect(try context.count(for: request) == 5)
    request.fetchOffset = 1
    request.fetchLimit = 2
    #expect(try context.fetch(request).compactMap(\.title) == ["Book 2", "Book 3"])
    let copy = try #require(request.copy() as? NSFetchRequest<Book>)
    #expect(copy.fetchLimit == 2 && copy.entityName == "Book")
  }

  @Test func requestsBeginAsAppleDocumentsThem() {
    let request = NSFetchRequest<Book>(entityName: "Book")
    #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
    #expect(request.includesSubentities && request.includesPendingChanges)
    #expect(request.includesPropertyValues && request.returnsObjectsAsFaults)
    #expect(!request.returnsDistinctResults && !request.shouldRefreshRefetchedObjects)
    #expect(request.resultType == .managedObjectResultType)
  }
}
