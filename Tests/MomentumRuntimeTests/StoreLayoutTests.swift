import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

@testable import MomentumRuntime

/// The layout that a store has, and the parts that it lacks.
@Suite struct StoreLayoutTests {
  private func compiled(_ framework: Int?, keepsHistory: Bool) throws -> CompiledModel {
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Venue"><attribute name="name" optional="YES" attributeType="String"/></entity>
      </model>
      """
    var diagnostics = Diagnostics()
    return try #require(
      CompiledModel.compile(
        SourceFile(path: "contents", text: text), frameworkVersion: framework,
        keepsHistory: keepsHistory, &diagnostics))
  }

  /// The layout is that of the version which wrote the store, whatever the model was compiled for; the newest one
  /// has no number.
  @Test(arguments: [nil, 640, 1526] as [Int?], [false, true])
  func aStoreHasTheLayoutOfItsFramework(framework: Int?, keepsHistory: Bool) throws {
    let compiled = try compiled(framework, keepsHistory: keepsHistory)
    for hasHistory in [false, true] {
      let connection = try Connection.inMemory()
      if hasHistory { try connection.execute("CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY)") }
      for number in [nil, 640, 1000, 1526] as [Int64?] {
        let found = try compiled.laidOut(
          asIn: connection, StoreMetadata(uuid: "U", frameworkVersion: number))
        let place = "\(number ?? 0), history: \(hasHistory)"
        let isNewest = number == 1526 && framework == nil && keepsHistory == hasHistory
        #expect(found.framework.number == (isNewest ? nil : number.map { Int($0) }), "\(place)")
        // The first version has no persistent history.
        #expect((found.schema.history != nil) == (hasHistory && number != 640), "\(place)")
        #expect(found.model.entities.map(\.name) == ["Venue"])
      }
    }
  }

  // MARK: - Missing parts

  private static let parts: [MissingPart] = [
    MissingPart(.table, place: "table ZTAG", text: "no table ZTAG", name: "ZTAG"),
    MissingPart(.column, place: "Venue.name", text: "no column ZNAME", name: "ZNAME"),
    MissingPart(.ambiguous, place: "Venue.code", text: "two columns", name: "ZCODE"),
    MissingPart(.entityColumn, place: "Venue.tag", text: "no column Z3_TAG", name: "Z3_TAG"),
    MissingPart(.orderColumn, place: "Venue.tag", text: "no column Z_FOK_TAG", name: "Z_FOK_TAG"),
  ]

  private func stored(_ missing: [MissingPart]) throws -> ModelInStore {
    ModelInStore(
      model: try compiled(nil, keepsHistory: false), differs: false, missing: missing)
  }

  private func lacking(_ body: () throws(StoreError) -> Void) -> [MissingPart] {
    do throws(StoreError) {
      try body()
      return []
    } catch {
      guard case .lacksParts("/a", let parts) = error else { return [] }
      return parts
    }
  }

  /// Rows can be read without the entity of a key and without positions; to write them, positions are needed.
  @Test func aStoreThatLacksAPartIsRefused() throws {
    for (index, part) in Self.parts.enumerated() {
      let stored = try stored([part])
      #expect(
        lacking { () throws(StoreError) in try stored.checkForReading("/a") }
          == (index < 3 ? [part] : []), "\(part.text)")
      #expect(
        lacking { () throws(StoreError) in try stored.checkForWriting("/a") }
          == (index == 3 ? [] : [part]), "\(part.text)")
    }
    let all = try stored(Self.parts)
    #expect(
      lacking { () throws(StoreError) in try all.checkForReading("/a") }
        == Array(Self.parts.prefix(3)))
    #expect(
      lacking { () throws(StoreError) in try all.checkForWriting("/a") }
        == Self.parts.filter { $0.kind != .entityColumn })
    let whole = try stored([])
    try whole.checkForReading("/a")
    try whole.checkForWriting("/a")
  }

  /// An error of a statement is told in the words of the model if it names what is missing.
  @Test(arguments: [
    ("no such table: ZTAG", [0]), ("no such column: t0.ZNAME", [1]),
    ("no such column: t0.zname", [1]), ("no such column: t0.ZOTHER", []),
    ("no such column: t0.Z3_TAG", []), ("no such column: t0.Z_FOK_TAG", []),
    ("ZTAG has no column named ZNAME", [0, 1]), ("ambiguous column name: ZCODE", [2]), ("", []),
  ])
  func anErrorIsExplainedByWhatIsMissing(message: String, expected: [Int]) throws {
    let stored = try stored(Self.parts)
    let error = StoreError.sqlite(SQLiteError(.prepare, code: .error, message: message))
    let explained = stored.explained(error, "/a")
    if expected.isEmpty {
      #expect("\(explained)" == "\(error)")
    } else {
      #expect(
        lacking { () throws(StoreError) in throw explained } == expected.map { Self.parts[$0] })
    }
    #expect("\(try self.stored([]).explained(error, "/a"))" == "\(error)")
    let busy = StoreError.sqlite(SQLiteError(.step, code: .busy, message: message))
    #expect("\(stored.explained(busy, "/a"))" == "\(busy)", "another cause")
    let other = StoreError.unboundParameter("ZNAME")
    #expect("\(stored.explained(other, "/a"))" == "\(other)")
  }
}
