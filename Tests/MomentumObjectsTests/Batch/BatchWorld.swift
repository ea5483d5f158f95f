import MomentumModel
import MomentumSQL
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// A SQLite store of books with a coordinator and a context.
struct BatchWorld {
  static let entities = """
    <entity name="Book">
      <attribute name="title" attributeType="String"/>
      <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="5"
        minValueString="0" usesScalarValueType="YES"/>
      <attribute name="shelf" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
      <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
      <attribute name="mood" optional="YES" transient="YES" attributeType="String"/>
      <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
      <relationship name="chapters" optional="YES" toMany="YES" deletionRule="Cascade"
        destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
      <relationship name="genre" optional="YES" maxCount="1" deletionRule="Nullify"
        destinationEntity="Genre" inverseName="books" inverseEntity="Genre"/>
    </entity>
    <entity name="Novel" parentEntity="Book">
      <attribute name="plot" optional="YES" attributeType="String"/>
      <attribute name="pace" optional="YES" attributeType="Integer 16"
        usesScalarValueType="YES"/>
    </entity>
    <entity name="Author">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify"
        destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    </entity>
    <entity name="Chapter">
      <attribute name="text" optional="YES" attributeType="String"/>
      <relationship name="book" maxCount="1" deletionRule="Nullify"
        destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
    </entity>
    <entity name="Tag">
      <attribute name="word" optional="YES" attributeType="String"/>
      <relationship name="books" toMany="YES" deletionRule="Nullify"
        destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
    </entity>
    <entity name="Genre">
      <attribute name="word" optional="YES" attributeType="String"/>
      <relationship name="books" toMany="YES" deletionRule="Deny"
        destinationEntity="Book" inverseName="genre" inverseEntity="Book"/>
    </entity>
    <entity name="Item">
      <attribute name="code" attributeType="String"/>
      <attribute name="place" optional="YES" attributeType="String"/>
      <attribute name="count" optional="YES" attributeType="Integer 32"
        usesScalarValueType="YES"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/>
      </uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Thing" isAbstract="YES">
      <attribute name="name" optional="YES" attributeType="String"/>
    </entity>
    <composite name="Size">
      <attribute name="width" optional="YES" attributeType="Double"/>
      <attribute name="height" optional="YES" attributeType="Double"/>
    </composite>
    """

  let model: ModelPlan
  let store: SQLiteObjectStore
  let coordinator: StoreCoordinator
  let context: ObjectContext

  init(path: String? = nil, options: SQLiteStoreOptions = SQLiteStoreOptions()) throws {
    model = try ModelPlan(compiledModel(Self.entities))
    store = try SQLiteObjectStore(path: path, model: model, options: options)
    coordinator = StoreCoordinator(model)
    try coordinator.add(store)
    context = ObjectContext(coordinator)
  }

  static var tracking: SQLiteStoreOptions {
    var options = SQLiteStoreOptions()
    options.tracksHistory = true
    return options
  }

  /// Another context of the same coordinator.
  func other() -> ObjectContext { ObjectContext(coordinator) }

  /// A new object with texts; not saved.
  @discardableResult
  func insert(_ entity: String, _ texts: [String: String]) throws -> ManagedObject {
    let object = try context.insert(entity)
    for (key, text) in texts { object[key] = .string(text) }
    return object
  }

  /// Rows of a statement on the store's own connection.
  func rows(_ sql: String) throws -> [[SQLValue]] {
    try store.pool.write { try $0.rows(sql) }
  }

  func count(_ entity: String) throws -> Int { try context.count(ObjectRequest(entity)) }

  /// All of one column as text, in the order of the keys.
  func column(_ name: String, _ table: String) throws -> [String] {
    try rows("SELECT \(name) FROM \(table) ORDER BY Z_PK").map { row in
      switch row[0] {
      case .null: "-"
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): text
      case .blob(let bytes): "\(bytes)"
      }
    }
  }
}
