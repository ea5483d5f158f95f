// A stand-in for the module CoreData with as much as generated code uses; Programs.swift has what apps use beside it.
// It is outside all targets: a test compiles it, and then code for Macs against it. Nothing here is ever run.
public import Foundation

open class NSManagedObject: NSObject {
  public class func entity() -> NSEntityDescription { fatalError() }
  public var entity: NSEntityDescription { fatalError() }
  public var objectID: NSManagedObjectID { fatalError() }
  public func willAccessValue(forKey key: String?) {}
  public func didAccessValue(forKey key: String?) {}
  public func willChangeValue(forKey key: String) {}
  public func didChangeValue(forKey key: String) {}
  public func primitiveValue(forKey key: String) -> Any? { nil }
  public func setPrimitiveValue(_ value: Any?, forKey key: String) {}
  /// Of `NSObject` on Apple's systems.
  public func value(forKey key: String) -> Any? { nil }
}

public final class NSManagedObjectID: NSObject, Sendable {}

public class NSEntityDescription: NSObject {
  public var managedObjectModel: NSManagedObjectModel { fatalError() }
}

public class NSManagedObjectModel: NSObject {
  /// `NSFetchRequest<NSFetchRequestResult>?` on Apple's systems: a type that Swift can only say where
  /// Objective-C's generics, which can be cast to one another, are imported.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSObject? { nil }
}

public class NSManagedObjectContext: NSObject {
  public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    fatalError()
  }
}

/// A protocol of Objective-C on Apple's systems, whose existential conforms to it: in Swift alone only
/// `AnyObject` does.
public typealias NSFetchRequestResult = AnyObject
