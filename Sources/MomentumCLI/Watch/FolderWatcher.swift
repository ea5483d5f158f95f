import Foundation

/// Waits until something may have changed in folders.
protocol FolderWatcher: AnyObject {
  /// Adds folders; those that are watched already stay so.
  ///
  /// - Returns: Whether the system can watch them all.
  func watch(_ folders: [String]) -> Bool

  /// Waits for the next event, and then until a burst of events is over.
  ///
  /// - Returns: Whether there was an event; otherwise `isEnded` was true.
  func wait(until isEnded: () -> Bool) -> Bool
}

/// Looks again after some time: for systems without inotify, and for more folders than it takes.
final class PollingWatcher: FolderWatcher {
  static let intervalMicroseconds: useconds_t = 300_000

  func watch(_ folders: [String]) -> Bool { true }

  func wait(until isEnded: () -> Bool) -> Bool {
    if isEnded() { return false }
    usleep(Self.intervalMicroseconds)
    return !isEnded()
  }
}

#if canImport(Glibc)
  import Glibc

  /// The events of Linux' inotify(7), which watches folders and not the folders inside of them.
  final class InotifyWatcher: FolderWatcher {
    /// Files that were written, made, moved, deleted, or replaced, and the folder itself being moved
    /// or deleted.
    private static let mask = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    /// How long nothing may happen before a burst counts as over, and how long a burst may take: a
    /// program that writes without end must not keep the command from running.
    private static let quietMilliseconds: Int32 = 20
    private static let burstWaitsMax = 25
    /// How long a wait may last before `isEnded` is asked again.
    private static let waitMilliseconds: Int32 = 100

    private let descriptor: Int32

    /// `nil` if the system gives no descriptor, as when a user has too many.
    init?() {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func watch(_ folders: [String]) -> Bool {
      for folder in folders where inotify_add_watch(descriptor, folder, Self.mask) < 0 {
        // A folder that was deleted meanwhile is no failure; its parent reports a new one.
        if errno == ENOSPC || errno == ENOMEM { return false }
      }
      return true
    }

    func wait(until isEnded: () -> Bool) -> Bool {
      while !isEvent(within: Self.waitMilliseconds) {
        if isEnded() { return false }
      }
      discardEvents()
      for _ in 0..<Self.burstWaitsMax where !isEnded() {
        guard isEvent(within: Self.quietMilliseconds) else { break }
        discardEvents()
      }
      return !isEnded()
    }

    private func isEvent(within milliseconds: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, milliseconds) > 0
    }

    /// What has changed is found by comparing snapshots, so the events themselves are not needed.
    private func discardEvents() {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while buffer.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    }
  }
#endif

/// The watcher of this system.
enum SystemWatcher {
  static func make() -> any FolderWatcher {
    #if canImport(Glibc)
      if let watcher = InotifyWatcher() { return watcher }
    #endif
    return PollingWatcher()
  }
}
