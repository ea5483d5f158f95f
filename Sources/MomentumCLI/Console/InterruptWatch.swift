import Dispatch
import Foundation

/// Notices Ctrl-C, a request to end, and a terminal that is closed, while something runs that has to be undone in order.
///
/// `@unchecked`: the flag is read and written under the lock only; the sources are made once and cancelled
/// once, by the one who owns the watch.
package final class InterruptWatch: @unchecked Sendable {
  private typealias Handler = @convention(c) (Int32) -> Void

  private let signals: [Int32]

  private let lock = NSLock()
  private var isSet = false
  private var sources: [any DispatchSourceSignal] = []

  var isInterrupted: Bool { lock.withLock { isSet } }

  init() {
    signals = InterruptWatch.signals(ignoresHangUp: InterruptWatch.isIgnored(SIGHUP))
    for number in signals {
      // Else the signal would end the process before anybody hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.set() }
      source.resume()
      sources.append(source)
    }
  }

  /// - Parameter ignoresHangUp: Whether whoever started the process had it ignored.
  package static func signals(ignoresHangUp: Bool) -> [Int32] {
    [SIGINT, SIGTERM] + (ignoresHangUp ? [] : [SIGHUP])
  }

  /// `nohup` lets a command outlive its terminal by having the signal ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before: Handler? = signal(number, SIG_IGN)
    let ignored: Handler? = SIG_IGN
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(ignored, to: Int.self)
  }

  private func set() { lock.withLock { isSet = true } }

  /// Gives the signals back.
  func stop() {
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
  }
}
