import Foundation

/// A value that several threads read and change by turns.
///
/// `Mutex` of the standard library needs macOS 15, and the package is built for macOS 14.
/// `@unchecked`: the value is read and written under the lock only.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
