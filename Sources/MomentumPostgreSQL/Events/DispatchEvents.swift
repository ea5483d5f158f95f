internal import Dispatch

/// Waits for sockets with sources of libdispatch, one for each wait.
///
/// A socket must not be closed while a source watches it, so a wait ends only when its sources have
/// been cancelled. Documented: <https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol>.
enum DispatchEvents {
  static func wait(
    _ descriptor: Int32, for interest: SocketInterest, _ waiter: SocketWaiter
  ) async -> SocketWaiter.End {
    let queue = DispatchQueue(label: "momentum.postgresql.socket")
    var sources: [any DispatchSourceProtocol] = []
    if interest != .writable {
      sources.append(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
    }
    if interest != .readable {
      sources.append(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue))
    }
    let end = await withCheckedContinuation { continuation in
      guard waiter.arm(continuation) else { return }
      for source in sources { source.setEventHandler { waiter.fire(.ready) } }
      for source in sources { source.activate() }
    }
    for source in sources {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        source.setCancelHandler { continuation.resume() }
        // A source that was never activated would not call its handler.
        source.activate()
        source.cancel()
      }
    }
    return end
  }
}
