internal import CSQLite
internal import Foundation

/// Stops a connection's running statement from another task; the statement throws `.interrupted`.
///
/// `@unchecked`: the pointer is read and cleared under the lock only, and SQLite documents
/// `sqlite3_interrupt` as callable from any thread while the connection is open, which the lock
/// ensures. (`Mutex` would need macOS 15.)
package final class Interrupter: @unchecked Sendable {
  private let lock = NSLock()
  private var handle: OpaquePointer?

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Has no effect if no statement runs or the connection is closed.
  package func interrupt() {
    lock.withLock { if let handle { sqlite3_interrupt(handle) } }
  }

  func close() {
    lock.withLock { handle = nil }
  }
}
