import Foundation
import MomentumDiagnostics
package import MomentumJSONRPC

/// A server of the Model Context Protocol: tools and resources for assistants.
///
///     let server = MCPServer(roots: try RootFolders(["."]), commands: commands)
///     await RPCConnection(channel, .modelContext).run(server)
///
/// Documented: https://modelcontextprotocol.io/specification/2025-06-18
package struct MCPServer: MessageHandler {
  /// The versions of the protocol that are spoken, the newest first.
  package static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let runner: ToolRunner
  private let session = Session()

  /// - Parameter showsRows: Whether tools that show stored values are offered.
  package init(roots: RootFolders, commands: MomentumCommands, showsRows: Bool = false) {
    runner = ToolRunner(roots: roots, commands: commands, showsRows: showsRows)
  }

  package func receive(_ notification: RPCNotification, on connection: RPCConnection) {
    // 'notifications/initialized' and others need no work.
  }

  package func begin(_ request: RPCRequest, on connection: RPCConnection) -> RPCWork {
    switch request.method {
    case "ping": return { .object([]) }
    case "initialize": return initialize(request)
    case _ where !session.isInitialized:
      return { throw RPCError(.invalidRequest, "the first request is 'initialize'") }
    case "tools/list":
      let tools = runner.tools.map(\.json)
      return { .object([("tools", .array(tools))]) }
    case "tools/call": return call(request)
    case "resources/list": return { [runner] in try ModelResources(runner: runner).list() }
    case "resources/templates/list": return { .object([("resourceTemplates", .array([]))]) }
    case "resources/read":
      let uri = request.params?["uri"]?.string
      return { [runner] in try ModelResources(runner: runner).read(uri) }
    case let method: return { throw RPCError.methodNotFound(method) }
    }
  }

  // MARK: - Requests

  private func initialize(_ request: RPCRequest) -> RPCWork {
    guard let wanted = request.params?["protocolVersion"]?.string else {
      return { throw RPCError.invalidParams("'protocolVersion' is needed") }
    }
    session.initialize()
    // A version that is not spoken is answered with the newest one; the client decides.
    let version = Self.versions.contains(wanted) ? wanted : Self.versions[0]
    let result = JSONText.object([
      ("protocolVersion", .string(version)),
      (
        "capabilities",
        .object([("tools", .object([])), ("resources", .object([]))])
      ),
      (
        "serverInfo",
        .object([
          ("name", .string("momentum")), ("title", .string("Momentum: Core Data models")),
          ("version", .string(runner.commands.version)),
        ])
      ),
      ("instructions", .string(instructions)),
    ])
    return { result }
  }

  private var instructions: String {
    let roots = runner.roots.paths.map { "'\($0)'" }.joined(separator: ", ")
    return
      "Reads Core Data models and stores in \(roots) and changes nothing. Begin with list_models; relative paths begin at these folders. An error of a tool names the place and often the repair."
  }

  private func call(_ request: RPCRequest) -> RPCWork {
    guard let name = request.params?["name"]?.string else {
      return { throw RPCError.invalidParams("'name' of the tool is needed") }
    }
    guard let tool = runner.tools.first(where: { $0.name == name }) else {
      let near = nearName(to: name, among: runner.tools.map(\.name))
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      return { throw RPCError.invalidParams("no tool '\(name)'\(hint)") }
    }
    let arguments = request.params?["arguments"]
    return { [runner] in try runner.run(tool, arguments).json }
  }
}

/// Whether the client has introduced itself.
///
/// `@unchecked`: the flag is read and written under the lock only; no code of others runs while the
/// lock is held, and the flag never becomes false again.
private final class Session: @unchecked Sendable {
  private let lock = NSLock()
  private var wasInitialized = false

  var isInitialized: Bool { lock.withLock { wasInitialized } }

  func initialize() { lock.withLock { wasInitialized = true } }
}
