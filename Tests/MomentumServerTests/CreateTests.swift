import Foundation
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

/// `momentum create MODEL postgresql://…`.
@Suite(.tags(.server), .enabled(if: PostgreSQLServer.isAlone, PostgreSQLServer.aloneReason))
struct CreateTests {
  private let model = RepositoryFiles.url("Models/Newsroom.xcdatamodeld").path

  @Test func tablesAndTheRecordOfTheModelAreMadeOnceAndNotWrittenOver() async throws {
    try await ServerCase.with { server in
      let first = await server.momentum("create", model, server.text)
      #expect(first.status == 0, "\(first.errors)")
      #expect(first.errors.hasPrefix("created "))
      #expect(try await server.count("SELECT count(*) FROM momentum_model") ?? 0 > 3)
      try await server.observer.execute(script: "INSERT INTO tag (name) VALUES ('kept')")
      let second = await server.momentum("create", model, server.text)
      #expect(second.status == 74)
      #expect(second.errors.contains("no table is written over"))
      #expect(try await server.count("SELECT count(*) FROM tag") == 1)
    }
  }

  @Test func aTableThatIsInTheWayLeavesNothingHalfDone() async throws {
    try await ServerCase.with { server in
      try await server.observer.execute(script: "CREATE TABLE tag (x int)")
      let outcome = await server.momentum("create", model, server.text)
      #expect(outcome.status == 74 && outcome.errors.contains("'tag'"))
      let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
      #expect(try await server.count(tables) == 1)
    }
  }

  /// The lock makes the second one wait until the first one's tables are there.
  @Test func twoAtOnceMakeTheTablesOnce() async throws {
    try await ServerCase.with { server in
      async let first = server.momentum("create", model, server.text)
      async let second = server.momentum("create", model, server.text)
      let statuses = await [first.status, second.status].sorted()
      #expect(statuses == [0, 74])
    }
  }

  @Test func passwordsAreNotShown() async throws {
    let server = try #require(PostgreSQLServer.shared)
    let port = server.connection.split(separator: " ").first { $0.hasPrefix("port=") } ?? ""
    let place = "127.0.0.1:\(port.dropFirst(5))"
    let texts = [
      "postgresql://nobody:s3cretpass@\(place)/nowhere", "postgresql://a:s3cret/pass@\(place)/x",
      "postgresql://a:s3cret@pass@\(place)/x", "postgresql://a@127.0.0.1:1/x?password=s3cretpass",
      "postgresql://a:s3cretpass@\(place)/x?nonsense=s3cretpass",
    ]
    for text in texts {
      let console = await ServerCase.momentum(["create", model, text])
      #expect([64, 74].contains(console.status), "\(text)")
      #expect(!console.errors.contains("s3cret"), "\(console.errors)")
      #expect(!console.output.contains("s3cret"))
    }
  }

  @Test func tablesHaveVersionsIfContextsNeedThem() async throws {
    try await ServerCase.with { server in
      let made = await server.momentum("create", model, server.text, "--objects")
      #expect(made.status == 0, "\(made.errors)")
      try await server.observer.execute(
        script: "INSERT INTO tag (name) VALUES ('a'); UPDATE tag SET name = 'b'")
      #expect(try await server.count("SELECT momentum_version FROM tag") == 2)
      let inspected = await server.momentum("inspect", server.text, "--model", model)
      #expect(inspected.status == 0, "\(inspected.output)")
    }
    let file = await ServerCase.momentum(["create", model, "shop.sqlite", "--objects"])
    #expect(file.status == 64 && file.errors.contains("--objects is for a server"))
  }

  @Test func anAttributeWithTheColumnOfVersionsIsRefused() async throws {
    let model = try MigrationCase.model(
      """
      <entity name="Tag"><attribute name="momentumVersion" optional="YES" attributeType="Date"/></entity>
      """)
    try await ServerCase.with { server in
      let creation = ServerCreation(model, named: "M", at: server.address, hasVersions: true)
      let error = await #expect(throws: ServerError.self) { _ = try await creation.run() }
      #expect(error?.description.contains("'momentum_version'") == true)
      #expect(error?.isOfInput == true)
    }
  }

  @Test func optionsOfFilesAreRefusedForAServer() async {
    let outcome = await ServerCase.momentum([
      "create", model, "postgresql://x/y", "--history",
    ])
    #expect(outcome.status == 64)
  }

  @Test func anAddressIsShownWithoutPasswordAndSettings() throws {
    let address = try ServerAddress(
      "postgresql://app:secret@db.example.org:5433/shop?sslmode=verify-full&sslpassword=secret")
    #expect(address.shown == "postgresql://app@db.example.org:5433/shop")
    #expect(ServerAddress.isAddress("postgres://x") && !ServerAddress.isAddress("app.sqlite"))
  }
}
