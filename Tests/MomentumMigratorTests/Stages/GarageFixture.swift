import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Two versions of a garage, the mapping model between them, and a store of the first.
struct GarageFixture {
  let folder: URL
  let old: CompiledModel
  let new: CompiledModel
  let mapping: MappingModelFile

  init(_ folder: URL) throws {
    self.folder = folder
    old = try GarageFixture.model("Garage")
    new = try GarageFixture.model("Garage 2")
    var diagnostics = Diagnostics()
    mapping = try #require(
      try MappingModelReader.load(
        path: RepositoryFiles.url("Tests/Cases/Mapping/Garage.xcmappingmodel").path,
        &diagnostics))
    #expect(diagnostics.isEmpty)
  }

  static func model(_ version: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let path = "Tests/Cases/Mapping/Garage.xcdatamodeld/\(version).xcdatamodel/contents"
    let file = SourceFile(path: "contents", text: try RepositoryFiles.text(path))
    return try #require(CompiledModel.compile(file, &diagnostics))
  }

  var syntax: MappingModelSyntax {
    get throws {
      guard case .editor(let syntax) = mapping else { throw Unexpected() }
      return syntax
    }
  }

  struct Unexpected: Error {}

  var store: String { folder.appendingPathComponent("garage.sqlite").path }

  /// Keys with gaps, a car without an owner, a tag that holds its cars in an order of its own.
  static let rows = [
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 4, 7, 'Ada'), (5, 4, 1, 'Bo')",
    """
    INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZLABEL, ZPRICE, ZOWNER, ZPHOTO, ZBOOST) VALUES
      (2, 1, 3, 'Mini', 900, 3, 8, NULL), (4, 2, 1, 'Zonda', 2000000, 3, NULL, 1),
      (9, 1, 1, 'Kombi', 4000, NULL, NULL, NULL), (10, 1, 1, 'Ente', 700, 5, NULL, NULL)
    """,
    "INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZWIDTH, ZCAR) VALUES (8, 5, 1, 640, 2)",
    "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) VALUES (1, 6, 1, 'red'), (7, 6, 1, 'fast')",
    """
    INSERT INTO Z_1TAGS (Z_1CARS, Z_6TAGS, Z_FOK_1CARS) VALUES
      (2, 1, 4096), (9, 1, 2048), (4, 7, 2048)
    """,
    """
    INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTEXT, ZIMAGE) VALUES
      (1, 3, 1, 'plain', NULL), (2, 3, 1, 'with a picture', x'0102'), (6, 3, 1, 'another', x'03')
    """,
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 10",
  ]

  func makeStore(_ more: [String] = []) throws {
    try old.createStore(at: store)
    let connection = try Connection(path: store, access: .readWrite)
    for statement in GarageFixture.rows + more { try connection.execute(sql: statement) }
  }

  @discardableResult
  func migrate(
    _ file: MappingModelFile? = nil, policies: [String: EntityMigrationPolicy] = [:],
    options: MigrationOptions = MigrationOptions()
  ) throws -> MigrationOutcome {
    try MappingMigration(file ?? mapping, policies: policies).migrator(options: options)
      .migrate(store: store, among: [old], to: new)
  }

  /// The rows of a statement, one line each, columns joined by bars.
  func rows(_ sql: String) throws -> String {
    let connection = try Connection(path: store, access: .readOnly)
    let statement = try connection.prepare(sql: sql)
    var lines: [String] = []
    while let row = try statement.nextRow() {
      lines.append(row.map(\.debugText).joined(separator: "|"))
    }
    return lines.joined(separator: "\n")
  }
}

extension RepositoryFiles {
  /// A fixture in a folder of its own.
  static func withGarage<Result>(_ body: (GarageFixture) throws -> Result) throws -> Result {
    try withTemporaryFolder { try body(GarageFixture($0)) }
  }
}
