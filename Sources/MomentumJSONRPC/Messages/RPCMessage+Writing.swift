package import MomentumDiagnostics

/// The texts of outgoing messages.
package enum RPCOutput {
  /// `{"jsonrpc":"2.0","id":1,"result":{}}`
  package static func response(
    _ id: RPCIdentifier?, _ outcome: Result<JSONText, RPCError>
  ) -> JSONText {
    let content: (key: String, value: JSONText) =
      switch outcome {
      case .success(let value): ("result", value)
      case .failure(let error): ("error", error.json)
      }
    return .object([version, ("id", id?.json ?? .null), content])
  }

  /// `{"jsonrpc":"2.0","id":1,"method":"ping"}`
  package static func request(
    _ id: RPCIdentifier, _ method: String, _ params: JSONText?
  ) -> JSONText {
    .object([version, ("id", id.json), ("method", .string(method))] + parameters(params))
  }

  /// `{"jsonrpc":"2.0","method":"initialized"}`
  package static func notification(_ method: String, _ params: JSONText?) -> JSONText {
    .object([version, ("method", .string(method))] + parameters(params))
  }

  private static let version = (key: "jsonrpc", value: JSONText.string("2.0"))

  private static func parameters(_ params: JSONText?) -> [(key: String, value: JSONText)] {
    params.map { [("params", $0)] } ?? []
  }
}
