internal import Foundation

/// A value that several threads read and change by turns.
///
/// `@unchecked`: the value is read and written under the lock only, and nothing else has a reference
/// to the lock, so no two threads see the value at a time. (`Mutex` of the standard library needs
/// macOS 15.)
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
