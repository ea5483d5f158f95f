import Foundation
import MomentumJSONRPC
import MomentumMCP
import MomentumTestSupport

/// A conversation with a server whose commands print their arguments.
struct MCPConversation {
  let output: [String]

  /// - Parameter messages: Sent after `initialize`, unless that is among them.
  init(
    _ messages: [String], root: String, showsRows: Bool = false,
    run: @escaping @Sendable ([String]) -> MomentumCommands.Outcome = Self.echo
  ) async throws {
    let opening =
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
    let isOpened = messages.contains { $0.contains("initialize") }
    let commands = MomentumCommands(
      version: "1", run: run,
      models: { folder in
        .success([
          MomentumCommands.FoundModel(
            path: folder + "/Shop.xcdatamodeld", versions: ["Shop 2", "Shop"])
        ])
      })
    let server = MCPServer(
      roots: try RootFolders([root]), commands: commands, showsRows: showsRows)
    let written = Locked("")
    let channel = ScriptChannel(
      (isOpened ? messages : [opening] + messages).map { $0 + "\n" }.joined(), written)
    _ = await RPCConnection(channel, .modelContext).run(server)
    output = written.withLock { $0 }.split(separator: "\n").map(String.init).sorted()
  }

  static let echo: @Sendable ([String]) -> MomentumCommands.Outcome = {
    MomentumCommands.Outcome(status: 0, output: $0.joined(separator: " | ") + "\n", errors: "")
  }

  /// The line `tools/call` of a tool; its identifier is 1.
  static func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// The answer to a request as Foundation reads it.
  func answer(_ id: Int) throws -> [String: Any] {
    for line in output {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      if value["id"] as? Int == id { return value }
    }
    return [:]
  }

  func result(_ id: Int = 1) throws -> [String: Any] {
    try answer(id)["result"] as? [String: Any] ?? [:]
  }

  /// The text of a call's result, with `! ` before that of a failure.
  func text(_ id: Int = 1) throws -> String {
    let result = try result(id)
    let content = (result["content"] as? [[String: Any]])?.first
    return ((result["isError"] as? Bool) == true ? "! " : "") + (content?["text"] as? String ?? "")
  }
}

/// Input that is known from the beginning.
private struct ScriptChannel: ByteChannel {
  private let rest: Locked<[UInt8]>
  private let written: Locked<String>

  init(_ input: String, _ written: Locked<String>) {
    rest = Locked(Array(input.utf8))
    self.written = written
  }

  func read() throws(ChannelFailure) -> [UInt8] {
    rest.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }

  func write(_ bytes: [UInt8]) throws(ChannelFailure) {
    written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
  }
}
