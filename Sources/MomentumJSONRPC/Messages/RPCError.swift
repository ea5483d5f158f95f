package import MomentumDiagnostics

/// The error of a response.
package struct RPCError: Error, Sendable, Hashable {
  /// The number that tells programs the kind of an error.
  ///
  /// Documented: JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17, `ErrorCodes`.
  package struct Code: RawRepresentable, Sendable, Hashable {
    package var rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The bytes are not JSON, or no message could be cut out of them.
    package static let parseError = Code(rawValue: -32700)
    /// The JSON is no message of JSON-RPC.
    package static let invalidRequest = Code(rawValue: -32600)
    package static let methodNotFound = Code(rawValue: -32601)
    package static let invalidParams = Code(rawValue: -32602)
    package static let internalError = Code(rawValue: -32603)
    /// The server has as many requests running as it takes; the range -32000 to -32099 is a
    /// server's own.
    package static let tooManyRequests = Code(rawValue: -32000)
    /// A request came before `initialize` (Language Server Protocol).
    package static let serverNotInitialized = Code(rawValue: -32002)
    package static let requestCancelled = Code(rawValue: -32800)
    package static let contentModified = Code(rawValue: -32801)
    package static let requestFailed = Code(rawValue: -32803)
  }

  package var code: Code
  package var message: String
  /// More about the error for programs; `nil` for none.
  package var data: JSONText?

  package init(_ code: Code, _ message: String, data: JSONText? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// `no method 'textDocument/hoover'`
  package static func methodNotFound(_ method: String) -> RPCError {
    RPCError(.methodNotFound, "no method '\(method)'")
  }

  package static func invalidParams(_ message: String) -> RPCError {
    RPCError(.invalidParams, message)
  }

  package var json: JSONText {
    .object(
      [("code", .integer(code.rawValue)), ("message", .string(message))]
        + (data.map { [(key: "data", value: $0)] } ?? []))
  }
}
