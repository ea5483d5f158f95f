import MomentumDiagnostics

/// One message, or the reason why a value is none.
package enum RPCInput: Sendable, Hashable {
  case message(RPCMessage)
  /// The error to answer with; `id` is `nil` if the value has no usable identifier.
  case refused(RPCError, id: RPCIdentifier?)
  /// The value is a response that cannot be read. Nobody answers a response, so it is dropped.
  case dropped
}

/// The text of one frame: a message, or a list of messages.
package enum RPCFrame: Sendable, Hashable {
  case single(RPCInput)
  /// A batch with at least one item.
  case batch([RPCInput])

  /// Reads a frame; bytes that are not JSON become the error -32700, other values -32600.
  package init(_ utf8: [UInt8]) {
    var found = Diagnostics()
    let root = JSONParser.parse(SourceFile(path: "<message>", utf8: utf8), &found)
    guard let root, !found.hasErrors else {
      let place = found.all.first?.location.map { " at byte \($0.range.start)" } ?? ""
      let reason = found.all.first?.text ?? "no JSON"
      self = .single(.refused(RPCError(.parseError, reason + place), id: nil))
      return
    }
    guard case .array(let items) = root.value else {
      self = .single(RPCInput(root))
      return
    }
    self =
      items.isEmpty
      ? .single(.refused(RPCError(.invalidRequest, "a batch cannot be empty"), id: nil))
      : .batch(items.map { RPCInput($0) })
  }
}

extension RPCInput {
  init(_ node: JSONNode) {
    guard case .object = node.value else {
      self = .refused(
        RPCError(.invalidRequest, "a message is an object, not \(node.kind)"), id: nil)
      return
    }
    let id = RPCIdentifier(node["id"])
    guard node["method"] != nil || node["result"] == nil && node["error"] == nil else {
      self = Self.response(node, id)
      return
    }
    if let reason = Self.reasonToRefuse(node, id) {
      self = .refused(RPCError(.invalidRequest, reason), id: id)
      return
    }
    let method = node["method"]?.string ?? ""
    let params = node["params"].flatMap { $0.isNull ? nil : $0 }
    let message: RPCMessage =
      id.map { .request(RPCRequest(id: $0, method: method, params: params)) }
      ?? .notification(RPCNotification(method: method, params: params))
    self = .message(message)
  }

  /// Why an object with a method, or with nothing that a message has, is no call.
  private static func reasonToRefuse(_ node: JSONNode, _ id: RPCIdentifier?) -> String? {
    guard node["jsonrpc"]?.string == "2.0" else { return "'jsonrpc' has to be \"2.0\"" }
    guard let method = node["method"] else { return "a message needs a 'method'" }
    guard method.string != nil else { return "'method' is a string, not \(method.kind)" }
    if node["id"] != nil, id == nil { return "'id' is a whole number or a string" }
    switch node["params"]?.value {
    // Some clients write null for parameters that are absent.
    case nil, .null, .array, .object: return nil
    case .boolean, .number, .string: return "'params' is a list or an object"
    }
  }

  private static func response(_ node: JSONNode, _ id: RPCIdentifier?) -> RPCInput {
    guard node["jsonrpc"]?.string == "2.0", id != nil || node["id"]?.isNull == true else {
      return .dropped
    }
    if let error = node["error"] {
      guard node["result"] == nil, let code = error["code"]?.integer,
        let message = error["message"]?.string
      else { return .dropped }
      let failure = RPCError(
        RPCError.Code(rawValue: code), message, data: error["data"].map { JSONText($0) })
      return .message(.response(RPCResponse(id: id, outcome: .failure(failure))))
    }
    guard let result = node["result"] else { return .dropped }
    return .message(.response(RPCResponse(id: id, outcome: .success(result))))
  }
}
