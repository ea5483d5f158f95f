import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

@testable import MomentumMigration

/// Bytes of tables and indexes, by which times and disk space are predicted.
@Suite struct TableBytesTests {
  private func table(_ name: String, bytes: Int64?, rows: Int64? = nil) -> StoreCatalog.Table {
    StoreCatalog.Table(name: name, columns: [], rowCount: rows, byteCount: bytes)
  }

  private static let bytes = TableBytes(
    StoreCatalog(
      tables: [],
      objects: [
        .init(kind: .index, name: "I1", table: "ZA", sql: "", byteCount: 300),
        .init(kind: .index, name: "i2", table: "za", sql: nil, byteCount: 200),
        .init(kind: .index, name: "I3", table: "ZA", sql: "", byteCount: nil),
        .init(kind: .trigger, name: "T", table: "ZA", sql: "", byteCount: 50),
        .init(kind: .index, name: "I4", table: "ZC", sql: "", byteCount: -70),
        .init(kind: .index, name: "I5", table: "ZD", sql: "", byteCount: .max),
        .init(kind: .index, name: "I6", table: "ZD", sql: "", byteCount: 1),
      ]))

  /// The bytes of a table contain those of its indexes. Sizes of a damaged store count as 0 at least.
  @Test(
    arguments: [
      ("ZA", 1000, 500), ("Za", 501, 1), ("ZA", 500, 0), ("ZA", 499, 0), ("ZB", 700, 700),
      ("ZB", -1, 0), ("ZC", 100, 100), ("ZD", .max, 0), ("ZA", nil, nil),
    ] as [(String, Int64?, Int64?)])
  func rowsAreTheTableWithoutItsIndexes(name: String, bytes: Int64?, expected: Int64?) {
    #expect(Self.bytes.rows(of: table(name, bytes: bytes)) == expected)
  }

  @Test(
    arguments: [
      (100, 10, 4, 40), (100, 3, 1, 33), (100, 3, 2, 67), (100, 10, 10, 100), (100, 10, 20, 100),
      (100, 1, 1, 100), (100, 10, 0, 0), (100, 0, 5, 0), (100, 0, 0, 0), (100, nil, 5, nil),
      (100, 10, nil, nil), (nil, 10, 5, nil), (.max, 1, 1, .max),
    ] as [(Int64?, Int64?, Int64?, Int64?)])
  func aShareIsInProportionToTheRows(
    bytes: Int64?, all: Int64?, rows: Int64?, expected: Int64?
  ) {
    #expect(Self.bytes.share(of: table("ZB", bytes: bytes, rows: all), rows: rows) == expected)
  }

  /// A known index has its own size; a new one seven bytes in each row, and some for each column.
  @Test(
    arguments: [
      ("i1", ["ZI"], 10, 300), ("I2", ["ZI"], nil, 200), ("I3", ["ZI"], 10, 110),
      ("new", ["ZI"], 10, 110), ("new", ["zi"], 10, 110), ("new", ["Z_PK"], 10, 110),
      ("new", ["ZF"], 10, 160), ("new", ["ZT"], 10, 160), ("new", ["ZD"], 10, 160),
      ("new", ["ZS"], 10, 250), ("new", ["ZB"], 10, 250), ("new", ["ZI", "ZF", "ZS"], 10, 380),
      ("new", [], 10, 70), ("new", ["ZI"], 0, 0), ("new", ["ZI"], nil, nil),
      ("new", ["ZI"], .max, .max),
    ] as [(String, [String], Int64?, Int64?)])
  func anIndexIsEstimatedByItsColumns(
    name: String, columns: [String], rows: Int64?, expected: Int64?
  ) {
    let index = SQLIndex(
      name: name, table: "ZA", terms: columns.map { "\(name: $0) COLLATE BINARY ASC" })
    let types = [
      ("ZI", "INTEGER"), ("ZF", "FLOAT"), ("ZT", "TIMESTAMP"), ("ZD", "DECIMAL"), ("ZS", "VARCHAR"),
      ("ZB", "BLOB"),
    ].map { StoreColumn(name: $0, sqlType: $1) }
    #expect(Self.bytes.index(index, columns: types, rows: rows) == expected)
  }

  /// A table grows by a ninth, or by twice what the rows get longer.
  @Test(
    arguments: [
      (1000, 10, 3, 110), (1000, 10, 5, 110), (1000, 10, 6, 120), (99, 10, 0, 0), (0, 1, 1, 2),
      (100, .max, 1, .max), (100, 1 << 62, 1, .max),
    ] as [(Int64, Int64, Int64, Int64)])
  func longerRowsSplitPages(bytes: Int64, rows: Int64, width: Int64, expected: Int64) {
    #expect(TableBytes.growth(of: bytes, rows: rows, by: width) == expected)
  }

  /// The rows of an index are predicted by a rate of their own; a step of no bytes takes no time.
  @Test func aStepTakesTimeByItsRowsAndBytes() {
    let rates = MigrationRates(secondsPerRow: 1, secondsPerByte: 100, secondsPerIndexedRow: 10_000)
    func seconds(_ rows: Int64?, _ bytes: Int64?, isIndex: Bool = false) -> Double? {
      let index = SQLIndex(name: "I", table: "ZA", terms: ["ZA"])
      return rates.seconds(
        MigrationPlan.Step(
          comment: "", statements: [isIndex ? index.creation : "SELECT 1"], rowCount: rows,
          byteCount: bytes))
    }
    #expect(seconds(3, 2) == 203 && seconds(3, nil) == 3 && seconds(0, 2) == 200)
    #expect(seconds(3, 0) == 0 && seconds(nil, 2) == nil && seconds(nil, nil) == nil)
    #expect(seconds(3, 2, isIndex: true) == 30_000 && seconds(3, 0, isIndex: true) == 30_000)
    #expect(seconds(nil, 2, isIndex: true) == nil)
  }
}
