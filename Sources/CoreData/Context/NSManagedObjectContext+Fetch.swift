import MomentumObjects

extension NSManagedObjectContext {
  /// The results of a request: objects, identities, dictionaries or a number, as its `resultType`
  /// says.
  ///
  /// Stops the program if the results are not of the type that the request names, which a cast on a
  /// Mac would do later.
  public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
    try results(of: request).map { result in
      guard let typed = result as? T else {
        CoreDataException.raise(
          "NSInternalInconsistencyException",
          "a result of the request for '\(request.entityName ?? "")' is of the class "
            + "'\(type(of: result))', not '\(T.self)'.")
      }
      return typed
    }
  }

  /// The number of results of a request.
  public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
    try count(of: request)
  }

  func count(of request: AnyFetchRequest) throws -> Int {
    try StoreCaller.running(self) {
      try CoreDataException.reporting(in: self) {
        try core.count(request.objectRequest(in: self))
      }
    }
  }

  func results(of request: AnyFetchRequest) throws -> [Any] {
    guard usesStoresOfProgram else { return try ownResults(of: request) }
    defer { tellStoresOfObjects() }
    return try StoreCaller.running(self) { try ownResults(of: request) }
  }

  private func ownResults(of request: AnyFetchRequest) throws -> [Any] {
    register(request)
    let object = request.objectRequest(in: self)
    return try CoreDataException.reporting(in: self) {
      switch request.resultType {
      case .managedObjectIDResultType:
        let coordinator = identityCoordinator
        return try core.fetchIDs(object).map { NSManagedObjectID($0, coordinator) }
      case .dictionaryResultType:
        let dictionaries = DictionaryResults(self)
        return try core.fetchDictionaries(object).map { dictionaries.dictionary($0) }
      case .countResultType: return [NSNumber(value: try core.count(object))]
      default: return try objects(object)
      }
    }
  }

  /// The objects of a request; with a batch size, their rows are read batch by batch later.
  private func objects(_ request: ObjectRequest) throws -> [NSManagedObject] {
    let found =
      try request.batchSize > 0 && !usesStoresOfProgram
      ? core.fetchFaults(request) : core.fetch(request)
    return found.map { ManagedObjectClasses.shared.object(of: $0) }
  }

  /// Notes the class of a request's results, so that the objects are of that class.
  private func register(_ request: AnyFetchRequest) {
    if let type = (request as? any TypedRequest)?.resultClass as? NSManagedObject.Type {
      ManagedObjectClasses.shared.register(type)
    }
  }
}

private protocol TypedRequest {
  var resultClass: Any.Type { get }
}

extension NSFetchRequest: TypedRequest {
  fileprivate var resultClass: Any.Type { ResultType.self }
}

/// The dictionaries of a fetch.
private struct DictionaryResults {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func dictionary(_ row: [String: StoredValue]) -> NSDictionary {
    let result = NSMutableDictionary()
    for (key, value) in row { result[key] = self.value(value) }
    return result
  }

  private func value(_ value: StoredValue) -> Any {
    let coordinator = context.identityCoordinator
    switch value {
    case .attribute(let value): return value.foundationValue
    case .identity(let id): return NSManagedObjectID(id, coordinator)
    case .identities(let ids): return ids.map { NSManagedObjectID($0, coordinator) }
    }
  }
}
