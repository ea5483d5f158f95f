import Dispatch
import Foundation

/// How much stack some work takes, measured on a thread of its own.
package enum StackUse {
  /// What work may take: a thread of Apple's systems other than the main one has 512 KB, of which 64 KB
  /// are left to the caller. Unoptimised code takes several times as much, and is run on the 8 MB of a
  /// main thread, of which 1 MB is left.
  package static let bytesMax: Int = {
    #if DEBUG
      7 << 20
    #else
      448 << 10
    #endif
  }()

  private static let pattern: UInt8 = 0xA5
  /// Twice what work may take, so that too much is a number and no crash.
  private static let stackBytes = watchedBytes + (1 << 20)
  /// The part of the stack that is watched, from so far below the caller's frame that filling it writes
  /// over no frame.
  private static let gap = 16 << 10
  private static let watchedBytes = 2 * bytesMax

  /// The bytes of stack that `body` takes at its deepest.
  package static func measure(_ body: @escaping @Sendable () -> Void) -> Int {
    let result = Locked(0)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let used = watch(body)
      result.withLock { $0 = used }
      done.signal()
    }
    thread.stackSize = stackBytes
    thread.start()
    done.wait()
    return result.withLock { $0 }
  }

  private static func watch(_ body: () -> Void) -> Int {
    // The stack grows downwards; below the marker nothing is in use. As a number that is read back the
    // place is no longer known to the optimizer to lie outside of the marker.
    var marker: UInt8 = 0
    let place = withUnsafeMutablePointer(to: &marker) { Locked(UInt(bitPattern: $0)) }
    let low = place.withLock { $0 } - UInt(gap + watchedBytes)
    fill(low)
    body()
    return gap + watchedBytes - untouchedBytes(low)
  }

  /// By the C library: unoptimised Swift writes each byte by a call, which takes most of such a test.
  @inline(never)
  private static func fill(_ low: UInt) {
    guard let start = UnsafeMutableRawPointer(bitPattern: low) else { return }
    memset(start, Int32(pattern), watchedBytes)
  }

  /// Whole pages are compared first: unoptimised code would take a second to look at each byte.
  @inline(never)
  private static func untouchedBytes(_ low: UInt) -> Int {
    guard let start = UnsafeRawPointer(bitPattern: low) else { return 0 }
    let page = [UInt8](repeating: pattern, count: 4 << 10)
    var untouched = 0
    while untouched + page.count <= watchedBytes,
      memcmp(start + untouched, page, page.count) == 0
    {
      untouched += page.count
    }
    let rest = UnsafeRawBufferPointer(start: start, count: watchedBytes)[untouched...]
    return rest.firstIndex { $0 != pattern } ?? watchedBytes
  }
}
