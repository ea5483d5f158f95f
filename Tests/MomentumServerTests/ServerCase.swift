import Foundation
import MomentumCLI
import MomentumPostgreSQL
import MomentumServer
import MomentumTestSupport
import Testing

extension PostgreSQLServer {
  /// Commands wait for a server on threads of their own, and their tasks wait for sockets: beside
  /// thousands of other tests each wait would last as long as all of them.
  static let isAlone =
    shared != nil && ProcessInfo.processInfo.environment["MOMENTUM_TEST_LIBPQ"] != nil

  static let aloneReason: Comment =
    "set MOMENTUM_TEST_POSTGRES, and MOMENTUM_TEST_LIBPQ=1 to run MomentumServerTests alone"
}

/// A schema of its own on the server of the tests, and a folder, both removed at the end.
struct ServerCase {
  let schema: String
  /// The name that the sessions of this case have on the server.
  let name: String
  /// The address with the schema as its search path, as a command takes it.
  let text: String
  let address: ServerAddress
  let observer: PostgreSQLConnection
  let folder: URL

  /// - Parameter database: Another database than that of the tests.
  static func with(
    schema: String = "test \"é$\" \(UUID().uuidString.lowercased())", database: String? = nil,
    _ body: (ServerCase) async throws -> Void
  ) async throws {
    let words = try #require(PostgreSQLServer.shared).connection.split(separator: " ")
    let parts = Dictionary(
      words.map { word in
        let pair = word.split(separator: "=", maxSplits: 1)
        return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
      }
    ) { first, _ in first }
    let quoted = try #require(PostgreSQLName.quoted(schema))
    // A backslash keeps a blank in the word of the option.
    let path = "-csearch_path=" + quoted.replacingOccurrences(of: " ", with: "\\ ")
    let escaped = try #require(path.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let name = "case-\(UUID().uuidString)"
    let text =
      "postgresql://\(parts["user"] ?? "")@\(parts["host"] ?? ""):\(parts["port"] ?? "")"
      + "/\(database ?? parts["dbname"] ?? "")?options=\(escaped)&application_name=\(name)"
    let address = try ServerAddress(text)
    let observer = try await PostgreSQLConnection.open(address.options)
    try await observer.execute(script: "CREATE SCHEMA \(quoted)")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "momentum-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = ServerCase(
      schema: schema, name: name, text: text, address: address, observer: observer,
      folder: folder)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
    try await observer.execute(
      script: "SET client_min_messages = warning; DROP SCHEMA \(quoted) CASCADE")
    await observer.close()
    try FileManager.default.removeItem(at: folder)
    try outcome.get()
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Ends all sessions of this case but the observer's, as an administrator does.
  func endSessions() {
    let sql = """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = '\(name)' AND pid <> \(observer.processID)
      """
    do { _ = try PostgreSQLServer.shared?.rows(sql) } catch { Issue.record(error) }
  }

  func count(_ sql: String) async throws -> Int64? {
    try await observer.query(sql).first?.integer(at: 0)
  }

  typealias Outcome = (status: Int32, output: String, errors: String)

  func momentum(_ arguments: String...) async -> Outcome { await Self.momentum(arguments) }

  /// A command of the tool, on a thread of its own as in a process.
  static func momentum(_ arguments: [String]) async -> Outcome {
    await onOwnThread {
      let (output, errors) = (Locked(""), Locked(""))
      let console = Console(
        writeOutput: { text in output.withLock { $0 += text } },
        writeError: { text in errors.withLock { $0 += text } })
      let status = MomentumTool.run(arguments, console: console)
      return (status, output.withLock { $0 }, errors.withLock { $0 })
    }
  }
}
