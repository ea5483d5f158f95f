import MomentumSQL
import Testing

@testable import MomentumSQLite

/// Values that are bound one by one, and the memory that holds them for a run.
@Suite struct BindingTests {
  @Test func theNumberOfValuesHasToBeThatOfThePlaceholders() throws {
    let statement = try Connection.inMemory().prepare(sql: "SELECT ?, ?")
    for count in [0, 1, 3] {
      for bind in [
        { try statement.beginBinding(count: count) },
        { try statement.bind([SQLValue](repeating: .null, count: count)) },
      ] {
        let error = #expect(throws: SQLiteError.self) { try bind() }
        #expect(error?.message == "\(count) values for 2 placeholders")
        #expect(error?.reason == .bindingCount && error?.operation == .bind)
        #expect(error?.code == .range && error?.sql == "SELECT ?, ?")
      }
    }
    try statement.beginBinding(count: 2)
    try statement.bind([.null, .null])
  }

  @Test func everyKindOfValueIsBoundAtItsPlace() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a, b, c, d, e, f, g, h)")
    let insert = try connection.prepare(sql: "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    let long = String(repeating: "é", count: 3000)
    // Twice, so that what the first run left does not reach the second.
    for run in 0..<2 {
      try insert.beginBinding(count: 8)
      insert.bindNull(at: 0)
      insert.bind(integer: .min, at: 1)
      insert.bind(real: -0.5, at: 2)
      insert.bind(text: run == 0 ? long : "", at: 3)
      insert.bind(blob: [1, 2], after: 9, at: 4)
      insert.bind(blob: [UInt8](repeating: 7, count: 5000), at: 5)
      insert.bind(blob: [], at: 6)
      insert.bind(text: "a\u{0}b", at: 7)
      #expect(try insert.runToEnd() == 1)
    }
    let rows = try connection.prepare("SELECT * FROM t ORDER BY rowid").remainingRows()
    for (row, text) in zip(rows, [long, ""]) {
      #expect(
        Array(row) == [
          .null, .integer(.min), .real(-0.5), .text(text), .blob([9, 1, 2]),
          .blob([UInt8](repeating: 7, count: 5000)), .blob([]), .text("a\u{0}b"),
        ])
    }
    #expect(rows.count == 2)
  }

  /// Texts that together are longer than the memory of a run.
  @Test func manyTextsOfOneRunDoNotMix() throws {
    let connection = try Connection.inMemory()
    let marks = [String](repeating: "?", count: 12).joined(separator: ", ")
    try connection.execute(
      sql: "CREATE TABLE t (\((0..<12).map { "c\($0)" }.joined(separator: ", ")))")
    let insert = try connection.prepare(sql: "INSERT INTO t VALUES (\(marks))")
    let texts = (0..<12).map {
      String(repeating: "\(Character(UnicodeScalar(97 + UInt8($0))))", count: 700)
    }
    try insert.beginBinding(count: 12)
    for (index, text) in texts.enumerated() { insert.bind(text: text, at: index) }
    try insert.runToEnd()
    let row = try connection.prepare("SELECT * FROM t").nextRow()
    #expect(row == texts.map { .text($0) })
  }

  @Test func theFirstBindingThatFailsIsThrownAndForgottenAtTheNextRun() throws {
    let statement = try Connection.inMemory().prepare(sql: "SELECT ?")
    try statement.beginBinding(count: 1)
    statement.bind(integer: 1, at: 1)
    statement.bind(integer: 1, at: 0)
    let error = #expect(throws: SQLiteError.self) { try statement.runToEnd() }
    #expect(error?.operation == .bind && error?.primaryCode == .range)
    #expect(error?.sql == "SELECT ?")
    try statement.beginBinding(count: 1)
    statement.bind(integer: 1, at: 0)
    try statement.runToEnd()
  }

  // MARK: - The memory of a run

  private func copied(_ bytes: [UInt8], _ scratch: BindingScratch) -> UnsafeRawPointer? {
    bytes.withUnsafeBytes { scratch.copy($0) }
  }

  @Test func theMemoryHoldsExactly4096Bytes() {
    let scratch = BindingScratch()
    #expect(copied([UInt8](repeating: 1, count: 4097), scratch) == nil)
    #expect(copied([UInt8](repeating: 1, count: 4096), scratch) != nil)
    #expect(copied([1], scratch) == nil, "it is full")
    scratch.failure = 5
    scratch.clear()
    #expect(scratch.failure == 0)
    #expect(copied([UInt8](repeating: 1, count: 4000), scratch) != nil)
    #expect(copied([UInt8](repeating: 1, count: 97), scratch) == nil)
    #expect(copied([UInt8](repeating: 1, count: 96), scratch) != nil)
  }

  @Test func whatIsCopiedStandsSideBySide() {
    let scratch = BindingScratch()
    let places = [[1, 2, 3], [4, 5], [6]].map { copied($0, scratch) }
    let read = zip(places, [3, 2, 1]).map { place, count in
      place.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
    }
    #expect(read == [[1, 2, 3], [4, 5], [6]])
  }

  // MARK: - Blocks of rows

  @Test(arguments: [
    (0, 4096), (1, 4096), (2, 2048), (3, 1024), (4, 1024), (5, 512), (2048, 2), (2049, 1),
    (4096, 1), (5000, 1),
  ])
  func aBlockHasAPowerOfTwoOfRows(columns: Int, rows: Int) {
    #expect(SQLRows(columnCount: columns).rowsPerBlock == rows)
  }

  @Test func rowsAreFoundInLaterBlocks() {
    var rows = SQLRows(columnCount: 2048)
    func row(_ number: Int64) -> [SQLValue] {
      [SQLValue](repeating: .integer(number), count: 2048)
    }
    rows.append([])
    rows.append(row(1) + row(2))
    rows.append(row(3))
    #expect(rows.count == 3 && rows.endIndex == 3 && rows.startIndex == 0)
    #expect(rows.map(\.first) == [.integer(1), .integer(2), .integer(3)])
    #expect(rows.map(\.count) == [2048, 2048, 2048])
    #expect(rows[0] != rows[1] && rows[0].hashValue == rows[0].hashValue)
  }
}
