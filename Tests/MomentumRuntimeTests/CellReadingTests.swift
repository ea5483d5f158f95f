import Foundation
import GoldenBubbleTea
import GoldenNewsroom
import MomentumCompiler
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// Every reader of a column with every kind of cell, and what is written for every kind of value.
@Suite struct CellReadingTests {
  private static let cells = [
    "NULL", "0", "1", "-1", "32767", "32768", "-32768", "-32769", "2147483647", "2147483648",
    "-2147483648", "-2147483649", "9223372036854775807", "1.0", "1.5", "0.1", "1e300", "9e999",
    "'12'", "''", "'http://a.b/c'", "'a b'", "x''", "x'01'", "x'01AB'", "x'00AB'",
    "x'000102030405060708090A0B0C0D0E0F'", "x'000102030405060708090A0B0C0D0E'",
  ]

  private typealias Reader = (name: String, read: @Sendable (Row) throws(RowError) -> Any?)

  private static let readers: [(Reader, Reader)] = [
    (
      ("bool", { row throws(RowError) in try row.bool(0) }),
      ("bool?", { row throws(RowError) in try row.boolIfPresent(0) })
    ),
    (
      ("int16", { row throws(RowError) in try row.int16(0) }),
      ("int16?", { row throws(RowError) in try row.int16IfPresent(0) })
    ),
    (
      ("int32", { row throws(RowError) in try row.int32(0) }),
      ("int32?", { row throws(RowError) in try row.int32IfPresent(0) })
    ),
    (
      ("int64", { row throws(RowError) in try row.int64(0) }),
      ("int64?", { row throws(RowError) in try row.int64IfPresent(0) })
    ),
    (
      ("double", { row throws(RowError) in try row.double(0) }),
      ("double?", { row throws(RowError) in try row.doubleIfPresent(0) })
    ),
    (
      ("float", { row throws(RowError) in try row.float(0) }),
      ("float?", { row throws(RowError) in try row.floatIfPresent(0) })
    ),
    (
      ("decimal", { row throws(RowError) in try row.decimal(0) }),
      ("decimal?", { row throws(RowError) in try row.decimalIfPresent(0) })
    ),
    (
      ("date", { row throws(RowError) in try row.date(0).timeIntervalSinceReferenceDate }),
      (
        "date?",
        { row throws(RowError) in try row.dateIfPresent(0)?.timeIntervalSinceReferenceDate }
      )
    ),
    (
      ("string", { row throws(RowError) in "'\(try row.string(0))'" }),
      ("string?", { row throws(RowError) in try row.stringIfPresent(0).map { "'\($0)'" } })
    ),
    (
      ("url", { row throws(RowError) in try row.url(0) }),
      ("url?", { row throws(RowError) in try row.urlIfPresent(0) })
    ),
    (
      ("data", { row throws(RowError) in hex(try row.data(0)) }),
      ("data?", { row throws(RowError) in try row.dataIfPresent(0).map(hex) })
    ),
    (
      ("external", { row throws(RowError) in hex(try row.externalData(0)) }),
      ("external?", { row throws(RowError) in try row.externalDataIfPresent(0).map(hex) })
    ),
    (
      ("uuid", { row throws(RowError) in try row.uuid(0) }),
      ("uuid?", { row throws(RowError) in try row.uuidIfPresent(0) })
    ),
    (
      ("key", { row throws(RowError) in (try row.key(0) as Venue.ID).rawValue }),
      (
        "key?",
        { row throws(RowError) in (try row.keyIfPresent(0) as Venue.ID?)?.rawValue }
      )
    ),
  ]

  private static func hex(_ data: Data) -> String {
    "x'" + data.map { String(format: "%02X", $0) }.joined() + "'"
  }

  private func text(_ reader: Reader, _ row: Row) -> String {
    do {
      return try reader.read(row).map { "\($0)" } ?? "nil"
    } catch {
      return "no \(error.expected)\(error.column == 0 ? "" : " at \(error.column)")"
    }
  }

  /// One line for each cell: what each reader gives; where the optional one gives the same, once.
  @Test func everyReaderTakesItsStorageClass() throws {
    let connection = try Connection.inMemory()
    var lines: [String] = []
    for cell in Self.cells {
      let statement = try connection.prepare(sql: "SELECT \(cell)")
      #expect(try statement.step())
      let row = Row(statement)
      lines.append("\(cell)\(row.isNull(0) ? " is null" : "")")
      for (plain, optional) in Self.readers {
        let (first, second) = (text(plain, row), text(optional, row))
        lines.append("  \(plain.name): \(first)\(first == second ? "" : ", optional \(second)")")
      }
    }
    try RepositoryFiles.expectGolden(
      lines.joined(separator: "\n") + "\n", at: "Tests/Cases/Runtime/cells.txt")
  }

  @Test func columnsAreNullTogether() throws {
    let statement = try Connection.inMemory().prepare("SELECT NULL, 1, NULL")
    #expect(try statement.step())
    let row = Row(statement)
    #expect(row.isNull([0, 2]) && !row.isNull([0, 1]) && row.isNull([Int]()))
    #expect(!row.isNull(1) && row.isNull(2))
  }

  @Test func valuesAreEncodedAsCoreDataStoresThem() {
    var encoder = RowEncoder(reserving: 3)
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    encoder.appendNull()
    encoder.append(true)
    encoder.append(false)
    encoder.append(Int16(-3))
    encoder.append(Int32(70_000))
    encoder.append(Int64.max)
    encoder.append(1.5)
    encoder.append(Float(0.25))
    encoder.append(Decimal(string: "2.5"))
    encoder.append("a")
    encoder.append(Date(timeIntervalSinceReferenceDate: 8.5))
    encoder.append(Data([1, 2]))
    encoder.append(external: Data([3]))
    encoder.append(bytes: [4, 5])
    encoder.append(uuid)
    encoder.append(URL(string: "http://a.b/c"))
    encoder.append(Venue.ID(rawValue: 7))
    #expect(
      encoder.values == [
        .null, .integer(1), .integer(0), .integer(-3), .integer(70_000), .integer(.max),
        .real(1.5), .real(0.25), .real(2.5), .text("a"), .real(8.5), .blob([1, 2]), .blob([1, 3]),
        .blob([4, 5]), .blob(Array(1...16)), .text("http://a.b/c"), .integer(7),
      ])
    var nothing = RowEncoder()
    nothing.append(nil as Bool?)
    nothing.append(nil as Int16?)
    nothing.append(nil as Decimal?)
    nothing.append(nil as Date?)
    nothing.append(external: nil)
    nothing.append(nil as Venue.ID?)
    #expect(nothing.values == Array(repeating: .null, count: 6))
  }

  /// A server compiles a stored request for its own tables, so it needs the values by their names.
  @Test func valuesOfAVariableAreFoundByItsName() {
    @Sendable func encode(_ row: inout RowEncoder) {
      row.append("constant")
      row.variable("NAME")
      row.append("a")
      row.variable("")
      row.append(1 as Int64)
      row.variable("LIST")
      for number in [2, 3] as [Int64] { row.append(number) }
      row.variable("NONE")
      row.variable("PRICE")
      row.append(Decimal(string: "0.10000000000000000001"))
    }
    let named: [String: [SQLValue]] = [
      "NAME": [.text("a")], "LIST": [.integer(2), .integer(3)], "NONE": [],
      "PRICE": [.text("0.10000000000000000001")],
    ]
    var ofServer = RowEncoder(keepsDigits: true)
    encode(&ofServer)
    #expect(ofServer.namedValues == named && ofServer.values.count == 6)
    let fetch = PreparedFetch<Int64>(sql: "", bindings: encode) { row throws(RowError) in
      try row.int64(0)
    }
    #expect(fetch.namedBindings == named)
    var ofStore = RowEncoder()
    encode(&ofStore)
    #expect(ofStore.namedValues == [:] && ofStore.values.last == .real(0.1))
  }

  @Test(arguments: [(-1, ""), (0, ""), (1, "?"), (2, "?,?"), (4, "?,?,?,?")])
  func aListHasAPlaceholderForEachValue(_ count: Int, _ text: String) {
    #expect(placeholders(count) == text)
  }

  // MARK: - Sums

  @Test func aSumIsExactOrNothing() {
    let limit = 9_007_199_254_740_992.0
    #expect(Int64.sum(limit) == 9_007_199_254_740_992)
    #expect(Int64.sum(-limit) == -9_007_199_254_740_992)
    #expect(Int64.sum(limit + 2) == nil)
    #expect(Int64.sum(-limit - 2) == nil)
    #expect(Int16.sum(70_000) == 70_000 && Int32.sum(3e9) == 3_000_000_000 && Int.sum(5) == 5)
    #expect(Int64.sum(1.5) == nil)
    #expect(Int16.average(1.5) == 1.5 && Int32.average(2.5) == 2.5)
    #expect(Int64.average(3.5) == 3.5 && Int.average(4.5) == 4.5)
    #expect(Double.sum(1.5) == 1.5 && Double.average(2.5) == 2.5)
    #expect(Float.sum(1.5) == 1.5 && Float.average(2.5) == 2.5)
    #expect(Decimal.sum(0.1) == Decimal(string: "0.1"))
    #expect(Decimal.average(0.7) == Decimal(string: "0.7"))
    #expect(Decimal.sum(.infinity) == nil && Decimal.sum(.nan) == nil)
    #expect(Decimal.sum(1e300) == nil)
  }

  // MARK: - Failures

  @Test func aValueOfAnotherTypeIsNamedByItsPlace() throws {
    let model = try Newsroom.model.compiled.get().model
    let article = try #require(model.entity(named: "Article"))
    let name = try #require(model[article].attributes.firstIndex { $0.name == "views" })
    let composite = try #require(model[article].attributes.firstIndex { $0.name == "layout" })
    let link = 0
    let relationship = model[article].relationships[link].name
    let meaning = ColumnMeaning(
      model: model, entity: article,
      columns: [
        .attribute(AttributeID(article, name)),
        .compositeElement(AttributeID(article, composite), path: ["x", "y"], .string),
        .toOne(RelationshipID(article, link)), .toOneEntity(RelationshipID(article, link)),
        .primaryKey, .constant(0), .entityNumber, .optimisticLock, .value(name: "v", .count),
        .count,
      ])
    let statement = try Connection.inMemory().prepare("SELECT 1 AS first, 2")
    let cursor = RowCursor(statement, meaning)
    let places = [
      "entity 'Article', property 'views'", "entity 'Article', property 'layout.x.y'",
      "entity 'Article', property '\(relationship)'",
      "entity 'Article', property '\(relationship)'",
      "entity 'Article', the object's key", "entity 'Article', the object's key",
      "entity 'Article', the object's key", "entity 'Article', the object's key",
      "entity 'Article', property 'v'", "entity 'Article', the number of objects",
      "column 10, which the result does not have",
    ]
    for (column, place) in places.enumerated() {
      let failure = cursor.failure(RowError(column: column, expected: "UUID"))
      #expect(failure.description == "\(place): what is stored is no UUID")
      #expect(failure.reason == StoreFailure.Reason.row)
    }
    let plain = RowCursor(statement, nil)
    #expect(
      plain.failure(RowError(column: 0, expected: "Int16")).description
        == "column 0 (first) of the result: what is stored is no Int16")
    #expect(try plain.next())
    #expect(statement.standsOnRow)
    plain.finish()
    #expect(!statement.standsOnRow)
  }

  @Test func aHashThatDiffersIsShownOfBothSides() {
    #expect(
      "\(HashMismatch(entity: "A", inStore: [0x4A, 0x3B], inModel: [0x91]))"
        == "entity 'A': store 4a3b, model 91")
    #expect(
      "\(HashMismatch(entity: "A", inStore: nil, inModel: [1]))"
        == "entity 'A': store has none, model 01")
    #expect(
      "\(HashMismatch(entity: "A", inStore: [1], inModel: nil))"
        == "entity 'A': store 01, model has none")
  }
}
