import Foundation

/// Servers of PostgreSQL on loopback that a test starts itself, as `.ci/postgresql` does; they are
/// stopped when the value is released.
package final class PostgreSQLCluster {
  /// The servers in the order of their start.
  package private(set) var servers: [PostgreSQLServer] = []
  private let folder: URL

  /// What `.ci/postgresql` said when a server did not start.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package init(count: Int) throws {
    // Below /tmp, where the system's own user of the server may enter.
    folder = URL(fileURLWithPath: "/tmp/momentum-cluster-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    for number in 0..<count {
      let text = try run("start", number)
      servers.append(PostgreSQLServer(connection: text))
      // Every statement is written into the server's log, where the test counts them.
      _ = try servers[number].rows(
        "ALTER SYSTEM SET log_statement = 'all';\nSELECT pg_reload_conf();\n")
    }
  }

  deinit {
    for number in servers.indices { _ = try? run("stop", number) }
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ number: Int) -> String { folder.path + "/server\(number)" }

  /// Runs a program without the files that it inherits. Foundation takes a process for running as
  /// long as somebody has its end of a socket, and the server would keep it.
  private static let withoutFiles = """
    for file in /proc/$$/fd/*; do
      number=${file##*/}
      [ "$number" -le 2 ] || eval "exec $number>&-"
    done
    exec "$0" "$@"
    """

  private func run(_ command: String, _ number: Int) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", Self.withoutFiles, RepositoryFiles.url(".ci/postgresql").path, command, path(number),
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command) \(path(number)): \(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The statements of clients that a server has logged so far.
  ///
  /// - Parameter words: Only lines with this text are counted.
  package func statementCount(of number: Int, containing words: String) throws -> Int {
    let log = try String(
      contentsOf: URL(fileURLWithPath: path(number) + "/server.log"), encoding: .utf8)
    return log.split(separator: "\n").count { $0.contains(words) }
  }
}
