import CoreData

// Extensions of the classes of the model.

extension Contributor {
  static func fetchAll(in context: NSManagedObjectContext) throws -> [Contributor] {
    let request = NSFetchRequest<Contributor>(entityName: "Contributor")
    request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Contributor.name), ascending: true)]
    return try context.fetch(request)
  }

  @nonobjc class func request(email: String) -> NSFetchRequest<Contributor> {
    let request = NSFetchRequest<Contributor>(entityName: "Contributor")
    request.predicate = NSPredicate(format: "%K ==[c] %@", #keyPath(Contributor.email), email)
    return request
  }

  static var wellPaid: NSPredicate { NSPredicate(format: "feePerWord > %@", NSDecimalNumber(string: "0.5")) }
  static var badlyNamed: NSPredicate { NSPredicate(format: "fee > 3") }  // expect: predicate.unknown-key

  static func byEmail(_ email: String) -> NSPredicate {
    return NSPredicate(format: "email == %@", email)
  }

  static func byMail(_ email: String) -> NSPredicate {
    return NSPredicate(format: "mail == %@", email)  // expect: predicate.unknown-key
  }

  /// The class has the property, the entity has not.
  @objc var displayName: String { name + " <" + (email ?? "") + ">" }

  static func sorted() -> NSFetchRequest<Contributor> {
    let request = NSFetchRequest<Contributor>(entityName: "Contributor")
    request.sortDescriptors = [NSSortDescriptor(key: "displayName", ascending: true)]  // expect: scan.unknown-key
    return request
  }

  func recentArticles() -> [Article] {
    let request = Article.fetchRequest()
    request.predicate = NSPredicate(format: "author == %@", self)
    request.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    return (try? managedObjectContext?.fetch(request)) ?? []
  }

  func longestArticle() -> Article? {
    let sorted = (articles as? Set<Article>)?.sorted { $0.views > $1.views }
    return sorted?.first
  }

  /// A pattern, not a question for the store.
  var hasValidEmail: Bool {
    let pattern = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+"
    let predicate = NSPredicate(format: "SELF MATCHES %@", pattern)
    return predicate.evaluate(with: email)
  }

  func isLocal() -> Bool {
    NSPredicate(format: "SELF ENDSWITH[c] 'example.org'").evaluate(with: email)
  }

  func touch() {
    willChangeValue(forKey: "email")
    setPrimitiveValue(nil, forKey: "email")
    didChangeValue(forKey: "email")
    _ = primitiveValue(forKey: "mail")  // expect: scan.unknown-key
    didAccessValue(forKey: "email")
    let set = mutableSetValue(forKey: "articles")
    set.removeAllObjects()
    _ = mutableSetValue(forKey: "email")  // expect: scan.key-kind
    _ = value(forKey: "displayName")
    _ = self.value(forKey: "objectID")
    _ = self.value(forKeyPath: "articles.@count")
    _ = value(forKey: "fee")  // expect: scan.unknown-key
  }
}

extension Editor {
  static func onDesk(_ desk: Category) -> NSFetchRequest<Editor> {
    let request = NSFetchRequest<Editor>(entityName: "Editor")
    request.predicate = NSPredicate(format: "desk == %@ AND level BETWEEN {1, 9} AND email != nil", desk)
    return request
  }

  static func seniors() -> NSFetchRequest<Editor> {
    let request = NSFetchRequest<Editor>(entityName: "Editor")
    request.predicate = NSPredicate(format: "level > 5 AND sinse < %@", Date() as NSDate)  // expect: predicate.unknown-key
    request.sortDescriptors = [NSSortDescriptor(key: "articles.name", ascending: true)]  // expect: scan.sort-to-many
    return request
  }

  static func mixedUp() -> NSFetchRequest<Editor> {
    return NSFetchRequest<Editor>(entityName: "Tag")  // expect: scan.other-class
  }

  static func viaParent() -> NSFetchRequest<Contributor> {
    // An editor is a contributor.
    NSFetchRequest<Contributor>(entityName: "Editor")
  }
}

extension Person {
  /// Only a sub-entity has the property.
  static func withFee() -> NSFetchRequest<Person> {
    let request = NSFetchRequest<Person>(entityName: "Person")
    request.predicate = NSPredicate(format: "feePerWord > 1")  // expect: predicate.sub-entity-key
    return request
  }

  static func startingWith(_ letter: String) -> NSFetchRequest<Person> {
    let request = NSFetchRequest<Person>(entityName: "Person")
    request.predicate = NSPredicate(format: "name BEGINSWITH[cd] %@", letter)
    request.sortDescriptors = [
      NSSortDescriptor(key: "name", ascending: true, selector: #selector(NSString.caseInsensitiveCompare(_:))),
      NSSortDescriptor(key: "email", ascending: true),
    ]
    return request
  }
}
