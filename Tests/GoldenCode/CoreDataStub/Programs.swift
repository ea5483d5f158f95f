// swift-format-ignore-file: AlwaysUseLowerCamelCase
// What the model layers of apps use of the module CoreData, beside generated code: names, parameters, optional
// results and thrown errors as Apple's documentation has them. Nothing here is ever run.
public import Foundation

// MARK: - Stack

public class NSPersistentContainer: NSObject {
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {}
  public var viewContext: NSManagedObjectContext { fatalError() }
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator { fatalError() }
  public var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
  public func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {}
  public func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {}
}

public class NSPersistentStoreDescription: NSObject {
  public init(url: URL) {}
}

public class NSPersistentStore: NSObject {}
public let NSSQLiteStoreType = "SQLite"

public class NSPersistentStoreCoordinator: NSObject {
  public var managedObjectModel: NSManagedObjectModel { fatalError() }
  public var persistentStores: [NSPersistentStore] { [] }
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {}
}

extension NSManagedObjectModel {
  public convenience init?(contentsOf url: URL) { nil }
  public func fetchRequestTemplate(forName name: String) -> NSFetchRequest<
    any NSFetchRequestResult
  >? { nil }
}

// MARK: - Contexts

public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
  public convenience init(concurrencyType: NSManagedObjectContextConcurrencyType) { self.init() }
  public var parent: NSManagedObjectContext? {
    get { nil }
    set {}
  }
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator? { nil }
  public var hasChanges: Bool { false }
  public func save() throws {}
  public func object(with objectID: NSManagedObjectID) -> NSManagedObject { fatalError() }
  public func fetch<Result: NSFetchRequestResult>(
    _ request: NSFetchRequest<Result>
  ) throws -> [Result] { [] }
  @discardableResult
  public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    fatalError()
  }
}

// MARK: - Requests

public class NSPersistentStoreRequest: NSObject {
  public var affectedStores: [NSPersistentStore]?
}

public class NSPersistentStoreResult: NSObject {}

public struct NSFetchRequestResultType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let dictionaryResultType = Self(rawValue: 2)
  public static let countResultType = Self(rawValue: 4)
}

public class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  public init(entityName: String) {}
  public var predicate: NSPredicate?
  public var sortDescriptors: [NSSortDescriptor]?
  public var fetchBatchSize = 0
  public var resultType = NSFetchRequestResultType(rawValue: 0)
  public var propertiesToFetch: [Any]?
}

public class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreResult {
  public var finalResult: [ResultType]? { nil }
}

public class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest
{
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {}
}

public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

public class NSBatchUpdateRequest: NSPersistentStoreRequest {
  public init(entityName: String) {}
  public var propertiesToUpdate: [AnyHashable: Any]?
  public var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
}

public class NSBatchUpdateResult: NSPersistentStoreResult {
  public var result: Any? { nil }
}

public class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {}
  public func performFetch() throws {}
}

// MARK: - Descriptions

public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer32AttributeType = 200
  case dateAttributeType = 900
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
}

public class NSPropertyDescription: NSObject {
  public var name = ""
}

public class NSAttributeDescription: NSPropertyDescription {
  public var attributeType = NSAttributeType.undefinedAttributeType
}

public class NSExpressionDescription: NSPropertyDescription {
  public var expression: CoreData.NSExpression?
  public var expressionResultType = NSAttributeType.undefinedAttributeType
}

extension NSEntityDescription {
  public var attributesByName: [String: NSAttributeDescription] { [:] }
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject { fatalError() }
}

extension NSManagedObject {
  /// Of `NSObject` on Apple's systems.
  public func setValue(_ value: Any?, forKey key: String) {}
}

// MARK: - Foundation, where Linux marks an initialiser as unavailable

extension NSPredicate {
  public convenience init(format predicateFormat: String, _ args: any CVarArg...) {
    self.init(value: true)
  }
}

extension NSSortDescriptor {
  public convenience init(key: String?, ascending: Bool) { fatalError() }
}

/// Foundation's class of this name has no initialiser on Linux, so the stand-in has one of its own.
public class NSExpression: NSObject {
  public init(forKeyPath keyPath: String) {}
  public init(forFunction name: String, arguments parameters: [Any]) {}
}
