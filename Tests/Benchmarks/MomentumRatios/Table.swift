import Foundation

/// The lines of the run, each a figure beside its peer's.
struct Table {
  private(set) var misses = 0

  /// `limit`: the largest ratio of the two that is good; `nil` where the line is for comparison only.
  mutating func line(
    _ name: String, _ seconds: Double, peer: String, _ peerSeconds: Double, limit: Double?
  ) {
    let ratio = seconds / peerSeconds
    let verdict: String
    switch limit {
    case nil: verdict = ""
    case let limit? where ratio <= limit: verdict = String(format: "ok, limit %.2f", limit)
    case let limit?:
      verdict = String(format: "MISSED, limit %.2f", limit)
      misses += 1
    }
    print(
      Self.pad(name, 44) + Self.left(Self.time(seconds), 10) + "   " + Self.pad(peer, 44)
        + Self.left(Self.time(peerSeconds), 10) + Self.left(String(format: "%.3f", ratio), 9) + "  "
        + verdict)
  }

  /// A figure with a limit of its own: `bytes of a registered fault  152  ok, limit 200`.
  mutating func figure(_ name: String, _ value: Double, limit: Double) {
    let verdict = value <= limit ? "ok" : "MISSED"
    if value > limit { misses += 1 }
    let text = String(format: "%.3g", value)
    print(
      Self.pad(name, 44) + Self.left(text, 10)
        + "   \(verdict), limit \(String(format: "%g", limit))")
  }

  /// A line that holds or does not.
  mutating func claim(_ text: String, _ holds: Bool) {
    if holds { return }
    print("MISSED: \(text)")
    misses += 1
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 1e-3
      ? String(format: "%.1f us", seconds * 1e6) : String(format: "%.1f ms", seconds * 1e3)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
