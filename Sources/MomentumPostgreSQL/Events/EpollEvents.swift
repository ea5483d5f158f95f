#if os(Linux)
  internal import CLibPQ
  internal import Foundation

  /// A thread that waits for sockets with epoll and wakes their waiters.
  ///
  /// While libpq connects, it may replace its socket by another one of the same number, so each wait
  /// watches for one event anew (`EPOLLONESHOT`). The socket of an open connection is followed: it
  /// is registered once, and epoll reports each event once (`EPOLLET`), so a wait costs no call of
  /// `epoll_ctl`. Data that were left unread make no new event: a wait that did not first ask the
  /// socket whether it has some could wait for ever. Documented: epoll(7).
  final class EpollEvents: Sendable {
    private let descriptor: Int32
    /// Written to when the object goes, so that the thread ends.
    private let stop: Int32
    private let waiters = Locked<[Int32: SocketWaiter]>([:])

    /// `nil` if the system has no descriptors left.
    init?() {
      let (descriptor, stop) = (momentum_epoll_make(), momentum_epoll_make_stop())
      guard descriptor >= 0, stop >= 0, momentum_epoll_watch(descriptor, stop, 1, 0) == 0 else {
        if descriptor >= 0 { close(descriptor) }
        if stop >= 0 { close(stop) }
        return nil
      }
      self.descriptor = descriptor
      self.stop = stop
      // The thread must not keep the object, or it would never end.
      let waiters = waiters
      Thread.detachNewThread { Self.run(descriptor, stop, waiters) }
    }

    deinit { momentum_epoll_stop(stop) }

    func register(_ socket: Int32, _ waiter: SocketWaiter) {
      waiters.withLock { $0[socket] = waiter }
    }

    func remove(_ socket: Int32, _ waiter: SocketWaiter) {
      waiters.withLock { table in
        // Another connection may have got the number already.
        guard table[socket] === waiter else { return }
        table[socket] = nil
        momentum_epoll_forget(descriptor, socket)
      }
    }

    /// Watches for one event; returns the error number, or 0.
    func watch(_ socket: Int32, for interest: SocketInterest) -> Int32 {
      momentum_epoll_watch(
        descriptor, socket, interest == .writable ? 0 : 1, interest == .readable ? 0 : 1)
    }

    /// Reports all events of the socket from now on, each once; returns the error number, or 0.
    func follow(_ socket: Int32) -> Int32 { momentum_epoll_follow(descriptor, socket) }

    private static func run(
      _ descriptor: Int32, _ stop: Int32, _ waiters: Locked<[Int32: SocketWaiter]>
    ) {
      var sockets = [Int32](repeating: -1, count: 64)
      defer {
        close(descriptor)
        close(stop)
      }
      while true {
        let count = momentum_epoll_wait(descriptor, &sockets)
        guard count >= 0 else { return }
        for socket in sockets.prefix(Int(count)) {
          guard socket != stop else { return }
          waiters.withLock { $0[socket] }?.note()
        }
      }
    }
  }
#endif
