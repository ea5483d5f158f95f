import CoreData
import GoldenNewsroomClasses
import MomentumTestSupport
import Testing

/// CL-7 and CL-12: classes that `momentum generate` wrote for Macs and Linux, in a module of their own.
@Suite struct GeneratedClassTests {
  private func context() throws -> NSManagedObjectContext {
    let url = RepositoryFiles.url("Models/Newsroom.xcdatamodeld")
    let container = NSPersistentContainer(
      name: "Newsroom", managedObjectModel: try #require(NSManagedObjectModel(contentsOf: url)))
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container.viewContext
  }

  /// CL-7: nothing in this test names the class before the object is made.
  @Test func aClassIsFoundByTheNameInTheModel() throws {
    let context = try context()
    let object = NSEntityDescription.insertNewObject(forEntityName: "Editor", into: context)
    #expect(String(reflecting: type(of: object)) == "GoldenNewsroomClasses.Editor")
    #expect(object is Editor && object is Person)
  }

  @Test func attributesHaveTheTypesOfTheirAccessors() throws {
    let context = try context()
    let article = Article(context: context)
    #expect(article.name == nil && article.views == 0 && !article.isPinned)
    #expect(article.tags == NSSet() && article.attachments == NSOrderedSet())
    let (date, identifier) = (Date(timeIntervalSinceReferenceDate: 5), UUID())
    article.name = "Tea"
    article.views = 7
    article.isPinned = true
    article.draft = true
    article.creationDate = date
    article.identifier = identifier
    article.url = URL(string: "https://example.org/tea")
    article.tagList = ["green", "black"]
    article.layout = ["columns": 3]
    #expect(article.name == "Tea" && article.views == 7 && article.isPinned)
    #expect(article.draft == true && article.creationDate == date)
    #expect(article.identifier == identifier && article.url?.host == "example.org")
    #expect(article.tagList == ["green", "black"])
    #expect(article.layout?["columns"] as? Int == 3)
    article.name = nil
    #expect(article.name == nil && article.value(forKey: "name") == nil)
    // A store may lack any value, and its archives may hold other classes than the program expects.
    article.setValue(nil, forKey: "creationDate")
    article.setValue(nil, forKey: "identifier")
    let missing: Date = article.managedValue(forKey: "creationDate")
    let zeros: UUID = article.managedValue(forKey: "identifier")
    #expect(missing == Date(timeIntervalSinceReferenceDate: 0))
    #expect(zeros.uuidString == "00000000-0000-0000-0000-000000000000")
    article.setValue(NSNumber(value: 5), forKey: "tagList")
    #expect(article.tagList == nil)
  }

  @Test func membersOfASetAreAddedAndRemoved() throws {
    let context = try context()
    let (one, other) = (Article(context: context), Article(context: context))
    let category = Category(context: context)
    category.addToArticles(one)
    category.addToArticles(NSSet(array: [other]))
    #expect(category.articles == NSSet(array: [one, other]) && other.category === category)
    category.removeFromArticles(one)
    #expect(category.articles == NSSet(array: [other]) && one.category == nil)
    category.removeFromArticles(NSSet(array: [other]))
    #expect(category.articles == NSSet())
  }

  @Test func membersOfAnOrderedSetKeepTheirPlaces() throws {
    let context = try context()
    let tag = Tag(context: context)
    let articles = (0..<5).map { number in
      let article = Article(context: context)
      article.name = "\(number)"
      return article
    }
    var names: [String?] { (tag.articles?.array as? [Article])?.map(\.name) ?? [] }
    tag.addToArticles(articles[0])
    tag.addToArticles(NSOrderedSet(array: [articles[1], articles[2]]))
    tag.insertIntoArticles(articles[3], at: 0)
    #expect(names == ["3", "0", "1", "2"])
    tag.removeFromArticles(at: 1)
    tag.replaceArticles(at: 0, with: articles[4])
    #expect(names == ["4", "1", "2"])
    let ends = NSMutableIndexSet(index: 0)
    ends.add(4)
    tag.insertIntoArticles([articles[0], articles[3]], at: ends)
    #expect(names == ["0", "4", "1", "2", "3"])
    tag.replaceArticles(at: NSIndexSet(index: 0), with: [articles[0]])
    tag.removeFromArticles(at: ends)
    #expect(names == ["4", "1", "2"])
    tag.removeFromArticles(NSOrderedSet(array: [articles[4], articles[2]]))
    tag.removeFromArticles(articles[1])
    #expect(names.isEmpty && articles[1].tags == NSSet())
  }

  @Test func typedRequestsFindSubEntities() throws {
    let context = try context()
    let editor = Editor(context: context)
    editor.name = "Ann"
    try context.save()
    let people = try context.fetch(Person.fetchRequest())
    #expect(people.map(\.name) == ["Ann"] && people.first === editor)
  }

  /// CL-4: the functions for stored requests return requests of their class.
  @Test func storedRequestsHaveTheirTypes() throws {
    let context = try context()
    let (article, tag) = (Article(context: context), Tag(context: context))
    tag.name = "tea"
    article.addToTags(tag)
    _ = Article(context: context)
    let found = try context.fetch(try Article.articlesWithTag(tag: "tea"))
    #expect(found == [article])
    #expect(throws: NewsroomRequestError.self) {
      try Article.articlesWithTag(tag: "tea", from: NSManagedObjectModel())
    }
  }

  /// A class whose name in the model is that of `@objc(Name)`.
  @Test func anObjectiveCNameFindsItsClass() throws {
    let entity = NSEntityDescription()
    entity.name = "Gadget"
    entity.managedObjectClassName = "CDGadget"
    let level = NSAttributeDescription()
    level.name = "level"
    level.attributeType = .integer16AttributeType
    let made = NSAttributeDescription()
    made.name = "made"
    made.attributeType = .dateAttributeType
    entity.properties = [level, made]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let object = NSEntityDescription.insertNewObject(forEntityName: "Gadget", into: context)
    let gadget = try #require(object as? RenamedGadget)
    // An enum with `@objc` is a number, and a scalar date its seconds.
    #expect(gadget.level == .low && gadget.made == 0)
    gadget.level = .high
    gadget.made = 12.5
    #expect(gadget.value(forKey: "level") as? Int == 2 && gadget.level == .high)
    #expect(gadget.value(forKey: "made") as? Date == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(gadget.made == 12.5)
  }
}

enum GadgetLevel: Int16 {
  case low = 0
  case high = 2
}

class RenamedGadget: NSManagedObject {
  override class var objectiveCName: String { "CDGadget" }

  var level: GadgetLevel {
    get { managedValue(forKey: "level") }
    set { setManagedValue(newValue, forKey: "level") }
  }
  var made: TimeInterval {
    get { managedValue(forKey: "made") }
    set { setManagedValue(newValue, forKey: "made") }
  }
}
