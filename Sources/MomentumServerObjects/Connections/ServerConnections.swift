internal import Foundation
internal import MomentumObjects
internal import MomentumPostgreSQL

/// The connections of a store. A call has one of them for itself until it returns.
///
/// `@unchecked`: the list and the numbers are read and written under the condition's lock only.
final class ServerConnections: @unchecked Sendable {
  private let options: PostgreSQLOptions
  private let connectionsMax: Int
  private let timeout: Double
  private let events = SocketEvents()
  private let condition = NSCondition()
  private var idle: [PostgreSQLConnection] = []
  private var count = 0
  private var isClosed = false

  init(_ options: PostgreSQLOptions, connectionsMax: Int, timeout: Double) {
    self.options = options
    self.connectionsMax = max(1, connectionsMax)
    self.timeout = timeout
  }

  /// Runs `body` with a connection, on the calling thread.
  ///
  /// A connection that was lost while it was idle is replaced. One that `body` leaves in a
  /// transaction or loses is closed.
  func with<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) async throws -> Value
  ) throws -> Value {
    let known = try borrow()
    var used: PostgreSQLConnection?
    defer { giveBack(used) }
    let (options, events) = (options, events)
    let (connection, outcome) = try Blocking.run {
      let connection = try await Self.usable(known, options, events)
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await body(connection)) } catch { outcome = .failure(error) }
      guard await connection.isReusable else {
        await connection.close()
        return (PostgreSQLConnection?.none, outcome)
      }
      return (connection, outcome)
    }
    used = connection
    return try outcome.get()
  }

  private static func usable(
    _ known: PostgreSQLConnection?, _ options: PostgreSQLOptions, _ events: SocketEvents
  ) async throws -> PostgreSQLConnection {
    if let known {
      if await known.isUsable { return known }
      await known.close()
    }
    return try await PostgreSQLConnection.open(options, events: events)
  }

  /// An idle connection; `nil` if the caller may open one.
  private func borrow() throws -> PostgreSQLConnection? {
    let end = Date(timeIntervalSinceNow: timeout)
    return try condition.withLock {
      while !isClosed, idle.isEmpty, count >= connectionsMax {
        guard condition.wait(until: end) else {
          throw PostgreSQLError(.lend, .poolExhausted)
        }
      }
      guard !isClosed else { throw PostgreSQLError(.lend, .closed) }
      if let connection = idle.popLast() { return connection }
      count += 1
      return nil
    }
  }

  private func giveBack(_ connection: PostgreSQLConnection?) {
    condition.withLock {
      if let connection, !isClosed { idle.append(connection) } else { count -= 1 }
      condition.signal()
    }
  }

  /// Refuses later calls and closes idle connections. A connection in use is closed when its call
  /// ends, as nothing refers to it any more.
  func close() {
    let closing = condition.withLock {
      isClosed = true
      defer { idle = [] }
      condition.broadcast()
      return idle
    }
    guard !closing.isEmpty else { return }
    do {
      try Blocking.run { for connection in closing { await connection.close() } }
    } catch { preconditionFailure("closing a connection throws no error") }
  }
}
