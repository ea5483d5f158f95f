import CoreData
import MomentumTestSupport
import Testing

/// OG-912, for texts: a save, a batch request and a change of a related object compute them.
@Suite struct DerivedTextTests {
  private static func derived(_ name: String, _ expression: String) -> NSDerivedAttributeDescription
  {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.attributeType = .stringAttributeType
    attribute.derivationExpression = NSExpression(format: expression)
    attribute.isOptional = true
    return attribute
  }

  /// The model of the shop with three derived texts of books, and one of guides, which are books.
  private func context(_ folder: URL) throws -> NSManagedObjectContext {
    let model = try Shop.model()
    let book = try #require(model.entitiesByName["Book"])
    book.properties += [
      Self.derived("key", "canonical:(title)"), Self.derived("high", "uppercase:(title)"),
      Self.derived("writer", "lowercase:(author.name)"),
    ]
    model.entitiesByName["Guide"]?.properties.append(Self.derived("where", "uppercase:(place)"))
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: folder.appendingPathComponent("Shop.sqlite"))
    ]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    return container.viewContext
  }

  private func texts(_ context: NSManagedObjectContext) throws -> [String] {
    context.reset()
    let request = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
    return try context.fetch(request).map { book in
      ["key", "high", "writer"].map { book.value(forKey: $0) as? String ?? "-" }
        .joined(separator: " ")
    }
  }

  @Test func textsFollowTheirSources() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let context = try context(folder)
      let author = Author(context: context)
      author.name = "Émile"
      let book = Book(context: context)
      (book.title, book.pages, book.author) = ("Crème", 1, author)
      #expect(book.value(forKey: "key") == nil)
      try context.save()
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "key") as? String == "creme")
      let guide = Guide(context: context)
      (guide.title, guide.pages, guide.place) = ("Straße", 2, "Köln")
      try context.save()
      #expect(try texts(context) == ["creme CRÈME émile", "strasse STRASSE -"].map(folded))
      let again = try context.fetch(Book.fetchRequest())
      for one in again where one.pages == 1 { one.title = "Über" }
      try #require(again.first { $0.pages == 1 }?.author).name = "ZOLA"
      try context.save()
      #expect(try texts(context)[0] == "uber ÜBER zola")
      let guides = try context.fetch(NSFetchRequest<Guide>(entityName: "Guide"))
      #expect(guides.first?.value(forKey: "where") as? String == "KÖLN")
    }
  }

  /// Whether `ß` is folded to `ss` is left to the system's tables, which the predicates use, too.
  private func folded(_ text: String) -> String {
    let canonical = NSExpression(format: "canonical:('Straße')").expressionValue(
      with: nil, context: nil)
    return text.replacing("strasse", with: canonical as? String ?? "")
  }

  @Test func batchRequestsComputeTextsToo() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let context = try context(folder)
      let insert = NSBatchInsertRequest(
        entityName: "Book", objects: [["title": "Éa", "pages": 1], ["title": "Bé", "pages": 2]])
      _ = try context.execute(insert)
      #expect(try texts(context) == ["ea ÉA -", "be BÉ -"])
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["title": "Çe"]
      update.predicate = NSPredicate(format: "pages == 2")
      _ = try context.execute(update)
      #expect(try texts(context) == ["ea ÉA -", "ce ÇE -"])
      // The store is as Core Data would leave it: it has no trigger that Core Data cannot run.
      let bytes = try Data(contentsOf: folder.appendingPathComponent("Shop.sqlite"))
      #expect(bytes.range(of: Data("MomentumCanonical".utf8)) == nil)
    }
  }
}
