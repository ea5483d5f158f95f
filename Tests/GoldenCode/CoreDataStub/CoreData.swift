// A stand-in for the module CoreData with as much as generated code uses. It is outside all targets:
// a test compiles it, and then generated Core Data code against it. Nothing here is ever run.
public import Foundation

open class NSManagedObject: NSObject {
  public func willAccessValue(forKey key: String?) {}
  public func didAccessValue(forKey key: String?) {}
  public func willChangeValue(forKey key: String) {}
  public func didChangeValue(forKey key: String) {}
  public func primitiveValue(forKey key: String) -> Any? { nil }
  public func setPrimitiveValue(_ value: Any?, forKey key: String) {}
}

public class NSManagedObjectID: NSObject {}

public struct NSFetchRequestResultType: Sendable {
  public static let managedObjectResultType = NSFetchRequestResultType()
  public static let managedObjectIDResultType = NSFetchRequestResultType()
  public static let dictionaryResultType = NSFetchRequestResultType()
  public static let countResultType = NSFetchRequestResultType()
}

public protocol NSFetchRequestResult {}
extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

public class NSFetchRequest<ResultType: NSFetchRequestResult>: NSObject {
  public init(entityName: String) {}
  /// `NSPredicate`; Foundation's on Linux cannot be made from a format.
  public var predicate: Any?
  public var resultType = NSFetchRequestResultType.managedObjectResultType
  public var fetchLimit = 0
  public var fetchBatchSize = 0
  public var includesSubentities = true
  public var includesPropertyValues = true
  public var includesPendingChanges = true
  public var returnsObjectsAsFaults = true
  public var returnsDistinctResults = false
}
