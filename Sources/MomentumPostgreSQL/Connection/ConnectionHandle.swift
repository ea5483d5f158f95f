internal import CLibPQ

/// A connection of libpq, closed when the last reference goes.
///
/// `@unchecked`: libpq lets one thread at a time use a connection (documented:
/// <https://www.postgresql.org/docs/current/libpq-threading.html>). While it is opened one task has
/// it, and afterwards one actor; `deinit` runs when nobody has it any more.
final class ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer
  let events: SocketEvents
  let waiter = SocketWaiter()
  private let notices: NoticeReceiver
  private var descriptor: Int32 = -1
  private var isFollowed = false

  /// Begins to connect; reads files of services and passwords, and looks up the first host.
  ///
  /// `nil` without memory.
  init?(_ options: PostgreSQLOptions, _ events: SocketEvents) {
    let keywords = options.keywords
    let texts = keywords.flatMap { [$0.keyword, $0.value] }.map { Array($0.utf8CString) }
    // One block of memory holds all texts, so that one scope keeps their addresses valid.
    let bytes = texts.flatMap { $0 }
    let started = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var offset = 0
      var pointers: [UnsafePointer<CChar>?] = []
      for text in texts {
        pointers.append(buffer.baseAddress.map { $0 + offset })
        offset += text.count
      }
      let names = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
      let values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
      return PQconnectStartParams(names, values, 0)
    }
    guard let started else { return nil }
    pointer = started
    self.events = events
    notices = NoticeReceiver(options.onNotice)
    NoticeReceiver.install(notices, on: started)
  }

  deinit {
    if descriptor >= 0 { events.remove(descriptor, waiter) }
    PQfinish(pointer)
  }

  var isLost: Bool { PQstatus(pointer) == CONNECTION_BAD }

  /// Waits for the socket, which libpq may replace while it connects.
  func wait(
    for interest: SocketInterest, isolation: isolated (any Actor)? = #isolation
  ) async -> SocketWaiter.End {
    let current = PQsocket(pointer)
    guard current >= 0 else { return .failed(0) }
    if current != descriptor {
      if descriptor >= 0 { events.remove(descriptor, waiter) }
      descriptor = current
      events.register(current, waiter)
    }
    return await events.wait(current, for: interest, waiter, isFollowed: isFollowed)
  }

  /// Lets epoll follow the socket. Only for an open connection: while libpq connects, it may close the
  /// socket and open another one of the same number. Epoll would forget the first and not know the
  /// second, so a wait for it could last for ever.
  func followSocket() {
    guard descriptor >= 0, PQsocket(pointer) == descriptor else { return }
    isFollowed = events.follow(descriptor)
  }
}

/// A result of libpq, freed when the last reference goes.
///
/// `@unchecked`: libpq documents results as read-only after their creation, so that threads may pass
/// them around freely (<https://www.postgresql.org/docs/current/libpq-threading.html>), and nothing
/// here changes one.
final class ResultHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }

  /// What the server did: `INSERT 0 3`, `COMMIT`, `ROLLBACK`.
  var commandTag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

  /// The number of rows that the statement returned, inserted, changed, deleted or copied.
  var affectedCount: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }
}
