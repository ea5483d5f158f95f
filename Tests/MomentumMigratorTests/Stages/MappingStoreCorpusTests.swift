import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModelFiles
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// A store that Core Data wrote and a mapping model that Xcode compiled, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil)) struct MappingStoreCorpusTests {
  private func url(_ path: String) -> URL {
    (RepositoryFiles.corpus ?? RepositoryFiles.root).appendingPathComponent("migration/\(path)")
  }

  private func model(_ path: String) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: path, utf8: [UInt8](try Data(contentsOf: url(path))))
    return try #require(CompiledModel.compile(source, &diagnostics))
  }

  private func rows(_ path: String, _ sql: String) throws -> [[SQLValue]] {
    let connection = try Connection(path: path, access: .readOnly)
    let statement = try connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  /// What the policy of the project does, as its mapping model names it: a maker for each name.
  private var policy: EntityMigrationPolicy {
    EntityMigrationPolicy(createDestinationInstances: { source, context in
      let car = try context.insertAsMapped(from: source)
      let name = try context.value("maker", of: source)
      guard name != .null else { return }
      let known = try context.objects("Maker", where: "name", equals: name)
      let maker = try known.first ?? context.insert("Maker", values: ["name": name])
      try context.set("createdBy", of: car, to: [maker])
    })
  }

  @Test(arguments: ["V2toV3.cdm", "xcmapping.xml"])
  func carsGetMakersAndKeepTheirOwners(file: String) throws {
    let pair = "mappings/_compiled_cdm_pair/"
    let old = try model(pair + "source.contents")
    let new = try model(pair + "destination.contents")
    var diagnostics = Diagnostics()
    let mapping = try #require(
      try MappingModelReader.load(path: url(pair + file).path, &diagnostics))
    try RepositoryFiles.withTemporaryFolder { folder in
      let store = folder.appendingPathComponent("cars.sqlite")
      try FileManager.default.copyItem(at: url("stores/coredataplus_V2.sqlite"), to: store)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: store.path)
      let cars =
        "SELECT c.ZNUMBERPLATE, c.ZMODEL, c.ZISLIMITEDEDITION, p.ZFIRSTNAME, p.ZLASTNAME "
        + "FROM ZCAR c LEFT JOIN ZPERSON p ON p.Z_PK = c.ZOWNER ORDER BY 1"
      let makers = "SELECT ZNUMBERPLATE, ZMAKER FROM ZCAR ORDER BY 1"
      let people = "SELECT ZFIRSTNAME, ZLASTNAME, ZUPDATEDAT FROM ZPERSON ORDER BY 1, 2"
      let before = (
        try rows(store.path, cars), try rows(store.path, makers), try rows(store.path, people)
      )
      let outcome = try MappingMigration(
        mapping, policies: ["REPLACE_AT_RUNTIME.V2to3MakerPolicy": policy]
      ).migrator().migrate(store: store.path, among: [old], to: new)
      #expect(outcome.result == .migrated)
      #expect(before.0.count == 125)
      #expect(try rows(store.path, cars) == before.0)
      #expect(
        try rows(
          store.path,
          "SELECT c.ZNUMBERPLATE, m.ZNAME FROM ZCAR c LEFT JOIN ZMAKER m ON m.Z_PK = c.ZCREATEDBY "
            + "ORDER BY 1") == before.1)
      #expect(try rows(store.path, people) == before.2)
      #expect(
        try rows(store.path, "SELECT ZNAME FROM ZMAKER").count == Set(before.1.map { $0[1] }).count)
      // The mapping gives each car its owner as its only previous owner.
      #expect(
        try rows(
          store.path, "SELECT Z_1PREVIOUSCARS, Z_5PREVIOUSOWNERS FROM Z_1PREVIOUSOWNERS ORDER BY 1")
          == rows(store.path, "SELECT Z_PK, ZOWNER FROM ZCAR WHERE ZOWNER IS NOT NULL ORDER BY 1"))
    }
  }
}
