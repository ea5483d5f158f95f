/// The result of a request that returns no objects.
open class NSPersistentStoreResult: NSObject {}

/// The result of a request that runs beside the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  public let managedObjectContext: NSManagedObjectContext
  open internal(set) var operationError: (any Error)?
  open internal(set) var progress: Progress?

  init(_ context: NSManagedObjectContext) { managedObjectContext = context }

  open func cancel() { progress?.cancel() }
}

/// The kind of result of a batch insertion. Source of the numbers: documented.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
}

/// The kind of result of a batch update. Source of the numbers: documented.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType = 0
  case updatedObjectIDsResultType = 1
  case updatedObjectsCountResultType = 2
}

/// The kind of result of a batch deletion. Source of the numbers: documented.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  case resultTypeStatusOnly = 0
  case resultTypeObjectIDs = 1
  case resultTypeCount = 2
}

open class NSBatchInsertResult: NSPersistentStoreResult {
  open private(set) var result: Any?
  open private(set) var resultType: NSBatchInsertRequestResultType

  init(_ result: Any?, _ type: NSBatchInsertRequestResultType) {
    self.result = result
    resultType = type
  }
}

open class NSBatchUpdateResult: NSPersistentStoreResult {
  open private(set) var result: Any?
  open private(set) var resultType: NSBatchUpdateRequestResultType

  init(_ result: Any?, _ type: NSBatchUpdateRequestResultType) {
    self.result = result
    resultType = type
  }
}

open class NSBatchDeleteResult: NSPersistentStoreResult {
  open private(set) var result: Any?
  open private(set) var resultType: NSBatchDeleteRequestResultType

  init(_ result: Any?, _ type: NSBatchDeleteRequestResultType) {
    self.result = result
    resultType = type
  }
}
