import BenchmarkSamples
import Foundation

/// The limits we set ourselves, as ratios to their peers.
enum Ratios {
  /// The parts of the table, which can be run one at a time.
  static let parts: KeyValuePairs<String, @Sendable (URL, inout Table) throws -> Void> = [
    "fetching": fetching, "objects": objects, "managed": managed, "saving": saving, "lists": lists,
    "predicates": predicates, "insertion": insertion, "generating": generating,
    "sources": sources,
  ]

  private static func fetching(in folder: URL, _ table: inout Table) throws {
    let few = try FetchSample(count: 100_000, in: folder)
    let many = try FetchSample(count: 1_000_000, in: folder)
    // On a busy machine the best of five is not yet the best: the third line was 1.16 of five rounds, 1.10 of twelve.
    let times = try Race.run(
      rounds: 12,
      [
        .init { try many.readWithMomentum() }, .init { try many.readWithC(validates: true) },
        .init { try many.readWithC(validates: false) },
        .init { try many.readWithGRDB(quickly: true) },
        .init { try many.readWithGRDB(quickly: false) }, .init { try many.readAsArrays() },
        .init { try many.readOneByOne() }, .init { try few.readWithMomentum() },
        .init { try many.readWithC(validates: true, asValues: true) },
      ])
    let name = "fetch 1,000,000 rows of six columns"
    table.line(name, times[0], peer: "C, texts checked to be UTF-8", times[1], limit: 1.15)
    table.line(name, times[0], peer: "C, texts only copied", times[2], limit: 1.15)
    table.line(name, times[0], peer: "C, checked, sqlite3_value_ calls", times[8], limit: 1.15)
    table.line(name, times[0], peer: "GRDB, records by index", times[3], limit: 1)
    table.line(name, times[0], peer: "GRDB, Codable records", times[4], limit: 1)
    table.line("  as arrays of values", times[5], peer: "C, texts checked", times[1], limit: nil)
    table.line("  one row at a time", times[6], peer: "C, texts checked", times[1], limit: nil)
    table.line(name, times[0], peer: "100,000 rows", times[7], limit: 11.5)
  }

  private static func objects(in folder: URL, _ table: inout Table) throws {
    let sample = try ObjectSample(count: 100_000, in: folder)
    let times = try Race.medians(
      rounds: 21,
      [
        .init { try sample.readValues() }, .init { try sample.readRows() },
        .init { try sample.readWithC() }, .init { try sample.readWithGRDB(quickly: true) },
        .init { try sample.readWithGRDB(quickly: false) },
      ])
    let name = "fetch 100,000 objects as values"
    table.line(name, times[0], peer: "the raw fetch of the same rows", times[1], limit: 1.1)
    table.line(name, times[0], peer: "C, texts checked to be UTF-8", times[2], limit: 1.1)
    table.line(name, times[0], peer: "GRDB, records by index", times[3], limit: 1)
    table.line(name, times[0], peer: "GRDB, Codable records", times[4], limit: 1)
  }

  private static func lists(in folder: URL, _ table: inout Table) throws {
    let few = try ListSample(count: 10_000)
    let many = try ListSample(count: 100_000)
    let times = try Race.run(
      rounds: 30,
      [
        .init { try many.asArray() }, .init { try many.asTemporaryTable() },
        .init { try few.asArray() },
      ])
    table.line("IN with 100,000 keys", times[0], peer: "a temporary table", times[1], limit: 1)
    // SQLite makes a search tree of the list: n log n.
    table.line("IN with 100,000 keys", times[0], peer: "10,000 keys", times[2], limit: 12.5)
  }

  private static func insertion(in folder: URL, _ table: inout Table) throws {
    let sample = try InsertSample(count: 100_000, in: folder)
    let times = try Race.run(
      rounds: 25,
      [
        .init { try sample.insertWithMomentum(oneByOne: false) },
        .init { try sample.insertWithC() },
        .init { try sample.insertWithMomentum(oneByOne: true) },
      ])
    let peer = "C, one prepared INSERT"
    table.line("insert 100,000 objects by one call", times[0], peer: peer, times[1], limit: 1.8)
    table.line("insert 100,000 objects one by one", times[2], peer: peer, times[1], limit: 3)
  }

  private static func predicates(in folder: URL, _ table: inout Table) throws {
    let bundle = here.appendingPathComponent("../../Models/BubbleTea.xcdatamodeld").path
    let compilation = try CompilationSample(bundle: bundle, in: folder)
    let database = try compilation.open()
    let long = FormatSample(comparisons: 40)
    let longer = FormatSample(comparisons: 400)
    let sample = try FormatSample(file: formats)
    let tenfold = FormatSample(sources: (0..<10).flatMap { _ in sample.sources })
    let times = try Race.run(
      rounds: 300,
      [
        .init { try compilation.compile() }, .init { try compilation.prepare(on: database) },
        .init { long.parse() }, .init { longer.parse() }, .init { sample.parse() },
        .init { tenfold.parse() },
      ])
    table.line(
      "text to SQL, four requests", times[0], peer: "sqlite3_prepare_v2 of the results", times[1],
      limit: 1)
    table.line("parse 800 comparisons", times[3], peer: "80 comparisons", times[2], limit: 11.5)
    table.line("parse 2,000 formats", times[5], peer: "200 formats", times[4], limit: 11.5)
  }

  /// Swift sources as text. No peer parses as little as a schema needs, so the limit is a rate: ten
  /// megabytes in a second of processor time.
  private static func sources(in folder: URL, _ table: inout Table) throws {
    let project = here.appendingPathComponent("../../Sources")
    let many = try SourceSample(bytes: 10_000_000, of: project)
    let few = try SourceSample(bytes: 1_000_000, of: project)
    let times = try Race.run(
      rounds: 5,
      [
        .init { many.readDeclarations() }, .init { few.readDeclarations() },
        .init { many.readTokens() }, .init { many.readAllDeclarations() },
      ])
    let name = "read 10 MB of Swift"
    table.line(name, times[0], peer: "1 MB", times[1], limit: 11.5)
    table.line(name, times[0], peer: "the tokens alone", times[2], limit: nil)
    table.line(name, times[0], peer: "also inside functions", times[3], limit: nil)
    table.claim(
      "\(name) in a second", max(times[0], times[3]) * 10_000_000 / Double(many.bytes) < 1)
  }

  /// Files are written to memory where there is a file system for that, since no rival shall wait for a disk:
  /// the peer's `fsync` takes what the kernel and other processes happen to be doing. And ext4 goes round inodes
  /// that were freed in the last minutes, so whoever creates files after thousands were removed pays ten times
  /// over, which is the rival who comes first.
  private static func generating(in folder: URL, _ table: inout Table) throws {
    let memory = URL(fileURLWithPath: "/dev/shm").appendingPathComponent(folder.lastPathComponent)
    defer { try? FileManager.default.removeItem(at: memory) }
    let isThere =
      (try? FileManager.default.createDirectory(at: memory, withIntermediateDirectories: false))
      != nil
    let sample = try GenerationSample(entities: 1_000, in: isThere ? memory : folder)
    let times = try Race.run(
      rounds: 10,
      [
        .init { try sample.runWithNoChange() }, .init { try sample.read() },
        .init { try sample.generate() }, .init { try sample.readAndWrite() },
      ])
    let name = "generate 1,000 entities"
    table.line("\(name), no change", times[0], peer: "reading the model", times[1], limit: 1.5)
    table.line(name, times[2], peer: "reading, and writing the bytes", times[3], limit: 3)
  }
}
