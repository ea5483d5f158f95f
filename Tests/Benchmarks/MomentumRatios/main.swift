import BenchmarkSamples
import Foundation

// Figures beside their peers', measured in one run: MomentumRatios [MODE]
//
//     formats FILE   only the formats a second of a file, in words that GNUstep/formats.m prints too
//     loop WHAT      parse, fetch, objects, managed, faults, save, keep, update or compile again and again for ten seconds, for a profiler
//     fetching, objects, managed, saving, lists, predicates, insertion, generating, sources
//                    only that part of the table
//     migrating      the part of the table about migrations of a large store; takes some minutes
//     memory ROWS    the most memory that a migration of so many rows takes, on a copy
//     memory-in-place ROWS
//     (nothing)      the table; the exit code is 1 where a limit is missed

let arguments = Array(CommandLine.arguments.dropFirst())
let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
let formats = here.appendingPathComponent("formats.txt").path

func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("momentum-ratios-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// A folder in memory where there is a file system for that: no rival shall wait for a disk.
func withMemoryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let memory = URL(fileURLWithPath: "/dev/shm")
    .appendingPathComponent("momentum-ratios-\(UUID().uuidString)")
  guard
    (try? FileManager.default.createDirectory(at: memory, withIntermediateDirectories: false))
      != nil
  else { return try withFolder(body) }
  defer { try? FileManager.default.removeItem(at: memory) }
  return try body(memory)
}

func repeatForTenSeconds(_ body: () throws -> Int) rethrows {
  let end = ContinuousClock.now + .seconds(10)
  while ContinuousClock.now < end { keep(try body()) }
}

switch (arguments.first, arguments.dropFirst().first) {
case ("formats", let file?):
  let sample = try FormatSample(file: file)
  let seconds = try Race.run(rounds: 60, [.init { sample.parse() }])[0]
  let speed = String(format: "%.0f", Double(sample.sources.count) / seconds)
  print("\(speed) formats a second, \(sample.parse()) of \(sample.sources.count) accepted")
case ("loop", "parse"):
  let sample = try FormatSample(file: formats)
  repeatForTenSeconds { sample.parse() }
case ("loop", "fetch"):
  try withFolder { folder in
    let sample = try FetchSample(count: 1_000_000, in: folder)
    try repeatForTenSeconds { try sample.readWithMomentum() }
  }
case ("loop", "objects"):
  try withFolder { folder in
    let sample = try ObjectSample(count: 100_000, in: folder)
    try repeatForTenSeconds { try sample.readValues() }
  }
case ("loop", let what?) where ["managed", "faults"].contains(what):
  try withFolder { folder in
    let sample = try ManagedFetchSample(count: 100_000, in: folder)
    try repeatForTenSeconds { try sample.read(what == "managed" ? .objects : .faults) }
  }
case ("loop", let what?) where ["save", "keep", "update"].contains(what):
  try withMemoryFolder { folder in
    let sample = try SaveSample(count: 100_000, in: folder)
    try repeatForTenSeconds {
      switch what {
      case "save": try sample.prepareInserts()
      case "keep": try sample.prepareKeptInserts()
      default: try sample.prepareUpdates()
      }
      return try sample.save()
    }
  }
case ("loop", "compile"):
  try withFolder { folder in
    let bundle = here.appendingPathComponent("../../Models/BubbleTea.xcdatamodeld").path
    let sample = try CompilationSample(bundle: bundle, in: folder)
    try repeatForTenSeconds { try sample.compile() }
  }
case ("migrating", let count):
  let rows = count.flatMap { Int($0) } ?? 1_000_000
  exit(try withFolder { try Ratios.migrating(in: $0, count: rows) } == 0 ? 0 : 1)
case ("memory", let count?), ("memory-in-place", let count?):
  let isInPlace = arguments.first == "memory-in-place"
  try withFolder {
    try Ratios.migratingMemory(count: Int(count) ?? 100_000, isInPlace: isInPlace, in: $0)
  }
case (let part, nil) where part == nil || Ratios.parts.contains { $0.key == part }:
  let misses = try withFolder { folder in
    var table = Table()
    for (name, run) in Ratios.parts where part == nil || name == part { try run(folder, &table) }
    return table.misses
  }
  exit(misses == 0 ? 0 : 1)
case _:
  print(
    "usage: MomentumRatios [PART | migrating [ROWS] | memory ROWS | memory-in-place ROWS | formats FILE | loop WHAT]"
  )
  exit(64)
}
