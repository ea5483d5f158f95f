import Foundation
import MomentumTestSupport
import Testing

/// The tools with the commands that do their work.
@Suite struct MCPCommandTests {
  /// Runs `momentum mcp` in the folder of this project's models. A thread of its own waits for the
  /// end, because the server's tasks need those of the pool.
  private static func texts(_ calls: [(tool: String, arguments: String)]) async throws -> [String] {
    var input =
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
      + "\n"
    for (index, call) in calls.enumerated() {
      input +=
        #"{"jsonrpc":"2.0","id":\#(index + 1),"method":"tools/call","params":{"name":"\#(call.tool)","arguments":\#(call.arguments)}}"#
        + "\n"
    }
    let root = RepositoryFiles.url("Models").path
    let run = await withCheckedContinuation { continuation in
      Thread { [input] in
        continuation.resume(returning: Run(["mcp", "--rows", "--root", root], input: input))
      }.start()
    }
    #expect(run.status == 0)
    #expect(run.error == "")
    var texts: [Int: String] = [:]
    for line in run.output.split(separator: "\n") {
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      let result = answer["result"] as? [String: Any]
      let content = (result?["content"] as? [[String: Any]])?.first?["text"] as? String
      let isFailure = result?["isError"] as? Bool == true
      texts[answer["id"] as? Int ?? -1] = (isFailure ? "! " : "") + (content ?? "")
    }
    return calls.indices.map { texts[$0 + 1] ?? "no answer" }
  }

  /// Each row of the table of tools names options that its command has.
  @Test func everyToolRunsItsCommand() async throws {
    let model = #""model":"Staff.xcdatamodeld""#
    let request =
      #""entity":"Department","where":"name BEGINSWITH[c] %@","arguments":["r"],"sort":["name:desc"],"limit":5,"offset":1"#
    let cases = [
      ("list_models", "{}", "Staff.xcdatamodeld: Staff"),
      ("list_models", #"{"folder":"."}"#, "BubbleTea.xcdatamodeld: BubbleTea"),
      ("describe_model", "{\(model)}", "Department: "),
      ("describe_model", "{\(model),\"entity\":\"Department\"}", "\"table\": \"ZDEPARTMENT\""),
      (
        "describe_model", "{\(model),\"entity\":\"Departmant\"}",
        "! error: no entity 'Departmant' in the model; did you mean 'Department'?"
      ),
      ("schema_sql", "{\(model),\"version\":\"Staff\"}", "CREATE TABLE ZDEPARTMENT"),
      (
        "schema_sql", "{\(model),\"layout\":\"plain\",\"dialect\":\"postgresql\"}",
        "GENERATED ALWAYS AS IDENTITY"
      ),
      ("request_sql", "{\(model),\(request)}", "ORDER BY t0.ZNAME DESC LIMIT 5 OFFSET 1"),
      ("request_sql", "{\(model),\"request\":\"freelancers\"}", "t0.ZKIND = ?"),
      (
        "request_sql", "{\(model),\"entity\":\"Department\",\"where\":\"nam == 1\"}",
        "did you mean 'name'? [predicate.unknown-key]"
      ),
      ("explain_request", "{\(model),\"request\":\"freelancers\"}", "an index that helps"),
      (
        "diff_models", #"{"old":"Staff.xcdatamodeld","new":"BubbleTea.xcdatamodeld"}"#, "Department"
      ),
      ("check_models", "{\(model),\"cloudkit\":true,\"pedantic\":true}", "model checked"),
      ("check_models", "{}", "models checked"),
      ("explain_diagnostic", #"{"id":"model.missing-inverse"}"#, "inverse"),
      ("inspect_store", #"{"store":"Staff.xcdatamodeld"}"#, "! error: "),
      ("fetch_rows", #"{"store":"Staff.xcdatamodeld","model":"Staff.xcdatamodeld"}"#, "! "),
    ]
    let texts = try await Self.texts(cases.map { ($0.0, $0.1) })
    for (text, (tool, arguments, expected)) in zip(texts, cases) {
      #expect(text.contains(expected), "\(tool) \(arguments): \(text)")
      #expect(!text.contains("Unknown option"), "\(tool) \(arguments): \(text)")
    }
  }

  @Test func aRootThatIsNoFolderEndsTheCommand() {
    let run = Run("mcp", "--root", "/nowhere/at/all")
    #expect(run.status == 65)
    #expect(run.error == "error: '/nowhere/at/all' is no folder\n")
  }
}
