import Dispatch
public import Foundation
import MomentumQuery

extension ObjectContext {
  /// Fetches objects without blocking the context's queue, and calls `completion` on that queue.
  ///
  /// ```swift
  /// let progress = try context.fetchAsynchronously(request, estimatedCount: 10_000) { result in
  ///   if case .success(let venues) = result { print(venues.count) }
  /// }
  /// progress.cancel()
  /// ```
  ///
  /// Call it on the context's queue. It throws only for an incorrect request; other errors are
  /// passed to `completion`, with code 3072 after `cancel()`. The result takes into account the
  /// unsaved changes that the context has when the fetch ends.
  ///
  /// - Parameter estimatedCount: The expected number of rows, the total of the progress until the
  ///   real number is known; 0 for an unknown total.
  /// - Returns: The progress, in rows. If the thread has a current progress, this one is a child of
  ///   it.
  @discardableResult
  public final func fetchAsynchronously(
    _ request: ObjectRequest, estimatedCount: Int = 0,
    completion: @escaping @Sendable (Result<[ManagedObject], any Error>) -> Void
  ) throws -> Progress {
    propagatePendingDeletes()
    var fetch = try RequestResolver(model: model).resolve(request)
    try prefetcher.check(request)
    let run = AsynchronousRun(estimatedCount)
    fetch.watch = run.watch
    let watched = fetch
    // Another thread must not ask the context, which may change its query generation meanwhile.
    let source = source
    DispatchQueue.global().async {
      let rows = Result { try self.rows(of: source, watched, request) }
      self.queue.async {
        let result = Result {
          let objects = try self.finish(watched, request, try rows.get())
          guard !run.progress.isCancelled else { throw ObjectError(.userCancelled) }
          run.finish(objects.count)
          return objects
        }
        completion(result)
        self.endOfEvent()
      }
    }
    return run.progress
  }

  /// Reads the rows on another queue, where objects cannot be made. `nil` if the context must fetch
  /// the objects itself.
  private final func rows(
    of source: any ObjectSource, _ fetch: StoreFetch, _ request: ObjectRequest
  ) throws -> [RowSnapshot]? {
    // The context must sort objects of several stores.
    guard parent != nil || coordinator.storeCount(of: fetch, request.storeIdentifiers) < 2 else {
      return nil
    }
    return try source.rows(fetch, stores: request.storeIdentifiers)
  }

  private final func finish(
    _ fetch: StoreFetch, _ request: ObjectRequest, _ rows: [RowSnapshot]?
  ) throws -> [ManagedObject] {
    guard let rows else { return try self.fetch(request) }
    propagatePendingDeletes()
    let run = ContextFetch(self, fetch, request.storeIdentifiers)
    var objects = run.registered(rows)
    if request.includesPendingChanges { objects = try run.corrected(objects) }
    if !request.returnsFaults { try prefetcher.realize(objects) }
    for path in request.prefetchedKeyPaths { try prefetcher.prefetch(path, objects) }
    return objects
  }
}

/// An asynchronous fetch while it runs.
///
/// `@unchecked`: `Progress` may be used by several threads (documented), but is not marked so on
/// all systems.
private final class AsynchronousRun: @unchecked Sendable {
  let progress: Progress

  init(_ estimatedCount: Int) { progress = Progress(totalUnitCount: Int64(estimatedCount)) }

  var watch: FetchWatch {
    FetchWatch(
      isCancelled: { [self] in progress.isCancelled },
      // Each change of a progress notifies its observers, so report every hundredth row only.
      didRead: { [self] in if $0 % 100 == 0 { progress.completedUnitCount = Int64($0) } })
  }

  func finish(_ count: Int) {
    progress.totalUnitCount = Int64(count)
    progress.completedUnitCount = Int64(count)
  }
}
