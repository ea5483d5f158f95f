import Foundation
import MomentumModel
import Testing

@testable import MomentumObjects

/// Fetches beside the context's queue (scenario 54).
@Suite struct AsynchronousFetchTests {
  private let office: LoggedOffice

  init() throws { office = try LoggedOffice() }

  /// What a completion has received.
  private struct Outcome: Sendable {
    var names: [String] = []
    var code: Int?
    var isOnQueue = false
  }

  private func request() -> ObjectRequest {
    var request = ObjectRequest("Person")
    request.sortKeys = [ObjectSort("name")]
    return request
  }

  /// Starts a fetch and waits for its completion.
  private func run(
    _ request: ObjectRequest, estimatedCount: Int = 0,
    _ started: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Outcome {
    let context = office.context
    return try await withCheckedThrowingContinuation { continuation in
      context.performAndWait {
        do {
          let progress = try context.fetchAsynchronously(
            request, estimatedCount: estimatedCount
          ) { result in
            var outcome = Outcome()
            outcome.isOnQueue = context.queue.isCurrent
            do { outcome.names = try result.get().map { $0.text("name") ?? "nil" } } catch {
              outcome.code = (error as? ObjectError)?.code.rawValue
            }
            continuation.resume(returning: outcome)
          }
          started(progress)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  @Test(
    "SR scenario 54, SR-152: the completion runs on the context's queue with registered objects")
  func completion() async throws {
    try office.people(3)
    let outcome = try await run(request())
    #expect(outcome.names == ["p00", "p01", "p02"])
    #expect(outcome.isOnQueue)
  }

  @Test("SR-153: unsaved changes decide what is found")
  func pending() async throws {
    try office.people(3)
    let context = office.context
    try context.performAndWait {
      try context.delete(#require(context.fetch(request()).first))
      try context.insert("Person")["name"] = .string("p015")
    }
    let outcome = try await run(request())
    #expect(outcome.names == ["p01", "p015", "p02"])
  }

  @Test(
    "SR scenario 54, SR-154: the progress is a part of the current one, up to the number of rows")
  func progress() async throws {
    try office.people(250)
    let total = Progress(totalUnitCount: 1)
    let kept = Locked<Progress?>(nil)
    let context = office.context
    let count: Int = try await withCheckedThrowingContinuation { continuation in
      context.performAndWait {
        total.becomeCurrent(withPendingUnitCount: 1)
        do {
          let progress = try context.fetchAsynchronously(request(), estimatedCount: 1_000) {
            continuation.resume(with: $0.map(\.count))
          }
          #expect(progress.totalUnitCount == 1_000)
          kept.withLock { $0 = progress }
        } catch {
          continuation.resume(throwing: error)
        }
        total.resignCurrent()
      }
    }
    #expect(count == 250)
    #expect(kept.withLock { $0?.completedUnitCount } == 250)
    #expect(total.completedUnitCount == 1)
  }

  @Test("SR-155: without an estimate the total is not known")
  func indeterminate() async throws {
    try office.people(1)
    let isIndeterminate = Locked(false)
    _ = try await run(request()) { progress in
      isIndeterminate.withLock { $0 = progress.totalUnitCount <= 0 }
    }
    #expect(isIndeterminate.withLock { $0 } == true)
  }

  @Test("SR scenario 54, SR-155: a cancelled fetch ends with 3072 and without objects")
  func cancelled() async throws {
    try office.people(3)
    let outcome = try await run(request()) { $0.cancel() }
    #expect(outcome.code == 3072)
    #expect(outcome.names.isEmpty)
  }

  @Test("SR-155: the store itself stops reading at a cancelled fetch")
  func storeStops() throws {
    try office.people(20)
    let read = Locked(0)
    var fetch = try RequestResolver(model: office.model).resolve(request())
    fetch.watch = FetchWatch(
      isCancelled: { read.withLock { $0 >= 5 } },
      didRead: { count in read.withLock { $0 = count } })
    let error = #expect(throws: ObjectError.self) { try office.store.rows(fetch) }
    #expect(error?.code.rawValue == 3072)
    #expect(read.withLock { $0 } == 5)
    fetch.watch = FetchWatch(isCancelled: { true }, didRead: { _ in })
    #expect(throws: ObjectError.self) { try office.store.rows(fetch) }
    fetch.watch = nil
    #expect(try office.store.rows(fetch).count == 20, "the next fetch is not stopped")
  }

  @Test("SR-152: a wrong request is an error at once")
  func wrongRequest() throws {
    let context = office.context
    #expect(throws: (any Error).self) {
      try context.fetchAsynchronously(ObjectRequest("Nobody")) { _ in }
    }
  }

  @Test("SR scenario 55, SR-156: perform with a result, also one that throws")
  func perform() async throws {
    try office.people(2)
    let context = office.context
    let request = request()
    let count = try await context.perform { try context.fetch(request).count }
    #expect(count == 2)
    await #expect(throws: ObjectMisuse.self) {
      try await context.perform { try context.fetch(ObjectRequest("Nobody")).count }
    }
  }
}
