import Foundation

/// Notices Ctrl-C, and a request to end, while something runs that has to be undone in order.
///
/// `@unchecked`: the flag is read and written under the lock only; the sources are made once and cancelled
/// once, by the one who owns the watch.
final class InterruptWatch: @unchecked Sendable {
  private static let signals = [SIGINT, SIGTERM]

  private let lock = NSLock()
  private var isSet = false
  private var sources: [any DispatchSourceSignal] = []

  var isInterrupted: Bool { lock.withLock { isSet } }

  init() {
    for number in InterruptWatch.signals {
      // Else the signal would end the process before anybody hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.set() }
      source.resume()
      sources.append(source)
    }
  }

  private func set() { lock.withLock { isSet = true } }

  /// Gives the signals back.
  func stop() {
    for source in sources { source.cancel() }
    for number in InterruptWatch.signals { signal(number, SIG_DFL) }
  }
}
