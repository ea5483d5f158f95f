import Dispatch
import Foundation

/// Notices Ctrl-C, a request to terminate, and a closed terminal, so that running work can be
/// undone in order.
///
/// `@unchecked`: the flag is read and written under the lock only; the owner of the watch creates
/// the sources once and cancels them once.
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
      // Ignore the signal's default action, which would end the process before the source is
      // called.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.set() }
      source.resume()
      sources.append(source)
    }
  }

  /// - Parameter ignoresHangUp: Whether the parent process lets SIGHUP be ignored.
  package static func signals(ignoresHangUp: Bool) -> [Int32] {
    [SIGINT, SIGTERM] + (ignoresHangUp ? [] : [SIGHUP])
  }

  /// Whether a signal is ignored: `nohup` ignores SIGHUP so that a command outlives its terminal.
  private static func isIgnored(_ number: Int32) -> Bool {
    let before: Handler? = signal(number, SIG_IGN)
    let ignored: Handler? = SIG_IGN
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(ignored, to: Int.self)
  }

  private func set() { lock.withLock { isSet = true } }

  /// Restores the default action of the signals.
  func stop() {
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
  }
}
