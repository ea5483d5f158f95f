import Foundation
import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// Predicted disk against what SQLite really takes.
struct PlanCostTests {
  private let attributes = [
    attribute("a", .integer32), attribute("b", .integer64), attribute("d", .date),
    attribute("name"), attribute("note"),
  ]

  private func index(_ name: String, _ keys: String...) -> FetchIndex {
    FetchIndex(name: name, elements: keys.map { .init(.property($0)) })
  }

  private func venue(_ extra: [Attribute]) -> ObjectModel {
    model(
      PlanEntity(
        "Venue", attributes + extra,
        indexes: [index("byD", "d"), index("byName", "name"), index("byBoth", "b", "a")]))
  }

  /// A store in a file with 60,000 rows, and its catalogue with bytes.
  private func store(_ path: String, journal: String) throws -> (PlanStore, StoreCatalog) {
    let empty = try PlanStore(venue([]))
    try empty.connection.execute(sql: "VACUUM INTO '\(path)'")
    let store = PlanStore(
      connection: try Connection(path: path, access: .readWrite), planned: empty.planned)
    try store.connection.execute(sql: "PRAGMA journal_mode = \(journal)")
    try store.connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
        + "INSERT INTO ZVENUE SELECT i, 1, 1, i % 7, i * 3, i * 1.5, 'name ' || i, "
        + "hex(randomblob(30)) FROM n")
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var catalog = try store.catalog()
    var sizes: [String: Int64] = [:]
    for row in try store.rows("SELECT name, sum(pgsize) FROM dbstat GROUP BY name") {
      guard case .text(let name) = row[0], case .integer(let bytes) = row[1] else { continue }
      sizes[name] = bytes
    }
    for index in catalog.objects.indices {
      catalog.objects[index].byteCount = sizes[catalog.objects[index].name]
    }
    for index in catalog.tables.indices where catalog.tables[index].name == "ZVENUE" {
      let indexes = catalog.objects.filter { $0.table == "ZVENUE" }.compactMap(\.byteCount)
      catalog.tables[index].rowCount = 60000
      catalog.tables[index].byteCount = indexes.reduce(sizes["ZVENUE"] ?? 0, +)
    }
    return (store, catalog)
  }

  private func size(_ path: String) -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Double((attributes?[.size] as? Int64) ?? Int64((attributes?[.size] as? Int) ?? 0))
  }

  @Test(
    arguments: ["WAL", "DELETE"],
    [
      [attribute("new", .integer16)], [attribute("new", .integer16, default: .integer(5))],
      [attribute("zzz", .binary, default: .binary([UInt8](repeating: 7, count: 12)))],
    ])
  func whatSQLiteTakesIsPredictedWithinATenth(
    _ journal: String, _ added: [Attribute]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "plan-cost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.sqlite").path
    let (store, catalog) = try store(path, journal: journal)
    let plan = try MigrationPlanner(
      old: store.planned, new: PlanStore.planned(venue(added)), catalog: catalog, style: .fresh
    ).plan()
    let before = size(path)
    let zeroes = try store.text("PRAGMA secure_delete") == "1"
    try store.connection.execute("BEGIN IMMEDIATE")
    for statement in plan.steps.flatMap(\.statements) {
      try store.connection.execute(sql: statement)
    }
    let sideFile = path + (journal == "WAL" ? "-wal" : "-journal")
    let journalSize = size(sideFile)
    try store.connection.execute("COMMIT")
    let log = journal == "WAL" ? size(sideFile) : journalSize
    try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let growth = size(path) - before
    let cost = plan.cost(zeroesFreedPages: zeroes)
    let predicted = Double(cost.peakBytesInPlace(usesLog: journal == "WAL"))
    let actual = log + growth
    #expect(
      abs(predicted - actual) <= 0.1 * (actual + before),
      "\(predicted) predicted, \(actual) taken beside \(before)")
    let copied = Double(cost.peakBytes(copying: Int64(before)))
    #expect(abs(copied - before - growth) <= 0.1 * (before + growth))
  }

  @Test func aPlanWithoutCountsHasNoCost() throws {
    let store = try PlanStore(venue([]))
    #expect(!(try store.plan(to: venue([attribute("x")])).cost().isKnown))
  }
}
