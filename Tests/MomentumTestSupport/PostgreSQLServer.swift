import Foundation
package import Testing

/// The PostgreSQL server that `.ci/run` starts for the tests, reached by way of `psql`.
package struct PostgreSQLServer: Sendable {
  /// A connection string for `psql`.
  package let connection: String

  package init(connection: String) { self.connection = connection }

  /// Another database of the same server.
  package func database(_ name: String) -> PostgreSQLServer {
    let words = connection.split(separator: " ").filter { !$0.hasPrefix("dbname=") }
    return PostgreSQLServer(connection: words.joined(separator: " ") + " dbname=\(name)")
  }

  /// `nil` where `MOMENTUM_TEST_POSTGRES` is not set.
  package static let shared: PostgreSQLServer? = {
    let text = ProcessInfo.processInfo.environment["MOMENTUM_TEST_POSTGRES"] ?? ""
    return text.isEmpty ? nil : PostgreSQLServer(connection: text)
  }()

  /// `150018` for 15.18; 0 without a server.
  package static let version: Int = {
    let rows = try? shared?.rows("SHOW server_version_num")
    return (rows?.first?.first ?? nil).flatMap { Int($0) } ?? 0
  }()

  /// Whether the server was built with ICU: without it the collation of sort orders that ignore case
  /// or follow a language is missing.
  package static let hasICU: Bool = {
    let rows = try? shared?.rows("SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu'")
    return rows?.isEmpty == false
  }()

  /// Why a test is skipped; what it asks the server is printed and compared as text in every run.
  package static let reason: Comment = "no PostgreSQL server: MOMENTUM_TEST_POSTGRES is not set"

  /// What `psql` said when a script failed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// Stands between columns; no test value has it.
  private static let separator: Character = "\u{1F}"
  private static let null = "\u{1E}"

  /// Runs a script up to its first error and gives the rows of its queries; `nil` is NULL.
  package func rows(_ script: String) throws -> [[String?]] {
    try RepositoryFiles.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("script.sql")
      try Data(script.utf8).write(to: file)
      let (output, errors) = (Pipe(), folder.appendingPathComponent("errors"))
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-F", String(Self.separator), "-P",
        "null=\(Self.null)", "-f", file.path, connection,
      ]
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(description: try String(contentsOf: errors, encoding: .utf8) + "\n" + script)
      }
      return text.split(separator: "\n").map { line in
        line.split(separator: Self.separator, omittingEmptySubsequences: false).map { cell in
          cell == Self.null ? nil : String(cell)
        }
      }
    }
  }

  /// A text as a constant of a script.
  package static func literal(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
  }
}
