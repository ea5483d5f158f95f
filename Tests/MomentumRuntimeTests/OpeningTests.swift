import Foundation
import GoldenBubbleTea
import MomentumCompiler
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Code of a model that its store was not made with.
private enum OldBubbleTea: StoredModel {
  static let model = RuntimeModel(
    name: "BubbleTea",
    contents: (try? RepositoryFiles.text(
      "Models/BubbleTea.xcdatamodeld/BubbleTea.xcdatamodel/contents")) ?? "")
}

/// Code of a model that has one entity in common with the store's, with other attributes.
private enum Teahouse: StoredModel {
  static let model = RuntimeModel(
    name: "BubbleTea", contents: "<model><entity name=\"Extra\"/><entity name=\"Venue\"/></model>")
}

/// A text that is no model.
private enum Broken: StoredModel {
  static let model = RuntimeModel(name: "Broken", contents: "<model><entity/></model>")
}

@Suite struct OpeningTests {
  private func failure(_ body: () throws -> Void) -> StoreFailure? {
    do {
      try body()
      return nil
    } catch { return error as? StoreFailure }
  }

  @Test func entitiesOfOneSideAloneAreNamed() throws {
    try TestModel.withFolder { folder in
      let path = folder + "/tea.sqlite"
      _ = try Teahouse.create(path)
      let failure = failure { _ = try BubbleTea.open(path) }
      let start = "'\(path)' was made with another version of the model '\(BubbleTea.model.name)': "
      let text = try #require(failure?.description)
      #expect(text.hasPrefix(start))
      let parts = text.dropFirst(start.count).split(separator: ", ").map(String.init)
      let entities = try BubbleTea.model.compiled.get().model.entities.map(\.name)
      let expected =
        ["entity 'Venue' is another one", "the model has no entity 'Extra'"]
        + entities.filter { $0 != "Venue" }.map { "the store has no entity '\($0)'" }
      #expect(parts.sorted() == expected.sorted())
    }
  }

  @Test func aStoreOfAnotherVersionIsRefusedByName() throws {
    try TestModel.withFolder { folder in
      let path = folder + "/tea.sqlite"
      _ = try OldBubbleTea.create(path)
      let failure = failure { _ = try BubbleTea.open(path) }
      #expect(failure?.reason == .otherModel)
      let start = "'\(path)' was made with another version of the model '\(BubbleTea.model.name)': "
      #expect(failure?.description.hasPrefix(start) == true)
      #expect(failure?.description.contains("entity 'Venue' is another one") == true)
      #expect(failure?.description.contains("'Location'") == false)
    }
  }

  @Test func whatIsNoStoreIsATypedFailure() throws {
    try TestModel.withFolder { folder in
      let path = folder + "/tea.sqlite"
      #expect(failure { _ = try BubbleTea.open(path) }?.reason == .store)
      #expect(failure { _ = try Broken.create(path) }?.reason == .model)
      try Data("no store at all, but long enough for a header".utf8)
        .write(to: URL(fileURLWithPath: path))
      #expect(failure { _ = try BubbleTea.open(path) }?.reason == .store)
      #expect(failure { _ = try BubbleTea.create(path) }?.reason == .store)
      #expect(failure { _ = try BubbleTea.openOrCreate(path) }?.reason == .store)
    }
  }

  @Test func aStoreIsMadeOnceAndOpenedAgain() throws {
    try TestModel.withFolder { folder in
      let path = folder + "/tea.sqlite"
      let first = try BubbleTea.openOrCreate(path)
      let second = try BubbleTea.openOrCreate(path)
      #expect(try first.count(Venue.all) == 0)
      #expect(try second.count(Venue.all) == 0)
      let reader = try BubbleTea.open(path, options: StoreOptions(isReadOnly: true))
      #expect(try reader.fetch(Venue.all).isEmpty)
      #expect(throws: (any Error).self) {
        try reader.connection.execute("DELETE FROM ZVENUE")
      }
    }
  }
}

@Suite struct RowTests {
  private static let readers: [(String, @Sendable (Row) throws -> Any)] = [
    ("Bool", { try $0.bool(0) }), ("Int16", { try $0.int16(0) }), ("Int32", { try $0.int32(0) }),
    ("Int64", { try $0.int64(0) }), ("Double", { try $0.double(0) }),
    ("Float", { try $0.float(0) }), ("Decimal", { try $0.decimal(0) }),
    ("Date", { try $0.date(0) }), ("String", { try $0.string(0) }), ("URL", { try $0.url(0) }),
    ("Data", { try $0.data(0) }), ("UUID", { try $0.uuid(0) }),
    ("external", { try $0.externalData(0) }),
    ("Key", { try $0.key(0) as Venue.ID }),
  ]

  private static let optionalReaders: [(String, @Sendable (Row) throws -> Any?)] = [
    ("Bool", { try $0.boolIfPresent(0) }), ("Int16", { try $0.int16IfPresent(0) }),
    ("Int32", { try $0.int32IfPresent(0) }), ("Int64", { try $0.int64IfPresent(0) }),
    ("Double", { try $0.doubleIfPresent(0) }), ("Float", { try $0.floatIfPresent(0) }),
    ("Decimal", { try $0.decimalIfPresent(0) }), ("Date", { try $0.dateIfPresent(0) }),
    ("String", { try $0.stringIfPresent(0) }), ("URL", { try $0.urlIfPresent(0) }),
    ("Data", { try $0.dataIfPresent(0) }), ("UUID", { try $0.uuidIfPresent(0) }),
    ("external", { try $0.externalDataIfPresent(0) }),
    ("Key", { try $0.keyIfPresent(0) as Venue.ID? }),
  ]

  /// The readers that take what an SQL expression gives.
  private func takers(of expression: String) throws -> String {
    try TestModel.withValue(expression) { (row) throws in
      let names = Self.readers.filter { (try? $0.1(row)) != nil }.map(\.0)
      // A reader of what may be missing takes the same.
      let optional = Self.optionalReaders.filter { (try? $0.1(row)).flatMap { $0 } != nil }
      #expect(optional.map(\.0) == names)
      return names.joined(separator: " ")
    }
  }

  @Test func storageClassesAreExact() throws {
    let numbers = "Double Float Decimal Date"
    #expect(try takers(of: "1") == "Bool Int16 Int32 Int64 \(numbers) Key")
    #expect(try takers(of: "40000") == "Bool Int32 Int64 \(numbers) Key")
    #expect(try takers(of: "-3000000000") == "Bool Int64 \(numbers) Key")
    #expect(try takers(of: "1.5") == numbers)
    #expect(try takers(of: "1e300") == "Double Date")
    #expect(try takers(of: "9e999") == "Double Float Date")
    #expect(try takers(of: "'text'") == "String URL")
    #expect(try takers(of: "'1'") == "String URL")
    #expect(try takers(of: "''") == "String")
    #expect(try takers(of: "x'0102'") == "Data external")
    #expect(try takers(of: "x''") == "Data")
    #expect(try takers(of: "x'02'") == "Data")
    #expect(try takers(of: "zeroblob(16)") == "Data UUID")
    #expect(try takers(of: "NULL") == "")
  }

  @Test func missingValuesAreNil() throws {
    try TestModel.withValue("NULL") { (row) throws in
      for (name, read) in Self.optionalReaders { #expect(try read(row) == nil, "\(name)") }
      #expect(row.isNull([0]))
      #expect(!row.isNull([0, 1]))
      #expect(!row.isNull([-1]))
    }
  }

  @Test func columnsThatAreNotThereAreErrors() throws {
    try TestModel.withValue("1") { (row) throws in
      for column in [-1, 1, Int.max, Int.min] {
        #expect(throws: RowError(column: column, expected: "Int64")) {
          try row.int64IfPresent(column)
        }
      }
    }
    var kept: Row?
    try TestModel.withValue("1") { kept = $0 }
    #expect(throws: RowError(column: 0, expected: "Int64")) { try kept?.int64(0) }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var row = RowEncoder()
    row.append(true)
    row.append(Int16.min)
    row.append(Int32.max)
    row.append(Int64.min)
    row.append(1.25)
    row.append(Float(0.1))
    row.append(Decimal(string: "10.01"))
    row.append("a\u{0}b")
    row.append(Date(timeIntervalSinceReferenceDate: 1.5))
    row.append(Data([0, 255]))
    row.append(external: Data([7]))
    row.append(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    row.append(URL(string: "https://example.com/a"))
    row.append(Venue.ID(rawValue: 9))
    row.append(nil as Venue.ID?)
    row.append(nil as String?)
    row.appendNull()
    #expect(
      row.values == [
        .integer(1), .integer(-32768), .integer(2_147_483_647), .integer(.min), .real(1.25),
        .real(Double(Float(0.1))), .real(10.01), .text("a\u{0}b"), .real(1.5), .blob([0, 255]),
        .blob([1, 7]), .blob(Array(1...16)), .text("https://example.com/a"), .integer(9), .null,
        .null, .null,
      ])
  }

  @Test func aWrongValueIsNamedByItsPropertyAndNotShown() throws {
    try TestModel.withBubbleTea { (store) throws in
      try store.connection.execute("UPDATE ZVENUE SET ZSPECIALCOUNT = 'hunter2' WHERE Z_PK = 3")
      do throws(StoreFailure) {
        _ = try store.fetch(Venue.all)
        Issue.record("a text was read as a number")
      } catch {
        #expect(error.reason == .row)
        #expect(
          error.description
            == "entity 'Venue', property 'specialCount': what is stored is no Int32")
      }
      try store.connection.execute("UPDATE ZPRICEINFO SET ZPRICECATEGORY = x'01'")
      #expect(throws: StoreFailure.self) {
        try store.counts(Venue.all, by: { $0.priceInfo.priceCategory })
      }
      #expect(try store.count(Venue.all) == 30)
    }
  }
}

extension TestModel {
  /// A row of one value.
  static func withValue<Result>(
    _ expression: String, _ body: (Row) throws -> Result
  ) throws -> Result {
    let connection = try Connection.inMemory()
    let statement = try connection.prepare(sql: "SELECT \(expression)")
    _ = try statement.step()
    defer { statement.reset() }
    return try body(Row(statement))
  }
}
