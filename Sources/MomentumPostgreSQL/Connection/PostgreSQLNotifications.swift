internal import CLibPQ

/// What another session sent with NOTIFY.
package struct PostgreSQLNotification: Sendable, Hashable {
  package var channel: String
  package var payload: String
  /// The server's process of the session that sent it.
  package var processID: Int32
}

/// The notifications of some channels, on a connection of their own.
///
///     for try await notification in try await PostgreSQLNotifications.listen(options, to: ["venues"]) {
///       print(notification.payload)
///     }
///
/// What is sent before the connection listens, or while it is lost, is not received; so the sequence
/// throws when the connection is lost, and its user listens and reads the rows again. The connection
/// is closed when the sequence and its iterators go.
package struct PostgreSQLNotifications: AsyncSequence, Sendable {
  package typealias Element = PostgreSQLNotification

  /// The connection, for UNLISTEN and more channels.
  package let connection: PostgreSQLConnection

  package static func listen(
    _ options: PostgreSQLOptions, to channels: [String], events: SocketEvents = SocketEvents()
  ) async throws(PostgreSQLError) -> PostgreSQLNotifications {
    let connection = try await PostgreSQLConnection.open(options, events: events)
    for channel in channels {
      let name = try PostgreSQLName.path([channel], .listen)
      _ = try await connection.execute(script: "LISTEN \(name)", .listen)
    }
    return PostgreSQLNotifications(connection: connection)
  }

  package struct Iterator: AsyncIteratorProtocol {
    let connection: PostgreSQLConnection

    /// `nil` when the task is cancelled.
    package func next() async throws -> PostgreSQLNotification? {
      try await connection.nextNotification()
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }
}

extension PostgreSQLConnection {
  /// Waits for a notification; `nil` when the task is cancelled.
  fileprivate func nextNotification() async throws(PostgreSQLError) -> PostgreSQLNotification? {
    await enter()
    defer { leave() }
    let waiter = waiter
    while !Task.isCancelled {
      guard let handle else { throw PostgreSQLError(.listen, .closed) }
      if let notification = PQnotifies(handle.pointer) {
        defer { PQfreemem(notification) }
        return PostgreSQLNotification(
          channel: String(cString: notification.pointee.relname),
          payload: String(cString: notification.pointee.extra),
          processID: notification.pointee.be_pid)
      }
      let end = await withTaskCancellationHandler {
        await handle.wait(for: .readable)
      } onCancel: {
        waiter.interrupt()
      }
      if Task.isCancelled {
        // Nothing was under way, so the connection stays usable.
        waiter.clear()
        return nil
      }
      guard end == .ready, PQconsumeInput(handle.pointer) == 1 else {
        drop()
        throw PostgreSQLError(.listen, .connectionLost)
      }
    }
    return nil
  }
}
