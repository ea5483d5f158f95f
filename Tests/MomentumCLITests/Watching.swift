import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// A `momentum watch` that runs on a thread of its own while a test changes files.
///
/// `@unchecked`: the properties are used under the condition's lock only.
final class Watching: @unchecked Sendable {
  private let condition = NSCondition()
  private var text = ""
  /// Up to where `next()` has returned the text.
  private var shown = 0
  private var isStopping = false
  private var hasEnded = false

  /// A run is over when this was written.
  private static let mark = "── waiting for a change\n"
  /// No test takes so long; a test that fails must end.
  private static let secondsMax = 120.0

  init(_ arguments: [String]) throws {
    let console = Console(writeOutput: { self.add($0) }, writeError: { self.add($0) })
    let run = try WatchRun(
      arguments, console: console,
      isEnded: { self.condition.withLock { self.isStopping } })
    let box = RunBox(run: run)
    Thread {
      box.run.run()
      self.condition.withLock {
        self.hasEnded = true
        self.condition.broadcast()
      }
    }.start()
  }

  /// `@unchecked`: the run is used by the thread only.
  private struct RunBox: @unchecked Sendable {
    let run: WatchRun
  }

  private func add(_ text: String) {
    condition.withLock {
      self.text += text
      condition.broadcast()
    }
  }

  /// What was written until the next run was over.
  func next() -> String {
    condition.withLock {
      let limit = Date(timeIntervalSinceNow: Self.secondsMax)
      while true {
        let rest = String(text.dropFirst(shown))
        if let range = rest.range(of: Self.mark) {
          let part = String(rest[..<range.upperBound])
          shown += part.count
          return part
        }
        guard condition.wait(until: limit) else {
          Issue.record("no run came: \(rest)")
          return rest
        }
      }
    }
  }

  /// What was written until a run after which the text has the words.
  func next(with words: String...) -> String {
    var text = ""
    for _ in 0..<100 {
      text += next()
      if words.allSatisfy(text.contains) { return text }
    }
    Issue.record("no run says \(words): \(text)")
    return text
  }

  /// Ends the command, and returns what it wrote after the last run.
  func stop() -> String {
    condition.withLock {
      isStopping = true
      let limit = Date(timeIntervalSinceNow: Self.secondsMax)
      while !hasEnded {
        guard condition.wait(until: limit) else {
          Issue.record("the command does not end")
          break
        }
      }
      return String(text.dropFirst(shown))
    }
  }
}
