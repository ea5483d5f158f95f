import MomentumDiagnostics
import MomentumJSONRPC
import Testing

/// Texts as messages, by the rules of JSON-RPC 2.0.
@Suite struct RPCFrameTests {
  private static func shown(_ input: RPCInput) -> String {
    switch input {
    case .dropped: "dropped"
    case .refused(let error, let id):
      "\(error.code.rawValue) \(id?.json.compact ?? "null"): \(error.message)"
    case .message(.request(let request)):
      "request \(request.id.json.compact) \(request.method) \(request.params.map { JSONText($0).compact } ?? "-")"
    case .message(.notification(let call)):
      "notification \(call.method) \(call.params.map { JSONText($0).compact } ?? "-")"
    case .message(.response(let response)):
      switch response.outcome {
      case .success(let value):
        "response \(response.id?.json.compact ?? "null") \(JSONText(value).compact)"
      case .failure(let error):
        "response \(response.id?.json.compact ?? "null") \(error.json.compact)"
      }
    }
  }

  private static func shown(_ text: String) -> String {
    switch RPCFrame(Array(text.utf8)) {
    case .single(let input): shown(input)
    case .batch(let inputs): inputs.map { shown($0) }.joined(separator: "; ")
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, "request 1 a [1]"),
    (#"{"jsonrpc":"2.0","id":"x","method":"a"}"#, #"request "x" a -"#),
    (#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#, "request 1 a -"),
    (#"{"jsonrpc":"2.0","method":"a","params":{"b":2}}"#, #"notification a {"b":2}"#),
    (#"{"jsonrpc":"2.0","id":7,"result":null}"#, "response 7 null"),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":[true]}}"#,
      #"response null {"code":-32700,"message":"m","data":[true]}"#
    ),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"a"},3]"#,
      "request 1 a -; -32600 null: a message is an object, not a number"
    ),
  ])
  func messagesAreRead(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test(arguments: [
    ("{", "-32700 null: expected a name in quotes at byte 1"),
    ("", "-32700 null: expected a value before the end of the file at byte 0"),
    (#"{"a":1,"a":2}"#, "-32700 null: the name 'a' can stand in an object once at byte 7"),
    ("[]", "-32600 null: a batch cannot be empty"),
    ("1", "-32600 null: a message is an object, not a number"),
    ("{}", "-32600 null: 'jsonrpc' has to be \"2.0\""),
    (#"{"jsonrpc":"1.0","id":4,"method":"a"}"#, "-32600 4: 'jsonrpc' has to be \"2.0\""),
    (#"{"jsonrpc":"2.0","id":4}"#, "-32600 4: a message needs a 'method'"),
    (#"{"jsonrpc":"2.0","id":4,"method":3}"#, "-32600 4: 'method' is a string, not a number"),
    (
      #"{"jsonrpc":"2.0","id":null,"method":"a"}"#,
      "-32600 null: 'id' is a whole number or a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "-32600 null: 'id' is a whole number or a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":"x"}"#,
      "-32600 1: 'params' is a list or an object"
    ),
  ])
  func whatIsNoMessageIsRefused(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  /// An error in answer to a bad response would make two programs answer each other for ever.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","result":1}"#, #"{"id":1,"result":1}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}}"#,
  ])
  func aBadResponseIsDropped(text: String) {
    #expect(Self.shown(text) == "dropped")
  }

  @Test func nestingHasALimit() {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(Self.shown(text) == "-32700 null: values can be nested 64 deep at most at byte 65")
  }
}
