import Foundation

/// Runs what blocks on a thread of its own.
///
/// Swift's pool has as many threads as the machine has processors. Two tests that each wait in it for
/// a process stop all others; if the processes wait for the server, and the server for a session of
/// another test, nothing goes on any more.
///
/// - Parameter stackBytes: The thread's stack; 8 MB is that of a process.
package func onOwnThread<Value: Sendable, Failure: Error>(
  stackBytes: Int = 8 << 20, _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
    let thread = Thread {
      do throws(Failure) { continuation.resume(returning: .success(try body())) } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    thread.stackSize = stackBytes
    thread.start()
  }
  return try result.get()
}
