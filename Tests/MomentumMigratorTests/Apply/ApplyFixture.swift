import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumPropertyList
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Two versions of a small model, stores of the first one, and a plan written by hand.
struct ApplyFixture {
  enum Journal: String, CaseIterable, CustomTestStringConvertible {
    /// As a store is that nobody has opened since it was made.
    case delete
    /// A log in the header, nothing beside the file.
    case wal
    /// Committed rows that stand in the log alone.
    case walWithRows = "wal with rows"

    var testDescription: String { rawValue }
  }

  var folder: URL
  let old: CompiledModel
  let new: CompiledModel

  init(_ folder: URL) throws {
    self.folder = folder
    old = try ApplyFixture.model(
      "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>")
    new = try ApplyFixture.model(
      """
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="town" optional="YES" attributeType="String" defaultValueString="Rome"/>
      """)
  }

  static func model(_ attributes: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
      lastSavedToolsVersion="22522" systemVersion="23A344" minimumToolsVersion="Automatic" \
      sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Venue" representedClassName="Venue" syncable="YES">\(attributes)</entity>
      </model>
      """
    return try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
  }

  var store: String { folder.appendingPathComponent("venues.sqlite").path }

  /// The rows in the file, and one more in the log where there is one with rows.
  func makeStore(_ journal: Journal, rows: Int = 3) throws {
    try old.createStore(at: store)
    let connection = try Connection(path: store, access: .readWrite)
    if journal != .delete { try connection.execute("PRAGMA journal_mode = WAL") }
    try insert(1...rows, connection)
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ?", [.integer(Int64(rows + 1))])
    try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'")
    var metadata = try StoreMetadata.read(from: connection)
    metadata.others["app.key"] = .string("kept")
    try metadata.write(to: connection)
    guard journal == .walWithRows else { return }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.keepsLogOnClose(true)
    try insert((rows + 1)...(rows + 1), connection)
  }

  private func insert(_ keys: ClosedRange<Int>, _ connection: Connection) throws {
    try connection.execute("BEGIN")
    for key in keys {
      try connection.execute(
        "INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, 1, 1, ?)",
        [.integer(Int64(key)), .text("venue \(key)")])
    }
    try connection.execute("COMMIT")
  }

  // MARK: - Migrating

  static let plan = MigrationPlan(
    style: .fresh,
    steps: [
      .init(
        comment: "add Venue.town",
        statements: [
          "ALTER TABLE ZVENUE ADD COLUMN ZTOWN VARCHAR", "UPDATE ZVENUE SET ZTOWN = 'Rome'",
        ], table: "ZVENUE")
    ],
    checks: [
      .init(
        rule: .change(.attributeMadeRequired), place: "Venue.name", problem: "has no name",
        consequence: .fails,
        countSQL: "SELECT COUNT(*) FROM ZVENUE WHERE ZNAME IS NULL",
        rowsSQL: "SELECT Z_ENT, Z_PK FROM ZVENUE WHERE ZNAME IS NULL ORDER BY Z_PK")
    ],
    invariants: [
      .init(
        name: "rows of Venue", sourceSQL: "SELECT COUNT(*) FROM ZVENUE",
        resultSQL: "SELECT COUNT(*) FROM ZVENUE")
    ],
    mustBeZero: [
      .init(
        name: "venues without a town", sourceSQL: "",
        resultSQL: "SELECT COUNT(*) FROM ZVENUE WHERE ZTOWN IS NULL")
    ])

  func migrator(
    _ options: MigrationOptions = MigrationOptions(), plan: MigrationPlan = ApplyFixture.plan
  ) -> StoreMigrator {
    StoreMigrator(options: options, method: .planned(plan))
  }

  @discardableResult
  func migrate(
    _ options: MigrationOptions = MigrationOptions(), plan: MigrationPlan = ApplyFixture.plan
  ) throws -> MigrationOutcome {
    try migrator(options, plan: plan).migrate(store: store, among: [old], to: new)
  }

  // MARK: - Looking

  /// What a reader of a store sees: its rows, and whose hashes it has.
  func content(_ path: String? = nil) throws -> String {
    let reader = try StoreReader(path: path ?? store)
    let metadata = try reader.metadata()
    let statement = try reader.connection.prepare("SELECT * FROM ZVENUE ORDER BY Z_PK")
    var lines: [String] = []
    while let row = try statement.nextRow() { lines.append("\(row)") }
    let version =
      old.mismatches(metadata).isEmpty
      ? "old" : new.mismatches(metadata).isEmpty ? "new" : "neither"
    return version + "\n" + lines.joined(separator: "\n")
  }

  /// Every file of the folder with its bytes.
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  func names() throws -> [String] { try files().keys.sorted() }
}

extension RepositoryFiles {
  /// A fixture in a folder of its own.
  static func withApplyFixture<Result>(_ body: (ApplyFixture) throws -> Result) throws -> Result {
    try withTemporaryFolder { try body(ApplyFixture($0)) }
  }
}
