import BenchmarkSamples
import Foundation
import MomentumMigration

extension Ratios {
  /// Migrations of 1,000,000 rows against the bare statements that do the same work: the same journal, the
  /// same copy, an integrity check and counts of rows before and after on both sides.
  ///
  /// - Returns: How many limits were missed.
  static func migrating(in folder: URL, count: Int = 1_000_000) throws -> Int {
    var table = Table()
    let sample = try MigrationSample(count: count, in: folder)
    print("a store of \(sample.bytes / 1_000_000) MB; processor time, then the clock's in brackets")
    for change in MigrationSample.Change.allCases {
      for isInPlace in [false, true] {
        for style in MigrationPlan.Style.allCases {
          try migrating(sample, change, isInPlace: isInPlace, style, &table)
        }
      }
    }
    return table.misses
  }

  private static func migrating(
    _ sample: MigrationSample, _ change: MigrationSample.Change, isInPlace: Bool,
    _ style: MigrationPlan.Style, _ table: inout Table
  ) throws {
    var ours: [MigrationSample.Run] = []
    var peer: [MigrationSample.Run] = []
    // Warms the caches, and is not timed.
    let peak = try sample.migrate(
      change, isInPlace: isInPlace, style: style, watchesDisk: true
    ).peakBytes
    // A run of half a second is over before the machine has changed its pace: it takes more of them until each
    // side has had the best one. Each side is the first one in turn.
    let rounds = change == .rebuild ? 3 : 8
    for round in 0..<rounds {
      for isOurs in round.isMultiple(of: 2) ? [true, false] : [false, true] {
        if isOurs {
          ours.append(try sample.migrate(change, isInPlace: isInPlace, style: style))
        } else {
          peer.append(try sample.migrateByHand(change, isInPlace: isInPlace))
        }
      }
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
    let zeroes = try sample.zeroesFreedPages()
    guard let cost = preview.plan?.cost(zeroesFreedPages: zeroes) else { return }
    let predicted =
      isInPlace
      ? cost.peakBytesInPlace(usesLog: false) : cost.peakBytes(copying: Int64(sample.bytes))
    let disk = String(
      format: "; %.1f MB more disk, %.1f MB predicted; %.1f s predicted", Double(peak) / 1e6,
      Double(predicted) / 1e6, cost.seconds)
    print(clocks + disk)
    // What is as small as a few pages is no matter of tenths.
    let isNear = abs(Double(predicted - peak)) <= max(Double(peak) * 0.1, 1e6)
    table.claim("\(name): disk predicted within 10 %", isNear)
  }

  /// The most memory that the process had for one migration, printed for `./ratios`.
  static func migratingMemory(count: Int, isInPlace: Bool, in folder: URL) throws {
    let sample = try MigrationSample(count: count, in: folder)
    let run = try sample.migrate(.rebuild, isInPlace: isInPlace, style: .fresh)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "VmHWM unknown"
    print("\(count) rows, \(sample.bytes / 1_000_000) MB, \(Int(run.seconds)) s: \(line)")
  }
}
