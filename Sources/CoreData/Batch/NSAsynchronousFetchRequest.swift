import MomentumObjects

/// The result of a fetch that runs beside the context's queue.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
  public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
  /// The results; `nil` until the fetch has ended.
  open internal(set) var finalResult: [ResultType]?

  init(_ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext) {
    fetchRequest = request
    super.init(context)
  }
}

/// A fetch that runs beside the context's queue.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  public let fetchRequest: NSFetchRequest<ResultType>
  open var estimatedResultCount = 0
  open private(set) var completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completionBlock = blk
    super.init()
  }
}

extension NSAsynchronousFetchRequest: RunsAsynchronously {
  /// Begins the fetch. The completion block is called on the context's queue.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult(self, context)
    guard fetchRequest.resultType == .managedObjectResultType else {
      // Only objects are fetched by another thread; the others need one short statement.
      context.perform { [self] in
        do { result.finalResult = try context.fetch(fetchRequest) } catch {
          result.operationError = error
        }
        completionBlock?(result)
      }
      return result
    }
    let ending = AsynchronousEnding<ResultType>(result, completionBlock, context)
    result.progress = try CoreDataException.reporting(in: context) {
      try context.core.fetchAsynchronously(
        fetchRequest.objectRequest(in: context), estimatedCount: estimatedResultCount
      ) { ending.finish($0) }
    }
    return result
  }
}

/// A request that a context begins and that ends later.
protocol RunsAsynchronously {
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

/// What an asynchronous fetch does when it ends.
///
/// `@unchecked`: the result and the block are used on the queue of the context: by the block of the
/// program that begins the fetch, and by the block that ends it. Only the progress is used by the
/// thread that reads, and that class may be.
private struct AsynchronousEnding<ResultType>: @unchecked Sendable {
  private let result: NSAsynchronousFetchResult<ResultType>
  private let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  private let context: NSManagedObjectContext

  init(
    _ result: NSAsynchronousFetchResult<ResultType>,
    _ completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?,
    _ context: NSManagedObjectContext
  ) {
    self.result = result
    self.completion = completion
    self.context = context
  }

  func finish(_ found: Result<[ManagedObject], any Error>) {
    switch found {
    case .success(let objects):
      result.finalResult = objects.compactMap {
        ManagedObjectClasses.shared.object(of: $0) as? ResultType
      }
    case .failure(let error):
      result.operationError = CoreDataException.converted(error, in: context)
    }
    completion?(result)
  }
}
