import CoreData
import MomentumTestSupport
import Testing

/// A model of books, with stores for tests. The code that uses it compiles on a Mac, too.
enum Shop {
  static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier="1.0">
      <entity name="Author" representedClassName=".Author">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" \
    destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
      </entity>
      <entity name="Book" representedClassName="Book">
        <attribute name="title" attributeType="String" minValueString="2"/>
        <attribute name="pages" optional="YES" attributeType="Integer 32" \
    defaultValueString="0" usesScalarValueType="YES"/>
        <attribute name="price" optional="YES" attributeType="Double" \
    defaultValueString="1.5" usesScalarValueType="YES"/>
        <attribute name="cost" optional="YES" attributeType="Decimal"/>
        <attribute name="published" optional="YES" attributeType="Date"/>
        <attribute name="isRead" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
        <attribute name="identifier" optional="YES" attributeType="UUID"/>
        <attribute name="home" optional="YES" attributeType="URI"/>
        <attribute name="cover" optional="YES" attributeType="Binary"/>
        <attribute name="keywords" optional="YES" attributeType="Transformable"/>
        <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        <relationship name="chapters" optional="YES" toMany="YES" ordered="YES" \
    deletionRule="Cascade" destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter"/>
      </entity>
      <entity name="Chapter">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="book" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
      </entity>
      <entity name="Guide" representedClassName="Guide" parentEntity="Book">
        <attribute name="place" optional="YES" attributeType="String"/>
      </entity>
      <fetchRequest name="Cheap" entity="Book" predicateString="price &lt; $MAX"/>
      <configuration name="Texts">
        <memberEntity name="Chapter"/>
      </configuration>
    </model>
    """

  /// Runs a test with the file of the model in a folder of its own.
  static func withModelFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    try RepositoryFiles.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("Shop.xcdatamodel")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try contents.write(
        to: url.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
      return try body(url)
    }
  }

  static func model() throws -> NSManagedObjectModel {
    try withModelFile { try #require(NSManagedObjectModel(contentsOf: $0)) }
  }

  /// A container with a store in memory.
  static func container(_ type: String = NSSQLiteStoreType) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: try model())
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.type = type
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
  }

  /// A context with five saved books of one author.
  static func filled(_ type: String = NSSQLiteStoreType) throws -> NSManagedObjectContext {
    let context = try container(type).viewContext
    let author = Author(context: context)
    author.name = "Ann"
    for number in 1...5 {
      let book = Book(context: context)
      book.title = "Book \(number)"
      book.pages = Int32(number * 10)
      book.isRead = number.isMultiple(of: 2)
      book.author = author
    }
    try context.save()
    return context
  }
}

final class Author: NSManagedObject {
  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }
  var books: Set<Book> {
    get { value(forKey: "books") as? Set<Book> ?? [] }
    set { setValue(newValue, forKey: "books") }
  }
}

class Book: NSManagedObject {
  /// The hooks that were called.
  var calls: [String] = []

  @nonobjc class func fetchRequest() -> NSFetchRequest<Book> {
    NSFetchRequest<Book>(entityName: "Book")
  }

  var title: String? {
    get { value(forKey: "title") as? String }
    set { setValue(newValue, forKey: "title") }
  }
  var pages: Int32 {
    get { value(forKey: "pages") as? Int32 ?? 0 }
    set { setValue(newValue, forKey: "pages") }
  }
  var price: Double {
    get { value(forKey: "price") as? Double ?? 0 }
    set { setValue(newValue, forKey: "price") }
  }
  var isRead: Bool {
    get { value(forKey: "isRead") as? Bool ?? false }
    set { setValue(newValue, forKey: "isRead") }
  }
  var keywords: [String]? {
    get { value(forKey: "keywords") as? [String] }
    set { setValue(newValue, forKey: "keywords") }
  }
  var author: Author? {
    get { value(forKey: "author") as? Author }
    set { setValue(newValue, forKey: "author") }
  }
  var chapters: NSOrderedSet? {
    get { value(forKey: "chapters") as? NSOrderedSet }
    set { setValue(newValue, forKey: "chapters") }
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    calls.append("awakeFromInsert")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    calls.append("awakeFromFetch")
  }

  override func willSave() {
    super.willSave()
    calls.append("willSave")
  }

  override func didSave() {
    super.didSave()
    calls.append("didSave")
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    calls.append("prepareForDeletion")
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    if title == "Forbidden" { throw NSError(domain: "Shop", code: 7) }
  }
}

final class Guide: Book {
  var place: String? {
    get { value(forKey: "place") as? String }
    set { setValue(newValue, forKey: "place") }
  }
}
