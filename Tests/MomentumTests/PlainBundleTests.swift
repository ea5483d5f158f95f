import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumMariaDB
import MomentumModelFiles
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// The plain layout of real models: printed as the goldens have it, and run.
@Suite(.tags(.corpus)) struct PlainBundleTests {
  private static let versions: [(bundle: String, version: String)] = GoldenModelTests.names
    .flatMap { [($0, $0), ($0, "\($0) 2")] }

  private static func compiled(_ path: String, version: String? = nil) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let file = try #require(try ModelBundle.load(path: path, version: version, &diagnostics))
    return try #require(CompiledModel.compile(file.contents, &diagnostics))
  }

  private func run(_ model: CompiledModel) throws {
    let connection = try Connection.inMemory()
    let schema = model.plainSchema
    for statement in schema.creationStatements(.sqlite) { try connection.execute(sql: statement) }
    #expect(try connection.firstValue("PRAGMA foreign_key_check") == nil)
    #expect(try connection.firstValue("PRAGMA integrity_check") == .text("ok"))
    for table in schema.tables {
      // Looks its foreign keys up, and fails where one refers to a column without a unique index.
      try connection.execute(sql: "DELETE FROM \"\(table.name)\"")
    }
  }

  @Test(arguments: GoldenModelTests.names)
  func goldensAreCurrent(_ name: String) throws {
    let path = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    let schema = try Self.compiled(path).plainSchema
    let folder = "Tests/GoldenCode/SQL"
    try RepositoryFiles.expectGolden(
      schema.creationScript(.sqlite), at: "\(folder)/\(name).plain.sqlite.sql")
    try RepositoryFiles.expectGolden(
      schema.creationScript(.postgreSQL), at: "\(folder)/\(name).plain.postgresql.sql")
    // Observed: MariaDB 10.11 runs each of them on an empty database.
    try RepositoryFiles.expectGolden(
      schema.creationScript(.mariaDB), at: "\(folder)/\(name).plain.mariadb.sql")
  }

  @Test(arguments: versions)
  func everyVersionRunsInSQLite(_ bundle: String, _ version: String) throws {
    let path = RepositoryFiles.url("Models/\(bundle).xcdatamodeld").path
    try run(try Self.compiled(path, version: version))
  }

  @Test func everyModelRunsInSQLite() throws {
    var count = 0
    for entry in ModelTexts.most {
      var diagnostics = Diagnostics()
      let source = SourceFile(path: entry.name, text: entry.text)
      guard let model = CompiledModel.compile(source, &diagnostics) else { continue }
      count += 1
      try run(model)
      for statement in model.plainSchema.creationStatements(.mariaDB) {
        #expect(ForeignSyntax.found(in: statement) == [], "\(entry.name): \(statement)")
      }
    }
    #expect(count * 10 > ModelTexts.most.count * 9 && ModelTexts.own.count > 100)
  }

  @Test func partialIndexesKeepTheirPredicate() throws {
    let text = """
      <model><entity name="Note"><attribute name="rank" attributeType="Integer 16"/>
      <attribute name="isHot" attributeType="Boolean"/>
      <fetchIndex name="hot" partialIndexPredicate="isHot == YES AND rank &gt; 5"><fetchIndexElement property="rank" type="Binary" order="descending"/></fetchIndex></entity></model>
      """
    var diagnostics = Diagnostics()
    let model = try #require(CompiledModel.compile(SourceFile(path: "m", text: text), &diagnostics))
    let last = { model.plainSchema.creationStatements($0).last }
    #expect(
      last(.sqlite)
        == "CREATE INDEX note_hot_idx ON note (rank DESC) WHERE (is_hot = 1 AND rank > 5)"
    )
    #expect(
      last(.postgreSQL)
        == "CREATE INDEX note_hot_idx ON note (rank DESC) WHERE (is_hot = TRUE AND rank > 5)")
  }
}
