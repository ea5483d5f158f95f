import Foundation
import MomentumMCP
import MomentumTestSupport
import Testing

/// The requests of the protocol, and how calls become commands.
@Suite struct MCPServerTests {
  private static func withRoot(_ body: (String) async throws -> Void) async throws {
    let top = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent(UUID().uuidString)
    let model = top.appendingPathComponent("Shop.xcdatamodeld")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data().write(to: top.appendingPathComponent("shop.sqlite"))
    defer { try? FileManager.default.removeItem(at: top) }
    try await body(top.path)
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
    ("2099-01-01", "2025-06-18"), ("", "2025-06-18"),
  ])
  func versionsAreNegotiated(wanted: String, answered: String) async throws {
    try await Self.withRoot { root in
      let talk = try await MCPConversation(
        [
          #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#
        ], root: root)
      #expect(try talk.result()["protocolVersion"] as? String == answered)
    }
  }

  @Test func nothingButPingComesBeforeInitialize() async throws {
    try await Self.withRoot { root in
      let talk = try await MCPConversation(
        [
          #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
          #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
          #"{"jsonrpc":"2.0","id":3,"method":"initialize"}"#,
        ], root: root)
      #expect(
        talk.output == [
          #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the first request is 'initialize'"}}"#,
          #"{"jsonrpc":"2.0","id":2,"result":{}}"#,
          #"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"'protocolVersion' is needed"}}"#,
        ])
    }
  }

  @Test func toolsHaveSchemasAndRowsAreOfferedOnRequestOnly() async throws {
    try await Self.withRoot { root in
      let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
      for (showsRows, count) in [(false, 9), (true, 10)] {
        let talk = try await MCPConversation([list], root: root, showsRows: showsRows)
        let tools = try talk.result()["tools"] as? [[String: Any]] ?? []
        #expect(tools.count == count)
        #expect(tools.contains { $0["name"] as? String == "fetch_rows" } == showsRows)
        for tool in tools {
          let schema = tool["inputSchema"] as? [String: Any] ?? [:]
          let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
          #expect(schema["type"] as? String == "object")
          #expect(properties.values.allSatisfy { $0["description"] is String })
          let required = schema["required"] as? [String] ?? []
          #expect(required.allSatisfy { properties[$0] != nil })
          let hints = tool["annotations"] as? [String: Any] ?? [:]
          #expect(hints["readOnlyHint"] as? Bool == true)
        }
      }
    }
  }

  @Test func callsBecomeCommands() async throws {
    try await Self.withRoot { root in
      let model = root + "/Shop.xcdatamodeld"
      let cases = [
        (
          "request_sql",
          #"{"model":"Shop.xcdatamodeld","entity":"--help","where":"a == 'x'","arguments":["-1","b=c"],"limit":3}"#,
          "sql | --color=never | --entity=--help | --where=a == 'x' | --arg=-1 | --arg=b=c | --limit=3 | \(model)"
        ),
        (
          "diff_models",
          #"{"old":"Shop.xcdatamodeld","old_version":"Shop 1","new":"Shop.xcdatamodeld"}"#,
          "diff | --fail-on=never | --color=never | \(model)@Shop 1 | \(model)"
        ),
        ("check_models", "{}", "check | --color=never | \(root)"),
        (
          "check_models", #"{"model":"Shop.xcdatamodeld","pedantic":true,"cloudkit":false}"#,
          "check | --color=never | --pedantic | \(model)"
        ),
        (
          "explain_request", #"{"model":"shop.sqlite","store_model":"Shop.xcdatamodeld"}"#,
          "explain | --color=never | --model=\(model) | \(root)/shop.sqlite"
        ),
      ]
      for (tool, arguments, expected) in cases {
        let talk = try await MCPConversation([MCPConversation.call(tool, arguments)], root: root)
        #expect(try talk.text() == expected + "\n")
      }
    }
  }

  @Test(arguments: [
    ("request_sql", #"{"model":"/etc/passwd"}"#, "is outside of the folders"),
    ("request_sql", #"{"model":"../x"}"#, "is outside of the folders"),
    ("explain_request", #"{"model":"shop.sqlite","store_model":"/etc/hosts"}"#, "is outside of"),
    ("request_sql", "{}", "! error: 'model' is needed"),
    ("request_sql", #"{"model":7}"#, "! error: 'model' is a string, not a number"),
    ("request_sql", "[]", "! error: the arguments are an object, not a list"),
    (
      "request_sql", #"{"model":"shop.sqlite","entityy":"A"}"#,
      "! error: no argument 'entityy'; did you mean 'entity'?"
    ),
    ("request_sql", #"{"model":"shop.sqlite","limit":-1}"#, "'limit' is a whole number from 0"),
    ("schema_sql", #"{"model":"shop.sqlite","version":"../x"}"#, "'version' cannot have a '/'"),
    ("schema_sql", #"{"model":"shop.sqlite","layout":"x"}"#, "'layout' is one of core-data, plain"),
    ("diff_models", #"{"new":"shop.sqlite","old_version":"A"}"#, "'old_version' needs 'old'"),
  ])
  func whatCannotBeUsedIsAResultThatSaysWhy(
    tool: String, arguments: String, expected: String
  ) async throws {
    try await Self.withRoot { root in
      let run: @Sendable ([String]) -> MomentumCommands.Outcome = { _ in
        Issue.record("a command ran")
        return MomentumCommands.Outcome(status: 0, output: "", errors: "")
      }
      let talk = try await MCPConversation(
        [MCPConversation.call(tool, arguments)], root: root, run: run)
      let text = try talk.text()
      #expect(text.hasPrefix("! ") && text.contains(expected), "\(text)")
    }
  }

  @Test(arguments: ["fetch_rows", "delete_everything"])
  func aToolThatIsNotOfferedIsAnError(name: String) async throws {
    try await Self.withRoot { root in
      let talk = try await MCPConversation([MCPConversation.call(name, "{}")], root: root)
      let error = try talk.answer(1)["error"] as? [String: Any]
      #expect(error?["code"] as? Int == -32602)
    }
  }

  @Test func failuresAreResultsAndLongResultsAreCut() async throws {
    try await Self.withRoot { root in
      let call = MCPConversation.call("schema_sql", #"{"model":"Shop.xcdatamodeld"}"#)
      let failing = try await MCPConversation([call], root: root) { _ in
        MomentumCommands.Outcome(status: 65, output: "", errors: "a: error: b\n")
      }
      #expect(try failing.text() == "! a: error: b\n")
      let long = try await MCPConversation([call], root: root) { _ in
        let output = String(repeating: "é line\n", count: 20_000)
        return MomentumCommands.Outcome(status: 1, output: output, errors: "")
      }
      let text = try long.text()
      #expect(text.utf8.count < 50_300)
      #expect(text.contains("é line\n[cut: 110001 of 160000 bytes are left out; ask for less"))
    }
  }

  @Test func modelsAreListedAndAreResources() async throws {
    try await Self.withRoot { root in
      let dump = #"""
        {"entities":[{"name":"A","parent":"B","attributes":[{"name":"x","type":"String","isOptional":true}],
        "relationships":[{"name":"bs","destination":"B","isToMany":true,"isOptional":false}]}]}
        """#
      let talk = try await MCPConversation(
        [
          MCPConversation.call("list_models", "{}"),
          #"{"jsonrpc":"2.0","id":2,"method":"resources/list"}"#,
          #"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"file://\#(root)/Shop.xcdatamodeld"}}"#,
          #"{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#,
          MCPConversation.call(
            "describe_model", #"{"model":"Shop.xcdatamodeld","entity":"C"}"#, id: 5),
        ], root: root
      ) { _ in MomentumCommands.Outcome(status: 0, output: dump, errors: "") }
      #expect(try talk.text() == "\(root)/Shop.xcdatamodeld: Shop 2 (current), Shop\n")
      let resources = try talk.result(2)["resources"] as? [[String: Any]]
      #expect(resources?.first?["uri"] as? String == "file://\(root)/Shop.xcdatamodeld")
      let contents = try talk.result(3)["contents"] as? [[String: Any]]
      #expect(
        contents?.first?["text"] as? String
          == "1 entity; '?' is optional, '→→' to-many\nA (sub-entity of B): x String?; bs →→ B\n")
      let error = try talk.answer(4)["error"] as? [String: Any]
      #expect(error?["code"] as? Int == -32002)
      #expect(try talk.text(5) == "! error: no entity 'C' in the model; did you mean 'A'?")
    }
  }
}
