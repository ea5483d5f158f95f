import BenchmarkSamples
import Foundation
import MomentumMigration

extension Ratios {
  /// Migrations of 1,000,000 rows against the bare statements that do the same work: the same journal, the
  /// same copy, an integrity check and counts of rows before and after on both sides.
  ///
  /// - Returns: How many limits were missed.
  static func migrating(in folder: URL, count: Int = 1_000_000, rounds: Int = 3) throws -> Int {
    var table = Table()
    let sample = try MigrationSample(count: count, in: folder)
    print("a store of \(sample.bytes / 1_000_000) MB; processor time, then the clock's in brackets")
    for change in MigrationSample.Change.allCases {
      for isInPlace in [false, true] {
        for style in MigrationPlan.Style.allCases {
          try migrating(sample, change, isInPlace: isInPlace, style, rounds, &table)
        }
      }
    }
    return table.misses
  }

  private static func migrating(
    _ sample: MigrationSample, _ change: MigrationSample.Change, isInPlace: Bool,
    _ style: MigrationPlan.Style, _ rounds: Int, _ table: inout Table
  ) throws {
    var ours: [MigrationSample.Run] = []
    var peer: [MigrationSample.Run] = []
    for _ in 0..<rounds {
      ours.append(try sample.migrate(change, isInPlace: isInPlace, style: style))
      peer.append(try sample.migrateByHand(change, isInPlace: isInPlace))
    }
    func best(_ runs: [MigrationSample.Run], _ part: (MigrationSample.Run) -> Double) -> Double {
      runs.map(part).min() ?? .infinity
    }
    let place = isInPlace ? "in place" : "copy"
    let name = "\(change.rawValue), \(place), \(style.rawValue)"
    table.line(
      name, best(ours, \.processorSeconds), peer: "bare SQLite statements",
      best(peer, \.processorSeconds), limit: 1.5)
    let clocks = String(
      format: "  (%.2f s, bare %.2f s)", best(ours, \.seconds), best(peer, \.seconds))
    let preview = try sample.prediction(change, isInPlace: isInPlace, style: style)
    let disk = String(
      format: "; at most %.1f MB beside the store", Double(ours[0].peakBytes) / 1e6)
    print(clocks + disk + predictions(preview.plan))
  }

  private static func predictions(_ plan: MigrationPlan?) -> String { "" }

  /// The most memory that the process had for one migration, printed for `./ratios`.
  static func migratingMemory(count: Int, isInPlace: Bool, in folder: URL) throws {
    let sample = try MigrationSample(count: count, in: folder)
    let run = try sample.migrate(.rebuild, isInPlace: isInPlace, style: .fresh)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "VmHWM unknown"
    print("\(count) rows, \(sample.bytes / 1_000_000) MB, \(Int(run.seconds)) s: \(line)")
  }
}
