import CoreData
import MomentumTestSupport
import Testing

/// Makes authors' names loud, and notes which methods were called.
final class LoudPolicy: NSEntityMigrationPolicy {
  nonisolated(unsafe) static var calls: [String] = []

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    Self.calls.append("begin \(manager.currentEntityMapping.name ?? "")")
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for author in made {
      let name = author.value(forKey: "name") as? String ?? ""
      author.setValue(name + "!" + (manager.userInfo?["mark"] as? String ?? ""), forKey: "name")
    }
  }

  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { Self.calls.append("made") }

  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { Self.calls.append("related") }

  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    if manager.userInfo?["fails"] != nil { throw NSError(domain: "Policy", code: 3) }
    Self.calls.append("checked")
  }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    Self.calls.append("end")
  }

  override func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? {
    method == "double:" ? (arguments.first as? Int ?? 0) * 2 : nil
  }
}

/// Migrations by objects: mappings that a program makes or changes, and policies.
@Suite(.serialized) struct PolicyTests {
  private static let policy = String(reflecting: LoudPolicy.self)

  private func newModel() throws -> NSManagedObjectModel {
    let model = try #require(Shop.model().copy() as? NSManagedObjectModel)
    let language = NSAttributeDescription()
    language.name = "language"
    language.attributeType = .stringAttributeType
    language.defaultValue = "en"
    model.entitiesByName["Book"]?.properties.append(language)
    return model
  }

  private func fill(_ url: URL, _ model: NSManagedObjectModel, _ type: String) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let author = Author(context: context)
    author.name = "Ann"
    for number in 1...3 {
      let book = number == 3 ? Guide(context: context) : Book(context: context)
      book.title = "Book \(number)"
      book.pages = Int32(number)
      book.keywords = ["a", "b"]
      book.author = author
      for index in 1...2 {
        let chapter = NSEntityDescription.insertNewObject(forEntityName: "Chapter", into: context)
        chapter.setValue("\(number).\(index)", forKey: "name")
        chapter.setValue(book, forKey: "book")
      }
    }
    coordinator.setMetadata(["app": "mine"], for: store)
    try context.save()
    try coordinator.remove(store)
  }

  private func expectAll(
    _ url: URL, _ model: NSManagedObjectModel, _ type: String, author: String, pages: [Int32]
  ) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    #expect(coordinator.metadata(for: store)["app"] as? String == "mine")
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let books = try context.fetch(request)
    #expect(books.map(\.title) == ["Book 1", "Book 2", "Book 3"])
    #expect(books.map(\.pages) == pages)
    #expect(books.last is Guide && books.first?.keywords == ["a", "b"])
    #expect(books.allSatisfy { $0.value(forKey: "language") as? String == "en" })
    #expect(books.allSatisfy { $0.author?.name == author && $0.author?.books.count == 3 })
    let names = books.flatMap { book in
      book.chapters?.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
        ?? []
    }
    #expect(names == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"])
    try coordinator.remove(store)
  }

  @Test(arguments: [NSSQLiteStoreType, NSXMLStoreType])
  func objectsAreMigratedByAChangedMapping(_ type: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let (old, new) = (try Shop.model(), try newModel())
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, old, type)
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      let author = try #require(
        mapping.entityMappings.first { $0.destinationEntityName == "Author" })
      #expect(author.mappingType == .copyEntityMappingType && author.sourceEntityName == "Author")
      #expect(mapping.entityMappingsByName[author.name] === author)
      #expect(author.sourceExpression != nil && author.relationshipMappings?.count == 1)
      author.entityMigrationPolicyClassName = Self.policy
      let book = try #require(
        mapping.entityMappings.first { $0.destinationEntityName == "Book" })
      let pages = try #require(book.attributeMappings?.first { $0.name == "pages" })
      #expect(pages.valueExpression != nil)
      pages.valueExpression = NSExpression(format: "$source.pages + 100")

      let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
      manager.userInfo = ["mark": "?"]
      LoudPolicy.calls = []
      try manager.migrateStore(
        from: url, sourceType: type, with: mapping, toDestinationURL: made, destinationType: type)
      #expect(manager.migrationProgress == 1)
      #expect(
        LoudPolicy.calls == ["begin \(author.name ?? "")", "made", "related", "checked", "end"])
      #expect(manager.sourceEntity(for: author) === old.entitiesByName["Author"])
      #expect(manager.destinationEntity(for: author) === new.entitiesByName["Author"])
      try expectAll(made, new, type, author: "Ann!?", pages: [101, 102, 3])
    }
  }

  @Test func aMappingIsMadeInCode() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, model, NSSQLiteStoreType)
      let title = NSPropertyMapping()
      title.name = "title"
      title.valueExpression = NSExpression(forConstantValue: "Same")
      let pages = NSPropertyMapping()
      pages.name = "pages"
      pages.valueExpression = NSExpression(
        format: "FUNCTION($entityPolicy, 'double:', $source.pages)")
      pages.userInfo = ["by": "hand"]
      let books = NSEntityMapping()
      books.name = "Books"
      books.mappingType = .customEntityMappingType
      books.sourceEntityName = "Book"
      books.destinationEntityName = "Book"
      books.entityMigrationPolicyClassName = Self.policy
      books.attributeMappings = [title, pages]
      books.sourceExpression = NSFetchRequestExpression.expression(
        forFetch: NSExpression(
          format: "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', "
            + "'Book', 'pages < 2')"),
        context: NSExpression(format: "$manager.sourceContext"), countOnly: false)
      let mapping = NSMappingModel()
      mapping.entityMappings = [books]
      // The policy of this test is one of authors.
      books.entityMigrationPolicyClassName = String(reflecting: DoublePolicy.self)
      try NSMigrationManager(sourceModel: model, destinationModel: model).migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
        destinationType: NSSQLiteStoreType)
      let container = NSPersistentContainer(name: "New", managedObjectModel: model)
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: made)]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let found = try container.viewContext.fetch(NSFetchRequest<Book>(entityName: "Book"))
      #expect(found.map(\.title) == ["Same"] && found.map(\.pages) == [2])
    }
  }

  @Test func aSubclassOfTheManagerHasMethodsForExpressions() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, model, NSSQLiteStoreType)
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: model, destinationModel: model)
      let author = mapping.entityMappings.first { $0.sourceEntityName == "Author" }
      author?.attributeMappings?.first { $0.name == "name" }?.valueExpression =
        NSExpression(format: "FUNCTION($manager, 'loud:', $source.name)")
      try LoudManager(sourceModel: model, destinationModel: model).migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
        destinationType: NSSQLiteStoreType)
      let container = NSPersistentContainer(name: "New", managedObjectModel: model)
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: made)]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let found = try container.viewContext.fetch(NSFetchRequest<Author>(entityName: "Author"))
      #expect(found.map(\.name) == ["ANN"])
    }
  }

  @Test func aPolicyReadsPrimitiveValuesOfRelatedObjects() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, model, NSSQLiteStoreType)
      let books = NSEntityMapping()
      books.name = "Books"
      books.mappingType = .customEntityMappingType
      books.sourceEntityName = "Book"
      books.destinationEntityName = "Book"
      books.entityMigrationPolicyClassName = String(reflecting: AuthorNamePolicy.self)
      let mapping = NSMappingModel()
      mapping.entityMappings = [books]
      try NSMigrationManager(sourceModel: model, destinationModel: model).migrateStore(
        from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
        destinationType: NSSQLiteStoreType)
      let container = NSPersistentContainer(name: "New", managedObjectModel: model)
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: made)]
      container.loadPersistentStores { _, error in #expect(error == nil) }
      let found = try container.viewContext.fetch(NSFetchRequest<Book>(entityName: "Book"))
      #expect(found.map(\.title) == ["by Ann", "by Ann"])
    }
  }

  @Test func anArgumentOfAMethodHasTheTypeOfItsParameter() throws {
    let method = Selector("mark:with:")
    let (text, missing): (String, String?) = (
      try method.argument(0, of: ["a", nil]), try method.argument(1, of: ["a", nil])
    )
    #expect(text == "a" && missing == nil)
    for arguments: [Any?] in [[], [nil], [Date()]] {
      do {
        let _: String = try method.argument(0, of: arguments)
        Issue.record("\(arguments) has a text")
      } catch let error as NSError {
        #expect(error.code == NSEntityMigrationPolicyError)
      }
    }
  }

  /// What a mapping model says may be from a file: a mistake in it is an error.
  @Test(arguments: [
    "$source.nothing", "$source.author.nothing", "FUNCTION($manager, 'nothing:', 'Book')",
    "FUNCTION($entityPolicy, 'nothing:', 'Book')",
    "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Book', 'pages <')",
    "FUNCTION($source.title, 'unheardOf:', 1)", "CAST($source.pages, 'Nonsense')", "$source.pages",
    "$source.author", "SUBQUERY($source.title, $x, $x.y == 1)",
  ])
  func aWrongExpressionIsAnError(expression: String) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, model, NSSQLiteStoreType)
      let title = NSPropertyMapping()
      title.name = "title"
      title.valueExpression = NSExpression(format: expression)
      let books = NSEntityMapping()
      books.name = "Books"
      books.mappingType = .customEntityMappingType
      books.sourceEntityName = "Book"
      books.destinationEntityName = "Book"
      books.attributeMappings = [title]
      books.entityMigrationPolicyClassName = String(reflecting: QuietPolicy.self)
      let mapping = NSMappingModel()
      mapping.entityMappings = [books]
      do {
        try NSMigrationManager(sourceModel: model, destinationModel: model).migrateStore(
          from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
          destinationType: NSSQLiteStoreType)
        Issue.record("\(expression) has a value")
      } catch let error as NSError {
        #expect(error.code == NSEntityMigrationPolicyError, "\(error)")
      }
      #expect(!FileManager.default.fileExists(atPath: made.path))
    }
  }

  @Test func aFailingPolicyLeavesNoStore() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = try Shop.model()
      let (url, made) = (folder.appendingPathComponent("Old"), folder.appendingPathComponent("New"))
      try fill(url, model, NSSQLiteStoreType)
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: model, destinationModel: model)
      let author = mapping.entityMappings.first { $0.destinationEntityName == "Author" }
      author?.entityMigrationPolicyClassName = Self.policy
      let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
      func migrate() throws {
        try manager.migrateStore(
          from: url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: made,
          destinationType: NSSQLiteStoreType)
      }
      manager.userInfo = ["fails": true]
      #expect(throws: NSError(domain: "Policy", code: 3)) { try migrate() }
      #expect(!FileManager.default.fileExists(atPath: made.path))
      author?.entityMigrationPolicyClassName = "Nowhere.Policy"
      do {
        try migrate()
        Issue.record("a policy without a class was run")
      } catch let error as NSError {
        #expect(error.code == NSEntityMigrationPolicyError)
      }
    }
  }
}

final class DoublePolicy: NSEntityMigrationPolicy {
  override func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? {
    method == "double:" ? (arguments.first as? Int ?? 0) * 2 : nil
  }
}

final class QuietPolicy: NSEntityMigrationPolicy {}

final class LoudManager: NSMigrationManager, @unchecked Sendable {
  override func value(ofMethod method: Selector, arguments: [Any?]) throws -> Any? {
    guard method == "loud:" else {
      return try super.value(ofMethod: method, arguments: arguments)
    }
    let text: String = try method.argument(0, of: arguments)
    return text.uppercased()
  }
}

final class AuthorNamePolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let author = source.value(forKey: "author") as? NSManagedObject
    let made = NSEntityDescription.insertNewObject(
      forEntityName: "Book", into: manager.destinationContext)
    let name = author?.primitiveValue(forKey: "name") as? String
    made.setValue("by \(name ?? "nobody")", forKey: "title")
    manager.associate(sourceInstance: source, withDestinationInstance: made, for: mapping)
  }
}
