import Foundation
import GoldenBubbleTea
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// The portable code of BubbleTea as a program uses it: on a real store, with a SQLite library.
@Suite struct PortableCodeTests {
  private func withStore(_ body: (Connection) throws -> Void) throws {
    var diagnostics = Diagnostics()
    let bundle = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path
    let file = try #require(try ModelBundle.load(path: bundle, &diagnostics))
    let model = try #require(CompiledModel.compile(file.contents, &diagnostics))
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("tea.sqlite").path
      try model.createStore(at: path)
      let seed = SourceFile(
        path: "seed", text: try RepositoryFiles.text("Models/BubbleTea.seed.json"))
      let counts = try model.importObjects(of: seed, into: path, &diagnostics)
      try #require(counts != nil)
      try body(try Connection(path: path, access: .readOnly))
    }
  }

  /// Ten lines for any library: bind, step, decode.
  private func run<Value>(
    _ request: StoredFetchRequest<Value>, on connection: Connection
  ) throws -> [Value] {
    let statement = try connection.prepare(request.sql)
    try statement.bind(request.bindings.map(value))
    var values: [Value] = []
    while try statement.step() {
      values.append(try request.decode(SQLiteRow(statement.values.map(value))))
    }
    return values
  }

  private func value(_ value: SQLiteValue) -> SQLValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }

  private func value(_ value: SQLValue) -> SQLiteValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }

  @Test func storedRequestsRunAndDecode() throws {
    try withStore { connection in
      let all = try run(Venue.FetchRequest(), on: connection)
      #expect(all.count == 30)
      #expect(try run(Venue.cheapVenues(), on: connection).count == 27)
      let one = try run(Venue.venueFR(name: "Sago House"), on: connection)
      let venue = try #require(one.first)
      #expect(one.count == 1)
      #expect(venue.name == "Sago House")
      #expect(venue.location != nil)
      #expect(venue.identifier.uuidString.hasPrefix("B0BA0009"))
      let deals = try run(Venue.dealsNearby(distance: 1e9, category: "Bakery"), on: connection)
      #expect(deals.allSatisfy { $0.specialCount > 0 })
    }
  }

  @Test func valuesRoundTripThroughJSON() throws {
    try withStore { connection in
      let venues = try run(Venue.FetchRequest(), on: connection)
      let data = try JSONEncoder().encode(venues)
      #expect(try JSONDecoder().decode([Venue].self, from: data) == venues)
    }
  }
}
