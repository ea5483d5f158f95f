package import MomentumDiagnostics

// Messages of JSON-RPC 2.0 (https://www.jsonrpc.org/specification). Incoming values are `JSONNode`,
// which keeps numbers as written; outgoing values are `JSONText`.

/// The identifier of a request: a number or a string.
///
/// JSON-RPC 2.0 also permits null, and advises against it and against fractions. The Language Server
/// Protocol and the Model Context Protocol forbid both, so requests with them are refused here.
package enum RPCIdentifier: Sendable, Hashable {
  case number(Int)
  case string(String)

  /// `nil` if the value cannot identify a request.
  package init?(_ node: JSONNode?) {
    switch node?.value {
    case .string(let text): self = .string(text)
    case .number(let digits):
      guard let number = Int(digits) else { return nil }
      self = .number(number)
    case .null, .boolean, .array, .object, nil: return nil
    }
  }

  package var json: JSONText {
    switch self {
    case .number(let number): .integer(number)
    case .string(let text): .string(text)
    }
  }
}

/// A call that is answered by exactly one response, or by none if the peer cancels it and the
/// protocol wants no response then.
package struct RPCRequest: Sendable, Hashable {
  package var id: RPCIdentifier
  package var method: String
  /// A list or an object; `nil` if the message has none.
  package var params: JSONNode?

  package init(id: RPCIdentifier, method: String, params: JSONNode? = nil) {
    self.id = id
    self.method = method
    self.params = params
  }
}

/// A call without an answer.
package struct RPCNotification: Sendable, Hashable {
  package var method: String
  /// A list or an object; `nil` if the message has none.
  package var params: JSONNode?

  package init(method: String, params: JSONNode? = nil) {
    self.method = method
    self.params = params
  }
}

/// The peer's answer to a request of ours.
package struct RPCResponse: Sendable, Hashable {
  /// `nil` if the peer could not read the identifier of the message that it answers.
  package var id: RPCIdentifier?
  package var outcome: Result<JSONNode, RPCError>

  package init(id: RPCIdentifier?, outcome: Result<JSONNode, RPCError>) {
    self.id = id
    self.outcome = outcome
  }
}

package enum RPCMessage: Sendable, Hashable {
  case request(RPCRequest)
  case notification(RPCNotification)
  case response(RPCResponse)
}
