import Foundation
import MomentumDiagnostics
import MomentumMigrator

/// A line of a terminal that is overwritten as work proceeds.
struct ProgressLine {
  private static let width = 78

  /// The text of the line: `[#####·····]  42 %  migrating 3/7: add Venue.town, 85 MB/s, 3 s left`
  static func text(_ progress: MigrationProgress) -> String {
    let filled = Int((min(1, max(0, progress.fraction)) * 20).rounded(.down))
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 20 - filled)
    let percent = String(Int(min(1, max(0, progress.fraction)) * 100))
    var text = "[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %  "
    text += progress.phase.rawValue
    if progress.stepCount > 0 { text += " \(progress.step)/\(progress.stepCount)" }
    text += ": " + TerminalText.oneLine(progress.activity)
    if progress.bytesPerSecond > 0 {
      text += ", \(ByteText.short(Int64(progress.bytesPerSecond)))/s"
    }
    if let left = progress.secondsLeft, left.isFinite, left < 1_000_000 {
      text += ", \(Int(left.rounded(.up))) s left"
    }
    return String(text.prefix(width))
  }

  /// Moves to the beginning of the line and clears it.
  static let clearing = "\r\u{1B}[K"
}

/// Sizes in bytes in the usual units.
enum ByteText {
  /// A size as text: `512 bytes`, `4.2 kB`, `131 MB`
  static func short(_ bytes: Int64) -> String {
    var value = Double(bytes)
    var unit = "bytes"
    for next in ["kB", "MB", "GB", "TB"] where value >= 1000 {
      value /= 1000
      unit = next
    }
    guard unit != "bytes" else { return "\(bytes) bytes" }
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
  }
}
