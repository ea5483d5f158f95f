internal import CLibPQ

/// Waits for sockets, so that no thread of Swift's pool blocks.
///
/// A pool of connections has one; a connection that is opened alone has its own. On Linux a thread
/// waits with epoll: libdispatch, which is used elsewhere, wakes two threads for an event where one
/// is enough.
package final class SocketEvents: Sendable {
  package enum Kind: Sendable, Hashable {
    case epoll
    case dispatch

    package static var preferred: Kind {
      #if os(Linux)
        .epoll
      #else
        .dispatch
      #endif
    }
  }

  #if os(Linux)
    private let epoll: EpollEvents?
  #endif
  private struct Waits {
    /// Those that are under way.
    var count = 0
    /// How many waits do not look at their socket first, since the last looks were for nothing.
    var skipped = 0
    var misses = 0
  }

  private let waits = Locked(Waits())

  package init(_ kind: Kind = .preferred) {
    #if os(Linux)
      // `nil` if the process has no file descriptor left. A connection needs one, too, so opening
      // it reports the error, and nothing is reported here.
      epoll = kind == .epoll ? EpollEvents() : nil
    #endif
  }

  /// Names the waiter of a socket; needed once, before the first wait.
  func register(_ descriptor: Int32, _ waiter: SocketWaiter) {
    #if os(Linux)
      epoll?.register(descriptor, waiter)
    #endif
  }

  /// Forgets a socket; called before it is closed.
  func remove(_ descriptor: Int32, _ waiter: SocketWaiter) {
    #if os(Linux)
      epoll?.remove(descriptor, waiter)
    #endif
  }

  /// Follows the socket of a connection that is open, so that its waits cost less. Without it they
  /// watch the socket anew.
  ///
  /// - Returns: Whether the socket is followed.
  func follow(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      if let epoll { return epoll.follow(descriptor) == 0 }
    #endif
    return false
  }

  /// Waits until the socket is ready, or the waiter is interrupted.
  ///
  /// - Parameter isFollowed: What ``follow(_:)`` returned.
  func wait(
    _ descriptor: Int32, for interest: SocketInterest, _ waiter: SocketWaiter,
    isFollowed: Bool, isolation: isolated (any Actor)? = #isolation
  ) async -> SocketWaiter.End {
    let looksFirst = waits.withLock { waits in
      waits.count += 1
      guard waits.count == 1, interest == .readable else { return false }
      waits.skipped -= 1
      return waits.skipped < 0
    }
    defer { waits.withLock { $0.count -= 1 } }
    if looksFirst, answersSoon(descriptor) { return .ready }
    #if os(Linux)
      if let epoll {
        // The event of data that were not read to their end does not come again.
        if isFollowed {
          guard waiter.clearEvent() else { return .interrupted }
          if interest.isReady(descriptor) { return .ready }
        }
        return await withCheckedContinuation { continuation in
          guard waiter.arm(continuation), !isFollowed else { return }
          let code = epoll.watch(descriptor, for: interest)
          if code != 0 { waiter.fire(.failed(code)) }
        }
      }
    #endif
    return await DispatchEvents.wait(descriptor, for: interest, waiter)
  }

  /// Looks at a socket again and again, for 100 microseconds at most.
  ///
  /// A server nearby answers a small statement in less, and waking a thread of the pool costs as much
  /// as half of its answer. Only if no other request waits: one thread at a time, and none under
  /// load. After looks for nothing, up to 64 waits do without: long statements cost no processor time.
  private func answersSoon(_ descriptor: Int32) -> Bool {
    let isReadable = momentum_is_readable_within(descriptor, 100_000) == 1
    waits.withLock { waits in
      waits.misses = isReadable ? 0 : min(waits.misses + 1, 6)
      waits.skipped = isReadable ? 0 : 1 << waits.misses
    }
    return isReadable
  }
}
