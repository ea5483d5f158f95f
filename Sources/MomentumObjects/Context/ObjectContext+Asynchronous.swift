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
  /// Call it on the context's queue. It throws only for a wrong request; other errors are given to
  /// `completion`, with the code 3072 after `cancel()`. Unsaved changes of the context decide what
  /// is found, as they are at the end.
  ///
  /// - Parameter estimatedCount: The total of the progress until the number of rows is known; 0 if
  ///   the total is not known.
  /// - Returns: The progress, in rows. It is a part of the thread's current progress, if there is
  ///   one.
  @discardableResult
  public final func fetchAsynchronously(
    _ request: ObjectRequest, estimatedCount: Int = 0,
    completion: @escaping @Sendable (Result<[ManagedObject], any Error>) -> Void
  ) throws -> Progress {
    processPendingChanges()
    var fetch = try RequestResolver(model: model).resolve(request)
    try checkPrefetching(request)
    let run = AsynchronousRun(estimatedCount)
    fetch.watch = run.watch
    let watched = fetch
    DispatchQueue.global().async {
      let rows = Result { try self.rowsAside(watched, request) }
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

  /// What the store finds, read on another queue. Objects cannot be made there.
  private final func rowsAside(
    _ fetch: StoreFetch, _ request: ObjectRequest
  ) throws -> [RowSnapshot]? {
    // The order of several stores' objects is worked out by the context.
    guard parent != nil || coordinator.storeCount(of: fetch, request.storeIdentifiers) < 2 else {
      return nil
    }
    return try source.rows(fetch, stores: request.storeIdentifiers)
  }

  private final func finish(
    _ fetch: StoreFetch, _ request: ObjectRequest, _ rows: [RowSnapshot]?
  ) throws -> [ManagedObject] {
    guard let rows else { return try self.fetch(request) }
    processPendingChanges()
    var objects = registered(rows, fetch)
    if request.includesPendingChanges {
      objects = try corrected(objects, fetch, request.storeIdentifiers)
    }
    if !request.returnsFaults { try realize(objects) }
    for path in request.prefetchedKeyPaths { try prefetch(path, objects) }
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
      // Each change of a progress informs its observers, so not every row is a change.
      didRead: { [self] in if $0 % 100 == 0 { progress.completedUnitCount = Int64($0) } })
  }

  func finish(_ count: Int) {
    progress.totalUnitCount = Int64(count)
    progress.completedUnitCount = Int64(count)
  }
}
