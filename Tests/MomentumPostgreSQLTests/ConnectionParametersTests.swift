import MomentumPostgreSQL
import Testing

/// Connection strings; nothing that is shown has a password.
@Suite struct ConnectionParametersTests {
  @Test func stringsAreReadAsLibpqReadsThem() throws {
    let parameters = try ConnectionParameters(
      "postgresql://app:se%40cret@db.example.org:5433/shop?sslmode=verify-full")
    #expect(parameters["host"] == "db.example.org")
    #expect(parameters["port"] == "5433")
    #expect(parameters["password"] == "se@cret")
    #expect(parameters["sslmode"] == "verify-full")
    #expect(try ConnectionParameters("service=shop user='a b'")["user"] == "a b")
  }

  @Test(arguments: [
    "host=db password=hunter2 extra", "password=hunter2 port=hunter2",
    "postgresql://app:hunter2%zz@db/shop", "postgresql://app:hunter2@x@db/shop",
    "postgresql://app:hunter2/x@db/shop", "postgresql://app:hunter2@db:port/shop",
    "hunter2=1", "postgresql://[hunter2", "host='hunter2",
  ])
  func messagesAboutStringsThatCannotBeReadQuoteNothing(_ text: String) throws {
    do {
      _ = try ConnectionParameters(text)
      Issue.record("the string was read")
    } catch {
      #expect(error.reason == .badConnectionString)
      #expect(!"\(error)".contains("hunter2"))
    }
  }

  @Test func aDescriptionHasNoPassword() throws {
    let parameters = try ConnectionParameters(
      "host=db user=app password=hunter2 sslpassword=hunter3 passfile=/hunter4")
    var dumped = ""
    dump(parameters, to: &dumped)
    for text in ["\(parameters)", String(reflecting: parameters), dumped] {
      #expect(!text.contains("hunter"), "\(text)")
    }
    #expect("\(parameters)" == "host=db user=app")
  }

  @Test func aServerThatCannotBeReachedIsNamedWithoutThePassword() async throws {
    // Port 1 of loopback has no server.
    let options = try PostgreSQLOptions("host=127.0.0.1 port=1 user=app password=hunter2")
    let error = await postgreSQLError { try await PostgreSQLConnection.open(options) }
    #expect(error?.reason == .cannotConnect)
    #expect(error?.message.contains("127.0.0.1") == true)
    #expect(error?.message.contains("hunter2") == false)
  }
}
