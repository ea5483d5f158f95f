import MomentumObjects

/// The kind of result of a request for the history. Source of the numbers: documented.
public enum NSPersistentHistoryResultType: Int, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
  case transactionsOnly = 3
  case changesOnly = 4
  case transactionsAndChanges = 5

  fileprivate var type: HistoryRequest.ResultType {
    switch self {
    case .statusOnly: .statusOnly
    case .objectIDs: .objectIDs
    case .count: .count
    case .transactionsOnly: .transactionsOnly
    case .changesOnly: .changesOnly
    case .transactionsAndChanges: .transactionsAndChanges
    }
  }
}

open class NSPersistentHistoryResult: TypedStoreResult<NSPersistentHistoryResultType> {}

/// Reads or deletes transactions of the persistent history.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  private enum Action {
    case fetch(HistoryPoint)
    case delete(HistoryPoint)
  }

  private let action: Action
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
  /// A request for `NSPersistentHistoryTransaction` or `NSPersistentHistoryChange`, whose condition
  /// the results satisfy.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  private init(_ action: Action) {
    self.action = action
    super.init()
  }

  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetch(.date(date.timeIntervalSinceReferenceDate)))
  }

  open class func fetchHistory(
    after token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.fetch(.token(token?.core)))
  }

  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(
      .fetch(transaction.map { .transaction($0.core) } ?? .token(nil)))
  }

  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let request = NSPersistentHistoryChangeRequest(.fetch(.token(nil)))
    request.fetchRequest = fetchRequest
    return request
  }

  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.delete(.date(date.timeIntervalSinceReferenceDate)))
  }

  open class func deleteHistory(
    before token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.delete(.token(token?.core)))
  }

  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(
      .delete(transaction.map { .transaction($0.core) } ?? .token(nil)))
  }

  open var token: NSPersistentHistoryToken? {
    guard case .fetch(.token(let token?)) = action else { return nil }
    return NSPersistentHistoryToken(token)
  }

  func run(in context: NSManagedObjectContext) throws -> NSPersistentHistoryResult {
    try CoreDataException.reporting(in: context) {
      switch action {
      case .delete(let point):
        try context.core.deleteHistory(before: point)
        return NSPersistentHistoryResult(NSNumber(value: true), .statusOnly)
      case .fetch(let point):
        return NSPersistentHistoryResult(try results(point, in: context), resultType)
      }
    }
  }

  private func results(_ point: HistoryPoint, in context: NSManagedObjectContext) throws -> Any {
    var request = HistoryRequest(after: point)
    // Changes are read with their transactions, which they name.
    request.resultType =
      resultType == .changesOnly ? .transactionsAndChanges : resultType.type
    request.storeIdentifiers = affectedStores?.map { $0.identifier ?? "" }
    if let condition = fetchRequest?.predicate.map({ PredicateText($0).objectPredicate }) {
      if fetchRequest?.entityName == NSPersistentHistoryChange.entityName {
        request.changePredicate = condition
      } else {
        request.predicate = condition
      }
    }
    let coordinator = context.identityCoordinator
    switch try context.core.coordinator.execute(request) {
    case .status(let flag): return NSNumber(value: flag)
    case .count(let count): return NSNumber(value: count)
    case .objectIDs(let ids): return ids.map { NSManagedObjectID($0, coordinator) }
    case .transactions(let found):
      let transactions = found.map { NSPersistentHistoryTransaction($0, coordinator) }
      guard resultType == .changesOnly else { return transactions }
      return transactions.flatMap { $0.changes ?? [] }
    case .changes: return [NSPersistentHistoryChange]()
    }
  }
}

extension NSPersistentHistoryTransaction {
  static let entityName = "TRANSACTION"

  /// A description with the properties that conditions on transactions may have.
  public class var entityDescription: NSEntityDescription? {
    .history(
      entityName,
      [
        ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
        ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
        ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
        ("token", .integer64AttributeType), ("transactionNumber", .integer64AttributeType),
      ])
  }

  public class func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { entityDescription }

  /// A request whose condition selects transactions.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    NSFetchRequest(entityName: entityName)
  }
}

extension NSEntityDescription {
  /// The entity of a request for the history. It is in no model: no object is of it.
  fileprivate static func history(
    _ name: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    return entity
  }
}

extension NSPersistentHistoryChange {
  static let entityName = "CHANGE"

  /// A description with the properties that conditions on changes may have.
  public class var entityDescription: NSEntityDescription? {
    .history(
      entityName,
      [
        ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
        ("changedEntity", .stringAttributeType), ("changedObjectID", .objectIDAttributeType),
      ])
  }

  public class func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { entityDescription }

  /// A request whose condition selects changes.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    NSFetchRequest(entityName: entityName)
  }
}

extension NSPersistentStoreCoordinator {
  /// The position after the last transaction of each store that keeps a history; `nil` also if a
  /// store cannot be read.
  public func currentPersistentHistoryToken(
    fromStores stores: [NSPersistentStore]?
  ) -> NSPersistentHistoryToken? {
    let identifiers = stores?.map { $0.identifier ?? "" }
    do {
      return try core.currentHistoryToken(fromStores: identifiers)
        .map { NSPersistentHistoryToken($0) }
    } catch {
      // The method cannot throw, and a store that cannot be read must not stop the program.
      return nil
    }
  }
}
