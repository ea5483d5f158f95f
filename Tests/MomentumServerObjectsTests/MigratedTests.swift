import MomentumModel
import MomentumObjects
import MomentumObjectsProof
import MomentumPostgreSQL
import MomentumServer
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// Databases of contexts that `momentum migrate` has changed.
@Suite(.enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct MigratedTests {
  private static let old = """
    <entity name="Book">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="gone" optional="YES" attributeType="String"/>
      <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
    </entity>
    <entity name="Novel" parentEntity="Book"/>
    <entity name="Author">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    </entity>
    """

  /// `Novel` leaves the table of `Book`, `Author` is renamed, the key becomes a join table.
  private static let new = """
    <entity name="Book">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="pages" attributeType="Integer 32" defaultValueString="3" usesScalarValueType="YES"/>
      <relationship name="writers" optional="YES" toMany="YES" elementID="author" destinationEntity="Writer" inverseName="books" inverseEntity="Writer"/>
    </entity>
    <entity name="Novel">
      <attribute name="title" optional="YES" attributeType="String"/>
    </entity>
    <entity name="Writer" elementID="Author">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="writers" inverseEntity="Book"/>
    </entity>
    <entity name="Tag"><attribute name="word" optional="YES" attributeType="String"/></entity>
    """

  /// Runs a test on a migrated database, with the identifier of the store before.
  private func migrated(
    hasVersions: Bool, _ body: (ServerObjectsCase, ServerAddress, String?) async throws -> Void
  ) async throws {
    let (old, new) = (try ProofModel.compile(Self.old), try ProofModel.compile(Self.new))
    let test = try ServerObjectsCase(empty: ModelPlan(new))
    do {
      var address = try ServerAddress(test.server.connection)
      address.options.settings["search_path"] = PostgreSQLName.quoted(test.schema)
      let creation = ServerCreation(old, named: "Shop", at: address, hasVersions: hasVersions)
      _ = try await creation.run()
      let identifier = hasVersions ? try fill(test, ModelPlan(old)) : nil
      let migration = ServerMigration(
        at: address, to: .init("new", new), among: [.init("old", old)])
      let outcome = try await migration.run()
      #expect(outcome.failures.isEmpty)
      try await body(test, address, identifier)
    } catch {
      try test.remove()
      throw error
    }
    try test.remove()
  }

  /// Saves objects by a context; the book is saved twice.
  private func fill(_ test: ServerObjectsCase, _ model: ModelPlan) throws -> String {
    var options = ServerObjectStoreOptions()
    options.schema = test.schema
    let store = try PostgreSQLObjectStore(test.server.connection, model: model, options: options)
    defer { store.close() }
    let coordinator = StoreCoordinator(model)
    try coordinator.add(store)
    let context = ObjectContext(coordinator)
    let (book, author) = (try context.insert("Book"), try context.insert("Author"))
    book["author"] = .object(author)
    (try context.insert("Novel"))["title"] = .string("n")
    try context.save()
    book["title"] = .string("b")
    try context.save()
    return store.identifier
  }

  @Test func contextsOpenAMigratedDatabaseAndFindConflicts() async throws {
    try await migrated(hasVersions: true) { test, address, identifier in
      let report = try await DriftInspection(test.model.compiled, at: address).run()
      #expect(report.findings.isEmpty, "\(report.findings)")
      // The context is opened without leave to change tables.
      let store = try test.store()
      #expect(store.identifier == identifier)
      store.close()
      let context = try test.context()
      let book = try #require(try context.fetch(ObjectRequest("Book")).first)
      #expect(book.text("title") == "b" && book.number("pages") == 3)
      guard case .objects(let writers) = book["writers"] else {
        Issue.record("the book has no writers")
        return
      }
      #expect(writers.map(\.entityName) == ["Writer"])
      let version = try test.rows("SELECT momentum_version >= 2 FROM book")
      #expect(version == [["t"]])
      let novel = try #require(try context.fetch(ObjectRequest("Novel")).first)
      (try context.insert("Tag"))["word"] = .string("t")
      novel["title"] = .string("mine")
      try test.rows("UPDATE novel SET title = 'theirs'")
      let error = #expect(throws: ObjectError.self) { try context.save() }
      #expect(error?.code == .mergeConflict)
      context.mergePolicy = .objectTrump
      try context.save()
      let titles = try test.rows("SELECT title, momentum_version FROM novel")
      #expect(titles == [["mine", "3"]])
    }
  }

  @Test func tablesWithoutVersionsStayWithoutThem() async throws {
    try await migrated(hasVersions: false) { test, _, _ in
      let columns = try test.rows(
        "SELECT count(*) FROM information_schema.columns "
          + "WHERE table_schema = current_schema() AND column_name = 'momentum_version'")
      #expect(columns == [["0"]])
      let error = #expect(throws: ObjectError.self) { try test.store() }
      #expect(error?.code.rawValue == 134_080)
      _ = try test.store { $0.preparesTables = true }
    }
  }
}
