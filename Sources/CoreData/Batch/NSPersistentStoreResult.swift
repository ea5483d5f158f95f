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

/// A result of one of the kinds that its request can ask for.
open class TypedStoreResult<ResultType>: NSPersistentStoreResult {
  /// The result, whose class depends on the kind.
  open private(set) var result: Any?
  open private(set) var resultType: ResultType

  init(_ result: Any?, _ type: ResultType) {
    self.result = result
    resultType = type
  }
}

open class NSBatchInsertResult: TypedStoreResult<NSBatchInsertRequestResultType> {}
open class NSBatchUpdateResult: TypedStoreResult<NSBatchUpdateRequestResultType> {}
open class NSBatchDeleteResult: TypedStoreResult<NSBatchDeleteRequestResultType> {}
