import CoreData
import Testing

/// OG-101 to OG-122: what an object is and says.
@Suite struct ManagedObjectTests {
  @Test func everyTypeOfValueComesBack() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let id = UUID()
    book.title = "Types"
    book.setValue(NSDecimalNumber(string: "12.50"), forKey: "cost")
    book.setValue(date, forKey: "published")
    book.setValue(id, forKey: "identifier")
    book.setValue(URL(string: "https://example.org/a"), forKey: "home")
    book.setValue(Data([1, 2, 3]), forKey: "cover")
    book.isRead = true
    book.price = 2.25
    book.keywords = ["a", "b"]
    try context.save()
    context.reset()

    let request = Book.fetchRequest()
    request.predicate = NSPredicate(format: "identifier == %@", id as any CVarArg)
    let found = try #require(try context.fetch(request).first)
    #expect(found.title == "Types" && found.isRead && found.price == 2.25)
    #expect(found.value(forKey: "cost") as? NSDecimalNumber == NSDecimalNumber(string: "12.5"))
    #expect(found.value(forKey: "published") as? Date == date)
    #expect(found.value(forKey: "identifier") as? UUID == id)
    #expect((found.value(forKey: "home") as? URL)?.absoluteString == "https://example.org/a")
    #expect(found.value(forKey: "cover") as? Data == Data([1, 2, 3]))
    #expect(found.value(forKey: "pages") as? Int == 0)
    #expect(found.keywords == ["a", "b"])
    #expect(found.author == nil)
  }

  /// A Mac raises an exception; a store's content must not stop a program here.
  @Test func aRowThatAnotherContextDeletedReadsAsEmpty() throws {
    let context = try Shop.filled()
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    other.shouldDeleteInaccessibleFaults = false
    let authors = NSFetchRequest<Author>(entityName: "Author")
    let author = try #require(try context.fetch(authors).first)
    let book = try #require(author.books.first)
    let theirs = other.object(with: book.objectID)
    let theirAuthor = other.object(with: author.objectID)
    context.delete(author)
    try context.save()
    #expect(theirs.value(forKey: "title") == nil)
    #expect(theirs.value(forKeyPath: "author.name") == nil)
    #expect((theirAuthor.value(forKey: "books") as? NSSet)?.count ?? 0 == 0)
    theirs.setValue("New", forKey: "title")
    #expect(theirs.committedValues(forKeys: ["title"])["title"] as? String == nil)
    #expect(throws: (any Error).self) { try other.existingObject(with: book.objectID) }
  }

  @Test func oneRowIsOneObject() throws {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
    let books = try context.fetch(request)
    let again = try context.fetch(request)
    #expect(zip(books, again).allSatisfy { $0 === $1 })
    #expect(books[0].author === books[1].author)
    #expect(books[0].author?.books.contains(books[2]) == true)
    #expect(context.object(with: books[0].objectID) === books[0])
    #expect(context.registeredObject(for: books[0].objectID) === books[0])
    let other = context.persistentStoreCoordinator.map { coordinator in
      let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      other.persistentStoreCoordinator = coordinator
      return other
    }
    let twin = try #require(other).existingObject(with: books[0].objectID)
    #expect(twin !== books[0] && twin.objectID == books[0].objectID)
  }

  @Test func hooksAreCalledInOrder() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    #expect(book.calls == ["awakeFromInsert"])
    book.title = "Hooks"
    try context.save()
    #expect(book.calls == ["awakeFromInsert", "willSave", "didSave"])
    context.refresh(book, mergeChanges: false)
    #expect(book.isFault)
    _ = book.title
    #expect(book.calls.last == "awakeFromFetch" && !book.isFault)
    context.delete(book)
    #expect(book.calls.last == "prepareForDeletion" && book.isDeleted)
    try context.save()
    #expect(book.managedObjectContext == nil && !book.isDeleted)
  }

  @Test func statesFollowTheObject() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    #expect(book.isInserted && book.hasChanges && book.objectID.isTemporaryID)
    #expect(book.objectID.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Book/t"))
    book.title = "States"
    try context.save()
    #expect(!book.isInserted && !book.hasChanges && !book.objectID.isTemporaryID)
    book.pages = 7
    #expect(book.isUpdated && book.changedValues()["pages"] as? Int == 7)
    #expect(book.committedValues(forKeys: ["pages"])["pages"] as? Int == 0)
    #expect(book.hasPersistentChangedValues)
    context.rollback()
    #expect(book.pages == 0 && !book.hasChanges)
    let uri = book.objectID.uriRepresentation()
    let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
    #expect(id == book.objectID && id?.entity.name == "Book")
    #expect(id?.persistentStore === context.persistentStoreCoordinator?.persistentStores.first)
  }

  @Test func subclassesComeFromTheModelsNames() throws {
    let context = try Shop.filled()
    let guide = Guide(context: context)
    guide.title = "Walks"
    guide.place = "Kyoto"
    let chapter = NSEntityDescription.insertNewObject(forEntityName: "Chapter", into: context)
    #expect(type(of: chapter) == NSManagedObject.self)
    #expect(
      type(of: NSEntityDescription.insertNewObject(forEntityName: "Author", into: context))
        == Author.self)
    try context.save()
    context.reset()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "title == 'Walks'")
    let found = try #require(try context.fetch(request).first)
    #expect((found as? Guide)?.place == "Kyoto")
    #expect(Guide.entity().name == "Guide")
  }

  @Test func orderedRelationshipsKeepTheirOrder() throws {
    let context = try Shop.filled()
    let book = Book(context: context)
    book.title = "Ordered"
    let chapters = ["b", "a", "c"].map { name in
      let chapter = NSEntityDescription.insertNewObject(forEntityName: "Chapter", into: context)
      chapter.setValue(name, forKey: "name")
      return chapter
    }
    book.chapters = NSOrderedSet(array: chapters)
    #expect(chapters[0].value(forKey: "book") as? Book === book)
    try context.save()
    context.refreshAllObjects()
    let names = book.chapters?.array.map {
      ($0 as? NSManagedObject)?.value(forKey: "name") as? String
    }
    #expect(names == ["b", "a", "c"])
  }

  @Test func anObjectWithoutAContextIsInsertedLater() throws {
    let context = try Shop.filled()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Book", in: context))
    let book = Book(entity: entity, insertInto: nil)
    book.title = "Later"
    #expect(book.managedObjectContext == nil && book.calls.isEmpty && !book.isInserted)
    context.insert(book)
    #expect(book.managedObjectContext === context && book.calls == ["awakeFromInsert"])
    try context.save()
    #expect(try context.count(for: Book.fetchRequest()) == 6)
  }

  @Test func changedObjectsAreKeptForTheContext() throws {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.predicate = NSPredicate(format: "pages == 10")
    func change() throws -> ObjectIdentifier {
      let book = try #require(try context.fetch(request).first)
      book.calls = ["mark"]
      book.title = "Changed"
      return ObjectIdentifier(book)
    }
    _ = try change()
    let changed = try #require(context.updatedObjects.first as? Book)
    #expect(changed.calls == ["mark"])
    try context.save()
  }

  @Test func keyPathsReachOtherObjects() throws {
    let context = try Shop.filled()
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    #expect(author.value(forKeyPath: "books.@count") as? Int == 5)
    #expect(author.value(forKeyPath: "books.@max.pages") as? Int == 50)
    let book = try #require(author.books.first)
    book.setValue("Bea", forKeyPath: "author.name")
    #expect(author.name == "Bea")
    #expect(author.dictionaryWithValues(forKeys: ["name"])["name"] as? String == "Bea")
  }

  @Test func mutableSetsChangeTheRelationship() throws {
    let context = try Shop.filled()
    let author = Author(context: context)
    let book = Book(context: context)
    book.title = "Set"
    let books = author.mutableSetValue(forKey: "books")
    books.add(book)
    #expect(book.author === author && books.count == 1 && books.contains(book))
    books.remove(book)
    #expect(book.author == nil && author.books.isEmpty)
    let chapters = book.mutableOrderedSetValue(forKey: "chapters")
    for name in ["a", "b"] {
      let chapter = NSEntityDescription.insertNewObject(forEntityName: "Chapter", into: context)
      chapter.setValue(name, forKey: "name")
      chapters.insert(chapter, at: 0)
    }
    let names = (0..<chapters.count).map { index in
      (chapters.object(at: index) as? NSManagedObject)?.value(forKey: "name") as? String
    }
    #expect(names == ["b", "a"] && chapters.array.count == 2)
    chapters.removeObject(at: 0)
    #expect(book.chapters?.count == 1)
    try context.save()
  }

  private func made<Object: NSManagedObject>(
    in context: NSManagedObjectContext, _ fill: (Object) -> Void
  ) -> Object {
    let object = Object(context: context)
    fill(object)
    return object
  }

  private final class Nobody: NSManagedObject {}

  @Test func genericCodeMakesObjects() throws {
    let context = try Shop.filled()
    let book: Book = made(in: context) { $0.title = "Made" }
    #expect(book.entity.name == "Book" && book.isInserted && book.title == "Made")
    let types: [NSManagedObject.Type] = [Author.self, Guide.self]
    let objects = types.map { $0.init(context: context) }
    #expect(objects[0] is Author && objects[1] is Guide)
    let alone = Book()
    #expect(alone.managedObjectContext == nil, "OG-123")
    #expect(Nobody.entity().name == nil, "no model has an entity of this class")
  }
}
