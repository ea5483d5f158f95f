import Foundation

/// Watches the files of a SQLite store for commits of other connections.
///
/// On Linux, inotify reports writes to the file and its log. A writer writes to the log before the
/// commit is visible to others, so after an event `hasChanged` is called several times, at growing
/// intervals. If inotify cannot be used, it is called once a second.
///
/// Source: the format of the index of the log, <https://sqlite.org/walformat.html>. A commit
/// changes its header, which is in shared memory, so no event follows the write to the log.
///
/// `@unchecked`: all properties but the constants are used on `queue` only.
package final class StoreWatcher: @unchecked Sendable {
  /// The milliseconds before each call of `hasChanged` after an event; about a second in all.
  private static let delays = [0, 1, 4, 16, 64, 256, 768]

  private let queue = DispatchQueue(label: "store watcher")
  /// Whether another connection has committed since the last call.
  private let hasChanged: () -> Bool
  private let notify: @Sendable () -> Void
  private var events: (any DispatchSourceProtocol)?
  private var timer: (any DispatchSourceProtocol)?
  private var step = 0
  private var isAsking = false

  /// - Parameter hasChanged: Called on a private queue.
  init(
    path: String, hasChanged: @escaping () -> Bool, notify: @escaping @Sendable () -> Void
  ) {
    self.hasChanged = hasChanged
    self.notify = notify
    queue.sync {
      #if os(Linux)
        if let source = FileEvents.source(store: path, queue, { [weak self] in self?.begin() }) {
          events = source
          source.resume()
          return
        }
      #endif
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + 1, repeating: 1)
      timer.setEventHandler { [weak self] in self?.ask() }
      timer.resume()
      self.timer = timer
    }
  }

  deinit {
    events?.cancel()
    timer?.cancel()
  }

  package func cancel() {
    queue.async { [self] in
      events?.cancel()
      timer?.cancel()
      events = nil
      timer = nil
    }
  }

  /// Begins the series of calls of `hasChanged`, or starts it again if it is running.
  private func begin() {
    step = 0
    guard !isAsking else { return }
    isAsking = true
    next()
  }

  private func next() {
    guard events != nil, step < StoreWatcher.delays.count else {
      isAsking = false
      return
    }
    let delay = StoreWatcher.delays[step]
    step += 1
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.ask()
      self?.next()
    }
  }

  private func ask() { if hasChanged() { notify() } }
}

#if os(Linux)
  /// Events of inotify for a store and its log.
  private enum FileEvents {
    /// An event source that is not resumed yet; `nil` if the system has no more inotify instances
    /// or the folder cannot be watched.
    static func source(
      store path: String, _ queue: DispatchQueue, _ body: @escaping () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let url = URL(fileURLWithPath: path)
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      // Watch the folder and not the files, because the log is made and removed while the store is
      // open.
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
      guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, mask) >= 0 else {
        close(descriptor)
        return nil
      }
      let name = url.lastPathComponent
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        if namesOfEvents(descriptor).contains(where: { $0 == name || $0 == name + "-wal" }) {
          body()
        }
      }
      source.setCancelHandler { close(descriptor) }
      return source
    }

    /// The names of the files in all waiting events.
    private static func namesOfEvents(_ descriptor: Int32) -> Set<String> {
      var names: Set<String> = []
      let header = MemoryLayout<inotify_event>.size
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return names }
        var offset = 0
        while offset + header <= count {
          // The length of the name is the last field of the header.
          let length = buffer.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: offset + header - 4, as: UInt32.self))
          }
          let end = min(offset + header + length, count)
          let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
          names.insert(String(decoding: name, as: UTF8.self))
          offset = end
        }
      }
    }
  }
#endif
