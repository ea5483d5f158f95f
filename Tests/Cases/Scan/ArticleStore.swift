import CoreData
import Foundation

/// Fetches of one entity, as a store object has them.
final class ArticleStore {
  let container: NSPersistentContainer
  var context: NSManagedObjectContext { container.viewContext }
  private var page = 0
  private let pageSize = 20

  init(container: NSPersistentContainer) {
    self.container = container
  }

  // Typed requests

  func all() throws -> [Article] {
    let request = NSFetchRequest<Article>(entityName: "Article")
    request.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    return try context.fetch(request)
  }

  func pinned(limit: Int = 10) throws -> [Article] {
    let request: NSFetchRequest<Article> = Article.fetchRequest()
    request.predicate = NSPredicate(format: "isPinned == YES AND views > %d", limit)
    request.sortDescriptors = [
      NSSortDescriptor(key: "views", ascending: false),
      NSSortDescriptor(key: "name", ascending: true, selector: #selector(NSString.localizedStandardCompare(_:))),
    ]
    request.fetchLimit = limit
    return try context.fetch(request)
  }

  func misspelt() throws -> [Article] {
    let request: NSFetchRequest<Article> = Article.fetchRequest()
    request.predicate = NSPredicate(format: "isPined == YES")  // expect: predicate.unknown-key
    return try context.fetch(request)
  }

  func named(_ name: String, by author: Contributor?) throws -> Article? {
    let request = Article.fetchRequest()
    var predicates = [NSPredicate(format: "name ==[cd] %@", name)]
    if let author {
      predicates.append(NSPredicate(format: "author == %@", author))
      predicates.append(NSPredicate(format: "autor.name == %@", author.name))  // expect: predicate.unknown-key
    }
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  func search(_ words: String, since date: Date) -> [Article] {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Article")
    request.predicate = NSPredicate(
      format: "name CONTAINS[cd] %@ AND creationDate >= %@ AND (draft == nil OR draft == NO)",
      words, date as NSDate)
    request.relationshipKeyPathsForPrefetching = ["author", "tags", "category.parent"]
    let wrong = NSFetchRequest<NSFetchRequestResult>(entityName: "Article")
    wrong.predicate = NSPredicate(
      format: """
        name CONTAINS[cd] %@
          AND createdOn >= %@
        """,  // expect-previous: predicate.unknown-key
      words, date as NSDate)
    wrong.relationshipKeyPathsForPrefetching = ["author", "name"]  // expect: scan.key-kind
    return (try? context.fetch(request) as? [Article]) ?? []
  }

  func byTag(_ tag: Tag, in names: [String]) throws -> [Article] {
    let request = Article.fetchRequest() as! NSFetchRequest<Article>
    request.predicate = NSPredicate(format: "%@ IN tags AND ANY tags.name IN %@", tag, names)
    let other = Article.fetchRequest() as NSFetchRequest<Article>
    other.predicate = NSPredicate(format: "tags.name == %@", tag.name)  // expect: predicate.to-many
    let third = Article.fetchRequest()
    third.predicate = NSPredicate(format: "ANY tags.label == 'x'")  // expect: predicate.unknown-key
    return try context.fetch(request)
  }

  func controller() -> NSFetchedResultsController<Article> {
    let request = Article.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "category.name", ascending: true), NSSortDescriptor(keyPath: \Article.name, ascending: true)]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "category.name",
      cacheName: nil)
  }

  func badController() -> NSFetchedResultsController<Article> {
    let request = NSFetchRequest<Article>(entityName: "Artikle")  // expect: scan.unknown-entity
    let second = NSFetchRequest<Article>(entityName: "Article")
    second.sortDescriptors = [NSSortDescriptor(key: "categroy.name", ascending: true)]  // expect: scan.unknown-key
    _ = request
    return NSFetchedResultsController(
      fetchRequest: second, managedObjectContext: context,
      sectionNameKeyPath: "category.title",  // expect: scan.unknown-key
      cacheName: nil)
  }

  // The controller's own request

  lazy var results: NSFetchedResultsController<Article> = {
    let request = NSFetchRequest<Article>(entityName: "Article")
    request.predicate = NSPredicate(format: "author != nil")
    request.sortDescriptors = [NSSortDescriptor(key: "modifiedAt", ascending: false)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: self.context, sectionNameKeyPath: nil, cacheName: "articles")
    return controller
  }()

  func filter(by text: String) {
    results.fetchRequest.predicate = text.isEmpty ? nil : NSPredicate(format: "name BEGINSWITH[c] %@", text)
    self.results.fetchRequest.predicate = NSPredicate(format: "title BEGINSWITH[c] %@", text)  // expect: predicate.unknown-key
    try? results.performFetch()
  }

  // Counting, dictionaries, batches

  func count(minimum: Int) throws -> Int {
    let request = NSFetchRequest<NSNumber>(entityName: "Article")
    request.resultType = .countResultType
    request.predicate = NSPredicate(format: "views >= %ld", minimum)
    return try context.count(for: request)
  }

  func viewsByCategory() throws -> [[String: Any]] {
    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "views")])
    sum.expressionResultType = .integer64AttributeType
    let request = NSFetchRequest<NSDictionary>(entityName: "Article")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["category.name", sum]
    request.propertiesToGroupBy = ["category.name"]
    let other = NSFetchRequest<NSDictionary>(entityName: "Article")
    other.resultType = .dictionaryResultType
    other.propertiesToFetch = ["name", "viewCount"]  // expect: scan.unknown-key
    other.propertiesToGroupBy = ["kategorie"]  // expect: scan.unknown-key
    return []
  }

  func unpinAll() throws {
    let update = NSBatchUpdateRequest(entityName: "Article")
    update.predicate = NSPredicate(format: "isPinned == %@", NSNumber(value: true))
    update.propertiesToUpdate = ["isPinned": false, "views": 0]
    try context.execute(update)
    let wrong = NSBatchUpdateRequest(entity: Article.entity())
    wrong.propertiesToUpdate = ["isPined": false]  // expect: scan.unknown-key
    wrong.predicate = NSPredicate(format: "pinned == YES")  // expect: predicate.unknown-key
  }

  func deleteOld(before date: Date) throws {
    let request: NSFetchRequest<NSFetchRequestResult> = NSFetchRequest(entityName: "Article")
    request.predicate = NSPredicate(format: "creationDate < %@ AND attachments.@count == 0", date as CVarArg)
    let delete = NSBatchDeleteRequest(fetchRequest: request)
    try context.execute(delete)
  }

  func insertMany(_ names: [String]) {
    for name in names {
      let article = NSEntityDescription.insertNewObject(forEntityName: "Article", into: context) as! Article
      article.setValue(name, forKey: "name")
      article.setValue(UUID(), forKey: "identifier")
      article.setValue("many", forKey: "views")  // expect: scan.value-type
      article.setValue(Date(), forKey: "createdAt")  // expect: scan.unknown-key
    }
    _ = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)  // expect: scan.abstract-entity
    _ = NSEntityDescription.entity(forEntityName: "Artcle", in: context)  // expect: scan.unknown-entity
    _ = NSEntityDescription.entity(forEntityName: "Tag", in: context)
    _ = Person(context: context)  // expect: scan.abstract-entity
    _ = Editor(context: context)
  }
}
