import BenchmarkSamples
import Foundation

extension Ratios {
  /// Fetches of managed objects against the value API.
  static func managed(in folder: URL, _ table: inout Table) throws {
    let folder = folder.appendingPathComponent("managed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sample = try ManagedFetchSample(count: 100_000, in: folder)
    let times = try Race.run(
      rounds: 15,
      [
        .init { try sample.values.readValues() }, .init { try sample.values.readWithC() },
        .init { try sample.read(.objects) }, .init { try sample.read(.faults) },
        .init { try sample.read(.identities) },
      ])
    let peer = "as values"
    table.line("fetch 100,000 managed objects", times[2], peer: peer, times[0], limit: 2)
    table.line("fetch 100,000 faults", times[4], peer: peer, times[0], limit: 1.2)
    table.line("fetch 100,000 faults with their rows", times[3], peer: peer, times[0], limit: nil)
    table.line("fetch 100,000 values", times[0], peer: "C, texts checked", times[1], limit: nil)
    table.figure("bytes of a registered fault", try sample.bytesOfFault(), limit: 200)
    try prefetching(in: folder, &table)
    try digesting(sample, &table)
  }

  private static func prefetching(in folder: URL, _ table: inout Table) throws {
    let sample = try PrefetchSample(count: 100_000, in: folder)
    try sample.prefetch()
    let statements = try sample.fire()
    table.figure("statements of 100,000 prefetched faults", Double(statements), limit: 0)
  }

  private static func digesting(_ sample: ManagedFetchSample, _ table: inout Table) throws {
    let results = try ResultsSample(sample)
    let times = try Race.run(
      rounds: 50, [.init(prepare: { try results.change() }, run: { results.digest() })])
    table.figure("seconds to digest 10 changes of 100,000", times[0], limit: 1e-3)
    table.claim("the results controller moves objects", results.moves > 0)
  }

  /// Saves of managed objects against the value API and C, all committed.
  static func saving(in folder: URL, _ table: inout Table) throws {
    try withMemoryFolder { folder in
      let sample = try SaveSample(count: 100_000, in: folder)
      let times = try Race.run(
        rounds: 6,
        [
          .init(prepare: sample.empty, run: sample.insertWithC),
          .init(prepare: sample.empty, run: sample.insertValues),
          .init(prepare: sample.prepareInserts, run: sample.save),
          .init(prepare: sample.empty, run: sample.makeObjects),
          .init(prepare: sample.fill, run: sample.updateWithC),
          .init(prepare: sample.prepareUpdates, run: sample.save),
          .init(prepare: sample.prepareKeptInserts, run: sample.save),
        ])
      let (insert, update) = ("C, one prepared INSERT", "C, one prepared UPDATE")
      table.line(
        "insert(contentsOf:) of 100,000 values", times[1], peer: insert, times[0], limit: 1.8)
      table.line(
        "save 100,000 new objects", times[2], peer: "insert(contentsOf:)", times[1], limit: 1.5)
      table.line("save 100,000 new objects", times[2], peer: insert, times[0], limit: nil)
      table.line("  objects that are kept", times[6], peer: insert, times[0], limit: nil)
      table.line("  make them and set six values", times[3], peer: insert, times[0], limit: nil)
      table.line("save 100,000 changed objects", times[5], peer: update, times[4], limit: 2)
    }
  }
}
