import Foundation
import MomentumDiagnostics
import MomentumMigrator

/// A line of a terminal that is overwritten as work proceeds.
struct ProgressLine {
  private static let width = 78

  /// The text of the line: `[#####·····]  42 %  migrating 3/7: add Venue.town, 85 MB/s, 3 s left`
  static func text(_ progress: MigrationProgress) -> String {
    var text = bar(progress.fraction) + progress.phase.rawValue
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

  /// The text for work in steps of equal weight: `[##··]  10 %  checking 3/7: Shop, 2/s, 3 s left`
  ///
  /// - Parameters:
  ///   - step: The number of the step that is under way, from 1.
  ///   - perSecond: How many steps are done in a second; 0 if that is not known yet.
  static func text(verb: String, step: Int, count: Int, name: String, perSecond: Double) -> String {
    var text = bar(count > 0 ? Double(step - 1) / Double(count) : 1)
    text += "\(verb) \(step)/\(count)"
    var end = ""
    if perSecond > 0 {
      let left = (Double(count - step + 1) / perSecond).rounded(.up)
      let rate = perSecond < 10 ? "\((perSecond * 10).rounded() / 10)" : "\(Int(perSecond))"
      end = ", \(rate)/s" + (left < 1_000_000 ? ", \(Int(left)) s left" : "")
    }
    // The end of a path says more than its beginning.
    let space = max(8, width - text.count - end.count - 2)
    let shown = TerminalText.oneLine(name)
    if !shown.isEmpty {
      text += ": " + (shown.count > space ? "…" + shown.suffix(space - 1) : shown)
    }
    text += end
    return String(text.prefix(width))
  }

  /// `[#####···············]  25 %  `
  private static func bar(_ fraction: Double) -> String {
    let fraction = min(1, max(0, fraction))
    let filled = Int((fraction * 20).rounded(.down))
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 20 - filled)
    let percent = String(Int(fraction * 100))
    return "[\(bar)] \(String(repeating: " ", count: 3 - percent.count))\(percent) %  "
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
