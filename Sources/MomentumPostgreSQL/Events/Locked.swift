internal import Foundation

/// A value that several threads read and change by turns.
///
/// `Mutex` of the standard library needs macOS 15, and the package is built for macOS 14.
/// `@unchecked`: the value is read and written under the lock only, and nothing else has a reference
/// to the lock, so no two threads see the value at a time.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
