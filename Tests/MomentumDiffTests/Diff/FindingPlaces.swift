import Foundation
import MomentumDiagnostics
import MomentumDiff

/// The place of each finding of a diff, of its notes and of its fix-its, in both directions.
enum FindingPlaces {
  static func text(_ old: DiffedModel, _ new: DiffedModel) -> String {
    let directions = [
      ("forth", ModelDiffer.diff(old, new)), ("back", ModelDiffer.diff(new, old)),
    ]
    return directions.flatMap { name, diff in diff.findings().all.map { "\(name) \(line($0))" } }
      .joined(separator: "\n")
  }

  /// `new 3:20 'size' note migration.x; old 3:20 'size'; fix new 3:26 ' elementID="a"'`
  private static func line(_ finding: Diagnostic) -> String {
    let notes = finding.notes.filter { $0.location != nil }.map { place($0.location) }
    let fixIts = finding.fixIts.map { "fix \(place($0.location)) '\($0.replacement)'" }
    return
      (["\(place(finding.location)) \(finding.severity.rawValue) \(finding.id)"] + notes + fixIts)
      .joined(separator: "; ")
  }

  private static func place(_ location: MomentumDiagnostics.SourceLocation?) -> String {
    guard let location else { return "nowhere" }
    let (bytes, range) = (location.file.utf8, location.range)
    let before = bytes[..<range.start]
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let row = before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let name = location.file.path.split(separator: "/").first ?? ""
    let text = String(decoding: bytes[range.start..<range.end], as: UTF8.self)
    return "\(name) \(row):\(range.start - lineStart + 1) '\(text.prefix(30))'"
  }
}
