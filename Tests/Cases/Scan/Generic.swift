import CoreData

/// Access by generic code, as many apps have it.
final class Repository<Object: NSManagedObject> {
  let context: NSManagedObjectContext
  init(_ context: NSManagedObjectContext) { self.context = context }

  func find(_ predicate: NSPredicate? = nil, sortedBy key: String = "name") throws -> [Object] {
    let request = NSFetchRequest<Object>(entityName: String(describing: Object.self))
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return try context.fetch(request)
  }
}

extension NSManagedObjectContext {
  func all<T: NSManagedObject>(_ type: T.Type, where predicate: NSPredicate? = nil) -> [T] {
    let request = NSFetchRequest<T>(entityName: "\(type)")
    request.predicate = predicate
    return (try? fetch(request)) ?? []
  }

  func count(entityName: String, predicate: NSPredicate?) -> Int {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: entityName)
    request.predicate = predicate
    return (try? count(for: request)) ?? 0
  }
}

protocol Fetchable: NSManagedObject {
  static var entityName: String { get }
}

extension Fetchable {
  static func fetch(_ context: NSManagedObjectContext, matching predicate: NSPredicate, orderedBy sort: [NSSortDescriptor] = []) -> [Self] {
    let request = NSFetchRequest<Self>(entityName: entityName)
    request.predicate = predicate
    return (try? context.fetch(request)) ?? []
  }
}

extension Tag: Fetchable {
  static var entityName: String { "Tag" }
}

extension Category: Fetchable {
  static let entityName = "Kategory"  // expect: scan.unknown-entity
}

final class Reports {
  let articles: Repository<Article>
  let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = context
    articles = Repository<Article>(context)
  }

  func run() throws {
    _ = try articles.find(NSPredicate(format: "views > 10"))
    _ = try articles.find(NSPredicate(format: "clicks > 10"))  // expect: predicate.unknown-key
    _ = try Repository<Editor>(context).find(NSPredicate(format: "level == 1"))
    _ = context.all(Tag.self, where: NSPredicate(format: "name == 'a'"))
    _ = context.all(Tag.self, where: NSPredicate(format: "title == 'a'"))  // expect: predicate.unknown-key
    _ = context.count(entityName: "Attachment", predicate: NSPredicate(format: "isDownloaded == NO"))
    _ = context.count(entityName: "Attachement", predicate: nil)  // expect: scan.unknown-entity
    _ = Tag.fetch(context, matching: NSPredicate(format: "name BEGINSWITH 'b'"), orderedBy: [NSSortDescriptor(key: "name", ascending: true)])
    _ = Tag.fetch(context, matching: NSPredicate(format: "nme BEGINSWITH 'b'"))  // expect: predicate.unknown-key
    let request = NSFetchRequest<Category>(entityName: Category.entityName)
    let tags = NSFetchRequest<Tag>(entityName: Tag.entityName)
    tags.predicate = NSPredicate(format: "articles.@count > 0")
    _ = request
  }

  func templates(_ model: NSManagedObjectModel) {
    _ = model.fetchRequestFromTemplate(withName: "latest", substitutionVariables: ["SINCE": Date(), "WORDS": "a"])
    _ = model.fetchRequestFromTemplate(withName: "latest", substitutionVariables: ["SINCE": Date()])  // expect: scan.missing-variable
    _ = model.fetchRequestFromTemplate(withName: "named", substitutionVariables: ["NAMES": ["a"], "NAME": 1])  // expect: scan.surplus-variable
    _ = model.fetchRequestTemplate(forName: "bigAttachments")
    _ = model.fetchRequestTemplate(forName: "bigAttachment")  // expect: scan.unknown-fetch-request
    _ = model.entitiesByName["Article"]?.relationshipsByName["tags"]
    _ = model.entitiesByName["Articel"]  // expect: scan.unknown-entity
  }

  func fallback() {
    let unknown = makeRequest()
    unknown.predicate = NSPredicate(format: "name == 'x' AND views > 3")
    unknown.predicate = NSPredicate(format: "viewz > 3")  // expect: scan.key-in-no-entity
  }

  private func makeRequest() -> NSFetchRequest<NSFetchRequestResult> {
    fatalError()
  }

  // momentum:disable scan.key-in-no-entity - the objects are of a plug-in
  func switchedOff() {
    let request = makeRequest()
    request.predicate = NSPredicate(format: "pluginKey == 1")
    // momentum:disable:next unknown-entity
    _ = NSFetchRequest<Tag>(entityName: "Plugin")
    _ = NSFetchRequest<Tag>(entityName: "Plugin2")  // momentum:disable:this all
    _ = NSFetchRequest<Tag>(entityName: "Plugin3")
    // momentum:disable:previous scan.*
  }
  // momentum:enable scan.key-in-no-entity

  func switchedOn() {
    let request = makeRequest()
    request.predicate = NSPredicate(format: "pluginKey == 1")  // expect: scan.key-in-no-entity
    // momentum:disable:next unknown-entty - a reason // expect: scan.unknown-command
    // momentum:disabled all // expect: scan.unknown-command
  }
}

/// Objects of which only the base class is known, and texts that change.
final class Loose {
  var people: [NSManagedObject] = []
  var searchText = ""

  func show(_ row: Int, in context: NSManagedObjectContext) {
    let thing = people[row]
    _ = thing.value(forKeyPath: "name")
    _ = thing.value(forKeyPath: "pseudonym")  // expect: scan.key-in-no-entity
    let request = Article.fetchRequest()
    request.predicate = .init(format: "name == %@", searchText)
    request.predicate = .init(format: "nme == %@", searchText)  // expect: predicate.unknown-key
    request.predicate = NSPredicate(format: "name == '\(searchText)'")  // expect: scan.quoted-interpolation
    let attachments = Attachment.fetchRequest()
    attachments.predicate = NSPredicate(format: "size > 3")  // expect: predicate.bare-position
    attachments.predicate = NSPredicate(format: "#size > 3")
  }
}
