import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigrator
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// Stores that Momentum did not write and mapping models that it did not compile: our own, and a pair of a
/// public project where the corpus is there.
@Suite(.tags(.corpus)) struct MappingStoreFileTests {
  private func model(_ url: URL) throws -> CompiledModel {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: url.path, utf8: [UInt8](try Data(contentsOf: url)))
    let model = CompiledModel.compile(source, &diagnostics)
    return try #require(model, "\(TextRenderer().render(diagnostics.all))")
  }

  private func mapping(_ url: URL) throws -> MappingModelFile {
    var diagnostics = Diagnostics()
    let mapping = try MappingModelReader.load(path: url.path, &diagnostics)
    return try #require(mapping, "\(TextRenderer().render(diagnostics.all))")
  }

  private func rows(_ path: String, _ sql: String) throws -> [[SQLValue]] {
    let connection = try Connection(path: path, access: .readOnly)
    let statement = try connection.prepare(sql: sql)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  /// A line for each row, values parted by bars.
  private func text(_ path: String, _ sql: String) throws -> String {
    try rows(path, sql).map { $0.map(\.debugText).joined(separator: "|") }
      .joined(separator: "\n")
  }

  /// Beside the garage, a pair of a public project where the corpus is there.
  /// The history's tables come along, empty, with their indexes.
  @Test(arguments: [false, true])
  func theTablesOfAHistoryAreMadeAnew(keepsHistory: Bool) throws {
    try RepositoryFiles.withGarage { garage in
      let old = CompiledModel(
        CheckedModel(syntax: garage.old.syntax, model: garage.old.model, storedRequests: []),
        keepsHistory: keepsHistory)
      try old.createStore(at: garage.store)
      let ofHistory = """
        SELECT type, name, sql FROM sqlite_master WHERE tbl_name LIKE 'A%' AND sql IS NOT NULL \
        ORDER BY 1, 2
        """
      let before = try text(garage.store, ofHistory)
      #expect(before.contains("ATRANSACTIONSTRING") == keepsHistory)
      do {
        let connection = try Connection(path: garage.store, access: .readWrite)
        for statement in GarageFixture.rows { try connection.execute(sql: statement) }
      }
      try garage.migrate()
      expectText(try text(garage.store, ofHistory), before)
    }
  }

  @Test(arguments: [("Garage.xcmappingmodel", "xcmapping.xml"), ("Garage.cdm", "V2toV3.cdm")])
  func bothFormsCarryAStoreOver(file: String, publicFile: String) throws {
    if let corpus = RepositoryFiles.corpus { try expectPublicPair(corpus, publicFile) }
    let folder = RepositoryFiles.url("Tests/Cases/Mapping")
    let store = try #require(StoreCase.own.first { $0.name == "garage" })
    let old = try model(store.model)
    let new = try model(
      folder.appendingPathComponent("Garage.xcdatamodeld/Garage 2.xcdatamodel/contents"))
    let mapping = try mapping(folder.appendingPathComponent(file))
    try store.withStore { path in
      let outcome = try MappingMigration(mapping).migrator()
        .migrate(store: path, among: [old], to: new)
      #expect(outcome.result == .migrated, "\(file)")
      expectText(
        try text(
          path,
          """
          SELECT ZTITLE, Z_ENT, ZPRICE, ZSELLER, ZOLDPATH, ZOWNERNAME, ZBOOST,
            (SELECT ZNAME FROM ZPERSON WHERE Z_PK = ZOWNER) FROM ZCAR ORDER BY 1
          """),
        """
        "Ente"|2|700.0|"Unknown"|"/Car/p10"|"Bo"|NULL|"Bo"
        "Kombi"|2|4000.0|"Unknown"|"/Car/p9"|NULL|NULL|NULL
        "Mini"|2|900.0|"Unknown"|"/Car/p2"|"Ada"|NULL|"Ada"
        "Zonda"|3|2000000.0|"Unknown"|"/SportCar/p4"|"Ada"|1|"Ada"
        """, "cars by \(file)")
      expectText(
        try text(
          path,
          """
          SELECT t.ZWORD, c.ZTITLE FROM Z_2TAGS j JOIN ZTAG t ON t.Z_PK = j.Z_8TAGS
            JOIN ZCAR c ON c.Z_PK = j.Z_2CARS ORDER BY 1, j.Z_FOK_2CARS
          """),
        """
        "fast"|"Zonda"
        "red"|"Kombi"
        "red"|"Mini"
        """, "tags by \(file)")
      expectText(
        try text(
          path,
          """
          SELECT n.ZTEXT, hex(a.ZIMAGE) FROM ZNOTE n LEFT JOIN ZATTACHMENT a ON a.ZNOTE = n.Z_PK
            ORDER BY 1
          """),
        """
        "another"|"03"
        "plain"|""
        "with a picture"|"0102"
        """, "notes by \(file)")
      expectText(
        try text(path, "SELECT ZNAME, ZNICKNAME FROM ZPERSON ORDER BY 1"),
        """
        "Ada"|"none"
        "Bo"|"none"
        """, "people by \(file)")
    }
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

  /// Cars get makers from a policy and keep their owners.
  private func expectPublicPair(_ corpus: URL, _ file: String) throws {
    let folder = corpus.appendingPathComponent("migration")
    let pair = folder.appendingPathComponent("mappings/_compiled_cdm_pair")
    let old = try model(pair.appendingPathComponent("source.contents"))
    let new = try model(pair.appendingPathComponent("destination.contents"))
    let mapping = try mapping(pair.appendingPathComponent(file))
    try RepositoryFiles.withTemporaryFolder { temporary in
      let store = temporary.appendingPathComponent("cars.sqlite")
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("stores/coredataplus_V2.sqlite"), to: store)
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
      expectEqual(try rows(store.path, cars), before.0, "the rows of the store in two files: cars")
      #expect(
        try rows(
          store.path,
          "SELECT c.ZNUMBERPLATE, m.ZNAME FROM ZCAR c LEFT JOIN ZMAKER m ON m.Z_PK = c.ZCREATEDBY "
            + "ORDER BY 1") == before.1)
      expectEqual(
        try rows(store.path, people), before.2, "the rows of the store in two files: people")
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
