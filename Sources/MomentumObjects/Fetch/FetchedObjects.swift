import MomentumQuery

/// The objects of a request with a batch size. Their identities are read at once, and the objects
/// themselves in batches, when an object of a batch is used for the first time.
///
/// ```swift
/// request.batchSize = 20
/// let venues = try context.fetchInBatches(request)
/// print(venues.count, venues[25]["name"])   // reads the objects 20 to 39
/// ```
///
/// The objects and their order do not change later. An object that was deleted meanwhile is a fault
/// without a row. If the store cannot be read, observers of the context get
/// ``ContextEvent/failed(_:_:)``. It must be used on the queue of its context.
public struct FetchedObjects: RandomAccessCollection {
  /// Reads the objects batch by batch. A batch is kept after it was read.
  private final class Pages {
    let context: ObjectContext
    let request: ObjectRequest
    let fetch: StoreFetch
    let ids: [ObjectID]
    let size: Int
    var pages: [Int: [ManagedObject]] = [:]

    init(_ context: ObjectContext, _ request: ObjectRequest, _ fetch: StoreFetch, _ ids: [ObjectID])
    {
      self.context = context
      self.request = request
      self.fetch = fetch
      self.ids = ids
      size = Swift.max(1, request.batchSize)
    }

    subscript(index: Int) -> ManagedObject {
      let number = index / size
      if let page = pages[number] { return page[index - number * size] }
      let first = number * size
      let page = read(Array(ids[first..<Swift.min(first + size, ids.count)]))
      pages[number] = page
      return page[index - first]
    }

    private func read(_ ids: [ObjectID]) -> [ManagedObject] {
      FetchedBatch(request: request, fetch: fetch, ids: ids).read(in: context)
    }

    var batches: [FetchedBatch] {
      stride(from: 0, to: ids.count, by: size).map { first in
        FetchedBatch(
          request: request, fetch: fetch,
          ids: Array(ids[first..<Swift.min(first + size, ids.count)]))
      }
    }
  }

  /// The batches, none of which was read; `nil` if the whole result was read at once.
  package var unreadBatches: [FetchedBatch]? { pages?.batches }

  private let pages: Pages?
  /// All objects, if the whole result was read at once.
  private let objects: [ManagedObject]
  /// The number of objects.
  public let endIndex: Int

  init(_ objects: [ManagedObject]) {
    pages = nil
    self.objects = objects
    endIndex = objects.count
  }

  init(
    _ context: ObjectContext, _ request: ObjectRequest, _ fetch: StoreFetch, _ ids: [ObjectID]
  ) {
    pages = Pages(context, request, fetch, ids)
    objects = []
    endIndex = ids.count
  }

  /// The index of the first object: 0.
  public var startIndex: Int { 0 }

  /// The object at an index. Its whole batch is read if none of it was used before.
  public subscript(position: Int) -> ManagedObject { pages?[position] ?? objects[position] }
}

/// Some objects of a request, which are read together.
package struct FetchedBatch {
  let request: ObjectRequest
  let fetch: StoreFetch
  /// The identities of the objects, in the order of the result.
  package let ids: [ObjectID]
}

extension FetchedBatch {
  /// Reads the rows of the batch. An object whose row no longer exists is a fault.
  @discardableResult
  package func read(in context: ObjectContext) -> [ManagedObject] {
    let objects = ids.map { context.object(with: $0) }
    do {
      if request.includesPropertyValues {
        let wanted = objects.filter { $0.isFault && $0.row == nil }.map(\.objectID)
        var fetch = StoreFetch(self.fetch.request)
        fetch.request.limit = nil
        fetch.request.offset = nil
        fetch.request.batchSize = request.batchSize
        fetch.identities = wanted
        if !wanted.isEmpty {
          for row in try context.source.rows(fetch, stores: request.storeIdentifiers) {
            _ = context.object(of: row)
          }
        }
      }
      if !request.returnsFaults { for object in objects { try object.realize() } }
      for path in request.prefetchedKeyPaths { try context.prefetcher.prefetch(path, objects) }
    } catch {
      if let id = ids.first { context.notify(.failed(id, error)) }
    }
    return objects
  }
}

extension ObjectContext {
  /// Fetches a request whose ``ObjectRequest/batchSize`` is not 0: reads the identities of all
  /// objects at once, and the objects of a batch when one of them is first used.
  ///
  /// If unsaved changes may affect the result, or several stores are searched, all objects are read
  /// at once.
  public final func fetchInBatches(_ request: ObjectRequest) throws -> FetchedObjects {
    propagatePendingDeletes()
    let fetch = try RequestResolver(model: model).resolve(request)
    let run = ContextFetch(self, fetch, request.storeIdentifiers)
    guard request.batchSize > 0, !run.isMerged,
      !(request.includesPendingChanges && run.hasPending)
    else { return FetchedObjects(try self.fetch(request)) }
    try prefetcher.check(request)
    let ids = try source.identities(fetch, stores: request.storeIdentifiers)
    return FetchedObjects(self, request, fetch, ids)
  }
}
