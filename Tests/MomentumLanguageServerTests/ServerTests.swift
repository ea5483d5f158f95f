import Foundation
import MomentumDiagnostics
import MomentumJSONRPC
import MomentumLanguageServer
import MomentumTestSupport
import Testing

/// The server behind a connection, as an editor talks to it.
@Suite(.tags(.random)) struct ServerTests {
  private func object(_ members: (key: String, value: JSONText)...) -> JSONText { .object(members) }

  private func position(_ line: Int, _ character: Int) -> JSONText {
    object(("line", .integer(line)), ("character", .integer(character)))
  }

  private func open(_ path: String, _ text: String, version: Int = 1) -> JSONText {
    object(
      (
        "textDocument",
        object(
          ("uri", .string(FileURI.uri(path))), ("languageId", .string("xml")),
          ("version", .integer(version)), ("text", .string(text)))
      ))
  }

  @Test func aRequestBeforeInitializeIsRefused() async throws {
    let client = ServerClient()
    await #expect(throws: RPCError(.serverNotInitialized, "the first request is 'initialize'")) {
      try await client.request("textDocument/hover", .object([]))
    }
    client.close()
  }

  @Test func aRequestBeforeAnyFileIsOpenIsAnswered() async throws {
    try await Workshop.with { shop in
      let client = ServerClient()
      try await client.request(
        "initialize",
        object(("rootUri", .string(FileURI.uri(shop.root))), ("capabilities", .object([]))))
      let place = object(("textDocument", object(("uri", .string(FileURI.uri(shop.source))))))
      #expect(try await client.request("textDocument/codeLens", place).isNull)
      client.close()
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func editsOfCharactersOutsideOfASCIIKeepTheTextEqual(encoding: PositionEncoding) async throws {
    try await Workshop.with { shop in
      let client = ServerClient()
      try await client.start(shop.root, encoding)
      client.notify("textDocument/didOpen", open(shop.source, Workshop.sourceText))
      #expect(await client.findings(shop.source, version: 1) == [])
      let before = "func label(_ customer: Customer) -> String { customer.name ?? \"é😀"
      let character = encoding == .utf8 ? before.utf8.count : before.utf16.count
      let typed = "\" }; func key(_ a: Customer) { _ = a.value(forKey: \""
      let text = typed + "naem\"); _ = \""
      let span = object(("start", position(9, character)), ("end", position(9, character)))
      let change = object(("range", span), ("text", .string(text)))
      client.notify(
        "textDocument/didChange",
        object(
          (
            "textDocument",
            object(("uri", .string(FileURI.uri(shop.source))), ("version", .integer(2)))
          ), ("contentChanges", .array([change]))))
      let findings = await client.findings(shop.source, version: 2)
      let start = try #require(findings.first?["range"]?["start"])
      #expect(start["line"]?.integer == 9)
      let expected = before + typed
      #expect(
        start["character"]?.integer
          == (encoding == .utf8 ? expected.utf8.count : expected.utf16.count))
      client.close()
    }
  }

  @Test func aRepairOfAFindingIsAnAction() async throws {
    try await Workshop.with { shop in
      let client = ServerClient()
      try await client.start(shop.root, .utf16)
      let text = Workshop.sourceText.replacing("key: \"name\"", with: "key: \"naem\"")
      client.notify("textDocument/didOpen", open(shop.source, text))
      let findings = await client.findings(shop.source, version: 1)
      let range = try #require(findings.first?["range"])
      let actions = try await client.request(
        "textDocument/codeAction",
        object(
          ("textDocument", object(("uri", .string(FileURI.uri(shop.source))))),
          ("range", JSONText(range)), ("context", object(("diagnostics", .array([]))))))
      let edit = actions.items?.first?["edit"]?["documentChanges"]?.items?.first
      #expect(edit?["edits"]?.items?.first?["newText"]?.string == "name")
      #expect(edit?["textDocument"]?["version"]?.integer == 1)
      client.close()
    }
  }

  @Test func everyFeatureAnswers() async throws {
    try await Workshop.with { shop in
      let client = ServerClient()
      try await client.start(shop.root, .utf16)
      client.notify("textDocument/didOpen", open(shop.contents, Workshop.contentsText))
      let place: [(key: String, value: JSONText)] = [
        ("textDocument", object(("uri", .string(FileURI.uri(shop.contents))))),
        ("position", position(3, 26)),
      ]
      #expect(
        try await client.request("textDocument/hover", .object(place))["contents"]?["value"]?
          .string?.contains("`email`") == true)
      #expect(
        try await client.request("textDocument/definition", .object(place))["uri"]?.string
          == FileURI.uri(shop.contents))
      #expect(
        try await client.request("textDocument/references", .object(place)).items?.count ?? 0 >= 4)
      #expect(
        try await client.request("textDocument/prepareRename", .object(place))["placeholder"]?
          .string == "email")
      let renamed = try await client.request(
        "textDocument/rename", .object(place + [("newName", .string("mail"))]))
      #expect(renamed["documentChanges"]?.items?.count == 2)
      #expect(try await client.request("textDocument/codeLens", .object(place)).items?.count == 2)
      _ = try await client.request("textDocument/completion", .object(place))
      await #expect(throws: RPCError.self) {
        try await client.request(
          "textDocument/rename", .object(place + [("newName", .string("1 2"))]))
      }
      client.close()
    }
  }

  @Test func wildMessagesLeaveAServerThatAnswers() async throws {
    try await Workshop.with { shop in
      let client = ServerClient()
      try await client.start(shop.root, .utf16)
      client.notify("textDocument/didOpen", open(shop.contents, Workshop.contentsText))
      var generator = SeededGenerator(seed: 3)
      let methods = [
        "textDocument/didChange", "textDocument/didOpen", "textDocument/didClose",
        "textDocument/hover", "textDocument/completion", "textDocument/rename",
        "textDocument/codeAction", "textDocument/references", "workspace/didChangeWatchedFiles",
        "workspace/didChangeWorkspaceFolders", "$/cancelRequest", "textDocument/codeLens",
        "textDocument/definition", "initialize", "nothing",
      ]
      for _ in 0..<TestLength.choose(short: 400, long: 2_000) {
        let method = methods.randomElement(using: &generator) ?? ""
        let params = WildParameters(shop).params(&generator)
        if Bool.random(using: &generator) {
          client.notify(method, params)
        } else {
          // Any answer will do: that there is one is what counts.
          _ = try? await client.request(method, params)
        }
      }
      await #expect(throws: RPCError.methodNotFound("nothing")) {
        try await client.request("nothing", nil)
      }
      client.close()
    }
  }
}

/// Parameters that are nearly right.
private struct WildParameters {
  let shop: Workshop

  init(_ shop: Workshop) { self.shop = shop }

  func params(_ generator: inout SeededGenerator) -> JSONText {
    let uris =
      shop.files.map { FileURI.uri($0.path) } + ["", "untitled:1", "file:///%00", "file://"]
    let uri = JSONText.string(uris.randomElement(using: &generator) ?? "")
    var members: [(key: String, value: JSONText)] = [
      (
        "textDocument",
        .object([
          ("uri", uri), ("version", value(&generator)),
          ("text", .string(Workshop.contentsText.replacing("Order", with: "Ordr"))),
        ])
      ), ("position", position(&generator)), ("range", range(&generator)),
      (
        "contentChanges",
        .array([
          .object([
            ("range", range(&generator)),
            ("text", .string(["", "😀", "<", "\r"].randomElement(using: &generator) ?? "")),
          ])
        ])
      ), ("newName", .string(["a", "", "1", "ü"].randomElement(using: &generator) ?? "")),
    ]
    for index in members.indices where Int.random(in: 0..<6, using: &generator) == 0 {
      members[index].value = value(&generator)
    }
    return .object(members)
  }

  private func range(_ generator: inout SeededGenerator) -> JSONText {
    .object([("start", position(&generator)), ("end", position(&generator))])
  }

  private func position(_ generator: inout SeededGenerator) -> JSONText {
    let numbers = [0, 1, 3, 9, 40, -1, Int.max, Int.min]
    return .object([
      ("line", .integer(numbers.randomElement(using: &generator) ?? 0)),
      ("character", .integer(numbers.randomElement(using: &generator) ?? 0)),
    ])
  }

  private func value(_ generator: inout SeededGenerator) -> JSONText {
    let values: [JSONText] = [
      .null, .bool(true), .integer(-1), .number(1.5), .string("x"), .array([.null]), .object([]),
    ]
    return values.randomElement(using: &generator) ?? .null
  }
}
