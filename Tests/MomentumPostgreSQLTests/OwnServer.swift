import Foundation
import MomentumPostgreSQL
import MomentumTestSupport
import Testing

/// A server that only one test uses, so that it can be stopped and started.
struct OwnServer {
  let folder: URL
  let options: PostgreSQLOptions

  /// - Parameter megabytes: The size of a disk for the server's data; `nil` for the common one.
  static func with(
    megabytes: Int? = nil, _ body: (OwnServer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-server-\(UUID().uuidString)")
    let connection = try await script("start", folder, megabytes)
    let outcome: Result<Void, any Error>
    do {
      let server = OwnServer(folder: folder, options: try PostgreSQLOptions(connection))
      outcome = .success(try await body(server))
    } catch { outcome = .failure(error) }
    try await script("stop", folder)
    try outcome.get()
  }

  enum Command: String, CaseIterable {
    case halt
    case kill
    case resume
  }

  func run(_ command: Command) async throws { try await Self.script(command.rawValue, folder) }

  @discardableResult
  private static func script(
    _ command: String, _ folder: URL, _ megabytes: Int? = nil
  ) async throws -> String {
    let arguments = [command, folder.path] + (megabytes.map { ["\($0)"] } ?? [])
    let output = try await onOwnThread { try run(arguments) }
    try #require(output.status == 0, "\(command): \(output.text)")
    return output.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func run(_ arguments: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = RepositoryFiles.url(".ci/postgresql")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
