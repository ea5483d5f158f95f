import MomentumObjects

extension NSManagedObjectContext {
  /// Runs a request that returns no objects: a batch request, an asynchronous fetch, a request for
  /// the persistent history.
  @discardableResult
  public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    switch request {
    case let request as NSBatchInsertRequest:
      let result = try run(
        request.request(in: self), BatchResultType(request.resultType.rawValue),
        request.affectedStores)
      return NSBatchInsertResult(result, request.resultType)
    case let request as NSBatchUpdateRequest:
      let result = try run(
        request.request(in: self), BatchResultType(request.resultType.rawValue),
        request.affectedStores)
      return NSBatchUpdateResult(result, request.resultType)
    case let request as NSBatchDeleteRequest:
      let result = try run(
        request.request(in: self), BatchResultType(request.resultType.rawValue),
        request.affectedStores)
      return NSBatchDeleteResult(result, request.resultType)
    case let request as NSPersistentHistoryChangeRequest: return try request.run(in: self)
    case let request as NSPersistentCloudKitContainerEventRequest:
      return request.run(
        on: persistentStoreCoordinator?.cloudKitEvents.withLock { $0 } ?? [])
    case let request as any RunsAsynchronously: return try request.run(in: self)
    default:
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "Unknown command type \(request). Use fetch(_:) for a fetch request.")
    }
  }

  private func run(
    _ request: BatchRequest, _ type: BatchResultType, _ stores: [NSPersistentStore]?
  ) throws -> Any {
    let result = try CoreDataException.reporting(in: self) {
      do {
        return try core.execute(
          request, returning: type, in: stores.map { $0.map { $0.identifier ?? "" } })
      } catch let misuse as ObjectMisuse where request.isInsert {
        throw refusal(of: misuse)
      }
    }
    switch result {
    case .status(let flag): return NSNumber(value: flag)
    case .count(let count): return NSNumber(value: count)
    case .objectIDs(let ids):
      let coordinator = identityCoordinator
      return ids.map { NSManagedObjectID($0, coordinator) }
    }
  }
}

extension BatchRequest {
  /// Whether rows are made of values that the program has in dictionaries.
  fileprivate var isInsert: Bool {
    switch self {
    case .insert, .insertDictionaries: true
    default: false
    }
  }
}

/// The error of a batch insert whose values do not fit: they are data, which no setter has checked.
///
/// Source: observed (tests of a public library get an error); its code is assumed.
private func refusal(of misuse: ObjectMisuse) -> NSError {
  NSError(
    domain: NSCocoaErrorDomain, code: NSManagedObjectValidationError,
    userInfo: [NSLocalizedDescriptionKey: misuse.description])
}

extension BatchResultType {
  /// The kind with a number that Apple's three types of results share.
  fileprivate init(_ number: UInt) {
    switch number {
    case 1: self = .objectIDs
    case 2: self = .count
    default: self = .statusOnly
    }
  }
}
